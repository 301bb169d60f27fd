"""What the elements of a tree have in them, in compiled code."""

from lxml.html import fromstring

from scrapy_denoise.page.dom.having import script_says


def test_what_scripts_say():
    other = "<p>word</p><!--word--><script>words</script>"
    tree = fromstring(f"<body>{other}<div><script type='application/LD+json'>a word</script></div></body>")
    assert script_says(tree, b"a word")
    assert not script_says(tree, b"words")
    assert not script_says(tree.find("p"), b"word")
    assert not script_says(fromstring("<script src=word></script>"), b"word")

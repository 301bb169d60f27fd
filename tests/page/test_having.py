"""What the elements of a tree have in them, in compiled code."""

from lxml.html import fromstring

from scrapy_denoise.page.dom.having import json_ld_contains, scripts_give


def test_what_scripts_say():
    other = "<p>word</p><!--word--><script>words</script>"
    tree = fromstring(f"<body>{other}<div><script type='application/LD+json'>a word</script></div></body>")
    assert json_ld_contains(tree, b"a word")
    assert not json_ld_contains(tree, b"words")
    assert not json_ld_contains(tree.find("p"), b"word")
    assert not json_ld_contains(fromstring("<script src=word></script>"), b"word")


def test_what_scripts_give():
    for given in ('{"datePublished":"2024-05-03"}', "{'PUBDATE' :\n '2024-05-03'}", '{"publiſhed":"٢٠٢٤-05-03"}'):
        assert scripts_give(fromstring(f"<body><p>a</p><script>x={given}</script></body>"), b"pub"), given
    for other in ('{"public":true}', '{"publisher":"x"}', "publish('2024')", '{"date":"2024-05-03"}', "pub", "p"):
        assert not scripts_give(fromstring(f"<body><script>x={other}</script></body>"), b"pub"), other
    stated = '<script type=\'application/ld+json\'>{"datePublished":"2024-05-03"}</script>'
    assert not scripts_give(fromstring(f'<body>{stated}<p>"pub":"2024</p></body>'), b"pub")

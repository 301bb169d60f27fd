"""The elements that have an attribute, in compiled code, beside the same by XPath."""

import pytest
from lxml.html import fromstring

from scrapy_denoise.page.having import elements_having, script_says

PAGE = """<html><head><base href=/x><link rel=license href=/l></head><body><!-- <a href=/> --><a href=/>home</a><?x a?>
<p title=a><a HREF=' /Up '>up</a><a name=b>b<a href>c</a></a><svg><a href=/svg>d</a></svg></p>
<a href='/caf&eacute;'>e</a>
</body></html>"""


@pytest.mark.parametrize(
    ("attribute", "names", "path"),
    [
        ("href", ("a",), "//a[@href]"),
        ("href", ("a", "link", "base"), "//a[@href] | //link[@href] | //base[@href]"),
        ("title", (), "//*[@title]"),
        ("nothing", (), "//*[@nothing]"),
    ],
)
def test_the_same_as_by_xpath(attribute, names, path):
    tree = fromstring(PAGE)
    assert elements_having(tree, attribute.encode(), tuple(name.encode() for name in names)) == tree.xpath(path)


def test_values_and_limits():
    tree = fromstring(PAGE)
    texts = [a.text for a in elements_having(tree, b"href", (b"a",), frozenset({"/", "/up", "/caf\u00e9", ""}))]
    assert texts == ["home", "up", "c", "e"]
    assert [a.text for a in elements_having(tree, b"href", (b"a",), most=2)] == ["home", "up"]
    assert [a.text for a in elements_having(tree, b"href", (b"a",), among=3)] == ["home", "up"]
    below = tree.find(".//p")
    assert [a.text for a in elements_having(below, b"href")] == ["up", "c", "d"]
    with pytest.raises(TypeError):
        elements_having("<p>", b"href")


def test_what_scripts_say():
    other = "<p>word</p><!--word--><script>words</script>"
    tree = fromstring(f"<body>{other}<div><script type='application/LD+json'>a word</script></div></body>")
    assert script_says(tree, b"a word")
    assert not script_says(tree, b"words")
    assert not script_says(tree.find("p"), b"word")
    assert not script_says(fromstring("<script src=word></script>"), b"word")

"""The elements in which a page states something, in compiled code, beside the same by XPath."""

import pytest
from lxml.html import fromstring

from scrapy_denoise.page.structured_data.elements import StatedElements
from scrapy_denoise.page.structured_data.open_graph import descriptions

PAGE = """<html><head><base target=_top><base href=/x><base href=/y><link rel=Canonical href=/l>
<link rel=image_src href=/i><link href=/no><link rel=icon href=/c><link rel=next href=/n>
<meta property=og:title content=One><meta name=author value=Ann><meta charset=utf-8>
<script type="application/LD+json">{}</script><script>1</script></head><body><!-- <a href=/> --><a href=/>home</a>
<?x a?><h1 itemprop=name>T</h1><p itemprop><a HREF=' /Up '>up</a><a name=b>b<a href rel=license>c</a></a>
<time>now</time><svg><a href=/svg>d</a></svg></p><a rel=next href='/caf&eacute;'>e</a><a href='HTTP://a.example'>f</a>
<noscript><img src=a></noscript></body></html>"""


def test_the_same_as_by_xpath():
    tree = fromstring(PAGE)
    found = StatedElements(tree, most=100)
    assert found.base == tree.xpath("//base[@href][1]/@href")[0] == "/x"
    assert found.properties == tree.xpath("//*[@itemprop]")
    assert found.times == tree.xpath("//time | //h1")
    assert found.noscripts == tree.xpath("//noscript")
    assert found.scripts == tree.xpath("//script[contains(@type, 'json')]")
    assert found.metas == [("og:title", "One"), ("author", "Ann"), ("", "")]
    assert found.links == [
        ("link", "Canonical", "/l"),
        ("link", "image_src", "/i"),
        ("link", "next", "/n"),
        ("a", "license", ""),
    ]
    assert found.homes == []
    assert not found.names_author


@pytest.mark.parametrize(
    ("link", "named"), [("<a rel='nofollow AUTHOR'>", True), ("<link rel=author>", False), ("<a class=author>", False)]
)
def test_links_that_name_the_author_count_however_many_links_are_told(link, named):
    tree = fromstring(f"<body><a rel=license href=/l>b</a><p>{link}a")
    assert StatedElements(tree, most=1).names_author == named


def test_links_to_the_home_page():
    tree = fromstring(PAGE)

    def homes(anchors):
        values = frozenset({"/", "/up", "http://a.example"})
        return [link.text for link in StatedElements(tree, values, 100, anchors).homes]

    assert homes(100) == ["home", "up", "f"]
    assert homes(2) == ["home", "up"]
    assert homes(1) == ["home"]


def test_limits_and_what_is_no_tree():
    found = StatedElements(fromstring(PAGE), most=1)
    assert [len(kind) for kind in (found.metas, found.properties, found.links, found.times)] == [1] * 4
    below = StatedElements(fromstring(PAGE).find(".//p"), frozenset({"/"}), 100, 100)
    assert (len(below.properties), below.metas, below.homes) == (1, [], [])
    assert StatedElements().metas == []
    with pytest.raises(TypeError):
        StatedElements("<p>")


def test_descriptions_are_those_of_the_head_that_differ():
    tree = fromstring(
        """<html><head><meta name=Description content=" The  river
        rises "><meta property=og:description content="The river rises"><meta name=twitter:description value=Rain>
        <meta name=description><meta name=og:descriptions content=no></head><body><meta name=description content=body>
        </body></html>"""
    )
    assert descriptions(tree, 8, 100) == ["The river rises", "Rain"]
    assert descriptions(tree, 1, 4) == ["The"]
    assert descriptions(None, 8, 100) == []

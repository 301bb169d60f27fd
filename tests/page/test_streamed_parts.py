"""Parts that React streams behind a page are read in their places."""

import pytest
from lxml.etree import _Element
from lxml.html import fromstring, tostring

from scrapy_denoise import denoise
from scrapy_denoise.page import Page
from scrapy_denoise.page.markup import streamed_parts
from scrapy_denoise.page.markup.streamed_parts import place_parts

WAITS = "<!--$?--><template id='B:0'></template><p>Loading</p><!--$--><i>more</i><!--/$--> now<!--/$-->"


def text_of(html):
    return Page.from_html(html, "https://a.example/").text.replace("\n", " ")


@pytest.mark.parametrize(
    ("html", "text"),
    [
        (f"<h1>a</h1>{WAITS}<p>c</p><div hidden id=S:0><p>b</p></div>", "a b c"),
        (f"<h1>a</h1>{WAITS}<p>d</p><div hidden id=S:0>b<p>c</p></div>", "a b c d"),
        ("<p>a <template id=P:1f></template> c</p><p>d</p><div hidden id=S:1f><b>b</b></div>", "a b c d"),
        ("<div><template id=P:1></template>c</div><p>d</p><div hidden id=S:1>a<b>b</b></div>", "abc d"),
        ("<p>a</p><template id=B:0></template><p>c</p><div hidden id=S:0><p>b</p></div>", "a b c"),  # without comments
        ("<p>a</p><!--$?--><template id=B:0></template><p>c</p><div hidden id=S:0><p>b</p></div>", "a b c"),
        (f"<p>a</p>{WAITS}", "a Loading more now"),
        (f"<p>a</p>{WAITS}<div id=S:0><p>b</p></div>", "a Loading more now b"),  # a div that the page shows
        ("<p>a</p><div hidden id=S:0><p>b</p></div>", "a b"),
        ("<p>a</p><template id=B:0></template><p>c</p>" + 2 * "<div hidden id=S:0><p>b</p></div>", "a b c b"),
    ],
)
def test_places(html, text):
    assert text_of(html) == text


def test_parts_within_parts_in_any_order():
    inner = "<div hidden id=S:1>b</div>", "<div hidden id=S:0><p>a</p><template id=B:1></template><p>c</p></div>"
    for parts in (inner, inner[::-1]):
        assert text_of("<main><template id=B:0></template></main><footer>d</footer>" + "".join(parts)) == "a b c d"


def test_a_part_is_not_moved_into_itself():
    html = "<div hidden id=S:0>a<template id=B:0></template></div>"
    ring = "".join(f"<div hidden id=S:{one}>{one}<template id=B:{3 - one}></template></div>" for one in (1, 2))
    assert text_of(f"<p>x</p>{html}{ring}") == "x a 1 2"
    assert not place_parts(fromstring(f"<body>{html}{ring}"))


def test_limits(monkeypatch):
    deep = "<div>" * (streamed_parts.MAX_DEPTH + 1) + "<template id=P:0></template>" + "</div>" * 300
    assert not place_parts(fromstring(f"<body>{deep}<div hidden id=S:0>a</div>"))
    monkeypatch.setattr(streamed_parts, "MAX_PARTS", 1)
    places = "".join(f"<template id=P:{number}></template><p>x</p>" for number in "01")
    parts = "".join(f"<div hidden id=S:{number}><p>{number}</p></div>" for number in "01")
    assert text_of(places + parts) == "0 x x 1"


def test_a_tree_that_is_asked_for_later_has_them_in_their_places_too():
    page = Page.from_html(f"<h1>a</h1>{WAITS}<p>c</p><div hidden id=S:0>b<p>b</p></div>")
    tags = [None if node is None else node.tag for node in page.nodes()]
    assert isinstance(page.root, _Element) or page.root.owner.tree is None
    assert [None if element is None else element.tag for element in page.elements()] == tags
    assert page.text.split() == Page.from_tree(page.tree).text.split()


def test_the_tree_that_was_given_stays_as_it_is():
    tree = fromstring(f"<body>{WAITS}<div hidden id=S:0><p>b</p></div>")
    before = tostring(tree)
    Page.from_tree(tree)
    assert tostring(tree) == before


def test_an_article_in_a_part_stands_above_the_footer():
    story = "".join(f"<p>The river rose in the {one}, and the road was under water.</p>" for one in ("night", "day"))
    html = f"<header>Paper</header><main>{WAITS}</main><footer>Imprint</footer><div hidden id=S:0>{story}</div>"
    found = denoise(html, "https://a.example/story")
    assert [block.xpath for block in found.blocks] == ["/html/body[1]/main[1]/p[1]", "/html/body[1]/main[1]/p[2]"]

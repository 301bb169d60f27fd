"""The elements of a page's rows, what links say, and lengths of markup."""

import random

import numpy as np
import pytest

from scrapy_denoise.page import Page
from scrapy_denoise.page.walk.compiled import ElementRequest, elements_with, rows_of_elements

PAGE = """<title>t</title><script>s</script><div hidden>x</div><!--c--><div class=d>a<b>b</b><?p i?><i></i></div>
<noscript><img src=n></noscript><ul><li hidden><p>h<li value=3><p>e<p><a href=/a rel="nofollow author">f</a>
<a>g</a><a href="">h</a><a href="/i&amp;j"><img src=k></a><template><p>l</template><p>m</ul>
<pre><span>o
</span><span>p</span></pre><table><tr><td colspan=2>q<td>r<td start=1>s</table><unknown-one data-x>u</unknown-one>"""


@pytest.fixture
def page():
    return Page.from_html(PAGE)


def test_elements_go_with_the_rows(page):
    found = page.elements()
    assert [node.tag if node is not None else "#text" for node in found] == [
        page.columns.name(row) for row in range(len(page.columns))
    ]
    assert found[3] is page.tree.find(".//div[2]")
    for row, element in enumerate(found):
        if element is not None and row:
            around = element.getparent()
            assert found[page.columns.parent[row]] is around
            assert around.xpath("*")[page.columns.child[row]] is element


def test_some_elements_are_those_of_all(page):
    everything, chance = page.elements(), random.Random(0)
    for share in (0, 1, 5, 20, 80, 100):
        wanted = np.array([chance.randrange(100) < share for _ in everything])
        assert page.elements(wanted) == [e if want else None for e, want in zip(everything, wanted, strict=True)]


def test_what_is_asked_of_attributes(page):
    def found(request):
        asked = page.elements(np.full(len(page.columns), request, np.uint8))
        return [element for element in asked if element is not None]

    everything = found(ElementRequest.WANTED)
    assert len(everything) > 20
    assert found(ElementRequest.WITH_ATTRIBUTES) == [element for element in everything if element.attrib]
    assert [element.tag for element in found(ElementRequest.WITH_NUMBERS)] == ["li", "td", "td"]


def test_which_elements_are_as_asked(page):
    """Asked of elements that are there already, each request says the same as asked of the page."""
    everything = page.nodes()
    for request in ElementRequest:
        asked = page.nodes(np.full(len(page.columns), request, np.uint8))
        assert elements_with(everything, request).tolist() == [element is not None for element in asked]


def test_what_posts_are_dated_and_rated_by():
    page = Page.from_html("<p title=a>b</p><p itemtype=c>d</p><p style=e>f</p><p data-grade=1>g</p><p id=h>i</p>")
    found = [elements_with(page.nodes(), request) for request in (ElementRequest.DATING_POST, ElementRequest.RATING)]
    texts = [[page.columns.text_of(row + 1) for row in np.flatnonzero(one)] for one in found]
    assert texts == [["b", "d"], ["b", "f", "g"]]


def test_fewer_requests_than_rows(page):
    assert page.elements(np.ones(0, np.uint8)) == [None] * len(page.columns)
    assert [element is not None for element in page.elements(np.ones(2, np.uint8))] == [
        row < 2 for row in range(len(page.columns))
    ]


def test_what_links_say(page):
    everything = page.elements()
    assert list(page.links.items()) == [
        (row, (element.get("href"), element.get("rel") or ""))
        for row, element in enumerate(everything)
        if element is not None and element.tag == "a" and "href" in element.attrib
    ]
    assert list(page.links.values()) == [("/a", "nofollow author"), ("", ""), ("/i&j", "")]
    assert Page(page.columns).links == {}


def test_lengths_of_markup(page):
    expected = [
        0
        if element is None
        else 2 * len(element.tag) + 5 + sum(len(f' {name}=""{value}') for name, value in element.attrib.items())
        for element in page.elements()
    ]
    assert page.code_lengths.tolist() == expected
    assert Page(page.columns).code_lengths.tolist() == [0] * len(expected)


@pytest.mark.parametrize("name", ["tree", "root"])
def test_the_rows_of_elements(name):
    page = Page.from_html("<p>a</p><div>b<i>c</i></div><!--d--><ul><li>e</ul>")
    root = getattr(page, name)
    div, item = next(root.iter("div")), next(root.iter("li"))
    rows = rows_of_elements(root, page.columns, [div, next(div.itersiblings()), item])
    assert {page.columns.name(row): element for element, row in rows.items()} == {"div": div, "li": item}


def test_elements_that_are_gone(page):
    """Whoever has the tree of a page may change it: what is gone is not found, and nothing else breaks."""
    page = Page.from_tree(page.tree)
    for name in ("li", "td", "ul", "b", "body"):
        for element in page.tree.findall(f".//{name}"):
            element.drop_tree()
        found = page.elements()
        assert len(found) == len(page.columns)
        assert len(page.code_lengths) == len(found)
        assert {element.getroottree().getroot() for element in found if element is not None} == {page.tree}
    assert page.links == {}
    assert {element.tag for element in page.elements() if element is not None} == {"html", "head"}

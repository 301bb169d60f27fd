"""What a browser hides is evidence for methods, and never part of what is given."""

import json
import random

import numpy as np
import pytest
from helpers.random_pages import random_page
from helpers.rendered import hiding

from scrapy_denoise import Page
from scrapy_denoise.api import denoise_page
from scrapy_denoise.methods import get_method, select
from scrapy_denoise.methods.method import Selection
from scrapy_denoise.page import PageTooLarge
from scrapy_denoise.sites import SiteTemplate

URL = "https://mills.example/forum/viewtopic.php?t=7"
POSTS = (
    "Has anybody an axle for a mill of twelve feet? Ours is worn, and the smith has none that would do.",
    "We have two in the barn, both of oak, both from the old mill by the bridge, and one is as on its first day.",
    "بىزنىڭ تۈگمەننىڭ ئوقى ئۇپراپ كەتتى، تۆمۈرچىدە ياخشىراقى يوق، كۆۋرۈكنىڭ يېنىدىكى كونا تۈگمەندە بار.",
    "桥边的老磨坊里还有两根橡木轴，一根十尺长，有一道裂缝，另一根十三尺长，和新的一样。",
)


def post(number, text):
    return (
        f"<div class='post'><div class='user'><b>Member {number}</b><br>Posts: {number * 7}</div>"
        f"<div class='body'><p>{text} <span class=unseen>secret inline</span></p>"
        f"<div class=unseen><p>{text.replace(' ', ' secret ')} secret</p></div></div></div>"
    )


THREAD = (
    "<html><head><title>Which axle? - Valley forum</title></head><body><h1 class=unseen>secret heading</h1>"
    "<div class='forum'><h1>Which axle?</h1>"
    f"{''.join(post(number, text) for number, text in enumerate(POSTS))}"
    "<table><tr><th>Axle</th><th class=unseen>secret column</th></tr><tr><td>long</td><td class=unseen>secret</td>"
    "</tr><tr class=unseen><td>secret row</td><td>secret</td></tr><tr><td>short</td><td class=unseen>secret</td></tr>"
    "</table>"
    "<ul><li>One is of oak.</li><li class=unseen>secret item</li></ul>"
    "<figure><img src=a.png><figcaption>An axle</figcaption></figure>"
    "<figure class=unseen><img src=secret.png alt=secret><figcaption>secret caption</figcaption></figure>"
    "<p>Written <a href=/secret class=unseen>secret link</a> by <a href=/a>the miller</a>.</p>"
    "<div class=unseen><p class=byline>by secret</p><time datetime=2020-02-02>secret</time></div>"
    "</div></body></html>"
)


class Everything:
    """Keeps all that it sees."""

    name = "everything"
    whole = True

    def __init__(self, *kept):
        self.kept = kept
        self.pages = []

    def select(self, page, site=None):
        self.pages.append(page)
        n = len(page.columns.text_rows)
        kept = np.isin(np.arange(n), self.kept) if self.kept else np.ones(n, bool)
        scores = np.arange(n, dtype=np.float32)
        types = np.arange(n) % 3
        return Selection(kept, self.name, 0.5, "", lambda: types, scores, lambda row: (str(row),), 0, kept, types * 0)


def test_what_is_hidden_is_evidence_and_never_given():
    page = hiding(THREAD, "unseen", url=URL)
    method = Everything()
    result = denoise_page(page, method)
    assert [seen is page.with_hidden for seen in method.pages] == [True]
    assert method.pages[0].text.count("secret") > 30
    assert result.page_type == "forum"
    given = result.to_dict(noise=True, reasons=True, structure=True)
    parts = [
        json.dumps(given, ensure_ascii=False), result.html, result.markdown, result.plain(alts=True, captions=True),
        result.page.text, result.title, str(result.metadata), str(result.posts), str(result.comments),
    ]  # fmt: skip
    assert [part for part in parts if "secret" in part] == []
    for text in POSTS[:2]:
        assert all(text in part for part in (result.text, result.html, result.markdown, str(result.posts)))
    assert "<td>long</td>" in result.html
    # without a browser all of it is read
    assert "secret" in denoise_page(Page.from_html(THREAD, URL), method).text


def test_a_selection_is_that_of_the_rows_that_are_seen():
    page = hiding("<p>one</p><p class=unseen>two</p><p>three</p><p>four</p>", "unseen")
    found = select(Everything(0, 1, 3), page)
    assert found.kept.tolist() == [True, False, True]
    assert found.related.tolist() == [True, False, True]
    assert found.scores.tolist() == [0, 2, 3]
    assert found.types().tolist() == [0, 2, 0]
    assert found.fields.tolist() == [0, 0, 0]
    assert [found.explain(row) for row in range(3)] == [("0",), ("2",), ("3",)]
    assert (found.method, found.confidence, found.reason) == ("everything", 0.5, "")


def test_where_nothing_else_would_be_kept_it_is_decided_on_what_is_seen():
    page = hiding("<p>one</p><p class=unseen>two</p><p>three</p>", "unseen")
    method = Everything(1)
    assert select(method, page).kept.tolist() == [False, True]
    assert method.pages == [page.with_hidden, page]
    assert denoise_page(page, method).text == "three"


def test_vips_reads_the_page_as_it_is_seen():
    page = hiding(f"<h1>Which axle?</h1><p>{POSTS[0]}</p><p class=unseen>secret</p>", "unseen")
    method = Everything()
    method.on_rendered_only = get_method("vips").on_rendered_only
    assert select(method, page).kept.tolist() == [True, True]
    assert method.pages == [page]
    assert get_method("vips").fallback.on_rendered_only is False


@pytest.mark.parametrize("seed", range(30))
def test_the_hidden_rows_are_those_of_the_markup_and_no_others_change(seed):
    rng = random.Random(seed)
    html = random_page(rng)
    plain = Page.from_html(html)
    for hidden in ((), ("x",), ("x", "y"), ("ul",), ("p", "y"), ("b",), ("div",)):
        page = hiding(html, *hidden)
        whole = page.with_hidden
        # with what is hidden, the page is that without a browser, whatever that shows
        assert whole.columns.hash_columns == plain.columns.hash_columns
        assert whole.columns.tree_columns == plain.columns.tree_columns
        assert whole.columns.text == plain.columns.text
        assert whole.signature.content_hash == plain.signature.content_hash
        assert whole.with_hidden is whole
        shown = np.ones(len(page.columns.text_rows), bool) if whole.shown is None else whole.shown
        rows = whole.columns.text_rows[shown]
        assert [whole.columns.text_of(row) for row in rows] == [
            page.columns.text_of(row) for row in page.columns.text_rows
        ]
        assert len(whole.elements()) == len(whole.code_lengths) == len(whole.columns)
        names = [None if element is None else element.tag for element in whole.elements()]
        assert names == [None if name == "#text" else name for name in map(whole.columns.name, range(len(names)))]


def test_hidden_rows_have_no_boxes():
    columns = hiding("<p>one</p><div class=unseen><p>two</p></div>", "unseen").with_hidden.columns
    known = [columns.name(row) for row in range(len(columns)) if columns.boxes[row, 0] == 9]
    assert known == ["html", "body", "p"]
    assert len(columns) == 7


def test_what_the_markup_hides_too_is_no_evidence():
    page = hiding(
        "<p>one</p><div class=unseen hidden>two</div><div class=unseen style='display: none'>3</div>", "unseen"
    )
    assert page.with_hidden is page
    assert page.shown is None


def test_a_site_learns_what_its_pages_hide():
    html = "<div><p>one</p></div><div class=unseen><p>Sign up for our letters.</p></div>"
    drawn, plain = SiteTemplate(), SiteTemplate()
    drawn.learn(hiding(html, "unseen", url="https://mills.example/1"))
    plain.learn(Page.from_html(html, "https://mills.example/1"))
    other = Page.from_html(html.replace("one", "two"), "https://mills.example/2")
    assert drawn.siblings(other).text_shares.tolist() == plain.siblings(other).text_shares.tolist() == [0, 1]


def test_a_page_with_too_many_hidden_nodes_is_read_without_them():
    html = "<p>one</p>" + 200 * "<p class=unseen>two</p>"
    with pytest.raises(PageTooLarge):
        Page.from_html(html, max_nodes=100)
    page = hiding(html, "unseen", max_nodes=100)
    assert page.text == "one"
    assert page.with_hidden is page


def test_nested_panels_stay_open():
    html = (
        "<p>one</p><div class=tab-pane><p>two</p><div class=accordion hidden><p>three</p></div></div>"
        "<div class=unseen><div role=tabpanel>four</div></div>"
    )
    page = hiding(html, "tab-pane", "unseen")
    assert page.text == "one\ntwo\nthree"
    assert page.with_hidden.text == "one\ntwo\nthree\nfour"

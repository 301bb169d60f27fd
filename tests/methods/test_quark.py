"""Paper 003, the recogniser: the tag classes, the blocks that they make, and that these tile the page.

`x` and `y` stand for characters of text. A test is named for what the paper leaves open or has wrong there.
"""

import re

import attrs
import numpy as np
import pytest
from helpers.html_pages import html_pages, pages
from hypothesis import given

from scrapy_denoise.methods import get_method
from scrapy_denoise.methods.quark.quark import Quark
from scrapy_denoise.methods.quark.tag_classes import (
    BIG,
    CUSTOM,
    DISPLAY,
    HTML5_TABLE,
    LAYOUT,
    PAPER,
    PAPER_TABLE,
    SUPER,
    UNKNOWN,
)
from scrapy_denoise.page import Page
from scrapy_denoise.page.columns import tags

PAPER_PROFILE = Quark.paper()
BARE = attrs.evolve(PAPER_PROFILE, custom_tags=())


def x(n):
    return "x" * n


def y(n):
    return "y" * n


def found(html, method=BARE):
    """The blocks with text: the name of the root and the text that is the block's own, in document order."""
    page = Page.from_html(html)
    blocks = method.blocks(page)
    columns = page.columns
    texts = [
        "|".join(columns.text_of(int(row)) for row in columns.text_rows[blocks.of_text == number])
        for number in range(len(blocks))
    ]
    return [(columns.name(int(root)), text) for root, text in zip(blocks.root, texts, strict=True) if text]


def paper_class(name):
    return PAPER_TABLE[tags.CODES[name]]


# --- the tag classes ----------------------------------------------------------------------------------------


def test_the_lists_of_the_paper():
    assert {letter: len(names) for letter, names in PAPER.items()} == {"S": 7, "B": 11, "L": 16, "D": 44, "A": 15}
    assert all(len(set(names)) == len(names) for names in PAPER.values())
    expected = {
        SUPER: "head object fieldset frameset iframe",
        BIG: "div table form center pre body html",
        LAYOUT: "p ul ol dl dir li dt blockquote address br hr col colgroup img menu select",
        DISPLAY: "a abbr b caption cite code dd em font h1 h2 h6 i label span strong thead u legend option th tr tbody",
    }
    for level, names in expected.items():
        assert {paper_class(name) for name in names.split()} == {level}


def test_a_tag_in_two_lists_has_the_class_that_is_tested_first():
    assert {"fieldset"} < {*PAPER["S"]} & {*PAPER["S"], *PAPER["B"]}
    assert "fieldset" in PAPER["B"]
    assert "td" in PAPER["B"]
    assert "td" in PAPER["A"]
    assert paper_class("fieldset") == SUPER
    assert paper_class("td") == BIG


def test_slips_of_the_print_are_not_followed():
    assert {"label", "big"} <= {*PAPER["D"]}


def test_html5_elements_have_classes_and_the_paper_has_none_for_them():
    for name in "article section main nav aside header footer details dialog".split():
        assert HTML5_TABLE[tags.CODES[name]] == BIG
        assert paper_class(name) == DISPLAY
    for name in "video audio canvas svg embed".split():
        assert HTML5_TABLE[tags.CODES[name]] == SUPER
    for name in "figure figcaption hgroup summary picture dd".split():
        assert HTML5_TABLE[tags.CODES[name]] == LAYOUT
    for name in "time mark data ruby rt output meter progress".split():
        assert HTML5_TABLE[tags.CODES[name]] == DISPLAY


def test_dd_is_laid_out_as_dt_is():
    assert (paper_class("dt"), paper_class("dd")) == (LAYOUT, DISPLAY)
    assert HTML5_TABLE[tags.CODES["dd"]] == HTML5_TABLE[tags.CODES["dt"]] == LAYOUT


def test_an_unknown_element_is_big_where_it_holds_a_block():
    assert HTML5_TABLE[-1] == UNKNOWN
    html = "<div><x-card>{}</x-card></div>" + f"<div>{y(200)}</div>"
    method = attrs.evolve(Quark(), custom_tags=(), min_chars=20)
    assert found(html.format(f"<p>{x(30)}</p>"), method) == [("x-card", x(30)), ("div", y(200))]
    assert found(html.format(f"<i>{x(30)}</i>"), method) == [("div", x(30)), ("div", y(200))]
    assert found(html.format(f"<p>{x(30)}</p>"), attrs.evolve(BARE, min_chars=20))[0] == ("div", x(30))


# --- QuarkRecognizer ----------------------------------------------------------------------------------------


def test_the_paper_profile():
    assert get_method("quark", "paper") == PAPER_PROFILE
    assert PAPER_PROFILE.custom_tags == ("h1", "h2", "title")
    assert (PAPER_PROFILE.html5, PAPER_PROFILE.region) == (False, None)


def test_a_big_element_is_a_block_above_a_length():
    assert found(f"<body><div>{x(150)}</div><div>{y(151)}</div>") == [("html", x(150)), ("div", y(151))]


def test_han_says_more_a_character():
    assert found(f"<body><div>{'河' * 60}</div><div>{'水' * 61}</div>") == [("html", "河" * 60), ("div", "水" * 61)]


def test_a_big_element_is_a_block_with_many_layout_elements():
    # 2 layout elements of 5, 2 of 6: a div, two p, and what is in them
    two = "<div><p><b>{0}</b></p><p><b>{0}</b>{1}</p></div>"
    html = two.format(x(5), "") + two.format(y(5), "<b>z</b><b>z</b>")
    assert found(html) == [("html", f"{y(5)}|{y(5)}|z|z"), ("div", f"{x(5)}|{x(5)}")]


def test_one_layout_element_is_not_many():
    # 1 of 2 is more than 30 %
    assert found(f"<body><div><p>{x(5)}</p></div><div><p>{y(5)}</p><p>{y(6)}</p></div>") == [
        ("html", x(5)),
        ("div", f"{y(5)}|{y(6)}"),
    ]


def test_super_elements_are_blocks_at_once():
    assert found(f"<body><fieldset>{x(3)}</fieldset>{y(3)}") == [("html", y(3)), ("fieldset", x(3))]


def test_layout_and_display_elements_pass_their_text_up():
    html = f"<body><div><p>{x(80)}</p><ul><li><span>{y(80)}</span></li></ul></div>"
    assert found(html) == [("div", f"{x(80)}|{y(80)}")]


def test_a_block_passes_nothing_up():
    # a queue that hands the parent on before all children have reported would count x twice, or too early
    html = f"<body><div>{y(100)}<div>{x(151)}</div></div>"
    assert found(html) == [("html", y(100)), ("div", x(151))]
    html = f"<body><div>{y(100)}<div>{x(151)}</div>{y(51)}</div>"
    assert found(html) == [("div", f"{y(100)}|{y(51)}"), ("div", x(151))]


def test_what_is_left_is_one_block_of_the_root():
    assert found(f"{x(3)}<div>{y(3)}</div><b>z</b>") == [("html", f"{x(3)}|{y(3)}|z")]


def test_blocks_without_text_are_kept():
    page = Page.from_html("<body><iframe src=a></iframe><p>x</p><fieldset></fieldset>")
    blocks = BARE.blocks(page)
    assert [page.columns.name(int(row)) for row in blocks.root] == ["html", "iframe", "fieldset"]
    assert blocks.chars.tolist() == [1, 0, 0]


def test_an_element_without_elements_has_no_layout_share():
    page = Page.from_html(f"<div>{x(200)}</div>")
    assert BARE.blocks(page).layout_share.tolist() == [0, 0]


def test_the_hierarchy_of_the_blocks_is_kept():
    html = f"<div>{x(151)}<table><tr><td>{x(151)}<td>{x(5)}<td>{y(160)}</table>{x(3)}</div><div>{y(151)}</div>"
    page = Page.from_html(html)
    blocks = BARE.blocks(page)
    assert [page.columns.name(int(row)) for row in blocks.root] == ["html", "div", "td", "td", "div"]
    assert blocks.parent.tolist() == [-1, 0, 1, 1, 0]


# --- customised tags ----------------------------------------------------------------------------------------

NEWS = (
    f"<body><div><h1>The river rose</h1><p>Posted 2026-03-01 by E. Hill</p><p>{x(200)}</p>"
    f"<p>On 2026-02-27 it rained. {x(100)}</p></div>"
)


def custom(*entries, method=PAPER_PROFILE):
    return attrs.evolve(method, custom_tags=entries)


def test_a_publication_date_line_becomes_a_block_of_its_own():
    line = ("p", "Posted 2026-03-01 by E. Hill")
    for entry in (r"^Posted \d{4}-", re.compile("^posted ", re.IGNORECASE)):
        assert line in found(NEWS, custom(entry))
        assert [name for name, _ in found(NEWS, custom(entry))] == ["div", "p"]
    assert [name for name, _ in found(NEWS, custom())] == ["div"]
    # every match that is not anchored
    assert [name for name, _ in found(NEWS, custom(r"\d{4}-\d\d-\d\d"))] == ["div", "p", "p"]


def test_the_element_of_a_match_is_a_layout_big_or_super_one():
    assert found(f"<body><div>{y(9)}<b>in 2026-03</b></div>{y(3)}", custom(r"2026-\d")) == [
        ("html", y(3)),
        ("div", f"{y(9)}|in 2026-03"),
    ]


def test_a_match_over_several_texts():
    html = f"<body>{y(3)}<p>Posted <b>2026</b>-03</p><p>x</p>"
    assert found(html, custom(r"Posted \d+-")) == [("html", f"{y(3)}|x"), ("p", "Posted|2026|-03")]


def test_a_match_in_text_that_is_not_ascii():
    html = f"<body><p>下雨了，河水上涨。</p><p>发布时间：2026年3月1日</p><p>{'河' * 70}</p>"
    assert ("p", "发布时间：2026年3月1日") in found(html, custom("^发布时间"))


def test_names_of_tags():
    assert ("h1", "The river rose") in found(NEWS, custom("h1"))
    assert ("h1", "The river rose") in found(NEWS, custom("H1"))
    assert ("x-date", "now") in found("<body><p>x <x-date>now</x-date></p>", custom("x-date"))
    assert PAPER_PROFILE.blocks(Page.from_html(NEWS)).custom.sum() == 1


@pytest.mark.parametrize("entry", ["(", "", 7, None])
def test_what_is_no_custom_tag(entry):
    with pytest.raises(ValueError, match=r"is not a (custom tag|regular expression)"):
        Quark(custom_tags=(entry,))


def test_custom_tags_are_a_list():
    with pytest.raises(ValueError, match="a list of names"):
        Quark(custom_tags="h1")
    assert Quark(custom_tags=["h1"]).custom_tags == ("h1",)


def test_matches_are_bounded():
    page = Page.from_html("<p>a1</p>" * 3_000)
    assert custom("a1+").blocks(page).custom.sum() == 1_000
    assert custom("^", "x*").blocks(page).custom.sum() == 0


# --- what holds of every page -------------------------------------------------------------------------------

METHODS = [Quark(), PAPER_PROFILE, custom("p", r"\d+", "[，。]")]


def check_blocks(page, blocks):
    columns = page.columns
    n = len(columns)
    # each row is in one block, the one whose root is the nearest above it
    is_root = np.zeros(n, np.bool_)
    is_root[blocks.root] = True
    for row in range(n):
        above = row
        while not is_root[above]:
            above = columns.parent[above]
        assert blocks.root[blocks.of_row[row]] == above
    # the texts of the blocks are the text of the page, each once, in order
    assert blocks.chars.sum() == columns.chars.sum()
    rows = np.concatenate([columns.text_rows[blocks.of_text == k] for k in range(len(blocks))])
    assert sorted(rows.tolist()) == columns.text_rows.tolist()
    assert (np.diff(blocks.root) > 0).all()
    # the hierarchy is that of the tree
    assert blocks.root[0] == 0
    assert blocks.parent[0] == -1
    for k in range(1, len(blocks)):
        assert blocks.parent[k] == blocks.of_row[columns.parent[blocks.root[k]]] < k
    assert ((blocks.layout_share >= 0) & (blocks.layout_share <= 1)).all()


@pytest.mark.parametrize("method", METHODS)
@pages
@given(html=html_pages)
def test_blocks_tile_the_page(method, html):
    page = Page.from_html(html)
    check_blocks(page, method.blocks(page))


@pages
@given(html=html_pages)
def test_counts_are_those_of_the_definition(html):
    """The recogniser as it is defined, one element after another, children first."""
    page = Page.from_html(html)
    columns, blocks = page.columns, BARE.blocks(page)
    level = PAPER_TABLE[np.minimum(columns.tag, len(tags.NAMES))]
    roots = set()

    def count(row):
        """Characters, layout elements and elements that a node hands to its parent."""
        if columns.tag[row] == tags.TEXT:
            return int(columns.chars[row]), 0, 0
        children = np.flatnonzero(columns.parent == row)
        parts = [count(int(child)) for child in children]
        chars, layout, elements = (sum(part[k] for part in parts) for k in range(3))
        layout, elements = layout + (level[row] == LAYOUT), elements + 1
        big = level[row] == BIG and (chars > 150 or (layout >= 2 and layout / elements > 0.3))
        if row == 0 or level[row] >= SUPER or big:
            roots.add(row)
            return 0, 0, 0
        return chars, layout, elements

    if len(columns.text) <= 2 * columns.chars.sum():  # else a page of Han
        count(0)
        assert roots == set(blocks.root.tolist())


def test_custom_is_above_all():
    assert max(DISPLAY, LAYOUT, BIG, SUPER) < CUSTOM

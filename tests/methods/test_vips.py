"""VIPS: division by the rules, separators, structure, and the choice of content."""

import base64

import numpy as np
import pytest
from parsel import Selector

from scrapy_denoise.api import denoise_page
from scrapy_denoise.blocks.block_importance import block_importance
from scrapy_denoise.methods import get_method
from scrapy_denoise.methods.vips.separators import content_structure
from scrapy_denoise.methods.vips.vips import Vips
from scrapy_denoise.methods.vips.visual_blocks import visual_blocks
from scrapy_denoise.methods.vips.visual_nodes import VisualNodes
from scrapy_denoise.page import Page
from scrapy_denoise.page.rendering.rendered import FIELDS, RenderedPage

STORY = "The river rose in the night, and by the morning the lower road was under water. "
BLACK, WHITE, GREY, CLEAR = 255, -1, 0x777777FF, 0


def drawn(markup, *looks):
    """A page whose elements, from the body on, have these boxes, font sizes, weights and backgrounds."""
    tree = Selector(text=f"<html><body>{markup}</body></html>", type="html").root
    names = [element.tag for element in tree.iter("*")]
    tags = sorted(set(names))
    numbers = np.zeros((len(names), FIELDS), "<i4")
    for row, (element, name) in enumerate(zip(tree.iter("*"), names, strict=True)):
        box, size, weight, background = (
            [*(looks[row - 1] if row else ((0, 0, 1000, 1000),)), 16, 400, CLEAR][:4]
            if (row == 0 or len(looks[row - 1]) == 1)
            else looks[row - 1]
        )
        numbers[row] = [tags.index(name), len(element.attrib), 0, *box, 100 * size, weight, background, BLACK]
    found = {"tags": " ".join(tags), "data": base64.b64encode(numbers.tobytes()).decode(), "total": len(names)}
    return Page.from_tree(tree, boxes=RenderedPage.read(found))


def named(page, rows):
    """Names of rows with their positions among those of the same name."""
    columns = page.columns
    return [f"{columns.name(row)}{columns.position[row]}" for row in rows]


def divided(page, small=0.05):
    nodes = VisualNodes(page.columns)
    blocks = visual_blocks(nodes, nodes.root, nodes.area[nodes.root], small)
    return [(*named(page, [block.row]), block.degree) for block in blocks]


WHOLE = ((0, 0, 1000, 1000),)


def test_text_of_one_font_coheres_most():
    page = drawn(
        "<div>a <b>b</b></div><div>c <i>d</i></div>",
        WHOLE,
        ((0, 0, 1000, 500),),
        ((0, 0, 9, 9), 16, 700, CLEAR),
        ((0, 500, 1000, 500),),
        ((9, 509, 9, 9),),
    )
    assert divided(page) == [("div1", 9), ("div2", 10)]  # rule 4


def test_a_block_of_another_background_is_not_divided_in_this_round():
    looks = [
        WHOLE,
        ((0, 0, 1000, 100),),
        ((0, 0, 500, 100),),
        ((500, 0, 500, 100),),
        ((0, 100, 1000, 900), 16, 400, GREY),
        ((0, 100, 1000, 500),),
        ((0, 600, 1000, 400),),
    ]
    page = drawn("<div><p>a</p><p>b</p></div><div><p>c</p><p>d</p></div>", *looks)
    assert divided(page, small=0.001) == [("p1", 10), ("p2", 10), ("p1", 10), ("p2", 10)]
    table = drawn("<table><tr><td><p>a</p><p>b</p></td><td><p>c</p><p>d</p></td></tr></table>", WHOLE, WHOLE, WHOLE,
                  ((0, 0, 500, 1000), 16, 400, GREY), *[((0, 0, 500, 500),)] * 2,
                  ((500, 0, 500, 1000),), *[((500, 0, 500, 500),)] * 2)  # fmt: skip
    # rule 8 of a row: its grey cell stays whole, and then, by rule 11, so does the other
    assert divided(table, small=0.001) == [("td1", 7), ("td2", 7)]


def test_small_nodes_are_not_divided():
    looks = [
        WHOLE,
        ((0, 0, 100, 100),),
        ((0, 0, 50, 50),),
        ((0, 50, 50, 50),),
        ((0, 500, 1000, 500),),
        ((0, 500, 1000, 250),),
        ((0, 750, 1000, 250),),
    ]
    page = drawn("<div><p>a</p><p>b</p></div><div><p>c</p><p>d</p></div>", *looks)
    assert divided(page) == [("div1", 5), ("p1", 10), ("p2", 10)]  # rule 10, and rule 12


COLUMNS = (
    "<div><h1>Gazette</h1></div><div><div><ul><li><a href=/a>One</a></li><li><a href=/b>Two</a></li></ul></div>"
    f"<div><p>{STORY}</p><p>{STORY}</p></div></div><div>All rights reserved</div>"
)
LOOKS = [
    WHOLE, ((0, 0, 1000, 100), 16, 400, GREY), ((0, 0, 1000, 100), 32, 700, CLEAR),
    ((0, 120, 1000, 700),), ((0, 120, 180, 700),), ((0, 120, 180, 60),), ((0, 120, 180, 30),), ((0, 120, 60, 30),),
    ((0, 150, 180, 30),), ((0, 150, 60, 30),), ((200, 120, 800, 700),), ((200, 120, 800, 350),),
    ((200, 470, 800, 350),),
    ((0, 840, 1000, 160), 12, 400, GREY),
]  # fmt: skip


def outline(page, region):
    if not region.parts:
        return named(page, region.rows)
    return [outline(page, part) for part in region.parts]


def test_the_structure_of_a_page_in_columns():
    page = drawn(COLUMNS, *LOOKS)
    root = content_structure(VisualNodes(page.columns), 6, 0.05)
    assert outline(page, root) == [["h11"], [["ul1"], [["p1"], ["p2"]]], ["div3"]]
    degrees = [part.degree for part in root.parts]
    assert root.degree < min(degrees)
    # every text is in one leaf
    rows = [row for leaf in root.leaves() for row in leaf.rows]
    covered = sorted(row for top in rows for row in range(top, page.columns.end[top]) if page.columns.tag[row] == 0)
    assert covered == page.columns.text_rows.tolist()


def test_content_is_the_region_that_matters():
    page = drawn(COLUMNS, *LOOKS)
    result = denoise_page(page, Vips())
    assert result.method == "vips"
    assert result.text == f"{STORY.strip()}\n{STORY.strip()}"


def test_a_coarser_degree_gives_fewer_blocks():
    page = drawn(COLUMNS, *LOOKS)
    counts = [len(Vips(permitted=degree).structure(page).leaves()) for degree in (1, 5, 8, 10)]
    assert counts == sorted(counts)
    assert counts[0] < counts[-1]


def test_texts_between_line_breaks_have_boxes_of_their_own():
    page = drawn("one<p>two</p>three", ((0, 0, 100, 300),), ((0, 100, 100, 50),))
    nodes = VisualNodes(page.columns)
    assert [nodes.boxes[row] for row in page.columns.text_rows] == [
        (0, 0, 100, 100),
        (0, 100, 100, 150),
        (0, 150, 100, 300),
    ]


def test_a_page_without_boxes_is_decided_by_the_fallback():
    result = denoise_page(Page.from_html(f"<p>{STORY}"), get_method("vips", options={"fallback": "quark"}))
    assert (result.method, result.reason) == ("quark", "no_boxes")
    assert "river" in result.text


@pytest.mark.parametrize(
    "markup",
    [
        "<div>" * 300 + STORY + "</div>" * 300,
        f"<p>{STORY}</p>" * 3000,
        f"<table>{'<tr>' + '<td>x</td>' * 40 + '</tr>'}</table>" * 60,
        f"<span>{STORY}</span>" * 2000,
        f"<div>{STORY}<hr>" * 150,
    ],
)
@pytest.mark.parametrize("box", ["none", "same", "random", "huge"])
def test_hostile_pages(markup, box):
    page = Page.from_html(f"<body>{markup}")
    n = len(page.columns)
    rng = np.random.default_rng(0)
    page.columns.boxes = {
        "none": np.full((n, 4), -(2**31), np.int32),
        "same": np.tile(np.array([0, 0, 10, 10], np.int32), (n, 1)),
        "random": rng.integers(-500, 500, (n, 4), np.int32),
        "huge": rng.integers(-(2**30), 2**30, (n, 4), np.int32),
    }[box]
    root = Vips().structure(page)
    rows = [] if root is None else [row for leaf in root.leaves() for row in leaf.rows]
    covered = sorted(row for top in rows for row in range(top, page.columns.end[top]) if page.columns.tag[row] == 0)
    assert covered == page.columns.text_rows.tolist()
    assert denoise_page(page, Vips()).reason != "error"


# --- block importance -------------------------------------------------------------------------------------------


def test_importance_falls_with_the_distance_from_the_centre():
    found = block_importance([[0, 0, 10, 10], [45, 45, 10, 10], [0, 45, 10, 10], [45, 45, 5, 10]], (0, 0, 100, 100))
    assert found.sum() == pytest.approx(1)
    assert found[1] > found[2] > found[0]
    assert found[3] == pytest.approx(found[1] / 2)


@pytest.mark.parametrize("boxes", [np.zeros((3, 4)), np.array([[0, 0, -5, 9], [1, 1, 0, 0], [2, 2, 3, -1]])])
def test_blocks_without_area_matter_the_same(boxes):
    assert block_importance(boxes, (0, 0, 0, 0)).tolist() == [1 / 3] * 3


def test_no_blocks():
    assert block_importance(np.zeros((0, 4)), (0, 0, 10, 10)).tolist() == []

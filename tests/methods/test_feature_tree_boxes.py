"""Boxes from a renderer as features of feature_tree."""

import numpy as np
from helpers.rendered import drawn_boxes, rendered

from scrapy_denoise.methods.feature_tree.candidates import area_weights, areas, main_columns
from scrapy_denoise.methods.feature_tree.feature_tree import FeatureTree
from scrapy_denoise.page import Page
from scrapy_denoise.page.rendering.boxes import NO_BOX
from scrapy_denoise.sites import SiteTemplate

NONE = [NO_BOX] * 4


def similar(page, other, tolerance=2):
    """Whether the div of both pages is similar at Ts = 1, so that every feature is equal."""
    method = FeatureTree(threshold=1.0, quorum=1.0, tolerance=tolerance, anchors=False)
    rows = method.candidates(page.signature, [other.signature])
    return "div" not in [page.columns.name(row) for row in rows]


def test_boxes_are_features_with_a_tolerance():
    page = rendered("a", 100)
    assert similar(page, rendered("b", 100))
    assert similar(page, rendered("b", 102))
    assert not similar(page, rendered("b", 103))
    assert similar(page, rendered("b", 130), tolerance=30)
    # against a page without boxes the structural features are compared
    assert similar(page, Page.from_html("<div class=a><p>b</p></div><footer>end</footer>"))
    assert not similar(page, Page.from_html("<div class=a title=x><p>b</p></div><footer>end</footer>"))


def test_two_missing_boxes_are_equal_one_is_not():
    def page(with_div):
        boxes = {"/html/body": (0, 0, 9, 9)} | ({"/html/body/div": (0, 0, 9, 9)} if with_div else {})
        html = "<div><ul><li>a</li></ul></div>"
        return Page.from_html(html, boxes=drawn_boxes(html, boxes))

    assert similar(page(False), page(False))
    assert similar(page(True), page(True))
    assert not similar(page(True), page(False))


def test_areas():
    # The page: 1000 x 2000. The main visual area: left 150 to 850, top 100 to 1700.
    boxes = np.array(
        [[0, 0, 1000, 2000], [150, 100, 700, 1600], [0, 0, 300, 200], [900, 0, 100, 2000], NONE, [200, 200, -5, 10]],
        np.int32,
    )
    area, seen = areas(boxes, np.arange(6), screen=900)
    assert area.tolist() == [2_000_000, 1_120_000, 60_000, 200_000, 0, 0]
    assert seen.tolist() == [1_120_000, 1_120_000, 150 * 100, 0, 0, 0]
    # at most three screens: top 100 to 1200
    assert areas(boxes, np.array([1]), screen=400)[1].tolist() == [700 * 1100]


def test_the_page_is_as_wide_as_its_root():
    boxes = np.array([[0, 0, 1000, 2000], [150, 100, 700, 1600], [0, 0, 100_000, 50]], np.int32)
    assert main_columns(boxes) == (150, 850)
    assert main_columns(np.array([NONE, [100, 0, 300, 10]], np.int32)) == (60, 340)
    assert main_columns(np.array([NONE], np.int32)) == (0, 0)


def test_text_in_narrow_columns_and_in_small_print_has_less_weight():
    html = "<p>aaaaaaaaaa</p><p>bbbbbbbbbb</p><p>cccccccccc</p><p>dddddddddd</p><p>eeeee</p>"
    boxes = {
        "/html": (0, 0, 1000, 1000), "/html/body/p[1]": (0, 0, 150, 40), "/html/body/p[2]": (200, 0, 300, 20),
        "/html/body/p[3]": (200, 50, 150, 10), "/html/body/p[4]": (200, 90, 500, 1200),
        "/html/body/p[5]": (900, 0, 0, 0),
    }  # fmt: skip
    page = Page.from_html(html, boxes=drawn_boxes(html, boxes))
    left, usual, small, large, unseen = area_weights(page.columns, 0.1, 2.0).tolist()
    assert (left, usual, small, large, unseen) == (0.1, 1.0, 0.5, 2.0, 1.0)
    assert area_weights(page.columns, 0.1, 0).tolist() == [0.1, 1, 1, 1, 1]
    page.columns.boxes[:] = NONE
    assert area_weights(page.columns, 0.1, 2.0).tolist() == [1] * 5


def test_the_default_finds_the_story_between_columns():
    def page(n):
        a, b, c = ("".join(chr(97 + (7 * n + 3 * i + j) % 26) for j in range(6)) for i in range(3))
        column = f"The {a} of {b} bridge writes, as {c} does, of {a}, of lamps, and of the {c} of his time. " * 4
        story = f"In the night {c} the {b} rose, and by the {a}, at six, the {c} {b} was closed. " * 3
        html = f"<div><p>{column}</p></div><div><p>{story}</p></div><div><p>{column[::-1]}</p></div>"
        return Page.from_html(html, url=f"http://a.example/{n}", boxes=drawn_boxes(html, {
            "/html": (0, 0, 1000, 900), "/html/body/div[1]": (0, 0, 150, 900), "/html/body/div[1]/p": (0, 0, 150, 900),
            "/html/body/div[2]": (150, 0, 700, 300), "/html/body/div[2]/p": (150, 0, 700, 300),
            "/html/body/div[3]": (850, 0, 150, 900), "/html/body/div[3]/p": (850, 0, 150, 900),
        }))  # fmt: skip

    site = SiteTemplate()
    for n in range(2, 6):
        site.learn(page(n))
    target = page(1)
    assert FeatureTree().select(target, site).kept.tolist() == [False, True, False]
    boxes = target.columns.boxes.copy()
    target.columns.boxes = None
    markup = FeatureTree().select(target, site).kept.tolist()
    assert markup != [False, True, False]
    # A body with the margin that browsers give it: the page was drawn without its style sheets.
    for margin, kept in ((8, markup), (9, [False, True, False])):
        target.columns.boxes = boxes.copy()
        target.columns.boxes[1] = margin, margin, 1000 - 2 * margin, 900
        assert FeatureTree().select(target, site).kept.tolist() == kept
    assert target.columns.name(1) == "body"


def test_the_default_leaves_out_what_stands_outside_the_column_of_the_story():
    def page(n, width):
        a, b, c = ("".join(chr(97 + (7 * n + 3 * i + j) % 26) for j in range(6)) for i in range(3))
        story = f"In the night {c} the {b} rose, and by the {a}, at six, the {c} {b} was closed. " * 3
        banner = f"The {b} oven, the {a} oven, and, for the {c} kitchen, one more: all are {a} in {b}. " * 2
        html = f"<div><p>{story}</p></div><div><p>{banner}</p></div><div><p>{story[::-1]}</p></div>"
        left = (1000 - width) // 2
        return Page.from_html(html, url=f"http://a.example/{n}", boxes=drawn_boxes(html, {
            "/html": (0, 0, 1000, 900), "/html/body": (0, 0, 1000, 900),
            "/html/body/div[1]": (200, 0, 600, 300), "/html/body/div[1]/p": (200, 0, 600, 300),
            "/html/body/div[2]": (left, 300, width, 300), "/html/body/div[2]/p": (left + 60, 300, width - 120, 300),
            "/html/body/div[3]": (200, 600, 600, 300), "/html/body/div[3]/p": (200, 600, 600, 300),
        }))  # fmt: skip

    for width, method, kept in (
        (1000, FeatureTree(), [True, False, True]),
        (1000, FeatureTree(column=1), [True, True, True]),
        (1000, FeatureTree(column=0.9), [True, True, True]),  # too little of the text is in the column
        (630, FeatureTree(), [True, True, True]),
    ):
        site = SiteTemplate()
        for n in range(2, 6):
            site.learn(page(n, width))
        assert method.select(page(1, width), site).kept.tolist() == kept


def test_boxes_of_pages_without_their_style_sheets_are_not_compared():
    page = rendered("a", 100)
    page.signature.boxes[:2] = (0, 0, 1000, 900), (8, 8, 984, 884)
    other = rendered("b", 500)
    for margin, alike in ((8, True), (0, False)):
        method = FeatureTree(threshold=1.0, quorum=1.0, anchors=False, margin=margin)
        rows = method.candidates(page.signature, [other.signature])
        assert ("div" not in [page.columns.name(row) for row in rows]) == alike


def test_area_and_effective_area_have_points():
    html = "<div id=a><p>aaaaaaaaaa</p><p>bbbbbbbbbb</p></div><div id=b><p>cc</p></div>"
    boxes = {
        "/html": (0, 0, 1000, 1000),
        "/html/body/div[1]": (0, 0, 100, 100),
        "/html/body/div[2]": (200, 200, 600, 600),
    }
    paper = FeatureTree.paper()
    scores = []
    for given in (None, boxes):
        page = Page.from_html(html, boxes=given and drawn_boxes(html, given))
        rows = np.flatnonzero(page.columns.tag == page.columns.tag[2])[:2]
        assert [page.columns.name(row) for row in rows] == ["div", "div"]
        scores.append(paper.cluster_points(page, rows, np.arange(2)))
    assert (scores[1] - scores[0]).tolist() == [3 + 3, 5 + 5]

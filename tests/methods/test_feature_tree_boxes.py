"""Boxes from a renderer as features of feature_tree."""

import numpy as np
from helpers.rendered import rendered

from scrapy_denoise.methods.feature_tree import FeatureTree
from scrapy_denoise.methods.feature_tree.candidates import areas
from scrapy_denoise.page import Page
from scrapy_denoise.page.geometry import NO_BOX

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
        return Page.from_html("<div><ul><li>a</li></ul></div>", boxes=boxes)

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
        page = Page.from_html(html, boxes=given)
        rows = np.flatnonzero(page.columns.tag == page.columns.tag[2])[:2]
        assert [page.columns.name(row) for row in rows] == ["div", "div"]
        scores.append(paper.cluster_points(page, rows, np.arange(2)))
    assert (scores[1] - scores[0]).tolist() == [3 + 3, 5 + 5]

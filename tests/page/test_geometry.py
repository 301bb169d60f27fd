"""Boxes from a renderer: how they reach the rows of a page."""

import numpy as np
import pytest

from scrapy_denoise.page import Page
from scrapy_denoise.page.rendering.boxes import NO_BOX

HTML = "<div><p>one <b>bold</b></p><p>two</p></div><ul hidden><li>x</li></ul>"
NONE = [NO_BOX] * 4


def box(html, boxes):
    """The boxes of a page's rows by name."""
    columns = Page.from_html(html, boxes=boxes).columns
    assert columns.boxes.dtype == np.int32
    assert columns.boxes.shape == (len(columns), 4)
    return [(columns.name(row), columns.boxes[row].tolist()) for row in range(len(columns))]


def test_boxes_by_xpath():
    found = box(
        HTML,
        {
            "/html": (0, 0, 800, 600.4),
            "/html/body/div": [10, 20.5, 700, 99.5],  # a first position may be left out
            "/html/body[1]/div[1]/p[2]": (10, 60, 700, 20),
            "/html/body[1]/div[1]/p[3]": (1, 1, 1, 1),  # there is none
            "/html/body[1]/ul[1]": (1, 1, 1, 1),  # hidden, no row
            "/html/body[1]/div[1]/p[1]/b[1]": (1e30, -1e30, 0, 0),
            "": (1, 1, 1, 1),
            "//p": (1, 1, 1, 1),
        },
    )
    assert found == [
        ("html", [0, 0, 800, 600]),
        ("body", NONE),
        ("div", [10, 20, 700, 100]),
        ("p", NONE),
        ("#text", NONE),
        ("b", [2**30, -(2**30), 0, 0]),
        ("#text", NONE),
        ("p", [10, 60, 700, 20]),
        ("#text", NONE),
    ]


def test_a_page_without_a_renderer_has_none():
    page = Page.from_html(HTML)
    assert page.columns.boxes is None
    assert page.signature.boxes is None


@pytest.mark.parametrize(
    "wrong", [(1, 2, 3), (1, 2, 3, 4, 5), (0, 0, float("nan"), 1), (0, 0, float("inf"), 1), "abcd"]
)
def test_a_box_that_is_none(wrong):
    with pytest.raises(ValueError, match=r"box of /html|could not convert"):
        Page.from_html(HTML, boxes={"/html": wrong})

"""The candidates for content, their clusters, and the indicators that score these. Paper 002, sections 2.4 and 2.5."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.page import Columns
from scrapy_denoise.page.columns.arrays import BoolArray, IndexArray
from scrapy_denoise.page.rendering.boxes import NO_BOX
from scrapy_denoise.page.signature import Signature

EDGE = 20
"""Pixels by which a box may reach beyond a column and still stand in it."""

POINTS = (5, 3, 1)
"""The points of the three best clusters by an indicator (section 2.5); for the link ratio they are subtracted."""


def topmost(columns: Columns, rows: IndexArray) -> IndexArray:
    """Section 2.4, first step: the rows that have no ancestor among the given ones. rows: ascending."""
    ends = np.maximum.accumulate(columns.end[rows])
    below = np.concatenate(([False], rows[1:] < ends[:-1]))[: len(rows)]
    return rows[~below]


def candidate_clusters(columns: Columns, rows: IndexArray) -> IndexArray:
    """Section 2.4, second step: for each row, the number of its cluster.

    Two rows are in one cluster if they have the same parent, or if the parent of one is the grandparent of the other.
    """
    parents, member = np.unique(columns.parent[rows], return_inverse=True)
    if not len(rows):
        return member
    above = columns.parent[parents]
    place = np.minimum(np.searchsorted(parents, above), len(parents) - 1)
    home = np.where(parents[place] == above, place, np.arange(len(parents)))
    while (home[home] != home).any():
        home = home[home]
    return np.unique(home[member], return_inverse=True)[1]


def points(values: NDArray[np.float64]) -> NDArray[np.int64]:
    """5, 3 and 1 points for the largest, second and third largest value; equal values share the better rank."""
    place = len(values) - np.searchsorted(np.sort(values), values, side="right")
    found: NDArray[np.int64] = np.array([*POINTS, 0])[np.minimum(place, len(POINTS))]
    return found


def drawn_with_styles(page: Columns | Signature, body: int, margin: int) -> bool:
    """Whether a page has boxes that its own style sheets have given it.

    body: the hash of the body's tag name. margin: see `FeatureTree`.
    """
    boxes = page.boxes
    if boxes is None:
        return False
    row = np.flatnonzero(page.tag_hash == body)[:1]
    if not margin or not len(row) or NO_BOX in boxes[[0, row[0]], 0]:
        return True
    (root_left, _, root_width, _), (left, _, width, _) = boxes[0].tolist(), boxes[row[0]].tolist()
    return bool(left - root_left != margin or root_width - width != 2 * margin)


def areas(boxes: NDArray[np.int32], rows: IndexArray, screen: int) -> NDArray[np.float64]:
    """For each of these rows, the area of its box and of the part in the main visual area (definition 8), in px².

    The main visual area leaves out 15 % of the page's width on either side, 5 % of its height at the top and 15 % at
    the bottom, and ends after three screens. A row without a box has no area. Returns an array of shape (2, rows).
    """
    left, top, width, height = boxes.T.astype(np.float64) * (boxes[:, 0] != NO_BOX)
    page_height = (top + height).max()
    bottom = min(0.85 * page_height, 3 * screen)
    seen = _overlap(left, width, *main_columns(boxes)) * _overlap(top, height, 0.05 * page_height, bottom)
    return np.stack([np.maximum(width, 0) * np.maximum(height, 0), seen])[:, rows]


def main_columns(boxes: NDArray[np.int32]) -> tuple[float, float]:
    """Where the main visual area begins and ends from left to right.

    The width of the page is that of its root element: a carousel reaches far beyond what is seen. Where the root has
    no box, it is that of all elements.
    """
    known = boxes[boxes[:, 0] != NO_BOX].astype(np.float64)
    root = float(boxes[0, 2]) if len(boxes) and boxes[0, 0] != NO_BOX else 0.0
    width = root if root > 0 else float((known[:, 0] + known[:, 2]).max(initial=0))
    return 0.15 * width, 0.85 * width


def area_weights(columns: Columns, unseen: float, larger: float) -> NDArray[np.float64]:
    """For each text row, what the area of its block says of its weight, by both indicators.

    unseen: the weight of what is wholly beside the main visual area, from left to right; its end after three screens
    does not count, as stories are longer. larger: the greatest weight of a text that is drawn large, with more area
    for a character than the median character of the page. A block without a box has weight 1.
    """
    assert columns.boxes is not None
    blocks, number = np.unique(columns.block_row[columns.text_rows], return_inverse=True)
    boxes = columns.boxes[blocks]
    left, _, width, height = boxes.T.astype(np.float64)
    drawn = (boxes[:, 0] != NO_BOX) & (width > 0) & (height > 0)
    weights = np.ones(len(blocks))
    if not drawn.any():
        return weights[number]
    seen = _overlap(left, width, *main_columns(columns.boxes)) / np.maximum(width, 1)
    chars = np.maximum(np.bincount(number, columns.chars[columns.text_rows]), 1)
    side = np.sqrt(np.maximum(width, 0) * np.maximum(height, 0) / chars)
    order = np.flatnonzero(drawn)[np.argsort(side[drawn], kind="stable")]
    half = np.searchsorted(np.cumsum(chars[order]), chars[order].sum() / 2)
    size = np.minimum(side / side[order[half]], larger) if larger else np.ones(len(side))
    weights[drawn] = ((unseen + (1 - unseen) * seen) * size)[drawn]
    return weights[number]


def in_main_column(columns: Columns, content: BoolArray, weights: NDArray[np.float64], share: float) -> BoolArray:
    """The text rows of the content in its main column, from left to right; all of them where the column has less than
    this share of the content's text.

    weights: of the characters of each text row. The boxes of the parents of blocks are columns, and the main one has
    the most text outside links by weight. A block whose parent's box reaches beyond it by more than EDGE pixels, on
    either side, is outside; one without a box is not.
    """
    assert columns.boxes is not None
    rows = columns.text_rows
    boxes = columns.boxes[np.maximum(columns.parent[columns.block_row[rows]], 0)]
    left, right = boxes[:, 0].astype(np.int64), boxes[:, 0].astype(np.int64) + boxes[:, 2]
    drawn = content & (boxes[:, 0] != NO_BOX)
    wanted = columns.chars[rows] * weights * ~columns.linked[rows]
    if not drawn.any():
        return content
    spans, number = np.unique(np.stack([left, right])[:, drawn], axis=1, return_inverse=True)
    sums = np.bincount(number.reshape(-1), wanted[drawn])
    first, last = spans[:, sums.argmax()]
    inside = ~drawn | (left >= first - EDGE) & (right <= last + EDGE)
    kept: BoolArray = content & inside
    return kept if wanted[kept].sum() >= share * wanted[content].sum() else content


def _overlap(start: NDArray[np.float64], length: NDArray[np.float64], low: float, high: float) -> Any:
    return np.maximum(np.minimum(start + length, high) - np.maximum(start, low), 0)


def text_below(columns: Columns, rows: IndexArray) -> BoolArray:
    """For each text row of the page, whether it or an ancestor is among the given rows."""
    # the depth of nesting: plus one where a subtree begins, minus one where it ends
    change = np.bincount(rows, minlength=len(columns) + 1)
    change -= np.bincount(columns.end[rows], minlength=len(columns) + 1)
    found: BoolArray = np.cumsum(change)[columns.text_rows] > 0
    return found

"""Levels, ancestors and subtrees of a page's rows, for the baselines."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.page import Columns
from scrapy_denoise.page.columns import tags
from scrapy_denoise.page.columns.arrays import BoolArray, IndexArray


def levels(depth: NDArray[np.int32]) -> list[IndexArray]:
    """The rows at each depth, from the root downwards."""
    order = np.argsort(depth, kind="stable")
    bounds = np.searchsorted(depth[order], np.arange(1, depth.max(initial=0) + 1))
    return np.split(order, bounds)


def covered(end: NDArray[np.int32], marked: BoolArray) -> BoolArray:
    """Whether each row is marked or has a marked ancestor."""
    depth = np.zeros(len(end) + 1, np.int64)
    depth[:-1] += marked
    np.subtract.at(depth, end[marked], 1)
    inside: BoolArray = np.cumsum(depth)[:-1] > 0
    return inside


def nearest(columns: Columns, marked: BoolArray) -> IndexArray:
    """For each row, itself if it is marked, else its nearest marked ancestor; the root if it has none."""
    found = np.zeros(len(columns), np.intp)
    for rows in levels(columns.depth):
        found[rows] = np.where(marked[rows], rows, found[np.maximum(columns.parent[rows], 0)])
    return found


def body_row(columns: Columns) -> int:
    """The row of the body element, or the root if the page has none."""
    rows = np.flatnonzero(columns.tag == tags.CODES["body"])
    return int(rows[0]) if len(rows) else 0


def tag_codes(names: str) -> IndexArray:
    return np.array([tags.CODES[name] for name in names.split()])


def ancestors(columns: Columns, row: int) -> Iterator[int]:
    """A row and its ancestors, up to the root."""
    while row >= 0:
        yield row
        row = int(columns.parent[row])

"""Some elements of a page with all that stands in them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.page import Columns


class Subtrees:
    """The subtrees of some rows, to ask of a few other rows whether they stand in them."""

    def __init__(self, columns: Columns, rows: Sequence[int] | NDArray[np.intp]) -> None:
        starts = np.sort(np.asarray(rows, np.intp))
        self._starts: list[int] = starts.tolist()
        # Of nested subtrees the outer one ends last.
        self._ends: list[int] = np.maximum.accumulate(columns.end[starts]).tolist()

    def __contains__(self, row: int) -> bool:
        number = bisect_right(self._starts, row) - 1
        return number >= 0 and row < self._ends[number]

"""The headings that the records of a page's lists stand under."""

from __future__ import annotations

import numpy as np

from scrapy_denoise.document.entries.link_paths import HEADINGS
from scrapy_denoise.document.entries.records import find_records
from scrapy_denoise.page import Columns, Page
from scrapy_denoise.page.columns.arrays import IndexArray

MAX_ABOVE = 5
"""Headings before a record of which it is asked whether it stands under them."""


class SectionHeadings:
    """The headings outside of a page's records, and what stands under each. To be asked for with ``page.cached``."""

    def __init__(self, page: Page) -> None:
        columns, records = page.columns, page.cached(find_records)
        rows = np.flatnonzero(HEADINGS[columns.tag] & (columns.subtree_chars > 0))
        rows = rows[~records.holding(rows)]
        self._rows = rows
        self._ends = _scopes(columns, records.firsts, rows).tolist()

    def above(self, row: int) -> int:
        """The row of the nearest heading that a row stands under; -1 without one."""
        last = int(np.searchsorted(self._rows, row)) - 1
        for place in range(last, max(last - MAX_ABOVE, -1), -1):
            if self._ends[place] > row:
                return int(self._rows[place])
        return -1


def _scopes(columns: Columns, firsts: IndexArray, headings: IndexArray) -> IndexArray:
    """The row up to which each heading stands above what follows: the end of the first element around it that has other
    text, or of the second where no record is in the first."""
    above = with_other_text(columns)
    first = above[headings]
    inside = np.searchsorted(firsts, columns.end[first]) > np.searchsorted(firsts, headings)
    found: IndexArray = columns.end[np.where(inside, first, above[first])].astype(np.intp)
    return found


def with_other_text(columns: Columns) -> IndexArray:
    """For each row that of the first element around it that has other text; the first row where none has."""
    found = np.maximum(columns.parent, 0).astype(np.intp)
    while True:
        # Elements in elements with the same text: each step goes twice as far as the one before it.
        same = (found > 0) & (columns.subtree_chars[found] == columns.subtree_chars)
        if not same.any():
            return found
        found[same] = found[found[same]]

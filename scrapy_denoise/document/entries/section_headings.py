"""The headings that the records of a page's lists stand under."""

from __future__ import annotations

import numpy as np

from scrapy_denoise.document.entries.link_paths import HEADINGS
from scrapy_denoise.document.entries.records import find_records
from scrapy_denoise.page import Page
from scrapy_denoise.page.columns.arrays import IndexArray

MAX_ABOVE = 5
"""Headings before a record of which it is asked whether it stands under them."""


class SectionHeadings:
    """The headings outside of a page's records, and what stands under each. To be asked for with ``page.once``."""

    def __init__(self, page: Page) -> None:
        columns, records = page.columns, page.once(find_records)
        rows = np.flatnonzero(HEADINGS[columns.tag] & (columns.subtree_chars > 0))
        rows = rows[~records.holding(rows)]
        self._rows = rows
        self._ends = [_scope(page, records.firsts, row) for row in rows.tolist()]

    def above(self, row: int) -> int:
        """The row of the nearest heading that a row stands under; -1 without one."""
        last = int(np.searchsorted(self._rows, row)) - 1
        for place in range(last, max(last - MAX_ABOVE, -1), -1):
            if self._ends[place] > row:
                return int(self._rows[place])
        return -1


def _scope(page: Page, firsts: IndexArray, heading: int) -> int:
    """The row up to which a heading stands above what follows: the end of the first element around it that has other
    text, or of the second where no record is in the first."""
    columns = page.columns
    row = heading
    for _ in range(2):
        chars = columns.subtree_chars[row]
        while row > 0 and columns.subtree_chars[row] == chars:
            row = int(columns.parent[row])
        inside = np.searchsorted(firsts, (heading, columns.end[row]))
        if inside[1] > inside[0]:
            break
    return int(columns.end[row])

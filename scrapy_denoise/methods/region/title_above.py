"""Finds the page's title above the region, which belongs to the content."""

from __future__ import annotations

import numpy as np

from scrapy_denoise.page import Page

MAX_TITLES = 20
"""Occurrences of the title in the text that are looked at for one that is a whole text block, the last ones."""


def title_above(page: Page, before: int) -> slice:
    """The text rows of the last text block before a text row that is the page's title; an empty slice if none is.

    before: a position in ``page.columns.text_rows``, as are the bounds of the slice.
    """
    columns, title = page.columns, page.titles.headline.encode("utf-8", "replace")
    rows = columns.text_rows
    starts, stops, block = columns.text_start[rows], columns.text_stop[rows], columns.block[rows]
    at = int(starts[before])
    for _ in range(MAX_TITLES):
        at = columns.text.rfind(title, 0, at) if title else -1
        if at < 0:
            break
        first, last = np.searchsorted(starts, at), np.searchsorted(stops, at + len(title))
        own = np.flatnonzero(block == block[first])
        if (own[0], own[-1]) == (first, last) and (starts[first], stops[last]) == (at, at + len(title)):
            return slice(int(first), int(last) + 1)
    return slice(0, 0)

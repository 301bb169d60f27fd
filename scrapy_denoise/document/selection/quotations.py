"""The quotations of a thread: a post that stands above an answer once more is said once in the text."""

from __future__ import annotations

import numpy as np

from scrapy_denoise.blocks.regions.boilerplate import is_thread
from scrapy_denoise.page import Page
from scrapy_denoise.page.columns.arrays import BoolArray
from scrapy_denoise.page.compiled import any_set
from scrapy_denoise.page.text.words import TOKEN

MIN_WORDS = 20
"""Words of a block from which it is a quotation of an earlier one: less is said by two people."""


def without_quotations(page: Page, kept: BoolArray) -> BoolArray:
    """The kept text rows without the blocks of a thread that repeat an earlier one word for word; those of another page
    as they are. A document keeps them as quotations.

    kept: bool, one for each of ``page.columns.text_rows``.
    """
    if not is_thread(page) or not any_set(kept):
        return kept
    columns, positions = page.columns, np.flatnonzero(kept)
    rows = columns.text_rows[positions]
    starts = np.flatnonzero(np.append(True, np.diff(columns.block[rows])))
    _, first, block = np.unique(
        np.add.reduceat(columns.text_hash[rows], starts), return_index=True, return_inverse=True
    )
    stops = np.append(starts[1:], len(rows))
    found = kept
    for again in np.flatnonzero(first[block] != np.arange(len(starts))).tolist():
        own = positions[starts[again] : stops[again]]
        if len(TOKEN.findall(columns.text_between(int(own[0]), int(own[-1]) + 1))) >= MIN_WORDS:
            found = found.copy() if found is kept else found
            found[own] = False
    return found

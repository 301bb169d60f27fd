"""The features of a product as the page shows them: rows of two cells, and definition lists."""

from __future__ import annotations

import numpy as np

from scrapy_denoise.page import Page
from scrapy_denoise.page.columns import tags
from scrapy_denoise.page.compiled import collapse_whitespace

MAX_PAIRS = 200
"""The most pairs of a page."""

MAX_NAME, MAX_VALUE = 60, 300
"""Characters of the name and of the value of a feature."""

MIN_PAIRS = 2
"""Pairs of one table or list from which they are features."""

_CELLS = tags.flags("td th dt dd")
_NAMES = tags.flags("td th dt")
_HOLDERS = tags.flags("table dl")
_TERM = tags.CODES["dt"]


def shown_properties(page: Page) -> tuple[tuple[str, str], ...]:
    """The names and values of the features of a product, in their order, each name once.

    They stand in rows of a table with two cells, or in a list of definitions; a cell that holds a table is none.
    """
    columns = page.columns
    cells = np.flatnonzero(_CELLS[columns.tag])
    if len(cells) < 2 * MIN_PAIRS:
        return ()
    holders = np.flatnonzero(_HOLDERS[columns.tag])
    first, last = np.searchsorted(holders, (cells, columns.end[cells]))
    cells = cells[(first == last) & (columns.subtree_chars[cells] > 0)]
    kinds, parents = columns.tag[cells].tolist(), columns.parent[cells].tolist()
    rows, chars, found = cells.tolist(), columns.subtree_chars[cells].tolist(), dict[int, list[tuple[str, str]]]()
    for at in range(len(rows) - 1):
        parent, is_term = parents[at], kinds[at] == _TERM
        if parent != parents[at + 1] or chars[at] > MAX_NAME or chars[at + 1] > MAX_VALUE or not _NAMES[kinds[at]]:
            continue
        if kinds[at + 1] == _TERM if is_term else parents[max(at - 1, 0) : at + 3].count(parent) != 2:
            continue
        name = collapse_whitespace(columns.text_of(rows[at])).rstrip(": ")
        text = collapse_whitespace(columns.text_of(rows[at + 1]))
        if name and text and any(map(str.isalpha, name)):
            holder = parent if is_term else int(columns.parent[parent])
            found.setdefault(holder, []).append((name, text))
    pairs: dict[str, str] = {}
    for group in found.values():
        for name, text in group if len(group) >= MIN_PAIRS else ():
            if len(pairs) < MAX_PAIRS:
                pairs.setdefault(name, text)
    return tuple(pairs.items())

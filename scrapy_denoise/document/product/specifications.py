"""The features of a product as the page shows them: rows of two cells, and definition lists."""

from __future__ import annotations

import numpy as np

from scrapy_denoise.page import Page
from scrapy_denoise.page.columns import tags
from scrapy_denoise.page.columns.arrays import BoolArray, IndexArray
from scrapy_denoise.page.columns.columns import Columns
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
    named = np.flatnonzero(_are_pairs(columns, cells))
    names, values = _texts(columns, cells[named]), _texts(columns, cells[named + 1])
    parents = columns.parent[cells[named]]
    holders = np.where(columns.tag[cells[named]] == _TERM, parents, columns.parent[parents]).tolist()
    found = dict[int, list[tuple[str, str]]]()
    for holder, name, text in zip(holders, names, values, strict=True):
        if (name := name.rstrip(": ")) and text and any(map(str.isalpha, name)):
            found.setdefault(holder, []).append((name, text))
    pairs: dict[str, str] = {}
    for group in found.values():
        for name, text in group if len(group) >= MIN_PAIRS else ():
            if len(pairs) < MAX_PAIRS:
                pairs.setdefault(name, text)
    return tuple(pairs.items())


def _texts(columns: Columns, cells: IndexArray) -> list[str]:
    """The texts of some cells that have one, white space collapsed."""
    first, last = np.searchsorted(columns.text_rows, (cells, columns.end[cells]))
    starts, stops = columns.text_start[columns.text_rows[first]], columns.text_stop[columns.text_rows[last - 1]]
    spans = zip(starts.tolist(), stops.tolist(), strict=True)
    return [collapse_whitespace(columns.text[start:stop].decode("utf-8", "replace")) for start, stop in spans]


def _are_pairs(columns: Columns, cells: IndexArray) -> BoolArray:
    """For each cell but the last whether it is a name and the next one its value: in a list any two of a term and a
    definition, in a table the two cells of a row."""
    kinds, parents, chars = columns.tag[cells], columns.parent[cells], columns.subtree_chars[cells]
    follows = parents[1:] == parents[:-1]
    is_row = follows & ~np.append(False, follows[:-1]) & ~np.append(follows[1:], False)
    is_term = kinds == _TERM
    fitting = _NAMES[kinds[:-1]] & (chars[:-1] <= MAX_NAME) & (chars[1:] <= MAX_VALUE)
    found: BoolArray = fitting & np.where(is_term[:-1], follows & ~is_term[1:], is_row)
    return found

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


def shown_properties(page: Page) -> tuple[tuple[str, str], ...]:
    """The names and values of the features of a product, in their order, each name once.

    They stand in rows of a table with two cells, or in a list of definitions; a cell that holds a table is none.
    """
    columns = page.columns
    cells = np.flatnonzero(_CELLS[columns.tag] & (columns.subtree_chars > 0))
    inside = np.concatenate([[0], np.cumsum(_HOLDERS[columns.tag])])
    cells = cells[inside[columns.end[cells]] == inside[cells]]
    parents, found = columns.parent[cells].tolist(), dict[int, list[tuple[str, str]]]()
    places = cells.tolist()
    is_term = columns.tag[cells] == tags.CODES["dt"]
    for at in range(len(places) - 1):
        row, value = places[at], places[at + 1]
        if parents[at] != parents[at + 1] or not _NAMES[columns.tag[row]]:
            continue
        if not is_term[at]:
            around = parents[max(at - 1, 0) : at + 3]
            if around.count(parents[at]) != 2:
                continue
        elif is_term[at + 1]:
            continue
        if columns.subtree_chars[row] > MAX_NAME or columns.subtree_chars[value] > MAX_VALUE:
            continue
        name = collapse_whitespace(columns.text_of(row)).rstrip(": ")
        holder = parents[at] if is_term[at] else int(columns.parent[parents[at]])
        text = collapse_whitespace(columns.text_of(value))
        if name and text and any(map(str.isalpha, name)):
            found.setdefault(holder, []).append((name, text))
    pairs: dict[str, str] = {}
    for group in found.values():
        for name, text in group if len(group) >= MIN_PAIRS else ():
            if len(pairs) < MAX_PAIRS:
                pairs.setdefault(name, text)
    return tuple(pairs.items())

"""Finds lists of fields, such as the specification of a product, that a selection cut through or cut off from their
heading: they are kept whole."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from itertools import chain, takewhile
from operator import lt

import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.document.selection.kept_rows import KeptRows
from scrapy_denoise.page import Columns
from scrapy_denoise.page.columns import tags
from scrapy_denoise.page.columns.arrays import IndexArray

MIN_FIELDS = 3
"""So many fields of one tag are a list of them."""

MAX_FIELDS = 100
"""Children of an element that are looked at: one with more is no list of fields."""

MAX_CHARS = 100
"""Characters of a field, its name and its value together."""

MAX_NAME = 40
"""Characters of the name of a field."""

MAX_TEXTS = 4
"""Texts of a field, the first of which is its name."""

LEVELS = 8
"""Ancestors of a text, the nearest first, of which one may be the list."""

MAX_ROWS = 1_000
"""Elements and texts of a list at most."""

MAX_LISTS = 200
"""Elements of a page that may be such lists, of which all fields are asked for."""

MAX_CUTS = 100
"""Places between a kept text and one that is not, of one page, that are looked at."""

_NO_FIELDS = {tags.TEXT, *(tags.CODES[name] for name in ("a", "tbody", "thead", "tfoot", "tr", "td", "th"))}
_HEADINGS = tags.flags("h1 h2 h3 h4 h5 h6")
_OTHERS = tags.flags("table h1 h2 h3 h4 h5 h6 button input select img form")
"""What no list of fields holds: cards of products and of stories do, and rows of tables are completed by themselves."""

_NAMED = re.compile(r"[^:：]{0,39}[^\W\d_][^:：]{0,39}[:：]\s*\S")


def _cuts(part: KeptRows) -> NDArray[np.intp]:
    """The positions of short texts that are kept while the short text behind is not, or the other way round."""
    columns, kept = part.page.columns, part.kept
    short = columns.chars[columns.text_rows] <= MAX_CHARS
    return np.flatnonzero((kept[1:] != kept[:-1]) & short[1:] & short[:-1])[:MAX_CUTS]


def cut_field_lists(part: KeptRows) -> list[int]:
    """The lists of fields, in any elements but tables, of which some texts are kept and some are not, or that stand
    right behind a kept heading.

    A field has a name and a value: "Height: 62 cm" in an item, or a text for each. The fields of a list are the
    children of one element and have one tag. Or these are names and values in turn, of two tags or classes.
    """
    columns, kept = part.page.columns, part.kept
    is_list: dict[int, bool] = {}
    found: list[int] = []
    for cut in _cuts(part).tolist():
        above, below = columns.text_rows[cut : cut + 2].tolist()
        around = _ancestors(columns, above, below)
        if kept[cut] and _HEADINGS[columns.tag[columns.block_row[above]]]:
            around = chain(around, takewhile(partial(lt, above), _ancestors(columns, below, below)))
        for row in around:
            if row not in is_list:
                is_list[row] = _is_field_list(columns, row)
                if is_list[row]:
                    found.append(row)
            if is_list[row]:
                break
    return found


def field_rows(columns: Columns) -> IndexArray:
    """The rows of the fields of a page's lists of fields, in order; of names and values in turn both."""
    fields = np.flatnonzero((columns.tag > 0) & (columns.subtree_chars > 0) & (columns.subtree_chars <= MAX_CHARS))
    parents, counts = np.unique(columns.parent[fields], return_counts=True)
    lists = [row for row in parents[counts >= MIN_FIELDS][:MAX_LISTS].tolist() if _is_field_list(columns, row)]
    found: IndexArray = fields[np.isin(columns.parent[fields], lists)]
    return found


def _ancestors(columns: Columns, first: int, last: int) -> Iterator[int]:
    """The ancestors of a row that hold a later one too, the nearest first, up to LEVELS above it."""
    row = first
    for _ in range(LEVELS):
        row = int(columns.parent[row])
        if row < 0:
            return
        if columns.end[row] > last:
            yield row


def _is_field_list(columns: Columns, row: int) -> bool:
    end = int(columns.end[row])
    if end - row > MAX_ROWS:
        return False
    # A heading of its own may stand before the fields.
    child = int(columns.end[row + 1]) if row + 1 < end and _HEADINGS[columns.tag[row + 1]] else row + 1
    if _OTHERS[columns.tag[row]] or _OTHERS[columns.tag[child:end]].any():
        return False
    fields: list[int] = []
    while child < end:
        if columns.subtree_chars[child]:
            fields.append(child)
        if len(fields) > MAX_FIELDS:
            return False
        child = int(columns.end[child])
    if not fields or columns.tag[fields[0]] in _NO_FIELDS:
        return False
    kinds = list(zip(columns.tag[fields].tolist(), columns.class_hash[fields].tolist(), strict=True))
    if len(fields) >= 2 * MIN_FIELDS and kinds[0] != kinds[1] and kinds == kinds[:2] * (len(fields) // 2):
        lengths, links = columns.subtree_chars[fields], columns.subtree_links[fields]
        return bool((lengths <= MAX_CHARS).all() and (lengths[::2] <= MAX_NAME).all()) and not links[::2].any()
    if len(fields) < MIN_FIELDS or len({tag for tag, _ in kinds}) > 1:
        return False
    return all(_is_field(columns, field) for field in fields)


def _is_field(columns: Columns, row: int) -> bool:
    """Whether an element has a name and a value and little else."""
    if columns.subtree_chars[row] > MAX_CHARS:
        return False
    texts = columns.text_rows
    first, last = np.searchsorted(texts, (row, columns.end[row])).tolist()
    if last - first > MAX_TEXTS or columns.linked[texts[first]]:
        return False
    name = columns.text_of(int(texts[first]))
    if last - first == 1:
        return _NAMED.match(name) is not None
    return len(name) <= MAX_NAME and any(map(str.isalpha, name))

"""The quotations of a page: by their tag, and by their class alone, as forums write them."""

from __future__ import annotations

import re

import numpy as np

from scrapy_denoise.blocks.features.compiled import class_id_pairs
from scrapy_denoise.page import Page
from scrapy_denoise.page.columns import tags
from scrapy_denoise.page.columns.arrays import BoolArray, IndexArray

_BLOCKQUOTE = tags.CODES["blockquote"]
_QUOTING = tags.flags("div section aside p td")
_QUOTED = re.compile(
    rb"(?:(?:[a-z]{1,9}[-_])?(?:block|pull|forum|user|post|msg|message|reply|bbcode|bbc|bb|ips)[-_]?)?(?:quoted?|zitat|cytat|citaat)"
    rb"(?:[-_]?(?:box|content|contents|container|body|text|block|main|message|msg|inner|wrapper))?",
    re.IGNORECASE,
)
"""The classes of quotations."""

MAX_OWN = 60
"""Characters of a ``blockquote`` beside the quotations in it that are no text but a remark, such as who wrote them."""


def named_quotations(page: Page, wanted: BoolArray) -> list[int]:
    """The rows of the elements that are quotations by their class alone; of those within each other the outermost, and
    none around a quotation by its tag, or within one that has no text of its own beside them: some forums write each
    post in a ``blockquote``.

    wanted: bool, for each row of the page whether it may be one."""
    names = page.cached(class_id_pairs)
    pairs = [pair for pair in names.quotes if any(map(_QUOTED.fullmatch, names.class_of(pair).split()))]
    rows = np.array(names.rows_of(pairs) if pairs else (), np.intp)
    if not len(rows):
        return []
    columns = page.columns
    rows = rows[wanted[rows] & _QUOTING[columns.tag[rows]]]
    marked = np.flatnonzero(columns.tag == _BLOCKQUOTE)
    rows = rows[~_hold(page, rows, marked)]
    rows = rows[rows >= np.maximum.accumulate(np.append(0, columns.end[rows]))[:-1]]
    first, stop = np.searchsorted(rows, (marked, columns.end[marked]))
    before = np.append(0, np.cumsum(columns.subtree_chars[rows], dtype=np.int64))
    own = columns.subtree_chars[marked] - (before[stop] - before[first])
    rows = rows[~columns.in_subtrees(marked[(stop > first) & (own <= MAX_OWN)])[rows]]
    outermost: list[int] = rows.tolist()
    return outermost


def quotations(page: Page) -> list[int]:
    """The rows of the innermost quotations by their tag, without such that hold one by its class, and of the latter."""
    columns = page.columns
    named = named_quotations(page, np.ones(len(columns), np.bool_))
    marked = np.flatnonzero(columns.tag == _BLOCKQUOTE)
    free = ~_hold(page, marked, np.array(named, np.intp)) & ~_hold(page, marked, marked)
    return sorted([*named, *marked[free].tolist()])


def _hold(page: Page, rows: IndexArray, others: IndexArray) -> BoolArray:
    """For each of some rows whether one of the others, in document order, stands in it."""
    within = np.searchsorted(others, (rows + 1, page.columns.end[rows]))
    found: BoolArray = within[1] > within[0]
    return found

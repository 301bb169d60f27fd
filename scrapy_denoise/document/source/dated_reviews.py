"""The elements in which a page shows reviews of a thing whose rating it states, where its data has none of them."""

from __future__ import annotations

import re

import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.blocks import TextBlocks
from scrapy_denoise.blocks.regions.date_reader import month_of
from scrapy_denoise.blocks.regions.post_bodies import MAX_DATE, MIN_DATED_SHARE, post_dates
from scrapy_denoise.document.source.ratings import rating_of
from scrapy_denoise.page import Page
from scrapy_denoise.page.columns import tags
from scrapy_denoise.page.dom.element import Element
from scrapy_denoise.page.walk.compiled import ElementRequest

LEVELS = 10
"""How far up from a date its review is looked for."""

MIN_WORDS, MAX_REVIEW = 40, 6_000
"""Characters of a text that can be what a review says, of which two count as three where one takes three bytes, as in
Chinese; and of all of a review, with answers to it."""

MAX_NAME = 40
"""The most characters of the name of who wrote one."""

ASKED = 10
"""Elements of a kind that are asked whether they are named reviews, or have the stars of one."""

MAX_KINDS = 20
"""Kinds of elements that are asked for this."""

MAX_DATES = 2_000
"""Dates of a page around which its reviews are looked for."""

_NAMED = re.compile(r"(?<!p)review(?!ed|er|ers)", re.IGNORECASE)
_NAMES = ("class", "id", "itemprop", "data-testid", "data-test", "data-test-target", "data-hook", "data-automation")
_MONTH = re.compile(r"(?<![^\W\d_])([^\W\d_]{3,20})\.?,?\s(?:19|20)\d\d(?!\d)")


def dated_reviews(page: Page) -> list[int]:
    """The rows of the elements that are reviews, in document order: of one kind (tag, id and class) beside each other,
    two or more, each with a date, a name and a longer text, that are named reviews or have stars. Of such within each
    other it is the kind with the most elements."""
    columns = page.columns
    dates = _dates(page)
    if len(dates) < 2:
        return []
    said, names = _texts(page, dates)
    above = np.zeros(len(columns), np.bool_)
    at = dates
    for _ in range(LEVELS):
        at = np.maximum(columns.parent[at], 0)
        above[at] = True
    rows = np.flatnonzero(above & (columns.subtree_chars <= MAX_REVIEW) & (columns.tag != tags.TEXT))
    rows = rows[rows > 0]
    told = _holds(page, rows, dates) & _holds(page, rows, said) & _holds(page, rows, names)
    kinds = _beside_each_other(page, rows[told])
    found = np.zeros(len(columns), np.bool_)
    taken: list[int] = []
    for kind in sorted(kinds, key=lambda kind: (-len(kind), -int(columns.subtree_chars[kind].sum())))[:MAX_KINDS]:
        inside = columns.in_subtrees(kind)
        if not (found & inside).any() and not found[kind].any() and _are_reviews(page, kind):
            found |= inside
            taken += kind.tolist()
    return sorted(taken)


def _dates(page: Page) -> NDArray[np.int64]:
    """The text rows that can be the date of a review, be it a month with its year, as in "Reviewed: March 2026"."""
    columns = page.columns
    rows = columns.text_rows
    dates = post_dates(page, rows)
    figured = (columns.chars[rows] <= MAX_DATE) & (columns.mask_hash[rows] != columns.text_hash[rows])
    others = np.setdiff1d(rows[figured], dates)[:MAX_DATES].tolist()
    months = [row for row in others if (said := _MONTH.search(columns.text_of(row))) and month_of(said[1].lower())]
    return np.union1d(dates, np.array(months, np.int64))[:MAX_DATES].astype(np.int64)


def _texts(page: Page, dates: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The text rows that can be in what a review says, and those that can be the name of who wrote it."""
    columns, blocks = page.columns, page.cached(TextBlocks)
    rows = columns.text_rows
    sizes = np.maximum(columns.chars, (columns.text_stop - columns.text_start) // 2)[rows]
    own = np.where(columns.linked[rows], 0, sizes)
    long = np.bincount(blocks.block_of, own, len(blocks)) >= MIN_WORDS
    plain = columns.mask_hash[rows] == columns.text_hash[rows]
    short = (columns.chars[rows] <= MAX_NAME) & plain & ~np.isin(rows, dates)
    return rows[long[blocks.block_of]].astype(np.int64), rows[short].astype(np.int64)


def _holds(page: Page, rows: NDArray[np.int64], texts: NDArray[np.int64]) -> NDArray[np.bool_]:
    found: NDArray[np.bool_] = np.diff(np.searchsorted(texts, (rows, page.columns.end[rows])), axis=0)[0] > 0
    return found


def _beside_each_other(page: Page, rows: NDArray[np.int64]) -> list[NDArray[np.int64]]:
    """Those of some elements that are two or more of one kind in one element, each kind for itself."""
    parent, key = page.columns.parent[rows], page.signature.key[rows]
    order = np.lexsort((rows, key, parent))
    rows, parent, key = rows[order], parent[order], key[order]
    cuts = np.flatnonzero((np.diff(parent) != 0) | (np.diff(key) != 0)) + 1
    return [kind for kind in np.split(rows, cuts) if len(kind) >= 2]


def _are_reviews(page: Page, kind: NDArray[np.int64]) -> bool:
    """Whether most of some elements, or of what stands in them, are named reviews or have the stars of one."""
    kind = kind[:ASKED]
    wanted = np.zeros(len(page.columns), np.uint8)
    for row in kind.tolist():
        wanted[row : page.columns.end[row]] = ElementRequest.WITH_ATTRIBUTES
    wanted[page.columns.tag == tags.TEXT] = 0
    named = [row for row, one in enumerate(page.nodes(wanted)) if one is not None and _is_of_review(one)]
    return len(np.unique(np.searchsorted(kind, named, "right"))) >= MIN_DATED_SHARE * len(kind)


def _is_of_review(element: Element) -> bool:
    names = any(_NAMED.search((element.get(name) or "")[:200]) for name in _NAMES)
    return names or "data-review-id" in element.attrib or rating_of(element) is not None

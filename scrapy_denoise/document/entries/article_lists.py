"""What looks like a list on an article and is none: names alone beside it, and the links of its own text.

The lists of a page are weighed against its best one, and on an article that may be one of these. Names alone are
categories, tags, other sites, and what a site says of itself. What tells them from lists of teasers is how little each
of their records says, and that they do not lead to what may be an article. The links of the text stand at one path of
the page, since the paragraphs around them do, and these look like records.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.blocks.features.url_features import is_list_address
from scrapy_denoise.blocks.page_model import INDEX_TYPES, find_page_type
from scrapy_denoise.document.compiled import address_kind, wide_letters
from scrapy_denoise.document.entries.compiled import HALF
from scrapy_denoise.document.entries.link_paths import MIN_RECORDS, row_sums
from scrapy_denoise.document.entries.records import Records, find_records
from scrapy_denoise.page import Columns, Page
from scrapy_denoise.page.columns import tags
from scrapy_denoise.page.columns.arrays import BoolArray, FloatArray, IndexArray
from scrapy_denoise.page.text.written_language import WIDE

LEAST = 24
"""Characters of a record on average, a letter of Chinese, Japanese or Korean counted as `WIDE` of them, from which a
list beside an article says enough. Of 110 pages where lists with fewer stood beside the content, 4 had one of articles;
with 24 to 30 every fifth had."""

MIN_PARTINGS = 2
"""Signs that part words in the last name of an address that is that of an article."""

MIN_VALUE = 3
"""Characters beside a name in a row of a table, with the mark before it."""

CONTENT = 0.75
"""Share of the characters of a list that are content from which it stands in the text. Of the lists on articles 88 of
100 have less than a tenth, and most others have all."""

MAX_MARK = 2
"""Characters before a link that opens an item, such as a bracket or a number."""

LEVELS = 3
"""Levels above a link up to which that item is looked for."""

ALONE = 0.9
"""Share of the characters of a record that are in links from which it is a link alone."""

_OF_TEXT = ("article", "documentation")
"""The types of pages in whose text links may name nothing; what a product or a service is made of is a list."""

_TYPES = (*INDEX_TYPES, "documentation", "other")
"""The types of pages whose lists of names may be what they are about."""

_ID = re.compile(r"\d{4}")
_PARTING = re.compile(r"[-_+]|%20")

_IMG, _TR = tags.CODES["img"], tags.CODES["tr"]
_ITEMS = tags.flags("li dt") | tags.HEADINGS


def are_bare(page: Page, kept: Callable[[], BoolArray | None]) -> BoolArray:
    """For each record of a page whether its list has names alone and is no part of the content.

    kept: makes for each text row whether it is content, or None where the page is a list; asked for where a list has
    so little.
    """
    columns, records = page.columns, page.cached(find_records)
    none = np.zeros(len(records), np.bool_)
    if page.cached(find_page_type).name in _TYPES:
        return none
    counts = np.bincount(records.lists)
    # Most records are an element, and most lists say more.
    short = np.bincount(records.lists, columns.subtree_chars[records.firsts]) < LEAST * counts
    if not short.any() or (content := kept()) is None:
        return none
    chars = _in_lists(records, columns.chars)
    own_chars = columns.chars.copy()
    own_chars[columns.text_rows[~content]] = 0
    short &= _in_lists(records, own_chars) < HALF * chars
    short &= _in_lists(records, columns.tag == _IMG) < HALF * counts
    # Rows of a table with another value beside each name say something of it.
    rows = np.bincount(records.lists, columns.tag[records.firsts] == _TR)
    named = np.bincount(records.lists, columns.subtree_chars[records.links])
    short &= (rows < HALF * counts) | (chars - named < MIN_VALUE * counts)
    kind = address_kind(page.url or "")
    for number in short.nonzero()[0].tolist():
        own = (records.lists == number).nonzero()[0]
        wide = sum(map(wide_letters, page.cached(row_sums).texts_of(records.links[own])))
        articles = sum(_may_be_article(records.urls[place], kind) for place in own.tolist())
        short[number] = chars[number] + (WIDE - 1) * wide < LEAST * len(own) and articles < HALF * len(own)
    found: BoolArray = short[records.lists]
    return found


def are_in_text(page: Page, kept: Callable[[], BoolArray | None]) -> BoolArray:
    """For each record of a page whether the links of its list belong to the sentences of an article.

    kept: makes for each text row whether it is content, or None where the page is a list. More of the content stands
    between the records of such a list than in them, and most of its links are no headings, or most of its links stand
    in blocks with more text outside of links, and open no item. A list of links alone within the article, such as "More
    recipes", is a list, also where links of its sentences stand at the same path (`_in_runs`).
    """
    columns, records = page.columns, page.cached(find_records)
    none = np.zeros(len(records), np.bool_)
    if page.cached(find_page_type).name not in _OF_TEXT or (content := kept()) is None:
        return none
    rows = columns.text_rows[content]
    chars = np.zeros(len(columns), np.int64)
    chars[rows] = columns.chars[rows]
    own = _in_lists(records, chars)
    found: BoolArray = (own > 0) & (own >= CONTENT * _in_lists(records, columns.chars))
    if found.any():
        order = np.argsort(records.lists, kind="stable")
        before, lists = _sums_before(chars), records.lists[order]
        gaps = before[records.firsts[order[1:]]] - before[records.ends[order[:-1]]]
        between = np.bincount(lists[1:], gaps * (lists[1:] == lists[:-1]), len(own))
        linked = columns.linked[rows] > 0
        sizes = (np.bincount(columns.block[rows], chars[rows] * part, len(columns)) for part in (linked, ~linked))
        prose = np.less(*sizes)[columns.block[columns.text_rows]]
        links = np.minimum(columns.text_rows.searchsorted(records.links), len(prose) - 1)
        items, opens = _opened_items(columns, records)
        half = HALF * np.bincount(records.lists)
        between[np.bincount(records.lists, opens & tags.HEADINGS[columns.tag[items]]) >= half] = 0
        found &= (between > own) | (np.bincount(records.lists, prose[links] & ~opens) >= half)
    return found[records.lists] & ~_in_runs(columns, records) if found.any() else none


def _opened_items(columns: Columns, records: Records) -> tuple[IndexArray, BoolArray]:
    """Of the link of each record the row of the item, term or heading around it, a few levels up, and whether it opens
    both that and the record."""
    items = columns.parent[records.links].astype(np.intp)
    for _ in range(LEVELS):
        items = np.where((items >= 0) & ~_ITEMS[columns.tag[items]], columns.parent[items], items)
    before = _sums_before(columns.chars)
    opens = before[records.links] - before[np.minimum(items, records.firsts)] <= MAX_MARK
    return items, opens & _ITEMS[columns.tag[items]]


def _in_runs(columns: Columns, records: Records) -> BoolArray:
    """For each record whether it stands in a run of at least `MIN_RECORDS` with one parent and no text between them,
    of which most are links alone or cards with a heading and a linked picture; or is both itself."""
    firsts, ends = records.firsts, records.ends
    chars, linked = _sums_before(columns.chars), _sums_before(columns.chars * (columns.linked > 0))
    headings = _sums_before(tags.HEADINGS[columns.tag])
    pictures = _sums_before((columns.tag == _IMG) & columns.linked)
    alone = linked[ends] - linked[firsts] > ALONE * (chars[ends] - chars[firsts])
    cards = (headings[ends] > headings[firsts]) & (pictures[ends] > pictures[firsts])
    cards &= columns.subtree_chars[records.links] > 0
    apart = (np.diff(columns.parent[firsts]) != 0) | (chars[firsts[1:]] > chars[ends[:-1]])
    runs = _sums_before(apart)
    counts = np.bincount(runs)
    real = np.bincount(runs, alone | cards)
    found: BoolArray = ((counts >= MIN_RECORDS) & (real > HALF * counts))[runs] | (alone & cards)
    return found


def _sums_before(values: NDArray[Any]) -> IndexArray:
    """The sum of the values before each place, and of all of them."""
    return np.append(0, np.cumsum(values, dtype=np.intp))


def _in_lists(records: Records, values: NDArray[Any]) -> FloatArray:
    """The sum of the values of the rows in the records of each list."""
    before = _sums_before(values)
    sums = before[records.ends] - before[records.firsts]
    found: FloatArray = np.bincount(records.lists, sums).astype(np.float64)
    return found


def _may_be_article(url: str, kind: str) -> bool:
    """Whether an address may be that of an article: it ends with several words or a long number, or is of the kind of
    the page's own."""
    if is_list_address(url):
        return False
    address = url.partition("#")[0].rstrip("/")
    last = address[max(map(address.rfind, "/?&=")) + 1 :]
    return len(_PARTING.findall(last)) >= MIN_PARTINGS or bool(_ID.search(last)) or address_kind(url) == kind

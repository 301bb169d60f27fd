"""The elements of a page's records that state a date, an author or a picture, found for all records at once."""

from __future__ import annotations

import re

import attrs
import numpy as np
from lxml.etree import _Element

from scrapy_denoise.blocks.regions.bylines import POSTER_CLASS
from scrapy_denoise.document.entries.records import find_records
from scrapy_denoise.document.entries.titles import MAX_ROWS
from scrapy_denoise.page import Columns, Page
from scrapy_denoise.page.columns import tags
from scrapy_denoise.page.columns.arrays import BoolArray, IndexArray

MAX_SIGNED = 100
"""Rows of a record in which its author and its date are looked for."""

_DATING = frozenset(("datetime", "itemprop", "title"))
_SIGNING = frozenset(("data-author", "itemprop", "rel"))
"""Attributes of elements that may state the date of a record, and its author."""

_POSTER = re.compile(rb"author|user|poster|nick|member|display|creator", re.IGNORECASE)
"""What every class that `POSTER_CLASS` matches holds."""

_IMG = tags.CODES["img"]


@attrs.frozen(eq=False)
class RecordElements:
    """Of a page's records the rows, in order, of the elements that may state dates and authors, and of its pictures.

    by_row: their lxml elements, by row; None for all others.
    """

    dating: IndexArray
    signing: IndexArray
    pictures: IndexArray
    by_row: list[_Element | None]


def record_elements(page: Page) -> RecordElements:
    """To be asked for with ``page.cached``.

    A page has few different sets of attributes (``columns.text_hash``): one element of each tells which they are.
    """
    columns, records = page.columns, page.cached(find_records)
    ends = np.minimum(records.ends, records.firsts + MAX_ROWS)
    pictures = np.flatnonzero((columns.tag == _IMG) & _between(len(columns), records.firsts, ends))
    signed = _between(len(columns), records.firsts, np.minimum(ends, records.firsts + MAX_SIGNED))
    rows = np.flatnonzero(signed & (columns.tag > 0))
    sets, examples, own = np.unique(columns.text_hash[rows], return_index=True, return_inverse=True)
    wanted = np.zeros(len(columns), np.bool_)
    wanted[rows[examples[sets > 0]]] = True
    found = page.elements(wanted)
    names = [frozenset(found[row].attrib) if found[row] is not None else frozenset() for row in rows[examples].tolist()]
    dating, stating = (
        rows[np.array([not looked_for.isdisjoint(one) for one in names], np.bool_)[own.reshape(-1)]]
        for looked_for in (_DATING, _SIGNING)
    )
    signing = np.union1d(stating, rows[_named_as_posters(columns, rows) | _silent_links(columns, rows)])
    wanted[:] = False
    for some in (dating, signing, pictures):
        wanted[some] = True
    return RecordElements(dating, signing, pictures, page.elements(wanted))


def _between(n: int, firsts: IndexArray, ends: IndexArray) -> BoolArray:
    """For each of some rows whether it stands between two that begin and end a record."""
    opened = np.zeros(n + 1, np.int64)
    np.add.at(opened, firsts, 1)
    np.add.at(opened, ends, -1)
    found: BoolArray = np.cumsum(opened)[:-1] > 0
    return found


def _named_as_posters(columns: Columns, rows: IndexArray) -> BoolArray:
    """For each of some rows whether its class names it as who wrote a post."""
    names = columns.class_id_values.split(b"\0")[:-1:2]
    told = [
        _POSTER.search(name) is not None and any(map(POSTER_CLASS.fullmatch, name.decode("utf-8", "replace").split()))
        for name in names
    ]
    found: BoolArray = np.array([False, *told], np.bool_)[columns.class_id[rows]]
    return found


def _silent_links(columns: Columns, rows: IndexArray) -> BoolArray:
    """For each of some rows whether it is a link without text, such as one around a picture."""
    found: BoolArray = columns.link[rows] & (columns.subtree_chars[rows] == 0)
    return found

"""The elements of a page's records that state a date, an author or a picture, found for all records at once."""

from __future__ import annotations

import re

import attrs
import numpy as np

from scrapy_denoise.blocks.regions.bylines import POSTER_CLASS
from scrapy_denoise.document.entries.records import find_records
from scrapy_denoise.document.entries.titles import MAX_ROWS
from scrapy_denoise.page import Columns, Page
from scrapy_denoise.page.columns import tags
from scrapy_denoise.page.columns.arrays import BoolArray, IndexArray
from scrapy_denoise.page.dom.element import Element
from scrapy_denoise.page.walk.compiled import ElementRequest

MAX_SIGNED = 100
"""Rows of a record in which its author and its date are looked for."""

_POSTER = re.compile(rb"author|user|poster|nick|member|display|creator", re.IGNORECASE)
"""What every class that `POSTER_CLASS` matches holds."""

_IMG = tags.CODES["img"]


@attrs.frozen(eq=False)
class RecordElements:
    """Of a page's records the rows, in order, of the elements that may state authors, and of their pictures.

    by_row: their lxml elements, by row; None for all others.
    """

    signing: IndexArray
    pictures: IndexArray
    by_row: list[Element | None]


def record_elements(page: Page) -> RecordElements:
    """To be asked for with ``page.cached``."""
    columns, records = page.columns, page.cached(find_records)
    ends = np.minimum(records.ends, records.firsts + MAX_ROWS)
    pictures = ((columns.tag == _IMG) & _between(len(columns), records.firsts, ends)).nonzero()[0]
    rows = _signed_rows(page)
    wanted = np.zeros(len(columns), np.uint8)
    wanted[rows] = ElementRequest.SIGNING
    named = rows[_named_as_posters(columns, rows)]
    wanted[named] = wanted[pictures] = ElementRequest.WANTED
    found = page.nodes(wanted)
    stating = [row for row in rows.tolist() if found[row] is not None]
    return RecordElements(np.array(stating, np.intp), pictures, found)


def dating_elements(page: Page) -> tuple[IndexArray, list[Element | None]]:
    """The rows, in order, of the elements of a page's records that may state dates; and for each row of the page its
    lxml element, None for all others. To be asked for with ``page.cached``."""
    wanted = np.zeros(len(page.columns), np.uint8)
    rows = _signed_rows(page)
    wanted[rows] = ElementRequest.DATING
    found = page.nodes(wanted)
    return np.array([row for row in rows.tolist() if found[row] is not None], np.intp), found


def _signed_rows(page: Page) -> IndexArray:
    """The rows of the elements among which those are looked for that state the date or the author of a record."""
    columns, records = page.columns, page.cached(find_records)
    ends = np.minimum(records.ends, records.firsts + MAX_SIGNED)
    return (_between(len(columns), records.firsts, ends) & (columns.tag > 0)).nonzero()[0]


def _between(n: int, firsts: IndexArray, ends: IndexArray) -> BoolArray:
    """For each of some rows whether it stands between two that begin and end a record."""
    opened = np.zeros(n + 1, np.int64)
    np.add.at(opened, firsts, 1)
    np.add.at(opened, ends, -1)
    found: BoolArray = np.cumsum(opened)[:-1] > 0
    return found


def _named_as_posters(columns: Columns, rows: IndexArray) -> BoolArray:
    """For each of some rows whether its class names it as who wrote a post."""
    names = columns.class_ids[:-1:2]
    told = [
        _POSTER.search(name) is not None and any(map(POSTER_CLASS.fullmatch, name.decode("utf-8", "replace").split()))
        for name in names
    ]
    found: BoolArray = np.array([False, *told], np.bool_)[columns.class_id[rows]]
    return found

"""The elements of a page's records that state a date, an author or a picture, found for all records at once."""

from __future__ import annotations

import attrs
import numpy as np

from scrapy_denoise.blocks.features.compiled import class_id_pairs
from scrapy_denoise.blocks.regions.bylines import POSTER_CLASS
from scrapy_denoise.document.entries.compiled import MAX_ROWS
from scrapy_denoise.document.entries.records import find_records
from scrapy_denoise.page import Page
from scrapy_denoise.page.columns import tags
from scrapy_denoise.page.columns.arrays import BoolArray, IndexArray
from scrapy_denoise.page.compiled import ExactWords
from scrapy_denoise.page.dom.element import Element
from scrapy_denoise.page.walk.compiled import ElementRequest

MAX_SIGNED = 100
"""Rows of a record in which its author and its date are looked for."""

_WORDS = "author user poster nick member display creator review persona profile customer buyer consumer".split()
_POSTERS = ExactWords(
    {"poster": [form.encode() for word in _WORDS for form in (word, word.capitalize(), word.upper())]}
)
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
    wanted[_named_as_posters(page, rows)] = wanted[pictures] = ElementRequest.WANTED
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


def _named_as_posters(page: Page, rows: IndexArray) -> IndexArray:
    """Those of some rows whose class names them as who wrote a post."""
    columns = page.columns
    told = np.zeros(len(columns), np.bool_)
    told[list(page.cached(class_id_pairs).rows_with(_POSTERS, ids=False)[0])] = True
    rows = rows[told[rows]]
    numbers, names = columns.class_id[rows].tolist(), columns.class_ids[:-1:2]
    classes = {number: names[number - 1].decode("utf-8", "replace").split() for number in set(numbers)}
    posters = {number for number, own in classes.items() if any(map(POSTER_CLASS.fullmatch, own))}
    return rows[[number in posters for number in numbers]]

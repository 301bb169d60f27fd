"""The elements of a page's records that state a date, an author or a picture, found for all records at once."""

from __future__ import annotations

import attrs
import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.blocks.features.compiled import class_id_pairs
from scrapy_denoise.blocks.regions.bylines import POSTER_WORDS, names_poster
from scrapy_denoise.document.entries.compiled import MAX_ROWS, element_rows, with_elements
from scrapy_denoise.document.entries.link_paths import row_sums
from scrapy_denoise.document.entries.records import find_records
from scrapy_denoise.page import Page
from scrapy_denoise.page.columns import tags
from scrapy_denoise.page.columns.arrays import IndexArray
from scrapy_denoise.page.dom.element import Element
from scrapy_denoise.page.walk.compiled import ElementRequest

MAX_SIGNED = 100
"""Rows of a record in which its author and its date are looked for."""

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
    records, sums = page.cached(find_records), page.cached(row_sums)
    pictures = element_rows(sums, records.firsts, records.ends, MAX_ROWS, _IMG)
    rows = element_rows(sums, records.firsts, records.ends, MAX_SIGNED)
    wanted = np.zeros(len(page.columns), np.uint8)
    wanted[rows] = ElementRequest.SIGNING
    wanted[_named_as_posters(page, wanted)] = wanted[pictures] = ElementRequest.WANTED
    found = page.nodes(wanted)
    return RecordElements(with_elements(rows, found), pictures, found)


def dating_elements(page: Page) -> tuple[IndexArray, list[Element | None]]:
    """The rows, in order, of the elements of a page's records that may state dates; and for each row of the page its
    lxml element, None for all others. To be asked for with ``page.cached``."""
    records = page.cached(find_records)
    rows = element_rows(page.cached(row_sums), records.firsts, records.ends, MAX_SIGNED)
    wanted = np.zeros(len(page.columns), np.uint8)
    wanted[rows] = ElementRequest.DATING
    found = page.nodes(wanted)
    return with_elements(rows, found), found


def _named_as_posters(page: Page, wanted: NDArray[np.uint8]) -> list[int]:
    """The rows that are wanted and whose class names them as who wrote a post."""
    told = [row for row in page.cached(class_id_pairs).rows_with(POSTER_WORDS, ids=False)[0] if wanted[row]]
    if not told:
        return []
    names, numbers = page.columns.class_ids[:-1:2], page.columns.class_id[told].tolist()
    classes = {number: names[number - 1].decode("utf-8", "replace") for number in set(numbers)}
    posters = {number for number, own in classes.items() if names_poster(own)}
    return [row for row, number in zip(told, numbers, strict=True) if number in posters]

"""Which texts of a page's records are read: not the labels that each has, its buttons and its marks."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from scrapy_denoise.document.entries.compiled import entry_texts_of, page_number_links
from scrapy_denoise.document.entries.link_paths import links_elsewhere, row_sums
from scrapy_denoise.document.entries.records import find_records
from scrapy_denoise.page import Page
from scrapy_denoise.page.columns.arrays import BoolArray

MAX_DIGITS, MAX_BESIDE = 5, 40
"""Digits of the number of a page, or characters of a mark between two; and those of an element with nothing else."""


def entry_texts(page: Page) -> BoolArray:
    """For each text row whether it is read as a part of a record. To be asked for with ``page.cached``.

    Out are what stands outside of all records, buttons, marks such as "|", the numbers of a record's pages, and labels:
    texts without figures at a place of a list where few are different, as the records of a list have their parts at the
    same paths, and those of links that most records have at one place (`are_labels`).
    """
    records = page.cached(find_records)
    if not len(records):
        return np.zeros(len(page.columns.text_rows), np.bool_)
    links, numbers = page.cached(links_elsewhere), page.cached(page_numbers).view(np.uint8)
    return entry_texts_of(page.cached(row_sums), records, page.signature.path, *links, numbers)


def page_numbers(page: Page) -> BoolArray:
    """For each text row whether it stands among the numbers of the pages of a record, such as "(Page 2 3 … 15)" beside
    the title of a thread: links side by side that say numbers, and whose addresses go on behind that of the record. To
    be asked for with ``page.cached``."""
    columns, records = page.columns, page.cached(find_records)
    found = np.zeros(len(columns.text_rows), np.bool_)
    if not len(records):
        return found
    numbers = page_number_links(page.cached(row_sums), records, *page.cached(links_elsewhere))
    for (row, link), (other, _) in pairwise(numbers):
        around, end = int(columns.parent[row]), int(columns.end[other])
        whole = other < columns.end[around] and columns.subtree_chars[around] <= MAX_BESIDE
        if whole and not around < link < columns.end[around]:
            row, end = around, int(columns.end[around])
        first, last = columns.text_rows.searchsorted((row, end))
        if row == around or columns.chars[columns.text_rows[first:last]].max() <= MAX_DIGITS:
            found[first:last] = True
    return found

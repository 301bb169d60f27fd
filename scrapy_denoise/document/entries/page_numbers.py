"""The numbers of the pages of a record, such as "1 2 … 15 Last" beside the title of a thread."""

from __future__ import annotations

from collections import defaultdict

import numpy as np

from scrapy_denoise.document.entries.link_paths import links_elsewhere
from scrapy_denoise.document.entries.records import find_records
from scrapy_denoise.page import Page
from scrapy_denoise.page.columns.arrays import BoolArray

MAX_DIGITS = 5
"""Digits of the number of a page."""

MIN_NUMBERS = 2
"""Such links side by side that are the numbers of pages: one alone may be how many answers there are."""

MAX_BESIDE = 40
"""Characters beside them in their element, such as "Go to page:" and "Last", that are left out with them."""

MAX_LEVELS = 4
"""Elements around such a link that may hold nothing else."""


def page_numbers(page: Page) -> BoolArray:
    """For each text row whether it stands among the numbers of the pages of its record: links side by side that say
    numbers, and whose addresses go on behind that of the record. To be asked for with ``page.cached``."""
    columns, records = page.columns, page.cached(find_records)
    found = np.zeros(len(columns.text_rows), np.bool_)
    rows, urls = page.cached(links_elsewhere)
    if not len(records):
        return found
    short = (columns.subtree_chars[rows] <= MAX_DIGITS) & (columns.subtree_chars[rows] > 0) & records.holding(rows)
    places = short.nonzero()[0]
    groups: dict[int, list[int]] = defaultdict(list)
    for place, record in zip(places.tolist(), records.last_before(rows[places]).tolist(), strict=True):
        row = int(rows[place])
        own = records.urls[record]
        if row == records.links[record] or not urls[place].startswith(own.partition("#")[0]):
            continue
        if columns.text_of(row).strip().isdecimal():
            groups[_around(page, row)].append(row)
    for element, links in groups.items():
        if len(links) < MIN_NUMBERS:
            continue
        chars = int(columns.subtree_chars[element]) - sum(int(columns.subtree_chars[row]) for row in links)
        for row in [element] if chars <= MAX_BESIDE and _is_apart(page, element) else links:
            first, last = columns.text_rows.searchsorted((row, columns.end[row]))
            found[first:last] = True
    return found


def _around(page: Page, row: int) -> int:
    """The row of the lowest element that holds more than a link."""
    columns = page.columns
    chars = columns.subtree_chars[row]
    above = int(columns.parent[row])
    for _ in range(MAX_LEVELS):
        if columns.parent[above] < 0 or columns.subtree_chars[above] > chars:
            break
        above = int(columns.parent[above])
    return above


def _is_apart(page: Page, element: int) -> bool:
    """Whether an element lies in a record, and does not hold its link."""
    columns, records = page.columns, page.cached(find_records)
    record = int(records.last_before(np.array([element], np.intp))[0])
    if record < 0 or columns.end[element] > records.ends[record]:
        return False
    return not element <= records.links[record] < columns.end[element]

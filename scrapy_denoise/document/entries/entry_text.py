"""Which texts of a page's records are read: not the labels that each has, its buttons and its marks."""

from __future__ import annotations

import re
from itertools import pairwise

import numpy as np

from scrapy_denoise.document.entries.compiled import are_labels
from scrapy_denoise.document.entries.link_paths import MIN_RECORDS, links_elsewhere
from scrapy_denoise.document.entries.records import find_records
from scrapy_denoise.page import Columns, Page
from scrapy_denoise.page.columns import tags
from scrapy_denoise.page.columns.arrays import BoolArray, IndexArray

MAX_DIGITS, MAX_BESIDE = 5, 40
"""Digits of the number of a page, or characters of a mark between two; and those of an element with nothing else."""

MAX_MARK = 4
"""Characters of a mark, such as "] [" between two links."""

MAX_DAY, MAX_YEAR = 3, 4
"""Characters of the day and of the year beside a month."""

_MARKS = re.compile(r"[\s|·•/›»>…→–—,;()\[\]-]{1,4}")
_KEPT_MARKS = re.compile(r"\s{0,2}[,;]\s{0,2}")
"""What stands between the parts of a record, and of these what stays between two that are read."""

_BUTTONS = tags.flags("button select option")


def entry_texts(page: Page) -> BoolArray:
    """For each text row whether it is read as a part of a record. To be asked for with ``page.cached``.

    Out are what stands outside of all records, buttons, marks such as "|", the numbers of a record's pages, and labels:
    texts without figures at a place of a list where few are different, as the records of a list have their parts at the
    same paths, and those of links that most records have at one place (`are_labels`).
    """
    columns, records = page.columns, page.cached(find_records)
    rows = columns.text_rows
    found = np.zeros(len(rows), np.bool_)
    if not len(records):
        return found
    inside = records.holding(rows).nonzero()[0]
    lists = records.lists[records.last_before(rows[inside])]
    marks = marks_among(columns, inside)
    found[inside] = True
    found[list(marks)] = False
    sizes, elsewhere = np.bincount(records.lists), page.cached(links_elsewhere)
    labels = are_labels(columns, page.signature.path, rows[inside], lists, sizes, *elsewhere)
    found[inside[labels & ~_beside_values(page, rows[inside], labels)]] = False
    found &= ~(columns.in_subtrees(_BUTTONS[columns.tag].nonzero()[0])[rows] | page.cached(page_numbers))
    _take_out_marks(columns, found, marks)
    return found


def page_numbers(page: Page) -> BoolArray:
    """For each text row whether it stands among the numbers of the pages of a record, such as "(Page 2 3 … 15)" beside
    the title of a thread: links side by side that say numbers, and whose addresses go on behind that of the record. To
    be asked for with ``page.cached``."""
    columns, records = page.columns, page.cached(find_records)
    found = np.zeros(len(columns.text_rows), np.bool_)
    links, urls = page.cached(links_elsewhere)
    chars = columns.subtree_chars[links]
    short = ((chars > 0) & (chars <= MAX_DIGITS) & records.holding(links)).nonzero()[0]
    numbers = [
        (int(links[place]), int(records.links[record]))
        for place, record in zip(short.tolist(), records.last_before(links[short]).tolist(), strict=True)
        if links[place] != records.links[record]
        and urls[place].startswith(records.urls[record].partition("#")[0])
        and columns.text_of(int(links[place])).strip().isdecimal()
    ]
    for (row, link), (other, _) in pairwise(numbers):
        around, end = int(columns.parent[row]), int(columns.end[other])
        whole = other < columns.end[around] and columns.subtree_chars[around] <= MAX_BESIDE
        if whole and not around < link < columns.end[around]:
            row, end = around, int(columns.end[around])
        first, last = columns.text_rows.searchsorted((row, end))
        if row == around or columns.chars[columns.text_rows[first:last]].max() <= MAX_DIGITS:
            found[first:last] = True
    return found


def marks_among(columns: Columns, positions: IndexArray) -> dict[int, str]:
    """Those of some text rows, by their positions, that are marks such as "|" and nothing else."""
    short = positions[columns.chars[columns.text_rows[positions]] <= MAX_MARK]
    hashes = columns.text_hash[columns.text_rows[short]].tolist()
    texts: dict[int, str] = {}
    found = {}
    for position, key in zip(short.tolist(), hashes, strict=True):
        if key not in texts:
            texts[key] = columns.text_between(position, position + 1)
        if _MARKS.fullmatch(texts[key]):
            found[position] = texts[key]
    return found


def _take_out_marks(columns: Columns, found: BoolArray, marks: dict[int, str]) -> None:
    """Sets in `found`, where no mark is read yet, the brackets around texts that are read, and the commas between them.

    found: of each text row whether it is read.
    """
    before = np.append(0, np.cumsum(found)).tolist()
    blocks = columns.block[columns.text_rows]
    opened: list[int] = []
    read: list[int] = []
    for position, text in marks.items():
        if text.lstrip()[:1] in (")", "]") and opened:
            first = opened.pop()
            if before[position] > before[first]:
                read += (first, position)
        if text.rstrip()[-1:] in ("(", "["):
            opened.append(position)
        elif _KEPT_MARKS.fullmatch(text) and 0 < position < len(found) - 1:
            beside = found[position - 1] and found[position + 1]
            if beside and blocks[position - 1] == blocks[position + 1]:
                read.append(position)
    found[read] = True


def _beside_values(page: Page, rows: IndexArray, labels: BoolArray) -> BoolArray:
    """For each of some text rows whether it belongs to one that is no label, and is read with it.

    "Price" in "Price $30.00" says what this is: it stands in a line before the other, and is no link, or a part of the
    same one, as the name of a maker in that of a product. "June" in "12 June" stands behind the other, and both are no
    links, or parts of one. So does what has a colon behind it, and what stands behind that. A month is a part of a date
    whose day and year stand in elements of their own.
    """
    columns = page.columns
    found = np.zeros(len(rows), np.bool_)
    if len(rows) < MIN_RECORDS:
        return found
    linked = columns.linked[rows]
    links = columns.link.nonzero()[0]
    link = links.searchsorted(rows, side="right")
    same_line = columns.block[rows[1:]] == columns.block[rows[:-1]]
    apart = linked[:-1] & ~(linked[1:] & (link[1:] == link[:-1]))
    found[:-1] = same_line & ~labels[1:] & ~apart
    in_one = (linked[1:] == linked[:-1]) & ((linked[1:] == 0) | (link[1:] == link[:-1]))
    found[1:] |= same_line & ~labels[:-1] & in_one
    colons_first, colons_last = _have_colons(columns, rows)
    found[:-1] |= same_line & colons_first[1:]
    naming = labels & ~linked & colons_last
    value = ~linked[1:] & ~naming[1:]
    found[:-1] |= naming[:-1] & value
    found[1:] |= naming[:-1] & value
    figures, chars = columns.text_hash[rows] != columns.mask_hash[rows], columns.chars[rows]
    found[1:-1] |= (figures & (chars <= MAX_DAY))[:-2] & (figures & (chars == MAX_YEAR))[2:]
    return found


def _have_colons(columns: Columns, rows: IndexArray) -> tuple[BoolArray, BoolArray]:
    """For each of some text rows whether it begins with a colon, and whether it ends with one."""
    text = np.append(np.frombuffer(columns.text, np.uint8), 0)
    return text[columns.text_start[rows]] == ord(":"), text[np.maximum(columns.text_stop[rows] - 1, 0)] == ord(":")

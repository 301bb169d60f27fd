"""What names each record of a page's lists."""

from __future__ import annotations

import numpy as np

from scrapy_denoise.blocks.features.class_names import bit_of, name_families
from scrapy_denoise.document.entries.entry_text import entry_texts
from scrapy_denoise.document.entries.link_paths import HEADINGS, links_elsewhere
from scrapy_denoise.document.entries.list_weights import DISTINCT
from scrapy_denoise.document.entries.prices import without_prices
from scrapy_denoise.document.entries.records import Records, find_records
from scrapy_denoise.document.links.link_kinds import is_headline
from scrapy_denoise.page import Page
from scrapy_denoise.page.columns.arrays import BoolArray
from scrapy_denoise.page.text.match_key import match_key
from scrapy_denoise.page.text.whitespace import collapse_whitespace

MAX_ENTRIES = 1_000
"""Records of a page that are entries; those after are left out."""

MAX_ROWS = 1_000
"""Rows of a record that are read; what follows is left out of its entry."""

MAX_NAMES = 20
"""Headings, and elements that are called a title, among which that which names a record is looked for."""

MAX_TITLE = 300
"""Characters of a title."""

MAX_SAME = 10
"""Links of a record to its page among which one that names it is looked for."""

_TITLE = bit_of("title")


class TitleRows:
    """The elements that name the records of a page. To be asked for with ``page.cached``."""

    def __init__(self, page: Page) -> None:
        self.columns, self.records = page.columns, page.cached(find_records)
        self.read = page.cached(entry_texts)
        self.named = (page.cached(name_families) & _TITLE) > 0
        self.links = page.cached(links_elsewhere)
        self.says_same = _lists_of_same_texts(self.records)
        self._known: dict[int, int] = {}

    def text(self, number: int) -> str:
        """The text of what names a record, on one line; empty where nothing does."""
        row = self.of(number)
        if row < 0:
            return ""
        columns = self.columns
        return collapse_whitespace(
            columns.text_between(*np.searchsorted(columns.text_rows, (row, columns.end[row])).tolist())
        )

    def of(self, number: int) -> int:
        """The row of the element that names a record; -1 where none does.

        That is a heading with the link, the link where those of its list differ, another heading, an element that is
        called a title, or the first line of the link that reads as one.
        """
        if number not in self._known:
            self._known[number] = self._find(number)
        return self._known[number]

    def _find(self, number: int) -> int:
        columns, records = self.columns, self.records
        link, first = int(records.links[number]), int(records.firsts[number])
        end = min(int(records.ends[number]), first + MAX_ROWS)
        inside = np.arange(first, end)[columns.subtree_chars[first:end] > 0]
        headings = inside[HEADINGS[columns.tag[inside]]]
        same = self._to_same(number, first, end)
        with_link = [
            row
            for row in headings.tolist()
            if any(link <= row < columns.end[link] or row < link < columns.end[row] for link in same)
        ]
        named = inside[self.named[inside] & (columns.subtree_chars[inside] <= MAX_TITLE) & (columns.tag[inside] > 0)]
        own = [] if self.says_same[records.lists[number]] or not columns.subtree_chars[link] else [link]
        # Where a link says a number, such as that of the votes, another to the same page may name it.
        others = [row for row in same if row != link and self._is_line(row)]
        headings, named = headings[:MAX_NAMES], named[:MAX_NAMES]
        for row in (*with_link[:MAX_NAMES], *own, *others, *headings, *named, *map(self._first_line, own)):
            if (row != link or self._is_line(link)) and self._may_name(int(row)):
                return int(row)
        return link if own else -1

    def _to_same(self, number: int, first: int, end: int) -> list[int]:
        """The rows of the links of a record that lead where it does, and say something."""
        rows, urls = self.links
        start, stop = np.searchsorted(rows, (first, end))
        url = self.records.urls[number]
        found = [int(rows[place]) for place in range(start, stop) if urls[place] == url]
        return [row for row in found if self.columns.subtree_chars[row]][:MAX_SAME]

    def _may_name(self, row: int) -> bool:
        """Whether some of an element's text is read, and is no price and no number."""
        columns = self.columns
        begin, stop = np.searchsorted(columns.text_rows, (row, columns.end[row]))
        if not self.read[begin:stop].any():
            return False
        text = columns.text_between(int(begin), min(int(stop), int(begin) + MAX_TITLE))[:MAX_TITLE]
        return sum(map(str.isalpha, without_prices(text))) > 1

    def _is_line(self, link: int) -> bool:
        """Whether the text of a link is a single block, and reads as a title."""
        columns = self.columns
        begin, stop = np.searchsorted(columns.text_rows, (link, columns.end[link]))
        rows = columns.text_rows[begin:stop]
        return bool((columns.block[rows] == columns.block[rows[0]]).all()) and columns.subtree_chars[link] <= MAX_TITLE

    def _first_line(self, link: int) -> int:
        """The first text of a link that reads as a title, else its first."""
        columns = self.columns
        begin, stop = np.searchsorted(columns.text_rows, (link, columns.end[link]))
        rows = columns.text_rows[begin:stop]
        lines = (int(row) for row in rows if is_headline(columns.text_of(int(row)).lower()))
        return next(lines, int(rows[0]))


def entry_numbers(page: Page) -> list[int]:
    """For each of the first records of a page the number of the record that is its entry: itself, or another that has
    its title and leads where it does, of the list that weighs most and of these the first. To be asked for with
    ``page.cached``.

    Pages show some records twice: in two lists, or once for small screens and once for large ones.
    """
    records, titles = page.cached(find_records), page.cached(TitleRows)
    best: dict[tuple[str, str], int] = {}
    found = list(range(min(len(records), MAX_ENTRIES)))
    keys = [(url, match_key(titles.text(number))) for number, url in zip(found, records.urls, strict=False)]
    for number, key in enumerate(keys):
        other = best.setdefault(key, number)
        if records.weights[records.lists[number]] > records.weights[records.lists[other]]:
            best[key] = number
    return [best[key] if key[1] else number for number, key in zip(found, keys, strict=True)]


def _lists_of_same_texts(records: Records) -> BoolArray:
    """For each list whether its links say the same, such as "Read more", or nothing."""
    known: list[set[str]] = [set() for _ in records.weights]
    for text, number in zip(records.texts, records.lists.tolist(), strict=True):
        known[number].add(text)
    counts = np.bincount(records.lists, minlength=len(known))
    return np.array(list(map(len, known))) < DISTINCT * counts

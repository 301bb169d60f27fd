"""What names each record of a page's lists."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from itertools import islice, pairwise

import numpy as np

from scrapy_denoise.blocks.features.compiled import bit_of, name_families
from scrapy_denoise.blocks.features.url_features import is_list_address
from scrapy_denoise.document.entries.compiled import DISTINCT
from scrapy_denoise.document.entries.entry_text import entry_texts
from scrapy_denoise.document.entries.link_paths import HEADINGS, MIN_RECORDS, links_elsewhere, texts_of
from scrapy_denoise.document.entries.records import Records, find_records
from scrapy_denoise.document.links.link_kinds import is_headline
from scrapy_denoise.page import Columns, Page
from scrapy_denoise.page.columns.arrays import BoolArray
from scrapy_denoise.page.compiled import collapse_whitespace, match_key

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

MAX_LINES, MAX_FIGURES = 30, 0.25
"""Lines of a record that nothing names among which one in words is looked for, and share of figures in it: dates and
times have more."""

MIN_SAID = 40
"""Characters of a record before its link from which this names nothing where it leads to a tag, and those between its
heading and its link from which this, at the end of the record, says what to do."""

MAX_MARK = 3
"""Characters behind such a link at most: of an arrow or the like."""

_TITLE = bit_of("title")
_CODE = re.compile(r"(?![vV]\d{1,9}[.])(?=(?:[^\d\s]{0,20}\d){4})\S{0,20}?\d[\d./:-]*[\d)\]]|[#№]?\d+")
"""A number with four digits or more, also with what it is a number of before it, in one word; no version."""

_RUNNING = re.compile(r"[#№]?(\d{1,3})(?:\s?[.):–-])?\s+(?=\S)")
"""The running number of an entry before its title."""


class TitleRows:
    """The elements that name the records of a page. To be asked for with ``page.cached``."""

    def __init__(self, page: Page) -> None:
        columns, records = page.columns, page.cached(find_records)
        self._columns, self._records = columns, records
        rows, urls = page.cached(links_elsewhere)
        self._links: list[int] = rows.tolist()
        self._urls = urls
        # Asked for by the row, for a few rows of each record: views are read faster than arrays.
        self._end, self._chars = columns.end.data, columns.subtree_chars.data
        self._text_rows, self._block = columns.text_rows.data, columns.block.data
        self._texts_read = np.append(0, np.cumsum(page.cached(entry_texts))).data
        said = columns.subtree_chars > 0
        self._headings = (HEADINGS[columns.tag] & said).nonzero()[0].tolist()
        named = ((page.cached(name_families) & _TITLE) > 0) & said & (columns.subtree_chars <= MAX_TITLE)
        self._named = (named & (columns.tag > 0)).nonzero()[0].tolist()
        self._says_what_to_do = _lists_of_calls(columns, records, self._headings).tolist()
        texts = texts_of(columns, records.links)
        self._says_same = _lists_of_same_texts(texts, records).tolist()
        self._say_codes: list[bool] = _lists_of_codes(columns, texts, records).tolist()
        self._of: dict[int, int] = {}

    def text(self, number: int) -> str:
        """The text of what names a record, on one line; empty where nothing does."""
        row = self.title_row(number)
        if row < 0:
            return ""
        begin, stop = self._positions(row)
        return collapse_whitespace(self._columns.text_between(begin, stop))

    def title_row(self, number: int) -> int:
        """The row of the element that names a record; -1 where none does.

        That is a heading with the link, an element in the link that is called a title, the link where those of its list
        differ, another heading, another element that is called a title, or the first line of the link that reads as a
        title. A heading comes before a link in a sentence, and before one that says what to do at the
        end of the record, and a line before a link that is a number.
        """
        if number not in self._of:
            self._of[number] = self._find(number)
        return self._of[number]

    def is_beside_code(self, number: int) -> bool:
        """Whether the links of a record's list say codes or tags, so that other texts name its records."""
        return self._say_codes[int(self._records.lists[number])]

    def _find(self, number: int) -> int:
        records = self._records
        link, first = int(records.links[number]), int(records.firsts[number])
        unlike = not (self._says_same[records.lists[number]] or self.is_beside_code(number))
        own = bool(unlike and self._chars[link])
        for row in self._candidates(number, link, first, min(int(records.ends[number]), first + MAX_ROWS), own):
            if (row != link or self._is_line(link)) and self._may_name(row):
                return row
        return link if own else -1

    def _candidates(self, number: int, link: int, first: int, end: int, own: bool) -> Iterator[int]:
        """The rows that may name a record, the best first. own: whether its link may."""
        headings = _between(self._headings, first, end)
        same = self._to_same(number, first, end)
        with_link = (row for row in headings if any(self._is_around(row, one) for one in same))
        yield from islice(with_link, MAX_NAMES)
        if own and (self._says_what_to_do[self._records.lists[number]] or self._follows_text(link, first)):
            yield from headings[:MAX_NAMES]
        if own:
            yield from self._named_in(link)
            yield link
        # Where a link says a number, such as that of the votes, another to the same page may name it.
        yield from (row for row in same if row != link and self._is_line(row))
        yield from headings[:MAX_NAMES]
        yield from _between(self._named, first, end)[:MAX_NAMES]
        if own:
            yield self._first_line(link)

    def _named_in(self, link: int) -> Iterator[int]:
        """The elements in a link that are called a title, where it has other texts too."""
        for row in _between(self._named, link + 1, self._end[link])[:MAX_NAMES]:
            if self._chars[row] < self._chars[link]:
                yield row

    def _is_around(self, heading: int, link: int) -> bool:
        """Whether a heading stands in a link, or a link in a heading."""
        return link <= heading < self._end[link] or heading < link < self._end[heading]

    def _to_same(self, number: int, first: int, end: int) -> list[int]:
        """The rows of the links of a record that lead where it does, and say something."""
        start, stop = bisect_left(self._links, first), bisect_left(self._links, end)
        url = self._records.urls[number]
        found = (self._links[place] for place in range(start, stop) if self._urls[place] == url)
        return list(islice((row for row in found if self._chars[row]), MAX_SAME))

    def _positions(self, row: int) -> tuple[int, int]:
        """Where the texts of an element begin and end in ``columns.text_rows``."""
        return bisect_left(self._text_rows, row), bisect_left(self._text_rows, self._end[row])

    def _may_name(self, row: int) -> bool:
        """Whether some of an element's text is read, and is no number."""
        begin, stop = self._positions(row)
        if self._texts_read[stop] == self._texts_read[begin]:
            return False
        text = self._columns.text_between(begin, min(stop, begin + MAX_TITLE))[:MAX_TITLE]
        return len(list(islice(filter(str.isalpha, text), 2))) > 1

    def _is_line(self, link: int) -> bool:
        """Whether the text of a link is a single block, and reads as a title."""
        begin, stop = self._positions(link)
        blocks = (self._block[row] for row in self._text_rows[begin:stop])
        first = next(blocks)
        return self._chars[link] <= MAX_TITLE and all(block == first for block in blocks)

    def _follows_text(self, link: int, first: int) -> bool:
        """Whether a link stands in a line of its record behind other text, as in a sentence."""
        begin, _ = self._positions(link)
        row, before = self._text_rows[begin], self._text_rows[begin - 1] if begin else -1
        return before >= first and self._block[before] == self._block[row]

    def _first_line(self, link: int) -> int:
        """The first text of a link that reads as a title, else its first."""
        begin, stop = self._positions(link)
        positions = range(begin, stop)
        lines = (at for at in positions if is_headline(self._columns.text_between(at, at + 1).lower()))
        return self._text_rows[next(lines, begin)]


def first_title(lines: list[str]) -> int:
    """The number of the first of some lines that is in words, else 0.

    >>> first_title(["12 May, 19:30", "The boats of the old harbour", "Town hall"]), first_title(["19:30", "12:15"])
    (1, 0)
    """
    return next((place for place, line in enumerate(lines[:MAX_LINES]) if _is_in_words(line)), 0)


def without_label(titles: list[str]) -> list[str]:
    """Some titles, without the label that each begins with.

    >>> without_label(["Title: On sorting", "Title: On graphs"])
    ['On sorting', 'On graphs']
    """
    labels = {title.partition(": ")[0] if ": " in title else "" for title in titles}
    label = f"{labels.pop()}: " if len(labels) == 1 and len(titles) > 1 else ""
    return [title.removeprefix(label) for title in titles] if label.strip(": ") else titles


def without_numbers(titles: list[str]) -> list[str]:
    """The titles of a list without the numbers with which they begin, where these count the entries.

    >>> without_numbers(["1. On sorting", "2. On graphs", "3. On trees"])
    ['On sorting', 'On graphs', 'On trees']
    >>> without_numbers(["7 boats", "9 mills", "1 ox"])
    ['7 boats', '9 mills', '1 ox']
    """
    found = [_RUNNING.match(title) for title in titles]
    numbers = [int(match[1]) for match in found if match]
    if len(titles) < MIN_RECORDS or len(numbers) < len(titles):
        return titles
    steps = {after - before for before, after in pairwise(numbers)}
    return [_RUNNING.sub("", title) for title in titles] if steps in ({1}, {-1}) else titles


def _is_in_words(line: str) -> bool:
    line = line[:MAX_TITLE]
    return sum(map(str.isdigit, line)) < MAX_FIGURES * sum(map(str.isalnum, line))


def _between(rows: list[int], first: int, end: int) -> list[int]:
    """Those of some rows in order that stand between two."""
    return rows[bisect_left(rows, first) : bisect_left(rows, end)]


def entry_numbers(page: Page) -> list[int]:
    """For each of the first records of a page the number of the record that is its entry: itself, or another that has
    its title and leads where it does, of the list that weighs most and of these the first. To be asked for with
    ``page.cached``.

    Pages show some records twice: in two lists, or once for small screens and once for large ones.
    """
    records = page.cached(find_records)
    found = list(range(min(len(records), MAX_ENTRIES)))
    times = Counter(records.urls[:MAX_ENTRIES])
    # Most records alone lead where they do: their titles need not be read.
    keys = {
        number: (url, match_key(page.cached(TitleRows).text(number)))
        for number, url in zip(found, records.urls, strict=False)
        if times[url] > 1
    }
    best: dict[tuple[str, str], int] = {}
    for number, key in keys.items():
        other = best.setdefault(key, number)
        if records.weights[records.lists[number]] > records.weights[records.lists[other]]:
            best[key] = number
    for number, key in keys.items():
        if key[1]:
            found[number] = best[key]
    return found


def _lists_of_codes(columns: Columns, texts: list[str], records: Records) -> BoolArray:
    """For each list whether most of its links say a code, such as the number of a paper or of an article, or lead to a
    tag behind the text of their records."""
    chars = np.append(0, np.cumsum(columns.chars, dtype=np.int64))
    behind = (chars[records.links] - chars[records.firsts] >= MIN_SAID).tolist()
    codes = [
        _CODE.fullmatch(text) is not None or (is_behind and is_list_address(url))
        for text, url, is_behind in zip(texts, records.urls, behind, strict=True)
    ]
    return _lists_of(records, np.array(codes))


def _lists_of_calls(columns: Columns, records: Records, headings: list[int]) -> BoolArray:
    """For each list whether most of its records begin with a heading, have some text below it and end with their link,
    as cards do whose link says what to do: "See the workflow". headings: the rows of all that say something."""
    if not headings:
        return np.zeros(len(records.weights), np.bool_)
    rows, links = np.array(headings), records.links
    heading = rows[np.minimum(rows.searchsorted(records.firsts), len(rows) - 1)]
    chars = np.append(0, np.cumsum(columns.chars, dtype=np.int64))
    said = chars[links] - chars[np.minimum(columns.end[heading], links)]
    behind = chars[records.ends] - chars[columns.end[links]]
    within = (heading >= records.firsts) & (columns.end[heading] <= links)
    return _lists_of(records, within & (said >= MIN_SAID) & (behind <= MAX_MARK))


def _lists_of(records: Records, are: BoolArray) -> BoolArray:
    """For each list whether most of its records are of a kind. are: of each record."""
    n = len(records.weights)
    found: BoolArray = np.bincount(records.lists, are, n) >= DISTINCT * np.bincount(records.lists, minlength=n)
    return found


def _lists_of_same_texts(texts: list[str], records: Records) -> BoolArray:
    """For each list whether its links say the same, such as "Read more", or nothing."""
    known: list[set[str]] = [set() for _ in records.weights]
    for text, number in zip(texts, records.lists.tolist(), strict=True):
        known[number].add(text)
    counts = np.bincount(records.lists, minlength=len(known))
    return np.array(list(map(len, known))) < DISTINCT * counts

"""The lines of a page as they are read for a product: their texts, and what the names of the elements around tell."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

import numpy as np

from scrapy_denoise.page import Page
from scrapy_denoise.page.columns import tags
from scrapy_denoise.page.compiled import match_key

MAX_LINES = 5_000
"""Lines of a page that are read, and texts before its first ``h1``."""

MAX_LINE, MAX_FIRST = 80, 30
"""Characters of a line that is read, and of the first text of a longer one."""

MIN_TITLE = 5
"""Letters and digits of a line that can be the title of a page."""

LEVELS, NEAREST = 5, 2
"""Elements around a text whose names are read, and of which it is read whether it is a former price or the one that is
asked now."""

MAX_NAMES = 300
"""Bytes of the class and the id of an element that are read."""

_STRUCK = tags.flags("del s strike")
_BESIDE = tags.flags("aside footer nav header")
_TITLES = tags.flags("h1 h2")
_CHOICES = tags.flags("select option")
_CENTS = re.compile(r"[.,]\d\d\Z")
_OF_NEAREST = frozenset(("not_former_name", "now_name"))

_PRICE = "pri[cs]e|preis|cena|precio"
_FORMER = "old|was|before|former|regular|original|strike|crossed|rrp|msrp|compare|uvp"
_NOW = "sale|special|final|current|now|actual|new|main|selling"
_NAMES = {
    "price": f"{_PRICE}|prix|prezzo|preco|cijena|hinta|pret\\b|amount",
    "not_former_name": (
        f"(?:{_FORMER}|list)[-_]?(?:{_PRICE})|(?:{_PRICE})[-_]{{0,2}}(?:{_FORMER})"
        "|(?<![a-z])(?:old|was|striked?|crossed|uvp|rrp)(?![a-z])"
    ),
    "now_name": (
        f"(?:{_NOW}|our|product|offer|deal|best|buy_?box)[-_]{{0,2}}(?:{_PRICE})"
        f"|(?:{_PRICE})[-_]{{0,2}}(?:{_NOW}|big|large|value)"
    ),
    "not_card_name": (
        "card|tile|carousel|slider|slick|swiper|related|recommend|similar|upsell|cross-?sell|grid-?(?:item|cell)"
        "|products?-?grid|thumb|widget|recent|bundle|accessor|sponsor|sims|teaser|also"
    ),
    "not_part_name": (
        "install?ment|monthly|financ|shipping|delivery|saving|discount|save|unit-?pri|per-?unit|basepri|grundpreis"
        "|cuota|parcela|leasing|loyalty|points|cart|basket|warranty|insur|filter|coupon|used"
    ),
}
"""What the names (class, id) of elements around an amount tell of it."""

_PATTERNS = [(name, re.compile(words.encode(), re.IGNORECASE)) for name, words in _NAMES.items()]


@lru_cache(maxsize=4096)
def _told_by(names: bytes) -> tuple[str, ...]:
    """What the class and the id of an element tell; the pages of a site have the same ones."""
    return tuple(name for name, pattern in _PATTERNS if pattern.search(names))


class Lines:
    """The lines of a page. A line is the text of one block; what a menu of choices offers is none.

    texts: the text of each text row; empty for a long one. rows: their rows. first, last: where the texts of each line
    begin and end. title: the number of the line with the title of the page. outside, struck: for each row of the page
    whether it stands beside its content, and whether it is struck through.
    """

    def __init__(self, page: Page) -> None:
        self.page, self.columns = page, page.columns
        columns = self.columns
        rows = columns.text_rows
        if (choices := np.flatnonzero(_CHOICES[columns.tag])).size:
            rows = rows[~columns.in_subtrees(choices)[rows]]
        heading = int(np.searchsorted(rows, max(columns.first_heading, 0)))
        rows = rows[max(heading - MAX_LINES, 0) :][: 3 * MAX_LINES]
        cuts = np.flatnonzero(np.diff(columns.block[rows])) + 1
        self.first: list[int] = [0, *cuts.tolist()][: MAX_LINES if len(rows) else 0]
        self.last: list[int] = [*cuts.tolist(), len(rows)][:MAX_LINES]
        self.rows: list[int] = rows.tolist()
        self._starts, self._stops = columns.text_start[rows].tolist(), columns.text_stop[rows].tolist()
        self.texts = [
            columns.text[start:stop].decode("utf-8", "replace") if stop - start <= 4 * MAX_LINE else ""
            for start, stop in zip(self._starts, self._stops, strict=True)
        ]
        self.outside = columns.in_subtrees(np.flatnonzero(_BESIDE[columns.tag]))
        self.struck = columns.in_subtrees(np.flatnonzero(_STRUCK[columns.tag]))
        self.title = self._title()
        self._parents, self._class_ids = columns.parent.data, columns.class_id.data
        self._names = columns.class_id_values.split(b"\0")
        self._told: dict[int, tuple[str, ...]] = {}

    def __len__(self) -> int:
        return len(self.first)

    def row(self, number: int) -> int:
        """The row of the first text of a line."""
        return self.rows[self.first[number]]

    def text(self, number: int) -> str:
        """The text of a line; of one above MAX_LINE the first text, if that is short, such as a price with the terms of
        its delivery behind it. Two digits in an element of their own right behind others are cents: "$549" and a raised
        "00" are "$549.00"."""
        first, last = self.first[number], self.last[number]
        if last > first + 1 and self._stops[last - 1] - self._starts[first] <= 4 * MAX_LINE:
            whole = "".join(self._parts(number))
            if len(whole) <= MAX_LINE:
                return whole
        most = MAX_LINE if last == first + 1 else MAX_FIRST
        return found if len(found := self.texts[first]) <= most else ""

    def row_at(self, number: int, offset: int) -> int:
        """The row of the text at a character of a line."""
        first = self.first[number]
        for place, part in enumerate(self._parts(number) if self.last[number] > first + 1 else ()):
            offset -= len(part)
            if offset < 0:
                return self.rows[first + place]
        return self.rows[first]

    def _parts(self, number: int) -> Iterator[str]:
        """The texts of a line, each with what stands before it."""
        before = ""
        for place in range(self.first[number], self.last[number]):
            text = self.texts[place]
            if place > self.first[number]:
                gap = self._starts[place] - self._stops[place - 1]
                cents = not gap and len(text) == 2 and text.isdecimal() and before[-1:].isdecimal()
                text = "." + text if cents and not _CENTS.search(before) else " " * bool(gap) + text
            before = text
            yield text

    def _title(self) -> int:
        """The line of the title of the page: the longest that begins with its words, or of which they are the first, a
        heading before others; else that of the first ``h1``."""
        title = match_key(self.page.titles.headline)
        headings = self.columns.in_subtrees(np.flatnonzero(_TITLES[self.columns.tag]))
        found, best = 0, (0, False)
        for number, first in enumerate(self.first if title else ()):
            key = match_key(self.texts[first])
            if len(key) >= max(best[0], MIN_TITLE) and (title.startswith(key) or key.startswith(title)):
                rank = min(len(key), len(title)), bool(headings[self.rows[first]])
                if rank > best:
                    found, best = number, rank
        if best[0]:
            return found
        at = int(np.searchsorted(self.rows, max(self.columns.first_heading, 0)))
        return max(int(np.searchsorted(self.first, at, "right")) - 1, 0)

    def names_around(self, row: int, levels: int = LEVELS) -> set[str]:
        """What the names of the elements around a row tell."""
        found: set[str] = set()
        for level in range(levels):
            row = self._parents[row]
            if row < 0:
                break
            number = self._class_ids[row]
            if not number:
                continue
            if number not in self._told:
                self._told[number] = _told_by(b" ".join(self._names[2 * number - 2 : 2 * number])[:MAX_NAMES])
            told = self._told[number]
            found.update(told if level < NEAREST else (name for name in told if name not in _OF_NEAREST))
        return found

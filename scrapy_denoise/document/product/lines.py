"""The lines of a page as they are read for a product: their texts, and what the names of the elements around tell."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from functools import lru_cache

import numpy as np

from scrapy_denoise.document.product.amounts import OTHER_FIGURES, ascii_figures
from scrapy_denoise.document.product.currencies import country_of, may_have_price
from scrapy_denoise.page import Page
from scrapy_denoise.page.columns import tags
from scrapy_denoise.page.columns.arrays import IndexArray
from scrapy_denoise.page.compiled import collapse_whitespace, match_key, match_keys

ABOVE, BELOW = 300, 500
"""Lines of a page that are read above its title and below it."""

MAX_LINES, MAX_TITLE = 5_000, 300
"""Lines of which one can be the title of a page, and bytes of one that are compared."""

MAX_LINE, MAX_FIRST = 80, 30
"""Characters of a line that is read, and of the first text of a longer one."""

MAX_PARTS = 10
"""Texts of the line of the title of a page that are read."""

MAX_SEARCHED = 8 * MAX_LINE
"""Bytes of a line that are searched for a currency."""

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
_ENDED = re.compile(r"(?:[^\W\d_]\.?|[.,]\d\d|\d\s?[$€£¥₹₽])\Z")
"""What a text ends with behind which a number in the next element is another one, without a space too."""

_OTHER_FIGURES = sorted({letter.encode()[:-1] for letter in "٠٩۰۹０９"})
_OF_NEAREST = frozenset(("not_former_name", "now_name"))

_PRICE = "pri[cs]e|prc|preis|cena|precio"
_FORMER = (
    "old|was|before|former|regular|orig(?:in(?:al)?)?|org|standard|prev(?:ious)?|strike|crossed|rrp|msrp|compare|uvp"
)
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
    "brand_name": "brand(?!ed)|manufacturer|vendor|hersteller|marque|(?<![a-z])marca(?![a-z])",
    "not_card_name": (
        "card|tile|carousel|slider|slick|swiper|related|recommend|similar|upsell|cross-?sell|grid-?(?:item|cell)"
        "|products?-?grid|thumb|widget|recent|bundle|accessor|sponsor|sims|teaser|also"
    ),
    "not_part_name": (
        "install?ment|monthly|financ|shipping|delivery|saving|discount|save|unit-?pri|per-?unit|basepri|grundpreis"
        "|measure|cuota|parcela|leasing|loyalty|points|mini-?cart|cart-(?:total|sub|count)|wallet|warranty|insur|filter|coupon|used"
    ),
}
"""What the names (class, id) of elements around an amount tell of it."""

_PATTERNS = [(name, re.compile(words.encode(), re.IGNORECASE)) for name, words in _NAMES.items()]


@lru_cache(maxsize=4096)
def _told_by(names: bytes) -> tuple[frozenset[str], frozenset[str]]:
    """What the class and the id of an element tell of an amount near it, and of one further within; the pages of a site
    have the same ones."""
    found = frozenset(name for name, pattern in _PATTERNS if pattern.search(names))
    return found, found - _OF_NEAREST


class Lines:
    """The lines of a page. A line is the text of one block; what a menu of choices offers is none.

    keys: the letters and digits of each text row (`text_at`). rows: their rows. first, last: where the texts of each
    line begin and end. with_figures: the lines that have a digit. title: the number of the line with the title of the
    page. shown_title: its text; empty where it has not the words of one. outside, struck: for each row of the page
    whether it stands beside its content, and whether it is struck through. country: of the page (`country_of`).
    """

    def __init__(self, page: Page, name: str) -> None:
        self.page, self.columns, self.country = page, page.columns, page.cached(country_of)
        columns = self.columns
        rows = columns.text_rows
        if (choices := np.flatnonzero(_CHOICES[columns.tag])).size:
            rows = rows[~columns.in_subtrees(choices)[rows]]
        first = np.flatnonzero(np.diff(columns.block[rows], prepend=-1))
        titles = [key for key in (match_key(name), match_key(page.titles.element)) if key]
        title, is_titled = self._title(rows, first, titles)
        begin = max(title - ABOVE, 0)
        cuts = np.append(first, len(rows))[begin : title + BELOW + 1]
        rows, first = rows[cuts[0] : cuts[-1]], cuts[:-1] - cuts[0]
        self.title = title - begin
        self.first: list[int] = first.tolist()
        self.last: list[int] = [*self.first[1:], len(rows)][: len(first)]
        self.rows: list[int] = rows.tolist()
        starts, stops = columns.text_start[rows], columns.text_stop[rows]
        self._starts, self._stops = starts.tolist(), stops.tolist()
        self._texts: dict[int, str] = {}
        self.shown_title = self._title_text(titles) if is_titled else ""
        self.keys = match_keys(columns.text, self._starts, self._stops, 4 * MAX_LINE)
        figures = columns.mask_hash[rows] != columns.text_hash[rows]
        beyond = np.flatnonzero(stops - starts != columns.chars[rows]).tolist() if self._has_other_figures() else ()
        for place in [place for place in beyond if OTHER_FIGURES.search(self.text_at(place))]:
            self._texts[place] = ascii_figures(self._texts[place])
            self.keys[place] = match_key(self._texts[place])
            figures[place] = True
        some = np.logical_or.reduceat(figures, first) if len(first) else figures
        self.with_figures: list[int] = np.flatnonzero(some).tolist()
        cents = (stops - starts == 2)[1:] & (starts[1:] == stops[:-1]) & figures[1:] & figures[:-1]
        self._cents = frozenset((np.flatnonzero(cents) + 1).tolist())
        self.outside = columns.in_subtrees(np.flatnonzero(_BESIDE[columns.tag]))
        self.struck = columns.in_subtrees(np.flatnonzero(_STRUCK[columns.tag]))
        self._parents, self._class_ids = columns.parent.data, columns.class_id.data
        self._names = columns.class_ids
        self._told: dict[int, tuple[frozenset[str], frozenset[str]]] = {}
        self._around: dict[tuple[int, int], frozenset[str]] = {}

    def _has_other_figures(self) -> bool:
        """Whether the page may have figures of other scripts: it has a byte with which one begins."""
        return any(first in self.columns.text for first in _OTHER_FIGURES)

    def __len__(self) -> int:
        return len(self.first)

    def row(self, number: int) -> int:
        """The row of the first text of a line."""
        return self.rows[self.first[number]]

    def text_at(self, place: int) -> str:
        """The text of a text row, empty for a long one. What is a digit or the mark of a number in other scripts is one
        of ASCII."""
        if (found := self._texts.get(place)) is None:
            start, stop = self._starts[place], self._stops[place]
            found = self.columns.text[start:stop].decode("utf-8", "replace") if stop - start <= 4 * MAX_LINE else ""
            self._texts[place] = found
        return found

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
        return found if len(found := self.text_at(first)) <= most else ""

    def key(self, number: int) -> str:
        """The letters and digits of a line."""
        first, last = self.first[number], self.last[number]
        return self.keys[first] if last == first + 1 else "".join(self.keys[first:last])

    def known(self, keys: Mapping[str, str]) -> list[tuple[int, int, str]]:
        """The texts, and the lines of several texts, whose letters and digits are a key of `keys`: each with the number
        of its line, its row, and the value of the key, in their order."""
        texts = [(place, keys[key]) for place, key in enumerate(self.keys) if key in keys]
        found = [(self.number_at(place), self.rows[place], value) for place, value in texts]
        several = [number for number, first in enumerate(self.first) if self.last[number] > first + 1]
        found += [(number, self.row(number), keys[key]) for number in several if (key := self.key(number)) in keys]
        return sorted(found)

    def may_have_price(self, number: int) -> bool:
        """Whether a line has some sign or code of a currency."""
        start, stop = self._starts[self.first[number]], self._stops[self.last[number] - 1]
        return may_have_price(self.columns.text[start : min(stop, start + MAX_SEARCHED)], self.country)

    def number_at(self, place: int) -> int:
        """The number of the line of a text."""
        return bisect_right(self.first, place) - 1

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
            text = self.text_at(place)
            if place > self.first[number]:
                cents = place in self._cents and text.isdecimal() and before[-1:].isdecimal()
                gap = self._starts[place] > self._stops[place - 1] or (_ENDED.search(before) and text[:1].isdecimal())
                text = "." + text if cents and not _CENTS.search(before) else " " * bool(gap) + text
            before = text
            yield text

    def _title(self, rows: IndexArray, first: IndexArray, titles: list[str]) -> tuple[int, bool]:
        """The line of the title of the page, and whether it has the words of one: the longest that begins with those of
        one of some titles, or of which they are the first, a heading before others; or a heading that is a part of one.
        Else that of the first ``h1``.

        rows: the text rows. first: where the texts of each line begin among them. titles: the name that the page states
        and the text of its ``title`` element, by their letters and digits.
        """
        columns = self.columns
        heads = rows[first]
        headings = columns.in_subtrees(np.flatnonzero(_TITLES[columns.tag]))[heads]
        h1 = max(columns.first_heading, 0)
        found = max(int(np.searchsorted(first, np.searchsorted(rows, h1), "right")) - 1, 0)
        longest = 0
        for are_headings in (True, False) if titles else ():
            numbers = np.flatnonzero(headings == are_headings)[:MAX_LINES]
            starts = columns.text_start[heads[numbers]]
            stops = np.minimum(columns.text_stop[heads[numbers]], starts + MAX_TITLE)
            keys = match_keys(columns.text, starts.tolist(), stops.tolist(), MAX_TITLE)
            for place, key in enumerate(keys):
                if len(key) <= max(longest, MIN_TITLE - 1):
                    continue
                for title in titles:
                    length = min(len(key), len(title))
                    if length > longest and (
                        title.startswith(key) or key.startswith(title) or (are_headings and key in title)
                    ):
                        found, longest = int(numbers[place]), length
            if longest == len(titles[0]):
                break
        return found, longest > 0

    def _title_text(self, titles: list[str]) -> str:
        """The text of the line of the title: of several texts the first ones that together are a part of a title."""
        first = self.first[self.title]
        text = ""
        for last in range(min(self.last[self.title], first + MAX_PARTS), first, -1):
            text = self.columns.text[self._starts[first] : self._stops[last - 1]].decode("utf-8", "replace")
            if any(match_key(text) in title for title in titles):
                break
        return collapse_whitespace(text[:MAX_TITLE])

    def names_around(self, row: int, levels: int = LEVELS) -> frozenset[str]:
        """What the names of the elements around a row tell."""
        row = self._parents[row]
        if (found := self._around.get((row, levels))) is None:
            found = self._around[row, levels] = self._names_from(row, levels)
        return found

    def _names_from(self, row: int, levels: int) -> frozenset[str]:
        """What the names of some elements tell, from the one of a row on outwards."""
        found = frozenset[str]()
        parents, numbers = self._parents, self._class_ids
        for level in range(levels):
            if row < 0:
                break
            if number := numbers[row]:
                if (told := self._told.get(number)) is None:
                    names = b" ".join(self._names[2 * number - 2 : 2 * number])
                    told = self._told[number] = _told_by(names[:MAX_NAMES])
                if own := told[level >= NEAREST]:
                    found |= own
            row = parents[row]
        return found

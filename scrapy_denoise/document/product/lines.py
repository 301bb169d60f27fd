"""The lines of a page as they are read for a product: their texts, and what the names of the elements around tell."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from html import unescape
from itertools import accumulate

from scrapy_denoise.document.compiled import LineRows
from scrapy_denoise.document.product.amounts import OTHER_FIGURES, ascii_figures
from scrapy_denoise.document.product.currencies import country_of
from scrapy_denoise.page import Page
from scrapy_denoise.page.compiled import collapse_whitespace, match_key

ABOVE, BELOW = 300, 500
"""Lines of a page that are read above its title and below it."""

MAX_LINES, MAX_TITLE = 5_000, 300
"""Lines of which one can be the title of a page, and characters of it."""

MAX_LINE, MAX_FIRST = 80, 30
"""Characters of a line that is read, and of the first text of a longer one."""

MAX_NAME = 30
"""Letters and digits of the name of a product that are in the ``title`` element of its page."""

LONGER = 2
"""How many times as many letters of a title as a heading a line has to have that is the title instead."""

MAX_PARTS = 10
"""Texts of the line of the title of a page that are read."""

MIN_TITLE = 5
"""Letters and digits of a line that can be the title of a page."""

LEVELS, NEAREST = 5, 2
"""Elements around a text whose names are read, and of which it is read whether it is a former price or the one that is
asked now."""

_TAG = re.compile(r"<[^<>]{1,100}>")
_WORD = re.compile(r"[^\W_]+")
_CENTS = re.compile(r"[.,]\d\d\Z")
_ENDED = re.compile(r"(?:[^\W\d_]\.?|[.,]\d\d|\d\s?[$€£¥₹₽])\Z")
"""What a text ends with behind which a number in the next element is another one, without a space too."""

_OTHER_FIGURES = sorted({letter.encode()[:-1] for letter in "٠٩۰۹０９"})

_PRICE = "pri[cs]e|prc|preis|cena|precio"
_FORMER = (
    "old|was|before|former|regular|orig(?:in(?:al)?)?|org|standard|prev(?:ious)?|strike|crossed|rrp|msrp|compare|uvp"
)
_NOW = "sale|special|final|current|now|actual|new|main|selling"
_NAMES = {
    "price": f"{_PRICE}|prix|prezzo|preco|cijena|hinta|pret\\b|amount",
    "not_former_name": (
        f"(?:{_FORMER}|list)[-_]?(?:{_PRICE})|(?:{_PRICE})[-_]{{0,2}}(?:{_FORMER})"
        "|(?<![a-z])(?:old|was|striked?|strike[-_]?thr(?:ough|u)|line[-_]through|crossed|uvp|rrp)(?![a-z])"
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

_PATTERNS = [(1 << bit, re.compile(words.encode(), re.IGNORECASE)) for bit, words in enumerate(_NAMES.values())]
_SETS = [frozenset(name for bit, name in enumerate(_NAMES) if bits >> bit & 1) for bits in range(1 << len(_NAMES))]
_BITS = {name: 1 << bit for bit, name in enumerate(_NAMES)}
_OUTER = len(_SETS) - 1 - _BITS["not_former_name"] - _BITS["now_name"]


@lru_cache(maxsize=4096)
def _told_by(names: bytes) -> int:
    """What the class and the id of an element tell of an amount near it, a bit for each of `_NAMES`: the pages of a
    site have the same ones."""
    return sum(bit for bit, pattern in _PATTERNS if pattern.search(names))


def _word_ends(text: str) -> frozenset[int]:
    """Behind how many of its letters and digits the words of a text end."""
    return frozenset(accumulate(len(match_key(word)) for word in _WORD.findall(text)))


def _has_words(title: str, ends: frozenset[int], key: str, within: bool) -> bool:
    """Whether a title has some words, in scripts with spaces whole ones: "SV 73s" is no part of "SV 73 Strings".

    ends: of its words. within: not only as the first.
    """
    place = title.find(key)
    stop = place + len(key)
    return (place == 0 or (within and place > 0 and (place in ends or not key[0].isascii()))) and (
        stop in ends or not key[-1].isascii()
    )


class Lines(LineRows):
    """The lines of a page. A line is the text of one block; what a menu of choices offers is none.

    title: the number of the line with the title of the page. shown_title: its text; empty where it has not the words of
    one. country: of the page (`country_of`).
    """

    def __init__(self, page: Page, name: str) -> None:
        super().__init__(page.columns, _told_by, _OUTER, _BITS["price"], LEVELS, NEAREST)
        self.page, self.columns, self.country = page, page.columns, page.cached(country_of)
        name, whole = _TAG.sub("", unescape(name)), match_key(page.titles.element)
        texts = (
            name if match_key(name)[:MAX_NAME] in whole else "",
            page.titles.element,
        )  # else of one of many products
        titles = {key: _word_ends(text) for text in texts if (key := match_key(text))}
        title, is_titled = self._title(titles)
        self.cut(title, ABOVE, BELOW)
        if any(first in page.columns.text for first in _OTHER_FIGURES):
            for place in self.wide():
                if OTHER_FIGURES.search(text := self.text_at(place)):
                    self.put(place, ascii_figures(text))
        self._known: tuple[int, list[str]] = -1, []
        self.shown_title = self._title_text(titles) if is_titled else ""

    def text(self, number: int) -> str:
        """The text of a line; of one above MAX_LINE the first text, if that is short, such as a price with the terms of
        its delivery behind it. Two digits in an element of their own right behind others are cents: "$549" and a raised
        "00" are "$549.00"."""
        first, last = self.first(number), self.last(number)
        if last > first + 1 and self.size(number) <= 4 * MAX_LINE:
            whole = "".join(self._parts(number))
            if len(whole) <= MAX_LINE:
                return whole
        most = MAX_LINE if last == first + 1 else MAX_FIRST
        return found if len(found := self.text_at(first)) <= most else ""

    def key(self, number: int) -> str:
        """The letters and digits of a line."""
        return "".join(map(self.key_at, range(self.first(number), self.last(number))))

    def row_at(self, number: int, offset: int) -> int:
        """The row of the text at a character of a line."""
        first = self.first(number)
        for place, part in enumerate(self._parts(number)):
            offset -= len(part)
            if offset < 0:
                return self.row_of(first + place)
        return self.row_of(first)

    def _parts(self, number: int) -> list[str]:
        """The texts of a line, each with what stands before it; those of one line are known at a time."""
        if self._known[0] == number:
            return self._known[1]
        found: list[str] = []
        first, before = self.first(number), ""
        for place in range(first, self.last(number)):
            text = self.text_at(place)
            if place > first:
                cents = text.isdecimal() and before[-1:].isdecimal() and self.may_be_cents(place)
                gap = self.is_apart(place) or (_ENDED.search(before) and text[:1].isdecimal())
                text = "." + text if cents and not _CENTS.search(before) else " " * bool(gap) + text
            before = text
            found.append(text)
        self._known = number, found
        return found

    def _title(self, titles: dict[str, frozenset[int]]) -> tuple[int, bool]:
        """The line of the title of the page, and whether it has the words of one: the longest that begins with those of
        one of some titles, or of which they are the first, a heading before others; or a heading that is a part of one.
        Else that of the first ``h1``.

        titles: the name that the page states and the text of its ``title`` element, by their letters and digits, each
        with the ends of its words.
        """
        h1 = self.place_before(max(self.columns.first_heading, 0))
        found, longest = max(self.number_at(max(h1 + 1, 0)), 0), 0
        for are_headings in (True, False) if titles else ():
            longest *= 1 if are_headings else LONGER
            for number, key in self.beginnings(are_headings, list(titles), MAX_LINES):
                if len(key) <= max(longest, MIN_TITLE - 1):
                    continue
                for title, ends in titles.items():
                    length = min(len(key), len(title))
                    if length > longest and (key.startswith(title) or _has_words(title, ends, key, are_headings)):
                        found, longest = number, length
        return found, longest > 0

    def _title_text(self, titles: Iterable[str]) -> str:
        """The text of the line of the title: of several texts the first ones that together are a part of a title."""
        first, text = self.first(self.title), ""
        for last in range(min(self.last(self.title), first + MAX_PARTS) - 1, first - 1, -1):
            text = self.text_from(first, last)
            if any(match_key(text) in title for title in titles):
                break
        return collapse_whitespace(text[:MAX_TITLE])

    def names_around(self, row: int, levels: int = LEVELS) -> frozenset[str]:
        """What the names of the elements around a row tell."""
        return _SETS[self.names_at(row, levels)]

"""Finds dates within a line, and the month that a word names."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable
from functools import cache, lru_cache
from itertools import chain
from typing import TypeVar
from unicodedata import combining, normalize

import attrs

from scrapy_denoise.blocks.lexicon import sections
from scrapy_denoise.blocks.lexicon.word_lists import MONTHS
from scrapy_denoise.blocks.regions.bylines import (
    DASHED_DATE,
    DATE,
    DOTTED_DATE,
    HAN_DATE,
    ISO_DATE,
    SHORT_DATE,
    SLASHED_DATE,
)
from scrapy_denoise.blocks.regions.date_forms import half_pattern
from scrapy_denoise.page.compiled import date_span

_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th|er|[.ºª°])?"
_WORD = r"(?<![^\W\d_])(?P<month>[^\W\d_]{2,20})\.?"
_YEAR = r"(?P<year>(?:19|20)\d\d)(?!\d)"
_OF = r"(?:(?:de|del|of)\s|d['’])?"
_AGAIN = r"(?:\s?/\s?[^\W\d_]{2,20})?"
"""The month's other name, as in Arabic: نيسان / أبريل."""


_ORDERS = tuple(
    re.compile(pattern)
    for pattern in (
        rf"(?<!\d){_DAY}[\s-]{{0,2}}{_OF}{_WORD}{_AGAIN}[\s,،/-]{{1,3}}{_OF}{_YEAR}(?:\s?(?:г\.|года|року|р\.))?",
        rf"{_WORD}[\s-]{{1,2}}{_DAY}[\s,،]{{1,3}}{_YEAR}",
        rf"(?<!\d){_YEAR}(?:-?\s?يىلى?|\.?\sgada)?[\s,.-]{{1,3}}{_DAY}[\s-]{{1,2}}{_WORD}",
        rf"(?<!\d){_YEAR}(?:-?\s?يىلى?|\sm\.)?[\s,.-]{{1,3}}{_WORD}[\s-]{{1,2}}{_DAY}(?!\d)",
        rf"(?<!\d){_DAY}[\s-]{{0,2}}{_WORD}[\s-](?P<year>\d\d)(?=\s*(?:$|[,()|]|г\.)|\s\d\d?:\d\d)",
        rf"(?<!\d){_DAY}\s?tháng\s(?P<month>\d{{1,2}})(?:,?\snăm|,)?\s{_YEAR}",
        r"(?<!\d)(?P<year>(?:19|20)\d\d)-?\s?يىلى?\s?(?P<month>\d{1,2})-?\s?ئاي(?:نىڭ)?\s?(?P<day>\d{1,2})(?:-?\s?كۈنى?)?",
    )
)
"""Day month year, month day year, year day month, year month day, a short year, and the Vietnamese and the Uyghur
date in figures; in small letters, as all patterns of this module (`lower_in_place`)."""

BEYOND_ASCII = 2
"""The last of these have letters beyond ASCII."""

_HAN = "\u4e00"
"""The first of the characters that stand without spaces between words."""

KEPT_LINES, KEPT_CHARS = 256, 400
"""Lines of which it is kept what dates they have, and the characters of such a line at most."""

Found = TypeVar("Found")

_FIGURE = re.compile(r"\d")
_FIGURES = (HAN_DATE, DOTTED_DATE, SHORT_DATE, DASHED_DATE, SLASHED_DATE, ISO_DATE)

_SIGN = re.compile(r"\d[-/.]\s?\d")
_FULL_YEAR = re.compile(r"(?:19|20)\d\d")
_LETTERS = re.compile(r"[^\W\d_]{2,20}")
_OF_YEARS, _OF_MONTHS = ("年", "년"), ("tháng", "ئاي")
"""What stands behind the number of a year, and beside that of a month."""

_YEAR_AND_NUMBER = re.compile(r"\d{4}\D{1,3}\d{1,2}")

_WITHOUT_YEAR = (
    re.compile(rf"(?<!\d){_DAY}[\s-]{{0,2}}{_OF}{_WORD}"),
    re.compile(rf"{_WORD}\s{_DAY}(?!\d)"),
)


@attrs.frozen
class WordedDate:
    """A day, a word in small letters and a year in a line, whatever the word is; ``start`` and ``end`` are its
    place."""

    start: int
    end: int
    year: int
    month: str
    day: int


def worded_dates(text: str) -> list[WordedDate]:
    """The dates of a text that name their month, the first of them first, and those with a short year last."""
    orders = _ORDERS[:-BEYOND_ASCII] if text.isascii() else _ORDERS
    text = lower_in_place(text)
    matches = [match for order in orders for match in order.finditer(text)]
    return [
        WordedDate(match.start(), match.end(), _full_year(match["year"]), match["month"], int(match["day"]))
        for match in sorted(matches, key=lambda match: (len(match["year"]) == 2, match.start()))
        if len(match["year"]) == 4 or month_of(match["month"])
    ]


def _full_year(year: str) -> int:
    """A year of four figures; of two, the one that they mean since 1970."""
    return int(year) if len(year) == 4 else int(year) + (1900 if int(year) >= 70 else 2000)


def month_of(word: str, language: str = "") -> int:
    """The number of the month that a word names: in the page's language, or in all the languages that know the word;
    0 where no language knows it, or where they differ ("listopada" is October in Croatian and November in Polish).
    """
    if word.isdigit():
        return int(word)
    names = _months().get(word.lower(), {})
    if number := names.get(language[:2].lower()):
        return number
    numbers = set(names.values())
    return numbers.pop() if len(numbers) == 1 else 0


@lru_cache(maxsize=1)
def _months() -> dict[str, dict[str, int]]:
    """For each name of a month its number in each language that has it."""
    found: dict[str, dict[str, int]] = {}
    for language, lines in sections("month_names").items():
        for index, line in enumerate(lines):  # twelve, and twelve more where a user adds to the language
            for name in line.split():
                found.setdefault(name, {})[language] = index % MONTHS + 1
    # Greek has no accents in capitals, and old pages have none at all.
    for name in [name for name, numbers in found.items() if "el" in numbers]:
        found.setdefault(_without_accents(name), {}).setdefault("el", found[name]["el"])
    return found


def _without_accents(word: str) -> str:
    return normalize("NFC", "".join(c for c in normalize("NFD", word) if not combining(c)))


@cache
def time_pattern() -> re.Pattern[str]:
    """The time that follows a date, in small letters."""
    words = "|".join(map(re.escape, sections("date_forms")["before_times"]))
    return re.compile(
        rf"[\s,./(|·•–—-]{{0,40}}(?P<at>(?:{words})\s+)?(?:(?P<before>{half_pattern()})\s?)?"
        r"(?P<hour>\d{1,2})(?:[:h时時点點]|시\s?|(?(at)\.|\.(?=\d\d\suhr\b)))(?P<minute>\d{2})(?!\d)(?::\d{2})?[分분]?"
        rf"(?:\s?(?P<half>{half_pattern()}))?"
        r"(?:\s?(?:uhr|gmt|utc|msk|bst|ist|c?es?t|e[ds]?t|[cmp][ds]?t)\b)?"
    )


def kept_of_lines(find: Callable[[str], Found]) -> Callable[[str], Found]:
    """A function that keeps what it has found in the last lines: types of blocks, date and authors of a page are looked
    for in the same few lines, and the patterns of dates take long."""
    known = lru_cache(maxsize=KEPT_LINES)(find)

    def found(text: str) -> Found:
        return known(text) if len(text) <= KEPT_CHARS else find(text)

    return found


def date_spans(text: str) -> tuple[tuple[int, int], ...]:
    """Where the dates of a text stand, in figures, in words and, with a known month, without a year; with the times
    that follow them, and in order.
    """
    return _spans(text) if _FIGURE.search(text) else ()


@kept_of_lines
def _spans(text: str) -> tuple[tuple[int, int], ...]:
    """The same of a text with a figure."""
    text = lower_in_place(text)
    if text.isascii() and (only := _only_date(text)):
        return (only,)
    has_sign, has_year, names_month = _parts_of_dates(text)
    if not (has_sign or has_year or names_month):
        return ()
    matches = chain.from_iterable(pattern.finditer(text) for pattern in _FIGURES if has_sign)
    spans = [match.span() for match in matches if match.re is not ISO_DATE or match["dash"]]
    if has_year:  # "17 updated 2026" between two dates in figures is none either
        figures = tuple(spans)
        others = (match.span() for match in DATE.finditer(text))
        spans += [span for span in others if not any(start < span[0] < end for start, end in figures)]
    for pattern in _WITHOUT_YEAR if names_month else ():
        spans += [match.span() for match in pattern.finditer(text) if month_of(match["month"])]
    worded = worded_dates(text) if has_year or names_month else []
    spans += [(date.start, date.end) for date in worded if date.month.isdigit() or date.month in _months()]
    known = _joined(_with_times(text, spans))
    # "2026, updated 12" between two dates is none.
    starts = [start for start, _ in known]
    apart = []
    for date in worded:
        before = bisect_left(starts, date.end) - 1
        if before < 0 or known[before][1] <= date.start:
            apart.append((date.start, date.end))
    return tuple(_joined(known + _with_times(text, apart)))


def _parts_of_dates(text: str) -> tuple[bool, bool, bool]:
    """Whether a text in small letters may have a date in figures, a year in full, and the name of a month.

    Each pattern of dates takes long, and most texts with figures have no date: what they need is looked for first.
    """
    names_month = not _months().keys().isdisjoint(_LETTERS.findall(text))
    has_sign = _SIGN.search(text) is not None
    if not text.isascii():
        names_month = names_month or any(map(text.__contains__, _OF_MONTHS))
        has_sign = has_sign or any(map(text.__contains__, _OF_YEARS))
    return has_sign, _FULL_YEAR.search(text) is not None, names_month


def _only_date(text: str) -> tuple[int, int] | None:
    """The date of a text in small letters that ends with its year, and with no figures beside it but those of the time
    behind it, as most dates of posts stand; None where it is another. It takes a fifth of the time of all patterns."""
    found = date_span(text)
    if found is None or not text[found[1] - 4 : found[1]].isdigit() or _FIGURE.search(text, 0, found[0]):
        return None
    ((start, end),) = _with_times(text, [found])
    return None if _FIGURE.search(text, end) else (start, end)


def _with_times(text: str, spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Spans of dates, each with the time that follows it, or the half of the day behind its own time."""
    return [
        (start, behind.end() if (behind := time_pattern().match(text, end) or _half_behind().match(text, end)) else end)
        for start, end in spans
    ]


@cache
def _half_behind() -> re.Pattern[str]:
    return re.compile(rf"\s?(?:{half_pattern()})")


def _joined(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Spans in order, those that overlap as one."""
    joined: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if joined and start < joined[-1][1]:
            joined[-1] = joined[-1][0], max(end, joined[-1][1])
        else:
            joined.append((start, end))
    return joined


def without_dates(text: str) -> str:
    """A text with a semicolon in the place of each date, and of the day of the week before it."""
    if not _FIGURE.search(text):
        return text
    between, last = list[str](), 0
    for start, end in date_spans(text):
        between.append(text[last:start])
        last = end
    return _replaced(_before_date(), ";".join([*between, text[last:]]), ";")


def without_labels(text: str, put: str = ";") -> str:
    """A text with a sign in the place of each label of a date."""
    return _replaced(_label_pattern(), text, put)


def has_label(text: str) -> bool:
    """Whether a text has the label of a date."""
    return _label_pattern().search(lower_in_place(text)) is not None


def begins_with_publication_label(text: str) -> bool:
    """Whether a text begins with a label that says that the date behind it is that of the publication."""
    return _publication_label().match(lower_in_place(text.lstrip())) is not None


def _replaced(pattern: re.Pattern[str], text: str, put: str) -> str:
    """A text with a sign in the place of what a pattern in small letters matches."""
    between, last = list[str](), 0
    for match in pattern.finditer(lower_in_place(text)):
        between.append(text[last : match.start()])
        last = match.end()
    return put.join([*between, text[last:]])


def lower_in_place(text: str) -> str:
    """A text in small letters, each at the place of its own: the one of "İ" are two. Patterns of words that ignore the
    case take up to ten times as long."""
    lower = text.lower()
    return lower if text.isascii() or len(lower) == len(text) else "".join(c.lower()[:1] for c in text)


def has_day(text: str) -> bool:
    """Whether a text has a date with its day, month and year; of some years, "1999-2000", it is none."""
    if not _FIGURE.search(text):
        return False
    has_sign, has_year, names_month = _parts_of_dates(lower_in_place(text))
    return (
        (has_year and _names_day(text))
        or any(
            match.re is not ISO_DATE or (match["dash"] and 1 <= int(match["month"]) <= 12 and int(match["day"]) <= 31)
            for pattern in (_FIGURES if has_sign else ())
            for match in pattern.finditer(text)
        )
        or (names_month and any(date.month.isdigit() or date.month in _months() for date in worded_dates(text)))
    )


def _names_day(text: str) -> bool:
    """Whether a text has a day, a word and a year beside each other, in whatever language."""
    span = date_span(text)
    return span is not None and not _YEAR_AND_NUMBER.fullmatch(text, *span)


@cache
def _label_pattern() -> re.Pattern[str]:
    """The labels of dates in small letters, with the preposition and the colon after them."""
    return _labels("labels", "publications")


@cache
def _publication_label() -> re.Pattern[str]:
    """Those of them that say that the date is that of the publication."""
    return _labels("publications")


def _labels(*names: str) -> re.Pattern[str]:
    words = [word.lower() for name in names for word in sections("dateline_words")[name]]
    labels = sorted(map(re.escape, words), key=len, reverse=True)
    return re.compile(
        rf"(?:(?<!\w)(?:{'|'.join(labels)})(?!\w)|{'|'.join(label for label in labels if label >= _HAN)})"
        r"(?:\s+(?:on|at|am|le|el|il|op|den)\b)?\s*[:：]?"
    )


@lru_cache(maxsize=1)
def _before_date() -> re.Pattern[str]:
    """A cut date with what belongs to it: brackets, the day of the week, the preposition; in small letters."""
    days = "|".join(re.escape(day.lower()) for day in weekdays())
    return re.compile(
        r"(?:(?<![\s,])[\s,]+(?:on|at|am|vom|le|el|il|op|den|от))?"
        rf"(?:(?:(?<![\s,])[\s,]+)?\b(?:{days})\b[,.]?(?:\s(?:den|le))?)?(?:(?<![\s(])[\s(]+)?;(?:\s*\))?"
    )


@lru_cache(maxsize=1)
def weekdays() -> tuple[str, ...]:
    """The days of the week in many languages, read once."""
    return tuple(sections("dateline_words")["weekdays"])

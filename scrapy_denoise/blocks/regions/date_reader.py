"""Reads the dates of a line: where they stand, their day and their time; and the month that a word names."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, lru_cache
from typing import TypeVar
from unicodedata import combining, normalize

import attrs

from scrapy_denoise.blocks.lexicon import sections
from scrapy_denoise.blocks.lexicon.alternatives import alternatives
from scrapy_denoise.blocks.lexicon.word_lists import MONTHS
from scrapy_denoise.blocks.regions.date_forms import half_of_day, half_pattern, zones_pattern

_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th|er|[.ºª°])?"
_WORD = r"(?P<month>[^\W\d_]{2,20})\.?"
_YEAR = r"(?P<year>(?:19|20)\d\d)(?!\d)"
_OF = r"(?:(?:de|del|of)\s|d['’])?"
_AGAIN = r"(?:\s?/\s?[^\W\d_]{2,20})?"
"""The month's other name, as in Arabic: نيسان / أبريل."""

KNOWN, POINTED, EITHER, SHORT, PART = "known", "pointed", "either", "short", "part"
"""Forms of dates: the day and the month are known; two numbers with points, of which the first is nearly always the
day; either of two numbers may be the day; the same with a year of two figures, which may be the first of the three; a
date without its day or its year."""

_CLOCK = r"(?P<hour>\d{{1,2}})[:{signs}](?P<minute>\d{{2}})"
_YEAR_FIRST = tuple(
    (re.compile(pattern), form)
    for pattern, form in (
        (
            r"(?P<year>\d{4})(?P<sign>[-/.])(?P<month>\d{1,2})(?P=sign)(?P<day>\d{1,2})(?!\d)"
            r"(?:[t\s|]+(?P<hour>\d{1,2}):?(?P<minute>\d{2})(?::?(?P<second>\d{2})(?:[.,]\d+)?)?"
            r"\s*(?P<zone>z|utc|gmt|[+-]\d{2}:?(?:\d{2})?)?)?",
            KNOWN,
        ),
        (
            r"(?P<year>\d{4})\s?[年년]\s?(?P<month>\d{1,2})\s?[月월]\s?(?P<day>\d{1,2})\s?[日일]?"
            rf"(?:(?P<between>\D{{0,10}}?){_CLOCK.format(signs='時时点點')})?",
            KNOWN,
        ),
        (
            rf"{_YEAR}-?\s?يىلى?\s?(?P<month>\d{{1,2}})-?\s?ئاي(?:نىڭ)?\s?(?P<day>\d{{1,2}})(?:-?\s?كۈنى?)?",
            KNOWN,
        ),
        (rf"{_YEAR}(?:-?\s?يىلى?|\.?\sgada)?[\s,.-]{{1,3}}{_DAY}[\s-]{{1,2}}{_WORD}", KNOWN),
        (rf"{_YEAR}(?:-?\s?يىلى?|\sm\.)?[\s,.-]{{1,3}}{_WORD}[\s-]{{1,2}}{_DAY}(?!\d)", KNOWN),
        (rf"{_YEAR}(?:\s?[-/.年]\s?\d{{1,2}}(?!\d)|-يىل)", PART),
    )
)
_FIGURES = tuple(
    (re.compile(pattern), form)
    for pattern, form in (
        (
            r"(?<![\d.])(?P<day>\d{1,2})\.\s?(?P<month>\d{1,2})\.\s?(?P<year>\d{4})"
            rf"(?:(?P<between>\D{{0,12}}?){_CLOCK.format(signs='.')}(?!\.?\d{{4}}))?",
            POINTED,
        ),
        (r"(?<![\d/])(?P<day>\d{1,2})(?P<sign>[/-])(?P<month>\d{1,2})(?P=sign)(?P<year>\d{4})(?!\d)", EITHER),
        (r"(?<![\w.,:/-])(?P<day>\d{1,2})-(?P<month>\d{1,2})-(?P<year>\d{2})(?=\s\d\d?:\d\d(?!\d))", SHORT),
    )
)
SHORT_DATE = re.compile(
    r"(?<![\w.,:/-])(?P<day>\d{1,2})(?P<sign>[./])(?P<month>(?<=\.)(?:0[1-9]|1[0-2])|(?<=/)[0-3]\d"
    r"|(?:(?<=0[1-9]\.)|(?<=1[0-2]\.))(?:1[3-9]|2\d|3[01])"
    r"|(?<!\d \d/)(?<!\d \d\d/)(?<=/)[1-9](?=/[0-2]))(?P=sign)(?P<year>[0-3]\d)(?![\w.%:/]|,\d|-\d(?!\d?:))"
)
"""A date with a year of two figures. Behind a number (37 3/8/37) it is a fraction. With points both numbers have two
figures where the month is the first: 1.24.12 is a version."""

_DAY_AND_WORD = re.compile(
    rf"{_DAY}[\s-]{{0,2}}{_OF}{_WORD}(?:{_AGAIN}[\s,،/-]{{1,3}}{_OF}{_YEAR}(?![-/.]\d\d?[-/.]\d|\s?年)(?:\s?(?:г\.|года|року|р\.))?"
    r"|[\s-](?P<short>\d\d)(?=\s*(?:$|[,()|]|г\.)|\s\d\d?:\d\d))?"
)
"""A year that begins a date itself is not that of a number and a word before it: "21世纪网 2011-12-15"."""

_IN_VIETNAMESE = re.compile(rf"{_DAY}\s?tháng\s(?P<month>\d{{1,2}})(?:,?\snăm|,)?\s{_YEAR}")
_BEHIND_WORD = re.compile(rf"{_DAY}(?:[\s,،]{{1,3}}{_YEAR}|(?!\d))")
_BEFORE_DAY = re.compile(r"(?<![^\W\d_])(?P<month>[^\W\d_]{2,20})\.?[\s-]{1,2}\Z")
_LATER = re.compile(rf"\.?[\s-]{{1,2}}{_DAY}[\s,،]{{1,3}}{_YEAR}")
"""Behind a number and a month the day and the year to which this belongs: "10:30 May 3, 2020"."""

WORD = 24
"""Characters before a day in which its month stands."""

_UNKNOWN = 3
"""The fewest letters of a word between a day and a year that may be a month in a language that nobody knows here."""

BEHIND = 8
"""Characters behind a time in which the half of the day is named."""

KEPT_LINES, KEPT_CHARS = 256, 400
"""Lines of which it is kept what dates they have, and the characters of such a line at most."""

Found = TypeVar("Found")

_ZONES = ("american_zones", "short_zones", "zones")
_FIGURE = re.compile(r"\d")
_NUMBER = re.compile(r"\d+")


@attrs.define(unsafe_hash=True)
class FoundDate:
    """A date in a line. start, end: its place, with the time behind it. form: one of those above. year, month, day: its
    numbers; where the form leaves the order open, ``day`` is the first one and ``month`` the second. What is not there
    is 0, and so is a month whose word names others in other languages. word: the month in small letters. time: hour,
    minute and second behind it, empty without them; zone: that of the time, as it stands there."""

    start: int
    end: int
    form: str
    year: int
    month: int
    day: int
    word: str = ""
    time: tuple[int, ...] = ()
    zone: str = ""


def find_dates(text: str) -> tuple[FoundDate, ...]:
    """The dates of a text in their order: in figures, in words, those without a year whose word is a month, and a year
    with a month. One pass: a date stands at a number, and each form is tried there alone."""
    if not _FIGURE.search(text):
        return ()
    return _kept(text) if len(text) <= KEPT_CHARS else _find(text)


def lower_in_place(text: str) -> str:
    """A text in small letters, each at the place of its own: the one of "İ" are two. Patterns of words that ignore the
    case take up to ten times as long."""
    lower = text.lower()
    return lower if text.isascii() or len(lower) == len(text) else "".join(c.lower()[:1] for c in text)


def kept_of_lines(find: Callable[[str], Found]) -> Callable[[str], Found]:
    """A function that keeps what it has found in the last lines: types of blocks, date and authors of a page are looked
    for in the same few lines, and the patterns of dates take long."""
    known = lru_cache(maxsize=KEPT_LINES)(find)

    def found(text: str) -> Found:
        return known(text) if len(text) <= KEPT_CHARS else find(text)

    return found


def _find(text: str) -> tuple[FoundDate, ...]:
    """The dates of a text with a figure."""
    text = lower_in_place(text)
    found: list[FoundDate] = []
    last = 0
    for number in _NUMBER.finditer(text):
        start, stop = number.span()
        if start < last or stop - start > 4:
            continue
        one = _of_year(text, start) if stop - start == 4 else _of_day(text, start, stop) if stop - start < 3 else None
        if one is not None and one.start >= last:
            found.append(one)
            last = one.end
    return tuple(found)


_kept = lru_cache(maxsize=KEPT_LINES)(_find)


def _of_year(text: str, start: int) -> FoundDate | None:
    """The date that begins with a year."""
    for pattern, form in _YEAR_FIRST:
        if (match := pattern.match(text, start)) and (one := _of_match(match, form)):
            return one
    return None


def _of_day(text: str, start: int, stop: int) -> FoundDate | None:
    """The date whose first number, of at most two figures, stands at a place."""
    if text[stop : stop + 1] in (".", "/", "-"):
        for pattern, form in (*_FIGURES, (SHORT_DATE, SHORT)):
            if (match := pattern.match(text, start)) and (one := _of_match(match, form)):
                return one
    if match := _IN_VIETNAMESE.match(text, start):
        return _of_match(match, KNOWN)
    match = _DAY_AND_WORD.match(text, start)
    if match and (match["year"] or not (text[start - 1 : start] == ":" or _LATER.match(text, match.end("month")))):
        one = _of_match(match, KNOWN if match["year"] or match["short"] else PART)
        if one:
            return one
    if start and (text[start - 1].isspace() or text[start - 1] == "-"):
        before = _BEFORE_DAY.search(text, max(start - WORD, 0), start)
        match = _BEHIND_WORD.match(text, start) if before else None
        if before and match:
            return _of_match(match, KNOWN if match["year"] else PART, before)
    return None


def _of_match(match: re.Match[str], form: str, before: re.Match[str] | None = None) -> FoundDate | None:
    """The date that a pattern has found, if it can be one. before: the match of the month, where it stands before."""
    parts = match.groupdict()
    word = before["month"] if before else parts.get("month") or ""
    year, day = int(parts["year"] or 0), int(parts.get("day") or 0)
    month = 0
    if word.isdecimal():
        month, word = int(word), ""
        if form in (KNOWN, POINTED) and not (
            (1 <= day <= 31 and 1 <= month <= 12) or (form == POINTED and 1 <= day <= 12 and 1 <= month <= 31)
        ):
            return None
    elif word:
        month = month_of(word)
        is_month = month > 0 or word in _months()
        if not is_month and (form == PART or parts.get("short") or match.re in _KNOWN_ALONE or len(word) < _UNKNOWN):
            return None
    if parts.get("short"):
        year = _full_year(parts["short"])
    elif form == SHORT:
        year += 2000
    end = match.end()
    zone = parts.get("zone") or ""
    time: tuple[int, ...]
    if parts.get("hour"):
        hour, minute, second = (int(parts.get(name) or 0) for name in ("hour", "minute", "second"))
        said_behind = match.string[end : end + BEHIND].partition(",")[0]
        half = half_of_day(parts.get("between") or "") or half_of_day(said_behind)
        time = (_hour(hour, half), minute, second)
        behind = _half().match(match.string, end)
        end = behind.end() if behind else end
    else:
        time, zone, end = time_behind(match.string, end)
    start = before.start() if before else match.start()
    return FoundDate(start, end, form, year, month, day, word, time, zone)


_KNOWN_ALONE = frozenset(pattern for pattern, _ in _YEAR_FIRST)
"""Patterns of dates whose word has to be a month that is known: "2026, updated 12" is none."""


def time_behind(text: str, end: int) -> tuple[tuple[int, ...], str, int]:
    """The hour and the minute behind a date that ends at a place, their zone, and where they end; without them the half
    of the day behind its own time alone."""
    if match := time_pattern().match(text, end):
        return time_of(match), match["zone"] or "", match.end()
    behind = _half().match(text, end)
    return (), "", behind.end() if behind else end


def time_of(match: re.Match[str]) -> tuple[int, ...]:
    """The hour and the minute of a match of `time_pattern`; empty where there is no such time."""
    hour = _hour(int(match["hour"]), half_of_day(match["before"] or match["half"] or ""))
    minute = int(match["minute"])
    return (hour, minute) if hour < 24 and minute < 60 else ()


def _hour(hour: int, half: str) -> int:
    """The hour of a day from that of its half: 12 pm is 12, and 12 am is 0."""
    return hour % 12 + 12 * (half == "pm") if half and 1 <= hour <= 12 else hour


def _full_year(year: str) -> int:
    """A year of four figures; of two, the one that they mean since 1970."""
    return int(year) if len(year) == 4 else int(year) + (1900 if int(year) >= 70 else 2000)


def month_of(word: str, language: str = "") -> int:
    """The number of the month that a word names: in the page's language, or in all the languages that know the word;
    0 where no language knows it, or where they differ ("listopada" is October in Croatian and November in Polish).
    """
    if word.isdecimal():
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
    """The time that follows a date, also behind the day of the week, in small letters."""
    words, zones = alternatives(sections("date_forms")["before_times"]), zones_pattern(*_ZONES)
    return re.compile(
        rf"[\s,./(|·•–—-]{{0,40}}(?:{weekday_pattern()}[\s,.)）]{{1,3}})?(?P<at>(?:{words})\s+)?(?:(?P<before>{half_pattern()})\s?)?"
        r"(?P<hour>\d{1,2})(?:[:h时時点點]|시\s?|(?(at)\.|\.(?=\d\d\suhr\b)))(?P<minute>\d{2})(?!\d)(?::\d{2})?[分분]?"
        rf"(?:\s?(?P<half>{half_pattern()}))?"
        rf"(?:\s?(?:(?P<zone>gmt|utc)|uhr|{zones})\b)?"
    )


@cache
def weekday_pattern() -> str:
    """The days of the week, in small letters."""
    return f"(?:{'|'.join(map(re.escape, sections('dateline_words')['weekdays']))})"


@cache
def _half() -> re.Pattern[str]:
    return re.compile(rf"\s?(?:{half_pattern()})")

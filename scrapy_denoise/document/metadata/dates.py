"""Dates as pages state and show them, in ISO 8601."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from datetime import date, datetime, timedelta, timezone
from email.utils import parsedate_to_datetime
from functools import cache, lru_cache
from itertools import islice
from string import ascii_letters

import attrs

from scrapy_denoise.blocks.lexicon import sections
from scrapy_denoise.blocks.regions.bylines import (
    DASHED_DATE,
    DOTTED_DATE,
    HAN_DATE,
    ISO_DATE,
    RFC_2822_DATE,
    SHORT_DATE,
    SLASHED_DATE,
    YEAR,
)
from scrapy_denoise.blocks.regions.date_forms import half_of_day, usual_figures
from scrapy_denoise.blocks.regions.date_words import month_of, time_pattern, worded_dates
from scrapy_denoise.document.metadata.order import DateOrder
from scrapy_denoise.page.compiled import collapse_whitespace

logger = logging.getLogger(__name__)

MAX_DATE_CHARS = 100
"""Characters of a date that are read."""

BEHIND = 8
"""Characters behind a time in which the half of the day is named."""

_WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_WEEKDAY = re.compile(rf"\b({'|'.join(_WEEKDAYS)})[a-z]{{0,6}}\b", re.IGNORECASE)

MAX_PARTED = 3
"""Places of some lines at which a date may stand in parts."""

_MONTH = r"[^\W\d_]{3,12}\.?,?"
_PARTED = re.compile(rf"(?<![^\n])(?:\d\d?[.,]?\s{_MONTH}|{_MONTH}\s\d\d?[.,]?)\s\d{{4}}(?!\w)")
"""A date from the beginning of a line on, with the month in words."""

_YEAR_OF_PARTED = re.compile(r"(?<!\S)\d{4}(?!\w)")

MAX_ASKED = 60
"""Dates of a page that dateparser is asked for: each takes it some milliseconds, as long as the parse of a page."""

MAX_FAILED = 5
"""After so many of them that it does not know either, it is asked for no more."""

_SECONDS = re.compile(r"(1\d{9})(?:\d{3})?")
"""Seconds or milliseconds since 1970, from 2001 to 2033."""

EARLIEST, LATEST = 1960, 2049
"""Years in which pages, and what they reprint, were written."""


@attrs.define
class DateReader:
    """Reads the many dates of one page, as `iso_date` does, but for those with months in other words than the package
    knows behind the first MAX_ASKED, or MAX_FAILED that nobody knows.

    order: the language of the page with its order of day and month. shown: how many texts may be read that are no more
    than likely to be a date (`may_read_shown`)."""

    order: DateOrder
    shown: int = 0
    _asked: int = 0
    _failed: int = 0

    def read(self, text: str) -> str:
        if date := self.known(text):
            return date
        if self._asked == MAX_ASKED or self._failed == MAX_FAILED:
            return ""
        if not YEAR.search(usual_figures(text[:MAX_DATE_CHARS])):
            return ""
        self._asked += 1
        date = iso_date(text, self.order.tag([text[:MAX_DATE_CHARS]]))
        self._failed += not date
        return date

    def known(self, text: str) -> str:
        """The date of a text whose month, if it is a word, is one that the package knows."""
        return iso_date(text, self.order.tag([text[:MAX_DATE_CHARS]]), other_words=False)

    def may_read_shown(self) -> bool:
        """Whether one more text may be read that is no more than likely to be a date; it is counted."""
        self.shown -= 1
        return self.shown >= 0


def parted_dates(lines: str) -> Iterator[str]:
    """The dates in lines whose day, month and year stand in elements or lines of their own."""
    for match in islice(_PARTED.finditer(lines), MAX_PARTED):
        yield collapse_whitespace(match[0])


def may_end_parted_date(text: str) -> bool:
    """Whether a part of a line has what may be the year of such a date."""
    return _YEAR_OF_PARTED.search(text) is not None


def iso_date(text: str, language: str = "", other_words: bool = True) -> str:
    """A date as ISO 8601, with the time and the zone where the text has them; empty where there is no day, month and
    year in it, or where the order of day and month is not known (3/4/2024 in English).

    language: of the page, such as ``en`` or ``pt-BR``. The date may stand within a line ("By Ann Lee, 12 March 2026").
    The names of the months of many languages are known; dates with others need the extra ``metadata``, and are not read
    without it, or where `other_words` is false.
    """
    text = usual_figures(collapse_whitespace(text[:MAX_DATE_CHARS]), language)
    return _iso(text) or _in_figures(text, language) or _in_words(text, language, other_words)


def stated_date(text: str, language: str = "", other_words: bool = True) -> str:
    """A date that a page states, as `iso_date` reads it, or in seconds or milliseconds since 1970."""
    if seconds := _SECONDS.fullmatch(text.strip()):
        return datetime.fromtimestamp(int(seconds[1]), timezone.utc).isoformat()
    return iso_date(text, language, other_words)


def _iso(text: str) -> str:
    match = ISO_DATE.search(text)
    if match is None or (not match["dash"] and len(match["month"] + match["day"]) != 4):
        return ""
    parts = match.groupdict()
    numbers = [int(parts[name]) for name in ("year", "month", "day")]
    if parts["hour"] is None:
        return _made(*numbers, *_time(text[: match.start()], text[match.end() :]))
    numbers += [int(parts[name] or 0) for name in ("hour", "minute", "second")]
    numbers[3] = _hour(numbers[3], _half_behind(text[match.end() :]))
    return _made(*numbers, zone=_zone(parts["zone"]))


def _zone(text: str | None) -> timezone | None:
    if not text:
        return None
    if text[0] not in "+-":
        return timezone.utc
    digits = text[1:].replace(":", "").ljust(4, "0")
    offset = timedelta(hours=int(digits[:2]), minutes=int(digits[2:]))
    return timezone(-offset if text[0] == "-" else offset) if offset < timedelta(hours=24) else None


def _in_figures(text: str, language: str) -> str:
    if match := HAN_DATE.search(text):
        year, month, day, *time = (int(part) for part in match.groups() if part)
        return _made(year, month, day, *_of_the_day(match, time))
    if match := DOTTED_DATE.search(text):
        day, month, year, *time = (int(part) for part in match.groups() if part)
        return _made(year, month, day, *(_of_the_day(match, time) or _time(text[: match.start()], "")))
    if (match := SHORT_DATE.search(text)) or (match := DASHED_DATE.search(text)):
        first, second, third = (int(part) for part in match.groups() if part)
        behind = _time("", text[match.end() :])
        if language[:2] in _year_first():
            return _made(2000 + first, second, third, *behind)
        return _ordered(text, 2000 + third, first, second, language, *behind)
    if match := SLASHED_DATE.search(text):
        beside = _time(text[: match.start()], text[match.end() :])
        return _ordered(text, int(match[4]), int(match[1]), int(match[3]), language, *beside)
    if not RFC_2822_DATE.match(text):
        return ""
    try:
        when = parsedate_to_datetime(text)
    except (ValueError, IndexError, OverflowError):
        return ""
    return when.isoformat() if EARLIEST <= when.year <= LATEST else ""


def _ordered(text: str, year: int, first: int, second: int, language: str, *time: int) -> str:
    """A date of which the day or the month is first, as its language and its region have it, or the English day of the
    week in the text; empty where they do not decide it."""
    tag = language.lower()
    days, months = _made(year, second, first, *time), _made(year, first, second, *time)
    if not days or not months or days == months:
        return days or months
    if tag.startswith("en-us"):
        return months
    if tag[:2] not in ("", "en") or len(tag) > 2:
        return days
    named = _WEEKDAY.search(text)
    told = [
        made
        for made in (days, months)
        if named and _WEEKDAYS[date.fromisoformat(made[:10]).weekday()] == named[1].lower()
    ]
    return told[0] if len(told) == 1 else ""


def _of_the_day(date: re.Match[str], time: list[int]) -> list[int]:
    """The hour and the minute behind a date, by the half of the day that is named before or behind them."""
    if time:
        half = half_of_day(date.string[date.end(3) : date.start(4)]) or _half_behind(date.string[date.end() :])
        time[0] = _hour(time[0], half)
    return time


def _half_behind(text: str) -> str:
    """The half of the day that is named just behind a time."""
    return half_of_day(text[:BEHIND].partition(",")[0])


def _hour(hour: int, half: str) -> int:
    """The hour of a day from that of its half: 12 pm is 12, and 12 am is 0."""
    return hour % 12 + 12 * (half == "pm") if half and 1 <= hour <= 12 else hour


def _made(year: int, month: int, day: int, *time: int, zone: timezone | None = None) -> str:
    if not EARLIEST <= year <= LATEST:
        return ""
    try:
        if not time:
            return date(year, month, day).isoformat()
        hour, minute, second = (*time, 0, 0, 0)[:3]
        return datetime(year, month, day, hour, minute, second, tzinfo=zone).isoformat()
    except ValueError:
        return ""


@cache
def _year_first() -> frozenset[str]:
    """The languages whose dates with a year of two figures begin with the year."""
    return frozenset(name for line in sections("date_forms")["year_first"] for name in line.split())


@lru_cache(maxsize=512)
def _in_words(text: str, language: str, other_words: bool) -> str:
    if not any(letter.isalpha() for letter in text) or not any(map(str.isdigit, text)):
        return ""
    unknown: list[str] = []
    for found in worded_dates(text):
        if not (month := month_of(found.month, language)):
            unknown.append(text[found.start : found.end])
        elif date := _made(found.year, month, found.day, *_time(text[: found.start], text[found.end :])):
            return date
    if not other_words or not YEAR.search(text):
        return ""
    parts = unknown if SLASHED_DATE.search(text) else [text, *unknown]
    return next((date for part in parts if (date := _in_other_words(part, language))), "")


def _time(before: str, after: str) -> tuple[int, ...]:
    """The hour and the minute beside a date, if they are there."""
    before, after = before.lower(), after.lower()
    before = before.rstrip(" ,-–—|·")
    own = before.lstrip(ascii_letters + " :")  # behind a label: "Published 10:02 AM"
    match = time_pattern().match(after) or time_pattern().fullmatch(before) or time_pattern().fullmatch(own)
    if match is None:
        return ()
    hour = _hour(int(match["hour"]), half_of_day(match["before"] or match["half"] or ""))
    minute = int(match["minute"])
    return (hour, minute) if hour < 24 and minute < 60 else ()


def _in_other_words(text: str, language: str) -> str:
    """A date as dateparser reads it."""
    try:
        from scrapy_denoise.optional import dateparser
    except ImportError as error:
        _say_once(str(error))
        return ""
    languages = [name for name in dict.fromkeys((language[:2].lower(), "en")) if name.isalpha()]
    settings = {
        "REQUIRE_PARTS": ["day", "month", "year"],
        "PARSERS": ["absolute-time"],
        "RETURN_AS_TIMEZONE_AWARE": False,
    }
    try:
        when = dateparser.parse(text, languages=languages, settings=settings)
    except Exception:  # noqa: BLE001  a bug of the library with some text of a page is no error of ours
        return ""
    if when is None or not EARLIEST <= when.year <= LATEST:
        return ""
    return str(when.isoformat() if ":" in text else when.date().isoformat())


@lru_cache(maxsize=1)
def _say_once(message: str) -> None:
    logger.warning(message)

"""Dates as pages state and show them, in ISO 8601."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import date, datetime, timedelta, timezone
from email.utils import parsedate_to_datetime
from functools import cache
from itertools import islice
from string import ascii_letters, digits

import attrs

from scrapy_denoise.blocks.lexicon import sections
from scrapy_denoise.blocks.regions.date_forms import usual_figures
from scrapy_denoise.blocks.regions.date_reader import (
    EITHER,
    KNOWN,
    PART,
    POINTED,
    SHORT,
    FoundDate,
    find_dates,
    month_of,
    time_of,
    time_pattern,
    weekday_pattern,
)
from scrapy_denoise.document.metadata.order import MONTHS, DateOrder
from scrapy_denoise.page.compiled import collapse_whitespace

MAX_DATE_CHARS = 100
"""Characters of a date that are read."""

_WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_WEEKDAY = re.compile(rf"\b({'|'.join(_WEEKDAYS)})[a-z]{{0,6}}\b", re.IGNORECASE)

MAX_PARTED = 3
"""Places of some lines at which a date may stand in parts."""

_YEAR_OF_PARTED = re.compile(r"(?<!\S)\d{4}(?!\w)")

_COMPACT = re.compile(
    r"(?<!\d)(\d{4})(\d{2})(\d{2})(?!\d)(?:[Tt\s|]+(\d{1,2}):?(\d{2})(?::?(\d{2})(?:[.,]\d+)?)?"
    r"\s*([Zz]|UTC|GMT|[+-]\d{2}:?(?:\d{2})?)?)?"
)
"""A date of ISO 8601 without signs."""

_ISO = re.compile(
    r"((?:19|20)\d\d-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::(\d\d)(?:\.\d{1,9})?)?(?:(Z)|([+-]\d\d):?([0-5]\d))?)?", re.ASCII
)
"""A date of ISO 8601 with all signs, of the common era."""

_MAIL_DATE = re.compile(
    r"(?:[A-Z][a-z]{2}, )?\d{1,2} [A-Z][a-z]{2} \d{4} \d\d:\d\d"
    r"|[A-Z][a-z]{2} [A-Z][a-z]{2} \d{1,2} \d\d:\d\d:\d\d (?:[A-Z]{3,4} )?\d{4}\Z"
)
"""A date as mails and feeds have it, or as programs in C and Java write it: "Fri Apr 28 19:20:36 CEST 2023"."""

_SECONDS = re.compile(r"(1\d{9})(?:\d{3})?")
"""Seconds or milliseconds since 1970, from 2001 to 2033."""

UTC = "+00:00"
EARLIEST, LATEST = 1960, 2049
"""Years in which pages, and what they reprint, were written."""


@attrs.define
class DateReader:
    """Reads the many dates of one page, as `iso_date` does.

    order: the language of the page with its order of day and month. shown: how many texts may be read that are no more
    than likely to be a date (`may_read_shown`)."""

    order: DateOrder
    shown: int = 0

    def read(self, text: str) -> str:
        """The first date of a text."""
        return _first(self.plain(text[:MAX_DATE_CHARS]), self.order.tag, self.order.turned)

    def stated(self, text: str) -> str:
        """A date that the page states, also in seconds or milliseconds since 1970."""
        if (found := _ISO.fullmatch(text)) and (when := _usual(*found.groups())):  # as most are
            return when
        if seconds := _SECONDS.fullmatch(text.strip()):
            return datetime.fromtimestamp(int(seconds[1]), timezone.utc).isoformat()
        return self.read(text)

    def plain(self, text: str) -> str:
        """A text as `find_dates` reads it."""
        return usual_figures(collapse_whitespace(text), self.order.language)

    def day_of(self, found: FoundDate, text: str, since: int) -> str:
        """A date that `find_dates` has found in a text (`day_of`)."""
        return day_of(self.order.turned(found), text, self.order.tag(found), since)

    def may_read_shown(self) -> bool:
        """Whether one more text may be read that is no more than likely to be a date; it is counted."""
        self.shown -= 1
        return self.shown >= 0


def parted_dates(lines: str) -> Iterator[str]:
    """The dates in lines whose day, month and year stand in elements or lines of their own."""
    found = (one for one in find_dates(lines) if one.word and one.form == KNOWN)
    first = (one for one in found if not one.start or lines[one.start - 1] == "\n")
    for one in islice(first, MAX_PARTED):
        yield collapse_whitespace(lines[one.start : one.end])


def may_end_parted_date(text: str) -> bool:
    """Whether a part of a line has what may be the year of such a date."""
    return _YEAR_OF_PARTED.search(text) is not None


def iso_date(text: str, language: str = "") -> str:
    """A date as ISO 8601, with the time and the zone where the text has them; empty where there is no day, month and
    year in it, or where the order of day and month is not known (3/4/2024 in English).

    language: of the page, such as ``en`` or ``pt-BR``. The date may stand within a line ("By Ann Lee, 12 March 2026").
    The names of the months of many languages are known, and those that a lexicon of the user adds.
    """
    return _first(usual_figures(collapse_whitespace(text[:MAX_DATE_CHARS]), language), lambda _: language)


def _first(text: str, tag: Callable[[FoundDate], str], turned: Callable[[FoundDate], FoundDate] | None = None) -> str:
    """The first date of a text. tag: of each date the language that gives its order. turned: as of `DateOrder`."""
    if when := _of_mail(text):
        return when
    dates = find_dates(text)
    if turned is not None:
        dates = tuple(map(turned, dates))
    if when := next(filter(None, [day_of(one, text, tag(one)) for one in dates]), ""):
        return when
    if match := _COMPACT.search(text):
        hour, minute, second = (int(match[group] or 0) for group in (4, 5, 6))
        time = (hour, minute, second) if match[4] else ()
        return _made(int(match[1]), int(match[2]), int(match[3]), *time, zone=match[7] or "")
    return ""


def day_of(found: FoundDate, text: str, language: str, since: int = 0) -> str:
    """A date that `find_dates` has found in a text, as `iso_date` gives it.

    since: where what may name its time begins before it."""
    if found.form == PART:
        return ""
    before = text[since : found.start]
    if since and text[since - 1].isdigit():
        before = before.lstrip(digits)  # the end of a number
    time = found.time or _time_before(before)
    if found.word:
        return _made(found.year, month_of(found.word, language), found.day, *time, zone=found.zone)
    if found.form == SHORT and language[:2] in _year_first():
        return _made(2000 + found.day, found.month, found.year - 2000, *time)
    with_points = found.form == SHORT and found.month > MONTHS and "." in text[found.start : found.end]
    if with_points and language[:2].lower() not in ("", "en"):  # in English alone the month stands before a point
        return ""
    if found.form in (SHORT, EITHER):
        return _ordered(text, found.year, found.day, found.month, language, *time)
    month, day = found.month, found.day
    if found.form == POINTED and month > MONTHS:
        month, day = day, month
    return _made(found.year, month, day, *time, zone=found.zone)


def _zone(text: str) -> timezone | None:
    if text[0] not in "+-":
        return timezone.utc
    figures = text[1:].replace(":", "").ljust(4, "0")
    offset = timedelta(hours=int(figures[:2]), minutes=int(figures[2:]))
    return timezone(-offset if text[0] == "-" else offset) if offset < timedelta(hours=24) else None


def _usual(
    day: str, clock: str | None, second: str | None, utc: str | None, hour: str | None, minute: str | None
) -> str:
    """A date of ISO 8601 in the form that all dates have here; empty where there is no such day, time or zone.

    clock: the hour and the minute. utc: "Z" where that is the zone. hour, minute: of another zone."""
    zone = UTC if utc else f"{hour}:{minute}" if hour else ""
    try:
        when = datetime.fromisoformat(f"{day}T{clock}:{second or '00'}{zone}" if clock else day)
    except ValueError:
        return ""
    if not EARLIEST <= when.year <= LATEST:
        return ""
    return when.isoformat() if clock else day


def _of_mail(text: str) -> str:
    """A date as mails and feeds have it, with its zone."""
    if not _MAIL_DATE.match(text):
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


def _made(year: int, month: int, day: int, *time: int, zone: str = "") -> str:
    if not EARLIEST <= year <= LATEST:
        return ""
    try:
        if not time:
            return date(year, month, day).isoformat()
        hour, minute, second = (*time, 0, 0, 0)[:3]
        return datetime(year, month, day, hour, minute, second, tzinfo=_zone(zone) if zone else None).isoformat()
    except ValueError:
        return ""


@cache
def _year_first() -> frozenset[str]:
    """The languages whose dates with a year of two figures begin with the year."""
    return frozenset(name for line in sections("date_forms")["year_first"] for name in line.split())


def _time_before(before: str) -> tuple[int, ...]:
    """The hour and the minute before a date, if they are all that is there, behind a label and before the day of the
    week at most."""
    before = _weekday_behind().sub("", before.lower().rstrip(" ,-–—|·")).rstrip(" ,-–—|·")
    if not before[-1:].strip():
        return ()
    own = before.lstrip(ascii_letters + " :")  # behind a label: "Published 10:02 AM"
    match = time_pattern().fullmatch(before) or time_pattern().fullmatch(own)
    return time_of(match) if match else ()


@cache
def _weekday_behind() -> re.Pattern[str]:
    return re.compile(rf"(?<=[\s,]){weekday_pattern()}\Z")

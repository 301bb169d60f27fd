"""Dates as pages state and show them, in ISO 8601."""

from __future__ import annotations

import logging
from datetime import date, datetime, timedelta, timezone
from email.utils import parsedate_to_datetime
from functools import lru_cache

from scrapy_denoise.blocks.regions.bylines import DOTTED_DATE, HAN_DATE, ISO_DATE, RFC_2822_DATE, SLASHED_DATE, YEAR
from scrapy_denoise.document.metadata.date_words import TIME, month_of, worded_dates
from scrapy_denoise.page.text.whitespace import one_line

logger = logging.getLogger(__name__)

MAX_CHARS = 100
"""Characters of a date that are read."""

EARLIEST, LATEST = 1960, 2049
"""Years in which pages, and what they reprint, were written."""


def iso_date(text: str, language: str = "") -> str:
    """A date as ISO 8601, with the time and the zone where the text has them; empty where there is no day, month and
    year in it, or where the order of day and month is not known (3/4/2024 in English).

    language: of the page, such as ``en`` or ``pt-BR``. The date may stand within a line ("By Ann Lee, 12 March 2026").
    The names of the months of many languages are known; dates with others need the extra ``metadata``, and are not read
    without it.
    """
    text = one_line(text[:MAX_CHARS])
    return _iso(text) or _in_figures(text, language) or _in_words(text, language)


def _iso(text: str) -> str:
    match = ISO_DATE.search(text)
    if match is None or (not match["dash"] and len(match["month"] + match["day"]) != 4):
        return ""
    parts = match.groupdict()
    numbers = [int(parts[name]) for name in ("year", "month", "day")]
    if parts["hour"] is None:
        return _made(*numbers)
    numbers += [int(parts[name] or 0) for name in ("hour", "minute", "second")]
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
        return _made(*(int(part) for part in match.groups() if part))
    if match := DOTTED_DATE.search(text):
        day, month, year, *time = (int(part) for part in match.groups() if part)
        return _made(year, month, day, *time)
    if match := SLASHED_DATE.search(text):
        first, second, year = int(match[1]), int(match[3]), int(match[4])
        if second > 12 or language.lower().startswith("en-us"):
            return _made(year, first, second)
        known = first > 12 or first == second or language[:2].lower() not in ("", "en")
        return _made(year, second, first) if known else ""
    if not RFC_2822_DATE.match(text):
        return ""
    try:
        when = parsedate_to_datetime(text)
    except (ValueError, IndexError, OverflowError):
        return ""
    return when.isoformat() if EARLIEST <= when.year <= LATEST else ""


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


@lru_cache(maxsize=512)
def _in_words(text: str, language: str) -> str:
    if not YEAR.search(text) or not any(letter.isalpha() for letter in text):
        return ""
    unknown: list[str] = []
    for found in worded_dates(text):
        if not (month := month_of(found.month, language)):
            unknown.append(text[found.start : found.end])
        elif date := _made(found.year, month, found.day, *_time(text[: found.start], text[found.end :])):
            return date
    parts = unknown if SLASHED_DATE.search(text) else [text, *unknown]
    return next((date for part in parts if (date := _in_other_words(part, language))), "")


def _time(before: str, after: str) -> tuple[int, ...]:
    """The hour and the minute beside a date, if they are there."""
    match = TIME.match(after) or TIME.fullmatch(before.rstrip(" ,-–—|·"))
    if match is None:
        return ()
    hour, minute = int(match["hour"]), int(match["minute"])
    if match["half"] and 1 <= hour <= 12:
        hour = hour % 12 + 12 * (match["half"] in "pP")
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

"""The order of day and month in the dates of a page: by the other dates that it shows, by its language, and by the
country that its address names."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache, cached_property

import attrs

from scrapy_denoise.blocks.lexicon import sections
from scrapy_denoise.blocks.regions.date_forms import zones_pattern
from scrapy_denoise.blocks.regions.date_reader import EITHER, PART, POINTED, SHORT, FoundDate, find_dates, month_of
from scrapy_denoise.page import Page
from scrapy_denoise.page.url import split_url

DAY_FIRST, MONTH_FIRST = "en-GB", "en-US"
"""A tag of each of the two orders."""

MAX_BYTES = 50_000
"""Bytes of a page's text in which other dates are looked for."""

MAX_DATES = 200
"""Dates in figures that are compared."""

BEHIND = 25
"""Characters behind a date in which the zone of its time stands."""

_MONTH = re.compile(r"/((?:19|20)\d\d)[/-](\d\d)(?!\d)")
"""A month in a path."""

SEVERAL = 3
"""Days of one month that tell the order."""

MONTHS = 12
"""The highest number of a month."""


def with_order(language: str, url: str) -> str:
    """A language tag that gives the order of day and month, where the language and the country of the host give it.

    >>> with_order("en", "https://news.example.co.uk/1"), with_order("en", "https://city.example.gov/1")
    ('en-GB', 'en-US')
    >>> with_order("fr", "https://news.example.us/1"), with_order("en-US", "https://news.example.uk/1")
    ('fr', 'en-US')
    """
    if language[:2].lower() not in ("", "en") or language.lower().startswith("en-us"):
        return language
    region = (language[2:].lstrip("-_") or (split_url(url).hostname or "").rpartition(".")[2]).lower()
    return _tags().get(region, language)


class DateOrder:
    """The order of day and month in the dates of one page; what the page shows is read only if a date needs it."""

    def __init__(self, page: Page, language: str) -> None:
        self._page, self.language = page, with_order(language, page.url or "")

    def tag(self, found: FoundDate) -> str:
        """A language tag with which a date is read. What the page shows comes before the region that it states: a
        forum's software states that of its makers, as ``en-US``, wherever its users write."""
        is_open = found.form in (EITHER, SHORT) and self.language[:2].lower() in ("", "en")
        return (is_open and self._shown) or self.language

    def turned(self, found: FoundDate) -> FoundDate:
        """A date with its day first. That with points and a year of four figures has the month first where another such
        date of a page in English has no other reading ("02.20.2026"), and none the day."""
        either = found.form == POINTED and found.day <= MONTHS and found.month <= MONTHS
        if not either or self.language[:2].lower() not in ("", "en") or not self._has_months_before_points:
            return found
        return attrs.evolve(found, day=found.month, month=found.day)

    @cached_property
    def _has_months_before_points(self) -> bool:
        dates = [date for date in find_dates(self._text()) if date.form == POINTED]
        return any(date.month > MONTHS for date in dates) and not any(date.day > MONTHS for date in dates)

    @cached_property
    def _shown(self) -> str:
        return shown_order(self._text(), self._page.url or "")

    def _text(self) -> str:
        """What of the page's text is read."""
        return self._page.columns.text[:MAX_BYTES].decode(errors="ignore")


def shown_order(text: str, url: str) -> str:
    """The order of the dates in figures of a text, in the first of these ways that gives one order and not both: a
    number that is no month; the month in the address; the same day in words; a zone of time of North America; several
    days of one month, since few pages name one day of several months. Empty where none does.

    >>> shown_order("3/24/2024, 3/5/2024", ""), shown_order("11.05.12", "https://example.org/2012/11/river")
    ('en-US', 'en-US')
    >>> shown_order("Sunday, 5 August 2012. 5/08/2012", ""), shown_order("5/08/2012", "")
    ('en-GB', '')
    >>> shown_order("8/05/2012, 9/05/2012, 10/05/2012", ""), shown_order("8/01/2012, 9/01/2012, 10/01/2012", "")
    ('en-GB', '')
    """
    found = find_dates(text)
    dates = [
        (date.year, date.day, date.month, text[date.start : date.end + BEHIND])
        for date in found
        if date.form in (EITHER, SHORT)
    ][:MAX_DATES]
    if not dates:
        return ""
    for day_first, month_first in _ways(dates, found, url):
        if (True in day_first) is not (True in month_first):
            return DAY_FIRST if True in day_first else MONTH_FIRST
    return ""


def _ways(
    dates: list[tuple[int, int, int, str]], found: tuple[FoundDate, ...], url: str
) -> Iterator[tuple[set[bool], set[bool]]]:
    """Of each way whether it says of a date that its day comes first, and whether that its month does.

    dates: the year, the first and the second number, and what stands behind. found: all dates of the text."""
    yield {first > MONTHS for _, first, _, _ in dates}, {second > MONTHS for _, _, second, _ in dates}
    path = _MONTH.search(url)
    month = (int(path[1]), int(path[2])) if path else None
    yield (
        {(year, second) == month for year, _, second, _ in dates},
        {(year, first) == month for year, first, _, _ in dates},
    )
    days = {(date.year, month_of(date.word, "en"), date.day) for date in found if date.word and date.form != PART}
    yield (
        {(year, second, first) in days for year, first, second, _ in dates},
        {(year, first, second) in days for year, first, second, _ in dates},
    )
    yield set(), {_zones().search(behind) is not None for *_, behind in dates}
    numbers = {date[:3] for date in dates}
    # The first day of several months is often named: a number 1 tells nothing.
    by_second = Counter((year, second) for year, _, second in numbers if second > 1)
    by_first = Counter((year, first) for year, first, _ in numbers if first > 1)
    yield {n >= SEVERAL for n in by_second.values()}, {n >= SEVERAL for n in by_first.values()}


@cache
def _zones() -> re.Pattern[str]:
    """The zones of North America, by their names and their distance."""
    names = zones_pattern("american_zones")
    return re.compile(rf"\d\W{{0,3}}(?:[ap]\.?m\.?\s?)?(?:\b(?:{names})\b|-0[4-9]:?00\b)", re.IGNORECASE)


@cache
def _tags() -> dict[str, str]:
    """For each region of English, and each ending of a host, a tag with its order."""
    words = sections("date_forms")
    return {
        name: tag
        for section, tag in (("day_first", DAY_FIRST), ("month_first", MONTH_FIRST))
        for line in words[section]
        for name in line.split()
    }

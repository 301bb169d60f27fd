"""The order of day and month in the dates of a page: by the other dates that it shows, by its language, and by the
country that its address names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, cached_property
from itertools import chain

from scrapy_denoise.blocks.lexicon import sections
from scrapy_denoise.blocks.regions.bylines import SHORT_DATE, SLASHED_DATE
from scrapy_denoise.blocks.regions.date_words import month_of, worded_dates
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

AROUND = 80
"""Characters around figures such as those of dates in which a whole date stands, with the time behind it."""

_IN_FIGURES = re.compile(r"\d[/.-]\d\d?[/.-]\d")
"""What each date in figures has."""

_YEARS = re.compile(r"\d\d(?:\d\d|(?=\s*(?:$|[,()|]|[гГ]\.)|\s\d\d?:\d\d))")
"""What each date in words has: a year in full, or a short one that ends a part of a sentence or is before a time."""

_MONTH = re.compile(r"/((?:19|20)\d\d)[/-](\d\d)(?!\d)")
"""A month in a path."""

_MONTHS = 12


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
        self._page, self._tag = page, with_order(language, page.url or "")

    def tag(self, texts: list[str]) -> str:
        """A language tag with which some texts are read. What the page shows comes before the region that it states: a
        forum's software states that of its makers, as ``en-US``, wherever its users write."""
        needed = self._tag[:2].lower() in ("", "en") and any(
            SLASHED_DATE.search(text) or SHORT_DATE.search(text) for text in texts
        )
        return (needed and self._shown) or self._tag

    @cached_property
    def _shown(self) -> str:
        text = self._page.columns.text[:MAX_BYTES].decode(errors="ignore")
        return shown_order(text, self._page.url or "")


def shown_order(text: str, url: str) -> str:
    """The order of the dates in figures of a text, in the first of these ways that gives one order and not both: a
    number that is no month; the month in the address; the same day in words; a zone of time of North America. Empty
    where none does.

    >>> shown_order("3/24/2024, 3/5/2024", ""), shown_order("11.05.12", "https://example.org/2012/11/river")
    ('en-US', 'en-US')
    >>> shown_order("Sunday, 5 August 2012. 5/08/2012", ""), shown_order("5/08/2012", "")
    ('en-GB', '')
    """
    dates = []
    for match in dates_in_figures(text):
        year = int(match[4]) if len(match[4]) > 2 else 2000 + int(match[4])
        second = match[3] if match.re is SLASHED_DATE else match[2] or match[3]
        dates.append((year, int(match[1]), int(second), match.string[match.end() : match.end() + BEHIND]))
        if len(dates) == MAX_DATES:
            break
    if not dates:
        return ""
    for day_first, month_first in _ways(dates, text, url):
        if (True in day_first) is not (True in month_first):
            return DAY_FIRST if True in day_first else MONTH_FIRST
    return ""


def _ways(dates: list[tuple[int, int, int, str]], text: str, url: str) -> Iterator[tuple[set[bool], set[bool]]]:
    """Of each way whether it says of a date that its day comes first, and whether that its month does.

    dates: the year, the first and the second number, and what stands behind."""
    yield {first > _MONTHS for _, first, _, _ in dates}, {second > _MONTHS for _, _, second, _ in dates}
    path = _MONTH.search(url)
    month = (int(path[1]), int(path[2])) if path else None
    yield (
        {(year, second) == month for year, _, second, _ in dates},
        {(year, first) == month for year, first, _, _ in dates},
    )
    days = days_in_words(text)
    yield (
        {(year, second, first) in days for year, first, second, _ in dates},
        {(year, first, second) in days for year, first, second, _ in dates},
    )
    yield set(), {_zones().search(behind) is not None for *_, behind in dates}


def dates_in_figures(text: str) -> Iterator[re.Match[str]]:
    """The dates of a text in figures, each found in the part of the text around it."""
    parts = _parts(text, _IN_FIGURES)
    for pattern in (SLASHED_DATE, SHORT_DATE):
        for part in parts:
            yield from pattern.finditer(part)


def days_in_words(text: str) -> set[tuple[int, int, int]]:
    """The year, the month and the day of each date of a text that names its month; 0 for an unknown month."""
    found = chain.from_iterable(map(worded_dates, _parts(text, _YEARS)))
    return {(date.year, month_of(date.month, "en"), date.day) for date in found}


def _parts(text: str, marks: re.Pattern[str]) -> list[str]:
    """The parts of a text around some marks, AROUND characters on each side. The patterns of dates begin with a
    condition on what stands before them, and take ten times as long to pass over a character as those of the marks."""
    spans: list[list[int]] = []
    for match in marks.finditer(text):
        start, end = max(match.start() - AROUND, 0), match.end() + AROUND
        if spans and start <= spans[-1][1]:
            spans[-1][1] = end
        else:
            spans.append([start, end])
    # Behind a part that was cut off there is no end of the text.
    return [text[start:end] + "\0" * (end < len(text)) for start, end in spans]


@cache
def _zones() -> re.Pattern[str]:
    """The zones of North America, by their names and their distance."""
    names = "|".join(sections("date_forms")["american_zones"])
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

"""Whether what follows a list is too old: by the dates that it tells, and those of the pages that it has led to.

A list's next page is held until that is known, so that none is asked for in vain.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

import attrs
from scrapy import Request

MIN_DATES = 3
"""Dates from which the age of a list is judged, and those at its end, from which that of what follows."""

MAX_LISTS = 10_000
"""Lists that are remembered; the next pages of others are asked for at once."""

MAX_DATES = 1_000_000
"""Dates of all lists together that are remembered, known or not; further lists are not."""

PAIRS_FOR_ONE_UNSORTED = 4
"""A list of which one pair in so many is not newest first has no order."""


@attrs.define
class _ListAge:
    """dates: of the pages that a list leads to, in its order; empty where not known. ahead: its next page, held."""

    dates: list[str]
    new: int = 0
    old: int = 0
    ahead: Request | None = None


class ListAges:
    """Keeps for each list of a crawl whether it goes on to pages of a first day or later."""

    def __init__(self, since: str) -> None:
        self._since = since
        self._lists: dict[str, _ListAge] = {}
        self._dates = 0

    def begin(self, url: str, published: Iterable[str]) -> None:
        """Remember a list. published: of its entries in their order, as the list tells it; ISO 8601, or empty.

        Where its address has brought a list before, as those do to which others are redirected, the dates are those of
        the new one, and a next page that is held stays so.
        """
        if self._since and len(self._lists) < MAX_LISTS and self._dates < MAX_DATES:
            before = self._lists.get(url)
            age = self._lists[url] = _ListAge([], ahead=before.ahead if before else None)
            for place, date in enumerate(published):
                self._add(age, place, date)
            self._dates += len(age.dates)

    def add(self, url: str, place: int, published: str) -> None:
        """Remember when an entry of a list was published, as its own page tells it. place: among the entries."""
        age = self._lists.get(url)
        if age is not None and published and place >= 0:
            self._add(age, place, published)

    def is_too_old(self, url: str, published: str) -> bool:
        """Whether a list tells that an entry is older than the first day: where it tells the dates of several."""
        age = self._lists.get(url)
        return age is not None and bool(published) and age.new + age.old >= MIN_DATES and published[:10] < self._since

    def is_old(self, url: str) -> bool:
        """Whether all dated pages of a list are too old."""
        age = self._lists.get(url)
        return age is not None and not age.new and age.old >= MIN_DATES

    def hold(self, url: str, ahead: Request) -> bool:
        """Keep the request for a list's next page; False where nothing has to be known of the list, or another of its
        next pages is held already."""
        age = self._lists.get(url)
        if age is None or age.ahead is not None:
            return False
        age.ahead = ahead
        return True

    def ready(self, url: str) -> Iterator[Request]:
        """The next page of a list where it is known that it leads to pages that are not too old."""
        age = self._lists.get(url)
        if age is not None and age.ahead is not None and (goes_on := self._goes_on(age)) is not None:
            ahead, age.ahead = age.ahead, None
            if goes_on:
                yield ahead

    def left(self) -> list[Request]:
        """Next pages that are held, as not enough is known of their lists; they are held no longer."""
        found = []
        for age in self._lists.values():
            if age.ahead is not None:
                found.append(age.ahead)
                age.ahead = None
        return found

    def _add(self, age: _ListAge, place: int, published: str) -> None:
        age.dates.extend([""] * (place + 1 - len(age.dates)))
        before, day = age.dates[place], published[:10]
        for date, number in ((before, -1), (day, 1)):
            if date and date < self._since:
                age.old += number
            elif date:
                age.new += number
        age.dates[place] = day

    def _goes_on(self, age: _ListAge) -> bool | None:
        """Whether the next page of a list is worth a request; None where that is not known."""
        end = age.dates[-MIN_DATES:]
        if any(date >= self._since for date in end if date):
            return True
        if not age.new and age.old >= MIN_DATES:
            return False
        if len(end) < MIN_DATES or not all(end):
            return None
        known = [date for date in age.dates if date]
        risen = sum(later > earlier for earlier, later in pairwise(known))
        return PAIRS_FOR_ONE_UNSORTED * risen >= len(known) - 1

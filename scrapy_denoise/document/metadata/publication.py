"""Which of the days that a page states or shows is that of its publication."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime

NEAR = 1
"""Days between two statements that can mean the same day: of two time zones, or of the network and of print."""

WEAK = ("dublin-core", "meta", "time")
"""Sources that state the day of a change, or of another thing, as often as not where the page shows another day."""

DAY = 10
"""Characters of a day in ISO 8601."""

SHOWN = ("microdata", "time", "page")
"""Sources that are places of the page, where an entry of a list has its date too."""

MIN_DATED = 3
"""Entries with dates of a list whose dates these are."""


UTC = "+00:00"
ZONE = re.compile(r"[+-]\d\d:\d\d\Z")
"""The zone of a time, that of UTC among them."""


def publication(
    stated: Sequence[tuple[str, str]], shown: Callable[[], str], state: Callable[[], str] = str
) -> tuple[str, str] | None:
    """The source and the date of the publication; None where no source states one.

    stated: of each source that states a date, the source and the date in ISO 8601, the most trusted one first. shown:
    the date that the page shows; state: that of its scripts; each is asked for where it can decide. The day in the
    page's address (source ``url``) holds where it is the first: what is stated later is the day of a change, or of
    another time zone. Else the day that most sources state holds, of equally many that of the first; if it is a day
    next to that of the first source, or the same, the first source holds. A time in UTC gives way to the same minute in
    another zone, which is the page's own.
    """
    if not stated:
        return None
    stated = _in_local_time(stated)
    first, by_source = stated[0], dict(stated)
    days = {source: text[:DAY] for source, text in stated}
    if days.get("url", first[1]) < days[first[0]]:
        return next(found for found in stated if found[1][:DAY] == days["url"])
    if first[0] in WEAK and (text := shown()) and text[:DAY] != days[first[0]]:
        return "page", text
    if not any(_apart(day, days[first[0]]) for day in days.values()):
        return first
    # A time element is what is shown, mostly.
    if "time" not in days and (text := shown()):
        by_source["page"], days["page"] = text, text[:DAY]
    if _is_tie(days) and (text := state()):
        by_source["script"], days["script"] = text, text[:DAY]
    votes = Counter(days.values())
    chosen = max(votes, key=votes.__getitem__)
    if not _apart(chosen, days[first[0]]):
        return first
    return next(found for found in by_source.items() if found[1][:DAY] == chosen)


def is_of_entry(source: str, found: str, entries: Callable[[], Sequence[str]]) -> bool:
    """Whether the date of a list is that of one of its entries. source, found: of the date. entries: makes their dates,
    empty where one has none; it is called where the date stands in a place of the page."""
    if source not in SHOWN:
        return False
    days = [text[:DAY] for text in entries() if text]
    return len(days) >= MIN_DATED and found[:DAY] in days


def _in_local_time(stated: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """The statements, those in UTC as another source states the same minute in the zone of the page."""
    local = {_minute(text): text for _, text in reversed(stated) if ZONE.search(text) and not text.endswith(UTC)}
    if not local:
        return list(stated)
    return [(source, local.get(_minute(text), text) if text.endswith(UTC) else text) for source, text in stated]


def _minute(text: str) -> datetime:
    """The minute that a time with its zone is of."""
    return datetime.fromisoformat(text).replace(second=0, microsecond=0)


def _is_tie(days: Mapping[str, str]) -> bool:
    """Whether as many sources state one day as another, and none is stated by more."""
    counts = [count for _, count in Counter(days.values()).most_common(2)]
    return len(counts) == 2 and counts[0] == counts[1]


def _apart(one: str, other: str) -> bool:
    """Whether two days differ by more than can be the same day."""
    return one != other and abs((date.fromisoformat(one) - date.fromisoformat(other)).days) > NEAR

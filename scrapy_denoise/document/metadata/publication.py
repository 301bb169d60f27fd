"""Which of the days that a page tells is that of its publication."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from datetime import date

NEAR = 1
"""Days between two statements that can mean the same day: of two time zones, or of the network and of print."""

WEAK = ("dublin-core", "meta", "time")
"""Sources that state the day of a change, or of another thing, as often as not where the page shows another day."""

DAY = 10
"""Characters of a day in ISO 8601."""


def publication(stated: Sequence[tuple[str, str]], shown: Callable[[], str]) -> tuple[str, str] | None:
    """The source and the date of the publication; None where no source states one.

    stated: of each source that states a date, the source and the date in ISO 8601, the most trusted one first. shown:
    the date that the page shows; it is asked for where it can decide. The day in the page's address (source ``url``)
    holds where it is the first: what is stated later is the day of a change, or of another time zone. Else the day that
    most sources tell holds, where it is none beside that of the first source, and of as many that of the first.
    """
    if not stated:
        return None
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
    votes = Counter(days.values())
    chosen = max(votes, key=votes.__getitem__)
    if not _apart(chosen, days[first[0]]):
        return first
    return next(found for found in by_source.items() if found[1][:DAY] == chosen)


def _apart(one: str, other: str) -> bool:
    """Whether two days differ by more than can be the same day."""
    return one != other and abs((date.fromisoformat(one) - date.fromisoformat(other)).days) > NEAR

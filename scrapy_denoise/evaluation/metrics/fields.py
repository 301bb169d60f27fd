"""What extractors find of a page besides its text: title, date, authors and markup; the scores of the first three."""

from __future__ import annotations

import re
from collections.abc import Iterable

from attrs import frozen

from scrapy_denoise.page.compiled import match_key


@frozen
class PageFields:
    """What an extractor found. None: the extractor never gives this; empty: it found none on this page.

    date: as the extractor writes it, ISO 8601 at its beginning. html: the content as HTML.
    """

    title: str | None = None
    date: str | None = None
    authors: tuple[str, ...] | None = None
    html: str | None = None


def title_score(found: str, gold: str) -> float:
    """1 if one of two titles holds the other and is less than twice as long; letters and digits alone count.

    >>> title_score("The river rose | The Valley", "The River Rose"), title_score("The Valley", "The river rose")
    (1.0, 0.0)
    """
    shorter, longer = sorted((match_key(found), match_key(gold)), key=len)
    return float(bool(shorter) and shorter in longer and 2 * len(shorter) >= len(longer))


def authors_score(found: Iterable[str], gold: Iterable[str]) -> float:
    """F1 of two sets of names; letters and digits alone count.

    >>> authors_score(["Ann Lee", "Bo Yun"], ["ann lee"])
    0.6666666666666666
    """
    ours, theirs = ({match_key(name) for name in names} - {""} for names in (found, gold))
    return 2 * len(ours & theirs) / (len(ours) + len(theirs)) if ours or theirs else 1.0


def date_score(found: str, gold: str) -> float:
    """1 if two dates in ISO 8601 are the same day.

    >>> date_score("2024-05-03T10:00:00+02:00", "2024-05-03")
    1.0
    """
    return float(bool(gold) and found[:10] == gold[:10])


def is_day(text: str | None) -> bool:
    """Whether a text begins with a day in ISO 8601, as gold dates that count do."""
    return bool(text and re.match(r"\d{4}-\d\d-\d\d", text))

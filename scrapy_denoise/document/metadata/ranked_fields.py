"""The fields of the metadata that are ranked: their candidates, the one that is given, and how sure it is."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime
from functools import cache

import attrs

from scrapy_denoise.document.metadata.author_places import BETWEEN, may_be_editor, names_persons
from scrapy_denoise.document.metadata.date_places import DAY
from scrapy_denoise.document.metadata.dates import UTC
from scrapy_denoise.page.candidates.candidates import Candidate
from scrapy_denoise.page.candidates.ranking import Ranked, Weights, rank, read_weights
from scrapy_denoise.page.compiled import match_key

LEAST = {"authors": 0.42, "published": 0.25, "modified": 0.3}
"""Of each field the confidence below which it is left empty."""

DATES = frozenset(("published", "modified"))
ZONE = re.compile(r"[+-]\d\d:\d\d\Z")
"""The zone of a time, that of UTC among them."""

SURE = 0.89
"""The confidence of what a page states from which what it shows is not read."""


@attrs.define(unsafe_hash=True)
class Given:
    """The value of a field with its source and its confidence, 0 to 1. signs: of its candidate."""

    value: str
    source: str
    confidence: float
    signs: frozenset[str] = frozenset()


@cache
def weights() -> Weights:
    """The weights of the package: of each field, those of its signs."""
    return read_weights(__package__)


def give(field: str, found: Sequence[Candidate], own: dict[str, float] | None = None) -> Given | None:
    """The first of the ranked candidates, where it is sure enough; the confidences of those that share a name or a day
    with it count too.

    own: the weights of the field, by default those of the package."""
    if not found:
        return None
    ranked = rank(list(found), own or weights()[field])
    first, confidence = ranked[0].candidate, ranked[0].confidence
    if len(ranked) > 1:
        parts = _parts(first.value)
        confidence += sum([one.confidence for one in ranked[1:] if not parts.isdisjoint(_parts(one.candidate.value))])
    if confidence < LEAST[field]:
        return None
    return Given(
        *(_most_exact(first) if field in DATES else (first.value, first.places[0].source)), confidence, first.signs
    )


def is_sure(field: str, given: Given | None) -> bool:
    """Whether what a page states of a field is so sure that what it shows need not be read: persons, and a date with
    its time."""
    if given is None or given.confidence < SURE:
        return False
    if field in DATES:
        return len(given.value) > DAY
    return names_persons(given.signs) and not may_be_editor(given.signs)


def in_order(field: str, found: Sequence[Candidate]) -> list[Ranked]:
    """The candidates in their order, each with its share among all of them and nothing; names with semicolons between
    them."""
    named = [attrs.evolve(one, value=one.value.replace(BETWEEN, "; ")) for one in found]
    return rank(named, weights()[field])


def _most_exact(day: Candidate) -> tuple[str, str]:
    """A date of a day and its source: the first one, or the first with a time of day where that has none. A time in UTC
    gives way to the same minute in another zone, which is the page's own."""
    place = next((one for one in day.places if len(one.value) > DAY), day.places[0])
    if place.value.endswith(UTC):
        others = (one.value for one in day.places if ZONE.search(one.value) and not one.value.endswith(UTC))
        value = next((other for other in others if _minute(other) == _minute(place.value)), place.value)
        return value, place.source
    return place.value, place.source


def _minute(text: str) -> datetime:
    """The minute that a time with its zone is of."""
    return datetime.fromisoformat(text).replace(second=0, microsecond=0)


def _parts(value: str) -> set[str]:
    return set(map(match_key, value.split(BETWEEN)))

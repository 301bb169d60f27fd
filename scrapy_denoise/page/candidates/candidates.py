"""The candidates for the fields of a page: values, each with where it is from and what speaks for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice

import attrs

MAX_CANDIDATES = 60
"""The most different values of a field."""

MAX_PLACES = 500
"""The most places of all values of a field."""

_AROUND = " \t\r\n\u00a0\u200b\u200e\u200f"
_NOTHING = frozenset(("null", "undefined", "none", "nan", "n/a", "na", "-", "false", "true"))
"""What programs write where there is no value."""

STATED = frozenset(("json_ld", "microdata", "opengraph", "attribute"))
"""The sources that agree with what is shown by more than chance, as a number in a script may."""


@attrs.define(unsafe_hash=True)  # to make a frozen one takes four times as long, and a page has hundreds
class Place:
    """A place in a page that gives a value.

    value: as it is given. source: where it is from, such as ``json_ld``, or ``page`` where it is shown. signs: the
    names of features of this place; those that begin with "not_" speak against it. row: of the page's columns, -1 where
    the value is not shown. detail: more of the value, as the currency of a price.
    """

    value: str
    source: str
    signs: frozenset[str] = frozenset()
    row: int = -1
    detail: str = ""


@attrs.define(unsafe_hash=True)
class Candidate:
    """A value of a field with all places that give it, those that tell most first."""

    value: str
    places: tuple[Place, ...]
    signs: frozenset[str]


def of_best(signs: list[frozenset[str]]) -> frozenset[str]:
    """Of the signs of several places those of the one that has the fewest against the value."""
    return min(signs, key=lambda own: sum([sign.startswith("not_") for sign in own]))


def of_all(signs: list[frozenset[str]]) -> frozenset[str]:
    """Of the signs of several places those for the value of all of them, and those against it that all have."""
    shared = frozenset.intersection(*signs)
    return shared.union([sign for own in signs for sign in own if not sign.startswith("not_")])


def candidates(
    places: Sequence[Place],
    key: Callable[[str], object],
    together: Callable[[list[frozenset[str]]], frozenset[str]] = of_best,
) -> list[Candidate]:
    """The different values of some places, in their order.

    key: by which values are the same. together: makes one set of the signs of places of one source."""
    if not places:
        return []
    groups: dict[object, list[Place]] = {}
    for place in islice(places, MAX_PLACES):
        if (name := key(place.value)) is not None and (name in groups or len(groups) < MAX_CANDIDATES):
            groups.setdefault(name, []).append(place)
    return [Candidate(group[0].value, tuple(group), _signs(group, together)) for group in groups.values()]


def _signs(group: list[Place], together: Callable[[list[frozenset[str]]], frozenset[str]]) -> frozenset[str]:
    """The signs of the places of each source, and how many sources agree."""
    if len(group) == 1:
        return group[0].signs.union(("sources_1", f"from_{group[0].source}"))
    by_source: dict[str, list[frozenset[str]]] = {}
    for place in group:
        by_source.setdefault(place.source, []).append(place.signs)
    found = {f"sources_{min(len(by_source), 3)}"}
    for source, signs in by_source.items():
        found.add(f"from_{source}")
        found |= together(signs) if len(signs) > 1 else signs[0]
    if "page" in by_source and not STATED.isdisjoint(by_source):
        found.add("stated_and_shown")
    return frozenset(found)


class Places:
    """The places that give the fields of a page, by field, in the order in which they are found."""

    def __init__(self) -> None:
        self._of: dict[str, list[Place]] = {}

    def add(self, field: str, value: str, source: str, *signs: str, row: int = -1, detail: str = "") -> None:
        """Add a place; an empty value is none, and neither is one above MAX_PLACES."""
        if not (value := value.strip(_AROUND)):
            return
        known = self._of.setdefault(field, [])
        if len(known) < MAX_PLACES and value.lower() not in _NOTHING:
            known.append(Place(value, source, frozenset(signs), row, detail))

    def of(self, field: str) -> list[Place]:
        """The places of a field."""
        return self._of.get(field, [])

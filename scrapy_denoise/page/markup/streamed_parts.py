"""Puts the parts of a page that React streams behind the rest into their places, as its scripts do in a browser.

Such a part is a hidden ``div`` with the id ``S:`` and a number. Its place is a ``template`` with ``B:`` or ``P:`` and
that number; what stands behind one with ``B:``, up to the comment that ends it, is shown until the part is there.
"""

from __future__ import annotations

from collections import deque
from itertools import islice

from scrapy_denoise.page.compiled import move_contents, set_aside, streamed
from scrapy_denoise.page.dom.element import Element

MAX_PARTS = 1_000
"""Parts of a page that are put into their places."""

MAX_PLACES = 2_000
"""Places of a page that are looked at."""

MAX_DEPTH = 1_000
"""Elements around a place."""

MAX_WAITING = 200
"""Nodes behind a place among which the comment is looked for that ends it."""

_BEGINS, _ENDS = {"$", "$?", "$!", "$~"}, "/$"

_Places = list[tuple[Element, int]]


def place_parts(root: Element) -> bool:
    """Move the streamed parts of a page into their places; False where there are none.

    A place in a part that itself has none is none, so that no part is moved into itself.
    """
    parts, outside = _parts_and_places(root)
    places = deque(outside)
    placed = False
    while places:
        place, depth = places.popleft()
        part, within = parts.pop(place.get("id", "")[2:], (None, []))
        if part is not None and depth <= MAX_DEPTH:
            places.extend((other, depth + below) for other, below in within)
            _move(part, place)
            placed = True
    return placed


def _parts_and_places(root: Element) -> tuple[dict[str, tuple[Element, _Places]], _Places]:
    """The parts by their numbers, each with the places in it, and the places outside of parts; of each place how many
    elements are around it, in its part or in the page."""
    found, places = streamed(root, MAX_PLACES)
    within: list[_Places] = [[] for _ in found]
    outside: _Places = []
    for place, number, depth in places:
        (outside if number < 0 else within[number]).append((place, depth))
    parts: dict[str, tuple[Element, _Places]] = {}
    for part, own in zip(found[:MAX_PARTS], within, strict=False):
        parts.setdefault(part.get("id", "")[2:], (part, own))
    return parts, outside


def _move(part: Element, place: Element) -> None:
    """Put what a part holds before its place, instead of what is shown until then."""
    if place.get("id", "").startswith("B:") and (end := _end(place)) is not None:
        set_aside(place, end)
    move_contents(part, place)


def _end(place: Element) -> Element | None:
    """The comment that ends what stands behind a place; None where there is none near."""
    open_marks = 0
    for sibling in islice(place.itersiblings(), MAX_WAITING):
        if not isinstance(sibling.tag, str):
            if sibling.text == _ENDS and not open_marks:
                return sibling
            open_marks += (sibling.text in _BEGINS) - (sibling.text == _ENDS)
    return None

"""Puts the parts of a page that React streams behind the rest into their places, as its scripts do in a browser.

Such a part is a hidden ``div`` with the id ``S:`` and a number. Its place is a ``template`` with ``B:`` or ``P:`` and
that number; what stands behind one with ``B:``, up to the comment that ends it, is shown until the part is there.
"""

from __future__ import annotations

from collections import deque
from itertools import islice

from lxml.etree import Comment, XPath, _Element

MAX_PARTS = 1_000
"""Parts of a page that are put into their places."""

MAX_PLACES = 2_000
"""Places of a page that are looked at."""

MAX_DEPTH = 256
"""Elements around a place. With those of the parts a tree is not much deeper than the parser makes one."""

MAX_WAITING = 200
"""Nodes behind a place among which the comment is looked for that ends it."""

_BEGINS, _ENDS = {"$", "$?", "$!", "$~"}, "/$"

_PARTS = XPath("descendant::div[@hidden][starts-with(@id, 'S:')]")
_PLACES = XPath("descendant::template[starts-with(@id, 'B:') or starts-with(@id, 'P:')]")

_Places = list[tuple[_Element, int]]


def place_parts(tree: _Element) -> bool:
    """Move the streamed parts of a tree into their places; False where there are none.

    A place in a part that itself has none is none, so that no part is moved into itself.
    """
    parts, outside = _parts_and_places(tree)
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


def _parts_and_places(tree: _Element) -> tuple[dict[str, tuple[_Element, _Places]], _Places]:
    """The parts by their numbers, each with the places in it, and the places outside of parts; of each place how many
    elements are around it, in its part or in the tree."""
    parts: dict[str, tuple[_Element, _Places]] = {}
    known: dict[_Element, _Places] = {}
    for part in _PARTS(tree):
        number = part.get("id")[2:]
        if number not in parts and len(parts) < MAX_PARTS and known.keys().isdisjoint(part.iterancestors()):
            parts[number] = part, known.setdefault(part, [])
    outside: _Places = []
    for place in _PLACES(tree)[:MAX_PLACES] if parts else ():
        around = list(place.iterancestors())
        within = next((depth for depth, element in enumerate(around) if element in known), None)
        if within is None:
            outside.append((place, len(around)))
        else:
            known[around[within]].append((place, within))
    return parts, outside


def _move(part: _Element, place: _Element) -> None:
    """Put what a part holds before its place, instead of what is shown until then."""
    if place.get("id", "").startswith("B:"):
        _remove_until_end(place)
    if part.text:
        before = place.getprevious()
        if before is not None:
            before.tail = (before.tail or "") + part.text
        elif (around := place.getparent()) is not None:
            around.text = (around.text or "") + part.text
        part.text = None
    for child in list(part):
        place.addprevious(child)


def _remove_until_end(place: _Element) -> None:
    """Remove what stands behind a place up to the comment that ends it; nothing where there is none near."""
    shown, open_marks = [], 0
    for sibling in islice(place.itersiblings(), MAX_WAITING):
        if sibling.tag is Comment:
            if sibling.text == _ENDS and not open_marks:
                break
            open_marks += (sibling.text in _BEGINS) - (sibling.text == _ENDS)
        shown.append(sibling)
    else:
        return
    place.tail = None
    around = place.getparent()
    if around is not None:
        for sibling in shown:
            around.remove(sibling)

"""Finds links to the next or previous page that have a mark, such as an arrow, or a picture instead of words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.document.compiled import direction_of
from scrapy_denoise.page import Page
from scrapy_denoise.page.compiled import named_around

if TYPE_CHECKING:
    from scrapy_denoise.page.dom.element import Element

MAX_MARKS = 300
"""Links without words of a page whose elements are asked."""

AROUND = "«»‹›<>←→⇐⇒◀▶►◄▸◂➔|·•.:：…+-–— \t\n[]()【】（）"
"""What stands around the words of a link."""

_NEXT_MARKS, _PREVIOUS_MARKS = frozenset("›>→▶►▸»⇒➔"), frozenset("‹<←◀◄◂«⇐")
_WORDS = re.compile(r"[a-z]+")
_NEXT_NAMES, _PREVIOUS_NAMES = frozenset(("next", "older")), frozenset(("prev", "previous", "newer"))
_DIRECTION_NAMES = tuple(name.encode() for name in sorted(_NEXT_NAMES | _PREVIOUS_NAMES - {"previous"}))
_OTHER_NAMES = frozenset("month year week day slide carousel post article story".split())


def marks_of(
    page: Page, rows: NDArray[np.intp], places: list[int], texts: list[str]
) -> Iterator[tuple[int, str, bool]]:
    """Of links without words where they lead, and whether their title or the text of their picture says so.

    rows, texts: of all links. places: of those without words.
    """
    places = places[:MAX_MARKS]
    if not places:
        return
    wanted = np.zeros(len(page.columns), np.bool_)
    wanted[rows[places]] = True
    elements = page.nodes(wanted)
    for place in places:
        element = elements[rows[place]]
        if element is None:
            continue
        label = _label(element)
        found = direction_of(label, AROUND) if label else ""
        if found:
            yield place, found, True
        elif found := _by_name(element, label) or ("" if label else _by_mark(texts[place])):
            yield place, found, False


def _label(element: Element) -> str:
    """The label of a link: its own title, or the text of its picture."""
    said = element.get("aria-label") or element.get("title")
    if not said:
        picture = next(element.iter("img"), None)
        said = picture.get("alt") if picture is not None else ""
    return (said or "").lower().strip(AROUND)


def _by_name(element: Element, label: str) -> str:
    """Where the class and the id of a link, or of what is around it or in it, say that it leads, unless they or its
    label speak of other things than pages."""
    if not named_around(element, _DIRECTION_NAMES):  # to make these elements and find the words takes far longer
        return ""
    parent, child = element.getparent(), next(iter(element), None)
    words = set(_WORDS.findall(label[:200]))
    names: set[str] = set()
    for other in (element, parent, child):
        if other is not None:
            names.update(_WORDS.findall(f"{other.get('class') or ''} {other.get('id') or ''}".lower()[:200]))
    if (names | words) & _OTHER_NAMES:
        return ""
    return "next_page" if names & _NEXT_NAMES else "previous_page" if names & _PREVIOUS_NAMES else ""


def _by_mark(text: str) -> str:
    marks = set(text) - {" "}
    if not marks:
        return ""
    return "next_page" if marks <= _NEXT_MARKS else "previous_page" if marks <= _PREVIOUS_MARKS else ""

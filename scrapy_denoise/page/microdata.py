"""What a page states in microdata: its properties, each with the type of the item that it is of."""

from __future__ import annotations

import attrs
from lxml.etree import _Element

from scrapy_denoise.page.having import elements_having

MAX_PROPERTIES = 2_000
"""Properties of a page that are read."""

MAX_DEPTH = 200
"""Ancestors of a property among which its item is looked for."""

MAX_CHARS = 1_000
"""Characters of a value."""

_ADDRESSES = {
    "a": "href",
    "link": "href",
    "area": "href",
    "img": "src",
    "audio": "src",
    "video": "src",
    "source": "src",
}


@attrs.frozen
class Property:
    """A property of an item: its name, its value as text, and the types of the items around it, the innermost first.

    items: each with the name of the property that the item itself is the value of, or an empty string.
    """

    name: str
    value: str
    items: tuple[tuple[str, str], ...]
    is_item: bool


def read_microdata(tree: _Element | None) -> list[Property]:
    """The properties of a page, in document order."""
    if tree is None:
        return []
    found = []
    for element in elements_having(tree, b"itemprop", most=MAX_PROPERTIES):
        items = _items(element)
        is_item = element.get("itemscope") is not None
        value = _value(element)
        found += [Property(name, value, items, is_item) for name in element.get("itemprop", "").split()[:5]]
    return found


def _items(element: _Element) -> tuple[tuple[str, str], ...]:
    items = []
    for number, ancestor in enumerate(element.iterancestors()):
        if number == MAX_DEPTH:
            break
        if ancestor.get("itemscope") is not None:
            kind = (ancestor.get("itemtype") or "").rstrip("/").rpartition("/")[2]
            items.append((kind, ancestor.get("itemprop") or ""))
    return tuple(items)


def _value(element: _Element) -> str:
    attribute = "datetime" if element.tag == "time" else _ADDRESSES.get(element.tag, "content")
    value: str | None = element.get("content") or element.get(attribute)
    return value[:MAX_CHARS] if value else text_of(element)


def text_of(element: _Element) -> str:
    """The text of an element, white space collapsed, up to MAX_CHARS characters."""
    parts: list[str] = []
    size = 0
    for part in element.itertext("*"):  # not of comments
        parts.append(part)
        size += len(part)
        if size > 10 * MAX_CHARS:
            break
    return " ".join("".join(parts).split())[:MAX_CHARS]

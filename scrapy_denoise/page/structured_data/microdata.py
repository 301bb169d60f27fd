"""Reads a page's microdata: properties, each with the type of its item."""

from __future__ import annotations

import attrs

from scrapy_denoise.page.compiled import PageStatements, collapse_whitespace, items_around, text_nodes, without_controls
from scrapy_denoise.page.dom.element import Element

MAX_PROPERTIES = 2_000
"""The most properties of a page that are read."""

MAX_ITEMS = 50
"""Items around a property that are given, the innermost ones."""

MAX_NESTED = 4
"""Properties around a property, without the items among them, from which its text is not read: each text holds those
inside it, so that reading all of many would take the square of the page."""

MAX_VALUE_CHARS = 1_000
"""The most characters of a value."""

MAX_INNER = 500
"""Elements within one whose text is read: many empty ones in each other would take the square of the page."""

_ADDRESSES = {
    "a": "href",
    "link": "href",
    "area": "href",
    "img": "src",
    "audio": "src",
    "video": "src",
    "source": "src",
}

_SAID = frozenset(("name", "author", "creator", "headline", "keywords", "articleSection", "genre"))
"""Properties that are the text of a link and not its address, as themes mean them and search engines read them."""

_OF_PART = frozenset(("articleBody", "caption"))
"""Properties of a text that describes no page although it is named so too: its body, and the caption of a picture."""

Items = tuple[tuple[str, str], ...]
"""The type of each item and the property that it is of another, the innermost item first."""


@attrs.define(unsafe_hash=True)  # to make a frozen one takes four times as long, and a page has hundreds
class Property:
    """A property of an item: its name, its value as text, and the types of the items around it, the innermost first.

    items: each with the name of the property that the item itself is the value of, or an empty string. is_item: whether
    the value is an item itself, which has no text.
    """

    name: str
    value: str
    items: Items
    is_item: bool


def read_microdata(stated: PageStatements) -> list[Property]:
    """The properties of a page, in document order."""
    found = []
    known: dict[int, tuple[Items, int]] = {}
    for element in stated.properties(MAX_PROPERTIES):
        items, nested = items_around(element, known, MAX_ITEMS)
        is_item = element.get("itemscope") is not None
        value = value_of(element, is_item or nested >= MAX_NESTED)
        names = element.get("itemprop", "").split()[:5]
        if "description" in names and not _OF_PART.isdisjoint(names):
            names.remove("description")
        said = value if is_item or element.tag != "a" or _SAID.isdisjoint(names) else text_of(element) or value
        found += [Property(name, said if name in _SAID else value, items, is_item) for name in names]
    return found


def value_of(element: Element, without_text: bool) -> str:
    """The value that an element gives a property, up to MAX_VALUE_CHARS characters. without_text: its text is none."""
    attribute = "datetime" if element.tag == "time" else _ADDRESSES.get(element.tag, "content")
    value: str | None = element.get("content") or element.get(attribute)
    return without_controls(value[:MAX_VALUE_CHARS]) if value else "" if without_text else text_of(element)


def texts_of(element: Element, most: int = MAX_INNER) -> list[str]:
    """The texts in an element in their order, not those of comments; of the first `most` elements in it, and of about
    10 MAX_VALUE_CHARS characters."""
    return text_nodes(element, 10 * MAX_VALUE_CHARS, most)


def text_of(element: Element) -> str:
    """The text of an element, white space collapsed, up to MAX_VALUE_CHARS characters."""
    return collapse_whitespace("".join(texts_of(element)))[:MAX_VALUE_CHARS]

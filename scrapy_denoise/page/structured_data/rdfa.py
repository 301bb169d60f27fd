"""Reads a page's RDFa: properties, each with the type of its item, as those of microdata are read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import islice

from scrapy_denoise.page.dom.element import Element
from scrapy_denoise.page.structured_data.microdata import MAX_PROPERTIES, Property, value_of

MAX_ELEMENTS = 5_000
"""Elements within items that are looked at."""

MAX_ABOVE = 50
"""Elements around one in which its item is looked for."""

_MARK = re.compile("[:/#]")


def read_rdfa(items: Iterable[Element]) -> list[Property]:
    """The properties of some items in document order, each with the local part of its name: ``price`` is that of
    ``schema:price``.

    items: the elements with ``typeof``, in document order. Those inside others are read with them.
    """
    return list(islice(_properties(items), MAX_PROPERTIES))


def _properties(items: Iterable[Element]) -> Iterator[Property]:
    known: set[Element] = set()
    left = MAX_ELEMENTS
    for item in items:
        if item in known:
            continue
        for element in item.iterdescendants():
            if (left := left - 1) < 0:
                return
            is_item = element.get("typeof") is not None
            if is_item:
                known.add(element)
            for name in (element.get("property") or "").split()[:5]:
                yield Property(_local(name), value_of(element, is_item), _items_around(element), is_item)


def _items_around(element: Element) -> tuple[tuple[str, str], ...]:
    """The items around an element, the innermost first: the type of each, and the property that it is of another."""
    found: list[tuple[str, str]] = []
    above = element.getparent()
    for _ in range(MAX_ABOVE):
        if above is None:
            break
        role = _local(above.get("property") or above.get("rel") or "")
        if (kind := above.get("typeof")) is not None:
            found.append((_local(kind.partition(" ")[0]), role))
        elif role and found and not found[-1][1]:
            found[-1] = found[-1][0], role
        above = above.getparent()
    return tuple(found)


def _local(name: str) -> str:
    return _MARK.split(name.strip().rstrip("/"))[-1]

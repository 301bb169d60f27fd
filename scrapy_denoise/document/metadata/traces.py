"""The day of publication of a page that neither states nor shows it: from attributes, and from the addresses of its
pictures."""

from __future__ import annotations

import re
from datetime import datetime, timezone

import attrs
import numpy as np
from lxml.etree import _Element
from numpy.typing import NDArray

from scrapy_denoise.document.metadata.dates import EARLIEST, LATEST, iso_date
from scrapy_denoise.document.metadata.declared import day_in_address
from scrapy_denoise.document.metadata.metadata import Metadata
from scrapy_denoise.document.metadata.order import DateOrder
from scrapy_denoise.document.metadata.publication import DAY
from scrapy_denoise.document.metadata.visible import ShownLines
from scrapy_denoise.document.source.elements import of_comment
from scrapy_denoise.page import Page
from scrapy_denoise.page.compiled import elements_with_seconds

MAX_ELEMENTS = 50_000

_TIME = re.compile(r"data-(?:[a-z]+-)?(?:u?time|timestamp|date|epoch|published|created)(?:-(?:ms|utc))?")
"""Names of attributes with the time that a program shows."""

_SECONDS = re.compile(r"(\d{9,10})(?:\d{3})?")
"""Seconds, or milliseconds, since 1970."""


def with_trace(found: Metadata, page: Page, types: NDArray[np.uint8]) -> Metadata:
    """The metadata of a page that has no date, with the day that stands elsewhere on it: in an element that is named
    after dates, in attributes, or in its picture's address.

    types: for each text row an index into `BLOCK_TYPES`.
    """
    order = DateOrder(page, found.language)
    named = [iso_date(text, order.tag([text])) for text in ShownLines(page, types).named_dates()]
    day = named[0] if len({text[:DAY] for text in named}) == 1 else ""
    if day := day or first_post(page) or iso_date(picture_day(page)):
        return attrs.evolve(found, published=day, sources={**found.sources, "published": "page"})
    return found


def first_post(page: Page) -> str:
    """The earliest time in the attributes of elements: that of the first post, where a program writes the dates."""
    if page.tree is None:
        return ""
    found = [
        seconds
        for element in elements_with_seconds(page.tree, MAX_ELEMENTS)
        if (stated := _stated_seconds(element)) and not of_comment(element)
        for seconds in stated
    ]
    times = (datetime.fromtimestamp(seconds, timezone.utc) for seconds in sorted(found))
    return next((time.isoformat() for time in times if EARLIEST <= time.year <= LATEST), "")


def _stated_seconds(element: _Element) -> list[int]:
    """The times in the attributes of an element, in seconds since 1970."""
    return [
        int(seconds[1])
        for name, value in element.items()
        if name.startswith("data-") and (seconds := _SECONDS.fullmatch(value)) and _TIME.fullmatch(name)
    ]


def picture_day(page: Page) -> str:
    """The day in the address of the page's main picture, which was put there on the day of the publication mostly."""
    addresses = (address for name in ("og:image", "twitter:image") for address in page.meta.get(name, ()))
    return next((day for address in addresses if (day := day_in_address(address))), "")

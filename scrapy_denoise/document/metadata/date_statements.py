"""Days in ``time`` elements, in attributes and scripts for the page's program, and in the address of its picture."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime, timezone

from scrapy_denoise.blocks.regions.bylines import YEAR
from scrapy_denoise.blocks.regions.changes import BEFORE, says_changed
from scrapy_denoise.blocks.regions.date_reader import lower_in_place
from scrapy_denoise.document.metadata.dates import EARLIEST, LATEST
from scrapy_denoise.document.metadata.declared import day_in_address
from scrapy_denoise.document.source.elements import of_comment
from scrapy_denoise.page import Page
from scrapy_denoise.page.compiled import elements_with_seconds, scripts_give
from scrapy_denoise.page.dom.element import Element
from scrapy_denoise.page.structured_data.microdata import text_of

MAX_ELEMENTS = 500
"""Elements of a page that are looked at."""

MAX_TIMES = 20
"""Those of them whose date is read."""

MAX_HANDING, MAX_WITH_SECONDS = 50_000, 2_000
"""Elements that hand something to programs, and those of them with seconds, that are read."""

_TIME = re.compile(r"data-(?:[a-z]+-)?(?:u?time|timestamp|date|epoch|published|created)(?:-(?:ms|utc))?")
"""Names of attributes with the time that a program shows."""

_SECONDS = re.compile(r"(\d{9,10})(?:\d{3})?")
"""Seconds, or milliseconds, since 1970."""

MAX_SCRIPTS = 100
"""Scripts of a page that are read."""

MAX_STATE_CHARS = 1_000_000
"""Characters of all scripts that are read."""

MAX_VALUES = 50

_VALUE = re.compile(
    r"""pub(?:lish(?:ed|ing)?[_-]?(?:at|on|date|time)?|(?:lication)?[_-]?(?:date|time))"""
    r"""["']\s*:\s*["'](\d{4}-\d\d-\d\d[^"'\\]{0,30})["']"""
)
"""The end of the name of a property that is called the date of publication, and an ISO 8601 date behind it."""

_NAME = re.compile(r"""["'][\w.-]*\Z""")
"""The beginning of such a name, from its quote on."""

NAME = 48
"""Characters in which it is looked for."""


def times(page: Page) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """The field, the text and the signs of each ``time`` element outside comments: those that are named, or that words
    before them call so, and the others by their place."""
    heading, read, loose = page.columns.first_heading < 0, 0, 0
    comments = b"comment" in page.columns.class_id_values
    for element in page.stated_elements.times[:MAX_ELEMENTS]:
        if element.tag == "h1":
            heading = True
            continue
        if element.get("itemprop"):  # of microdata
            continue
        words = f"{element.get('class') or ''} {element.get('id') or ''}".lower()
        changed = "updated" in words or "modified" in words
        named = element.get("pubdate") is not None or any(
            word in words for word in ("publish", "entry-date", "post-date")
        )
        read += 1
        if read > MAX_TIMES:
            return
        when = element.get("datetime") or text_of(element)
        if not YEAR.search(when) or (comments and of_comment(element)):
            continue
        changed_before = says_changed(_words_before(element))
        if changed or changed_before:
            yield "modified", when, ("named",) if changed else ("labelled",)
        if named:
            yield "published", when, ("named",)
        elif not changed and not changed_before:
            loose += 1
            yield "published", when, ("not_first" if loose > 1 else "first" if heading else "first_above",)


def _words_before(element: Element) -> str:
    """The end of the text before an element in its parent."""
    before, around = element.getprevious(), element.getparent()
    if before is None:
        return (around.text or "")[-BEFORE:] if around is not None else ""
    return (before.tail or "").strip()[-BEFORE:] or text_of(before)[-BEFORE:]


def script_day(page: Page) -> str:
    """The date of publication in scripts other than JSON-LD, where all that they state are of one day."""
    found: list[str] = []
    left = MAX_STATE_CHARS
    # The pattern takes a tenth of the parse.
    if page.root is None or not scripts_give(page.statements, b"pub"):
        return ""
    for number, script in enumerate(page.root.iter("script")):
        text = script.text or ""
        if number == MAX_SCRIPTS or left <= 0 or len(found) >= MAX_VALUES:
            break
        if "ld+json" not in (script.get("type") or ""):
            lower = lower_in_place(text[:left])
            found += (
                text[match.start(1) : match.end(1)]
                for match in _VALUE.finditer(lower)
                if _NAME.search(lower, max(match.start() - NAME, 0), match.start())
            )
            left -= len(text)
    return found[0] if len({text[:10] for text in found}) == 1 else ""


def attribute_day(page: Page) -> str:
    """The earliest time in the attributes of elements: that of the first post, where a program writes the dates."""
    found = [
        seconds
        for element in elements_with_seconds(page.statements, MAX_HANDING)[:MAX_WITH_SECONDS]
        if (stated := _stated_seconds(element)) and not of_comment(element)
        for seconds in stated
    ]
    days = (datetime.fromtimestamp(seconds, timezone.utc) for seconds in sorted(found))
    return next((day.isoformat() for day in days if EARLIEST <= day.year <= LATEST), "")


def _stated_seconds(element: Element) -> list[int]:
    """The times in the attributes of an element, in seconds since 1970."""
    return [
        int(seconds[1])
        for name, value in element.items()
        if value.isdecimal() and (seconds := _SECONDS.fullmatch(value)) and _TIME.fullmatch(name)
    ]


def picture_day(page: Page) -> str:
    """The day in the address of the page's main picture, which was put there on the day of the publication mostly."""
    addresses = (address for name in ("og:image", "twitter:image") for address in page.meta.get(name, ()))
    return next((day for address in addresses if (day := day_in_address(address))), "")

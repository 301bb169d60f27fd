"""What a page shows of its date and its authors: the lines near its title."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

import numpy as np
from lxml.etree import _Element
from numpy.typing import NDArray

from scrapy_denoise.blocks import BLOCK_TYPES
from scrapy_denoise.blocks.datelines import AUTHOR_CLASS, DATE
from scrapy_denoise.page import Page, tags
from scrapy_denoise.page.microdata import text_of

_NAMED = re.compile(rb"author|byline|Author")
_ALL = tags.flags("html body")
_COMMENT = re.compile(r"(?:^|\s)comment")
_FIGURE = re.compile(r"\d")

LINE = 80
"""Characters of an author's line at most."""

MAX_NAMED = 50
"""Elements that are named as the author."""

BEFORE, AFTER = 12, 30
"""Characters of a line before and after its year's pattern that can belong to the date: a weekday, a time."""


def shown_dates(page: Page, types: NDArray[np.uint8]) -> list[str]:
    """The dates in the lines that are marked as date."""
    return [text for line in _lines(page, types, "date") if (text := _date(line))]


def shown_authors(page: Page, types: NDArray[np.uint8]) -> list[str]:
    """What is named as the author; else the lines that are marked as author, without those that have figures."""
    return _named(page) or [line for line in _lines(page, types, "author") if not _FIGURE.search(line)]


def _named(page: Page) -> list[str]:
    """The texts of links to an author's page, and of elements that are named as the author; none of a comment."""
    columns = page.columns
    classes = columns.class_and_id.split(b"\0")[:-1:2]
    named = np.array([False, *(_NAMED.search(name) is not None for name in classes)])
    texts: list[str] = []
    for element in _first(page.elements((named[columns.names] & ~_ALL[columns.tag]) | columns.link)):
        names = (element.get("class") or "").split()
        if element.get("rel") or any(map(AUTHOR_CLASS.fullmatch, names)):
            text = text_of(element)
            if 3 <= len(text) <= LINE and text not in texts and not _of_comment(element):
                texts.append(text)
    return texts[:3]


def _of_comment(element: _Element) -> bool:
    """Whether an element stands within one that a class calls a comment, or its comments."""
    return any(_COMMENT.search(around.get("class") or "") for around in element.iterancestors())


def _first(elements: list[_Element | None]) -> Iterator[_Element]:
    """The first elements that say that they are about an author."""
    found = (
        element
        for element in elements
        if element is not None
        and ("author" in (element.get("rel") or "").split() or _NAMED.search(element.get("class", "").encode()))
    )
    return islice(found, MAX_NAMED)


def _lines(page: Page, types: NDArray[np.uint8], name: str) -> list[str]:
    positions = np.flatnonzero(types == BLOCK_TYPES.index(name))
    if not len(positions):
        return []
    columns = page.columns
    block = columns.block[columns.text_rows[positions]]
    parts = np.split(positions, np.flatnonzero(np.diff(block)) + 1)
    return [" ".join(columns.text_between(int(part[0]), int(part[-1]) + 1).split()) for part in parts[:5]]


def _date(line: str) -> str:
    match = DATE.search(line)
    return line[max(match.start() - BEFORE, 0) : match.end() + AFTER] if match else ""

"""The elements of a page that its document and its links read attributes of: made once for both."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.page import Page, tags
from scrapy_denoise.page.walk import WANTED, WITH_ATTRIBUTES, WITH_NUMBERS

if TYPE_CHECKING:
    from lxml.etree import _Element

_WITH_ATTRIBUTES = tags.flags("a table")
_NUMBERED = tags.flags("ul ol menu dir li td th")
_ELEMENTS = tags.flags("img pre listing xmp math")
_ALL = tags.flags("html body")
_AUTHOR = re.compile(rb"[Aa]uthor|byline")
_MATH, _TABLE = tags.CODES["math"], tags.CODES["table"]


def page_elements(page: Page) -> list[_Element | None]:
    """For each row the lxml element, where it is a link or a table with attributes, an item or a cell with a number or
    a span, an image, code, part of a formula or named as the author; else None. To be asked for with ``page.once``."""
    columns = page.columns
    wanted = _WITH_ATTRIBUTES[columns.tag] * np.uint8(WITH_ATTRIBUTES)
    wanted[_NUMBERED[columns.tag]] = WITH_NUMBERS
    wanted[_ELEMENTS[columns.tag]] = WANTED
    if (formulas := np.flatnonzero(columns.tag == _MATH)).size:
        wanted[columns.within(formulas)] = WANTED
    wanted[page.once(author_rows)] = WANTED
    return page.elements(wanted) or [None] * len(columns)


def author_rows(page: Page) -> NDArray[np.bool_]:
    """For each row whether its class is named as the author's. To be asked for with ``page.once``."""
    return rows_of_class(page, _AUTHOR) & ~_ALL[page.columns.tag]


def rows_of_class(page: Page, pattern: re.Pattern[bytes]) -> NDArray[np.bool_]:
    """For each row whether a pattern is found in its class. No match may hold a zero byte, with which a class ends."""
    columns = page.columns
    starts = [match.start() for match in pattern.finditer(columns.class_and_id)]
    if not starts:
        return np.zeros(len(columns), np.bool_)
    # Names stand in pairs of class and id, each with a zero byte behind it.
    ends = np.flatnonzero(np.frombuffer(columns.class_and_id, np.uint8) == 0)
    passed = np.searchsorted(ends, starts)
    named = np.zeros(len(ends) // 2 + 1, np.bool_)
    named[passed[passed % 2 == 0] // 2 + 1] = True
    found: NDArray[np.bool_] = named[columns.names]
    return found


def table_elements(page: Page) -> list[_Element | None]:
    """For each row the lxml element, where it is a table with attributes; else None. To be asked for with
    ``page.once``: most selections that are completed, and documents, have no table to ask about."""
    columns = page.columns
    return page.elements((columns.tag == _TABLE) * np.uint8(WITH_ATTRIBUTES)) or [None] * len(columns)

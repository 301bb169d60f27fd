"""The elements of a page that its document and its links read attributes of: made once for both."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from scrapy_denoise.page import Page, tags
from scrapy_denoise.page.walk import WANTED, WITH_ATTRIBUTES, WITH_NUMBERS

if TYPE_CHECKING:
    from lxml.etree import _Element

_LINKS = tags.flags("a")
_NUMBERED = tags.flags("ul ol menu dir li td th")
_ELEMENTS = tags.flags("img pre listing xmp math")
_MATH, _TABLE = tags.CODES["math"], tags.CODES["table"]


def page_elements(page: Page) -> list[_Element | None]:
    """For each row the lxml element, where it is a link with attributes, an item or a cell with a number or a span, an
    image, code or part of a formula; else None. To be asked for with ``page.once``."""
    columns = page.columns
    wanted = _LINKS[columns.tag] * np.uint8(WITH_ATTRIBUTES)
    wanted[_NUMBERED[columns.tag]] = WITH_NUMBERS
    wanted[_ELEMENTS[columns.tag]] = WANTED
    if (formulas := np.flatnonzero(columns.tag == _MATH)).size:
        wanted[columns.within(formulas)] = WANTED
    return page.elements(wanted) or [None] * len(columns)


def table_elements(page: Page) -> list[_Element | None]:
    """For each row the lxml element, where it is a table with attributes; else None. To be asked for with
    ``page.once``: most selections that are completed, and documents, have no table to ask about."""
    columns = page.columns
    return page.elements((columns.tag == _TABLE) * np.uint8(WITH_ATTRIBUTES)) or [None] * len(columns)

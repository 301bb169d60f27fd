"""Tables: which hold data and which lay out a page, and what their cells span."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from scrapy_denoise.document.source.compiled import shaped_as_data
from scrapy_denoise.document.source.elements import table_elements
from scrapy_denoise.document.source.numbers import number_of
from scrapy_denoise.page import Columns, Page
from scrapy_denoise.page.columns import tags

if TYPE_CHECKING:
    from scrapy_denoise.page.dom.element import Element

MAX_SPAN = 1_000
"""Columns or rows that a cell spans, at most, as in HTML's own rule for columns."""

LONG_CELL = 500
"""Characters of a cell from which a table lays out a page; of the mean cell, where the table has headers."""

_CELLS = tags.flags("th td")
_FOR_LOOKS = ("presentation", "none")
LAYOUT = tags.flags("form article section h1 h2 nav header footer aside textarea select")
"""Elements that no table of data holds."""


def data_tables(page: Page, rows: Sequence[int]) -> list[int]:
    """The tables that hold data, of some tables' rows.

    Such a table has a caption, a head or header cells, or else two rows and two columns or more, of short cells; both
    where it holds another table in a cell. It holds no form, article or the like, and does not say that it is for
    presentation: one with a name in a header cell and a value in each row may, as shops say of their specifications.
    """
    found = shaped_as_data(page.columns, rows, LAYOUT, LONG_CELL)
    elements = page.cached(table_elements) if found else []
    return [
        row
        for row in found
        if (e := elements[row]) is None or e.get("role") not in _FOR_LOOKS or _is_of_fields(page.columns, row)
    ]


def _is_of_fields(columns: Columns, table: int) -> bool:
    """Whether a table has rows of a header cell and another one alone."""
    inside = columns.tag[table : columns.end[table]]
    cells = inside[_CELLS[inside]]
    lines = int(np.count_nonzero(inside == tags.CODES["tr"]))
    return lines > 1 and cells.tolist() == [tags.CODES["th"], tags.CODES["td"]] * lines


def span(element: Element | None, name: str) -> int:
    """A cell's ``colspan`` or ``rowspan``, 1 to MAX_SPAN."""
    return 1 if element is None else max(number_of(element.get(name), 1, MAX_SPAN), 1)

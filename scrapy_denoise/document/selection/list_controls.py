"""What sorts the entries of a list and chooses from them: menus of choices, buttons, and elements that are named so."""

from __future__ import annotations

import re

import numpy as np

from scrapy_denoise.page import Page
from scrapy_denoise.page.columns import tags
from scrapy_denoise.page.columns.arrays import BoolArray, IndexArray

MAX_CONTROL = 500
"""Characters of an element that is named as a control of a list; more are the list with its controls."""

_CONTROLS = tags.flags("select button")
_BOXES = tags.flags("ul ol div form fieldset section aside nav dl")
_NAMES = re.compile(rb"(?<![a-z])(?:sort|facet|filter)(?:s|er|by|ing)?(?![a-z])", re.IGNORECASE)


def list_controls(page: Page) -> BoolArray:
    """For each row whether it is a control of a list, or in one.

    A button that is a heading, or has one, opens a text and is none.
    """
    columns = page.columns
    rows = _CONTROLS[columns.tag].nonzero()[0]
    if rows.size:
        rows = rows[~_opens_text(page, rows)]
    if places := [match.start() for match in _NAMES.finditer(columns.class_id_values)]:
        named = columns.rows_of_class(places) & _BOXES[columns.tag] & (columns.subtree_chars <= MAX_CONTROL)
        rows = np.append(rows, (named & (columns.subtree_links == 0)).nonzero()[0])
    return columns.in_subtrees(rows)


def _opens_text(page: Page, rows: IndexArray) -> BoolArray:
    """Whether each of some elements is in a heading, or has one."""
    columns = page.columns
    headings = tags.HEADINGS[columns.tag].nonzero()[0]
    has_one = headings.searchsorted(columns.end[rows]) > headings.searchsorted(rows)
    found: BoolArray = has_one | columns.in_subtrees(headings)[rows]
    return found

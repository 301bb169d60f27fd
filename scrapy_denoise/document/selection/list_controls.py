"""What sorts the entries of a list and chooses from them: menus of choices, buttons, and elements that are named so."""

from __future__ import annotations

import re

import numpy as np

from scrapy_denoise.page import Page
from scrapy_denoise.page.columns import tags
from scrapy_denoise.page.columns.arrays import BoolArray, IndexArray

MAX_CONTROL = 500
"""Characters of an element that is named as a control of a list; more are the list with its controls."""

_SELECT, _BUTTON = tags.CODES["select"], tags.CODES["button"]
_HEADINGS = tags.flags("h1 h2 h3 h4 h5 h6")
_LISTS = tags.flags("ul ol div form fieldset section aside nav dl")
_NAMES = re.compile(rb"(?<![a-z])(?:sort|facet|filter)(?:s|er|by|ing)?(?![a-z])", re.IGNORECASE)


def list_controls(page: Page) -> BoolArray:
    """For each row whether it is a control of a list, or in one. To be asked for with ``page.cached``.

    A button that is a heading, or has one, opens a text and is none.
    """
    columns = page.columns
    found = [np.flatnonzero(columns.tag == _SELECT), _buttons(page)]
    if _NAMES.search(columns.class_id_values):
        places = [match.start() for match in _NAMES.finditer(columns.class_id_values)]
        named = columns.rows_of_class(places) & _LISTS[columns.tag] & (columns.subtree_chars <= MAX_CONTROL)
        found.append(np.flatnonzero(named & (columns.subtree_links == 0)))
    return columns.in_subtrees(np.concatenate(found))


def _buttons(page: Page) -> IndexArray:
    columns = page.columns
    buttons = np.flatnonzero(columns.tag == _BUTTON)
    if not len(buttons):
        return buttons
    headings = np.flatnonzero(_HEADINGS[columns.tag])
    before = np.searchsorted(headings, buttons)
    opens = (np.searchsorted(headings, columns.end[buttons]) > before) | columns.in_subtrees(headings)[buttons]
    return buttons[~opens]

"""Recipes: what a page itself names the ingredients, and the steps under a heading that names them.

Both are lists of short lines, which score low by themselves. A step of `scrapy_denoise.document.selection.completion`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.blocks.features.compiled import INGREDIENT, class_id_pairs
from scrapy_denoise.blocks.lexicon import sections
from scrapy_denoise.document.selection.compiled import Beginnings, KeptRows, bits_of
from scrapy_denoise.page import Columns
from scrapy_denoise.page.columns import tags
from scrapy_denoise.page.compiled import ExactWords

MAX_HEADINGS = 10
"""Headings above ingredients on a page, and above steps."""

NEAR = 5
"""Texts between such a heading and its list: for how many the recipe is, and the like."""

MAX_NAMED = 1_000
"""Elements that are named as ingredients."""

MAX_INGREDIENTS = 1_500
"""Characters of a box that is named as the ingredients, if it is no list."""

MIN_AMOUNTS = 3
"""Texts with a figure that such a box has at least."""

MAX_LINKED = 0.5
"""Share of the characters in links up to which a list is steps; ingredients may have more, with figures."""

_NAMED = ExactWords({"ingredient": [INGREDIENT.encode()]})
_TABLE, _BUTTON = (tags.CODES[name] for name in "table button".split())
_LISTS = tags.flags("ul ol")
_PARTS = tags.flags("ul ol li dd dt tr p h1 h2 h3 h4 h5 h6")
_FIGURE = re.compile(b"[0-9\xbc-\xbe]")  # with the second byte of a fraction such as one half
_BEGINNING = 4  # bytes of a text by which a heading is looked for


class _Headings:
    """What the headings of a section of ``lexicon/recipe_headings.txt`` look like. after: a pattern of the rest of the
    line."""

    def __init__(self, section: str, after: str) -> None:
        words = sections("recipe_headings")[section]
        forms = sorted({form.encode() for word in words for form in (word, word.capitalize(), word.upper())})
        beginnings = sorted({form[:_BEGINNING] for form in forms})
        self.beginnings = Beginnings(np.array([list(beginning) for beginning in beginnings], np.uint8))
        self._line = re.compile(rb"(?:%s)%s$" % (b"|".join(forms), after.encode()), re.MULTILINE)

    def above_lists(self, columns: Columns, beginnings: list[int]) -> Iterator[tuple[int, int]]:
        """The text rows of the headings with the list under each. beginnings: see `Beginnings.positions`."""
        texts = columns.text_rows
        named = (at for at in beginnings if self._are(columns, int(texts[at])))
        for at in islice(named, MAX_HEADINGS):
            heading = int(texts[at])
            for row in texts[at + 1 : at + 1 + NEAR].tolist():
                if (found := _list_of(columns, row, heading)) >= 0:
                    yield heading, found
                    break

    def _are(self, columns: Columns, row: int) -> bool:
        """Whether a text row begins a line that is such a heading."""
        start = int(columns.text_start[row])
        before = columns.text[columns.text.rfind(b"\n", 0, start) + 1 : start]
        return not before.strip(b" \t") and self._line.match(columns.text, start) is not None


_INGREDIENTS = _Headings("ingredients", r"[^\n]{0,30}")
_STEPS = _Headings("steps", "[ :]{0,2}")
INGREDIENT_HEADINGS = partial(_INGREDIENTS.beginnings.may_be, families=bits_of("completed"))


def recipe_parts(part: KeptRows, asked: tuple[bool, list[int]]) -> list[int]:
    """The rows of the ingredients, which the page names by class or id or in the heading above a list; where there are
    some, those of the steps too. asked: see `Beginnings.may_be`."""
    page, columns = part.page, part.page.columns
    found: list[int] = []
    has_names, beginnings = asked
    if has_names:
        rows = np.array(page.cached(class_id_pairs).rows_with(_NAMED)[0], np.intp)[:MAX_NAMED]
        parts = _PARTS[columns.tag[rows]]
        found += rows[parts].tolist()
    for headed in _INGREDIENTS.above_lists(columns, beginnings):
        found += headed
    found = [row for row in found if not _is_linked(columns, row) or _amounts(columns, row)]
    if has_names:
        found += _boxes_of_ingredients(columns, part, rows[~parts], found)
    return found + _steps(columns, part) if found else found


def _steps(columns: Columns, part: KeptRows) -> list[int]:
    """The headings that name the steps of a recipe, each with its list."""
    found: list[int] = []
    for heading, row in _STEPS.above_lists(columns, _STEPS.beginnings.positions(part)):
        if not _is_linked(columns, row):
            found += [heading, row]
    return found


def _is_linked(columns: Columns, row: int) -> bool:
    return bool(columns.subtree_link_chars[row] > MAX_LINKED * columns.subtree_chars[row])


def _boxes_of_ingredients(columns: Columns, part: KeptRows, boxes: NDArray[np.intp], found: list[int]) -> list[int]:
    """Of the boxes that are named as the ingredients, and are no lists, those of which less than half is kept or found
    already."""
    if not len(boxes):
        return []
    texts = columns.text_rows
    shown = part.kept | columns.in_subtrees(np.array(found, np.intp))[texts]
    chars = np.zeros_like(columns.chars)
    chars[texts[shown]] = columns.chars[texts[shown]]
    boxes = boxes[2 * columns.subtree_sum(chars)[boxes] < columns.subtree_chars[boxes]]
    return [row for row in boxes.tolist() if _amounts(columns, row) >= MIN_AMOUNTS]


def _amounts(columns: Columns, row: int) -> int:
    """How many texts with a figure in them an element has outside links and buttons; of a long one, none."""
    if columns.subtree_chars[row] > MAX_INGREDIENTS:
        return 0
    first, last = columns.text_rows.searchsorted((row, columns.end[row]))
    texts = columns.text_rows[first:last]
    texts = texts[~columns.linked[texts] & (columns.tag[columns.parent[texts]] != _BUTTON)]
    return sum(
        _FIGURE.search(columns.text, columns.text_start[text], columns.text_stop[text]) is not None
        for text in texts.tolist()
    )


def _list_of(columns: Columns, row: int, after: int) -> int:
    """The nearest list or table that holds a row and begins after another; -1 where there is none."""
    while row > after:
        if _LISTS[columns.tag[row]] or columns.tag[row] == _TABLE:
            return row
        row = int(columns.parent[row])
    return -1

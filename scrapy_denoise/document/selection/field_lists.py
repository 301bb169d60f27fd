"""Finds lists of fields, such as the specification of a product, that a selection cut through or cut off from their
heading: they are kept whole.

A field has a name and a value: "Height: 62 cm" in an item, or a text for each. The fields of a list are the children of
one element, which is any but a table, and have one tag. Or these are names and values in turn, of two tags or classes.
"""

from __future__ import annotations

from scrapy_denoise.document.selection.compiled import FieldLists, KeptRows
from scrapy_denoise.document.source.compiled import short_titles
from scrapy_denoise.page import Columns
from scrapy_denoise.page.columns.arrays import BoolArray

MAX_TITLES = 200
"""Titles such as "Specifications" of a page that are looked at."""


def cut_field_lists(part: KeptRows) -> list[int]:
    """The lists of fields of which some texts are kept and some are not, or that stand right behind a kept heading; and
    behind the first kept text those right behind a title such as "Specifications", with that."""
    columns = part.page.columns
    if not part.page.cached(short_titles) or not (titles := _specification_titles(part)):
        return FieldLists(columns).cut(part.kept)
    found = FieldLists(columns).cut(part.kept | part.texts_of(titles))
    ends = columns.text_rows.searchsorted(columns.end[titles])
    below = [columns.text_rows[end] if end < len(columns.text_rows) else -1 for end in ends]
    titled = [title for title, row in zip(titles, below, strict=True) if any(o < row < columns.end[o] for o in found)]
    return found + titled


def _specification_titles(part: KeptRows) -> list[int]:
    """The rows of such titles behind the first kept text that are not kept."""
    titled = [(row, at) for row, _, at, _ in part.page.cached(short_titles)]
    first = int(part.kept.argmax()) if titled else 0
    return [row for row, at in titled if at > first and not part.kept[at]][:MAX_TITLES]


def field_rows(columns: Columns) -> BoolArray:
    """For each row whether it is a field of one of a page's lists of fields; of names and values in turn both are."""
    return FieldLists(columns).fields()

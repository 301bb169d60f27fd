"""Finds lists of fields, such as the specification of a product, that a selection cut through or cut off from their
heading: they are kept whole.

A field has a name and a value: "Height: 62 cm" in an item, or a text for each. The fields of a list are the children of
one element, which is any but a table, and have one tag. Or these are names and values in turn, of two tags or classes.
"""

from __future__ import annotations

import numpy as np

from scrapy_denoise.document.selection._field_lists import MAX_FIELD_CHARS, FieldLists
from scrapy_denoise.document.selection.kept_rows import KeptRows
from scrapy_denoise.page import Columns
from scrapy_denoise.page.columns.arrays import IndexArray

MIN_FIELDS = 3
"""Children with a text of an element that may be a list of fields."""

MAX_LISTS = 200
"""Elements of a page that may be such lists, of which all fields are asked for."""


def cut_field_lists(part: KeptRows) -> list[int]:
    """The lists of fields of which some texts are kept and some are not, or that stand right behind a kept heading."""
    return FieldLists(part.page.columns).cut(part.kept)


def field_rows(columns: Columns) -> IndexArray:
    """The rows of the fields of a page's lists of fields, in order; of names and values in turn both."""
    chars = columns.subtree_chars
    fields = np.flatnonzero((columns.tag > 0) & (chars > 0) & (chars <= MAX_FIELD_CHARS))
    parents, counts = np.unique(columns.parent[fields], return_counts=True)
    lists = list(filter(FieldLists(columns).is_list, parents[counts >= MIN_FIELDS][:MAX_LISTS].tolist()))
    found: IndexArray = fields[np.isin(columns.parent[fields], lists)]
    return found

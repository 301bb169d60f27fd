"""Finds lists of fields, such as the specification of a product, that a selection cut through or cut off from their
heading: they are kept whole.

A field has a name and a value: "Height: 62 cm" in an item, or a text for each. The fields of a list are the children of
one element, which is any but a table, and have one tag. Or these are names and values in turn, of two tags or classes.
"""

from __future__ import annotations

from scrapy_denoise.document.selection.compiled import FieldLists
from scrapy_denoise.page import Columns
from scrapy_denoise.page.columns.arrays import BoolArray


def field_rows(columns: Columns) -> BoolArray:
    """For each row whether it is a field of one of a page's lists of fields; of names and values in turn both are."""
    return FieldLists(columns).fields()

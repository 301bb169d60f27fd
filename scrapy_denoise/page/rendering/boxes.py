"""The boxes of a page's elements on the screen, as a renderer measured them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isfinite

import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.page.columns.columns import Columns

NO_BOX = -(2**31)
"""Left, top, width and height of a row without a known box: texts, and elements that the renderer does not have."""

MISSING = -2
"""A parent that no row has."""

LARGEST = 2**30
"""Coordinates in pixels are clipped to this magnitude."""

Boxes = Mapping[str, Sequence[float]]
"""Left, top, width and height in CSS pixels, from the top left corner of the page, by the XPath of an element."""


def boxes_of(columns: Columns, boxes: Boxes) -> NDArray[np.int32]:
    """The boxes of a page's rows: left, top, width and height, int32 of shape (rows, 4); NO_BOX for unknown boxes.

    An XPath is absolute and consists of names and positions: ``/html/body/div[2]/p[1]``; a position of 1 may be left
    out. XPaths that match no row are ignored: the page was read from other markup, or the element is hidden.
    Raises ValueError for a box that is not four finite numbers.
    """
    found = np.full((len(columns), 4), NO_BOX, np.int32)
    rows: dict[tuple[int, str], int] = {}
    for element in np.flatnonzero(columns.tag != 0).tolist():
        rows[int(columns.parent[element]), f"{columns.name(element)}[{columns.position[element]}]"] = element
    for path, box in boxes.items():
        values = [float(value) for value in box]
        if len(values) != 4 or not all(isfinite(value) for value in values):
            raise ValueError(f"the box of {path} is {box!r}; a box is left, top, width and height in pixels")
        row = -1
        for step in path.strip("/").split("/"):
            row = rows.get((row, step if step.endswith("]") else f"{step}[1]"), MISSING)
        if row >= 0:
            found[row] = np.clip(np.rint(values), -LARGEST, LARGEST)
    return found

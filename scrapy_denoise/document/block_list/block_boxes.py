"""The boxes of a page's blocks as a browser has drawn them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.document.block_list.block_table import BlockSpans
from scrapy_denoise.page import Columns
from scrapy_denoise.page.rendering.boxes import NO_BOX

Box = list[int]


def block_elements(columns: Columns, blocks: BlockSpans) -> NDArray[np.int64]:
    """For each block the row of its element; of one without an element for itself, of that around its first text."""
    element_rows = blocks.element_rows(columns).astype(np.int64)
    of_text = np.isin(element_rows, columns.text_rows)
    return np.where(of_text, columns.parent[element_rows], element_rows)


def block_boxes(columns: Columns, blocks: BlockSpans) -> list[Box | None]:
    """Left, top, width and height of each block's element in pixels; None where they are not known."""
    if columns.boxes is None:
        return [None] * len(blocks)
    found = columns.boxes[block_elements(columns, blocks)]
    return [None if box[0] == NO_BOX else box for box in found.tolist()]

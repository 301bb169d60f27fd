"""The blocks of a page as boxes at the places where a browser has drawn them, for the viewer's frame."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.document.block_list.block_boxes import block_elements
from scrapy_denoise.document.block_list.block_table import BlockSpans
from scrapy_denoise.page import Columns
from scrapy_denoise.page.rendering.boxes import NO_BOX
from scrapy_denoise.viewer.page_markup import MARK

MAX_WIDTH, MAX_HEIGHT = 4_000, 200_000
"""The drawing in pixels, at most: what a page has beyond that is at its edge."""

FONT_SIZES = 1, 120
PLAIN = 16, 400
"""Size in pixels and weight of a font, where they are not known."""


def drawing(columns: Columns, blocks: BlockSpans, block_styles: Sequence[str], texts: Sequence[str]) -> str:
    """The blocks with a known place as markup: only elements of the viewer, numbers and escaped text.

    looks: the initial attributes of each block. texts: what to write into it. Empty where no place is known. Small
    boxes come after large ones, so that they lie above these.
    """
    if columns.boxes is None:
        return ""
    rows = block_elements(columns, blocks)
    known = (columns.boxes[rows] != NO_BOX).all(axis=1) & (columns.boxes[rows, 2:] > 0).all(axis=1)
    numbers = np.flatnonzero(known)
    if not len(numbers):
        return ""
    boxes = placed(columns.boxes[rows[numbers]])
    sizes, weights = fonts(columns, rows[numbers])
    order = np.argsort(-boxes[:, 2] * boxes[:, 3], kind="stable").tolist()
    right, bottom = (boxes[:, :2] + boxes[:, 2:]).max(axis=0).tolist()
    parts = [f'<dn-drawn style="width:{right}px;height:{bottom}px">']
    for i in order:
        number, (left, top, width, height) = int(numbers[i]), boxes[i].tolist()
        parts.append(
            f'<dn-box dir="auto" {MARK}="{number}"{block_styles[number]} style="left:{left}px;top:{top}px;'
            f'width:{width}px;height:{height}px;font-size:{sizes[i]}px;font-weight:{weights[i]}">'
            f"{escape(texts[number], quote=False)}</dn-box>"
        )
    return "".join((*parts, "</dn-drawn>"))


def placed(boxes: NDArray[np.int32]) -> NDArray[np.int64]:
    """The boxes within the drawing, each of at least a pixel."""
    limits = np.array([MAX_WIDTH, MAX_HEIGHT])
    start = np.clip(boxes[:, :2].astype(np.int64), 0, limits - 1)
    stop = np.clip(boxes[:, :2].astype(np.int64) + boxes[:, 2:], start + 1, limits)
    return np.hstack([start, stop - start])


def fonts(columns: Columns, rows: NDArray[np.int64]) -> tuple[list[int], list[int]]:
    """Size in pixels and weight of the font of each of these rows."""
    if columns.styles is None:
        return [PLAIN[0]] * len(rows), [PLAIN[1]] * len(rows)
    sizes, weights = columns.styles[rows, 0] / 100, columns.styles[rows, 1]
    sizes = np.where(sizes > 0, np.clip(np.rint(sizes), *FONT_SIZES), PLAIN[0]).astype(int)
    return sizes.tolist(), np.where((weights >= 1) & (weights <= 1000), weights, PLAIN[1]).tolist()

"""The importance of a page's blocks by their place and size, as block-level link analysis uses it.

Cai, He, Wen, Ma, "Block-level link analysis", SIGIR 2004, as paper 003 quotes it: f_p(b) is the probability that a
reader of page p attends to its block b. The distance of a block in the very centre is 0; how that is met the paper does
not say, here a distance counts as at least a share of the page's diagonal.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.page.columns.arrays import FloatArray

NEAREST = 0.1
"""Distances from the centre are at least this share of the page's diagonal."""


def block_importance(boxes: NDArray[np.int32] | FloatArray, page: tuple[float, float, float, float]) -> FloatArray:
    """f_p(b) of each block: its size over the distance of its centre from that of the page, with a sum of 1.

    boxes: left, top, width and height of each block, of shape (blocks, 4). page: the same of the page. Blocks without
    an area have no importance; where no block has one, all have the same.

    >>> block_importance(np.array([[0, 0, 100, 100], [0, 100, 100, 100]]), (0, 0, 100, 200)).tolist()
    [0.5, 0.5]
    """
    left, top, width, height = np.asarray(boxes, np.float64).reshape(-1, 4).T
    size = np.maximum(width, 0) * np.maximum(height, 0)
    across = left + width / 2 - (page[0] + page[2] / 2)
    down = top + height / 2 - (page[1] + page[3] / 2)
    least = max(NEAREST * float(np.hypot(page[2], page[3])), 1.0)
    found = size / np.maximum(np.hypot(across, down), least)
    total = found.sum()
    if not total > 0:
        return np.full(len(found), 1 / max(len(found), 1))
    return np.asarray(found / total, np.float64)

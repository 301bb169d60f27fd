"""Lines that the template of a page repeats in its comments, beside the words of their authors: "Score: 97 votes"."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.blocks import TextBlocks
from scrapy_denoise.page import Page

MIN_POSTS = 3
"""Comments from which a line that most of them have is the template's, whatever it says."""

MIN_NUMBERED = 2
"""The same of a line with a number, a link or a button."""

SHARE = 0.8
"""Share of the comments that have such a line."""

MAX_LINE = 120
"""The most characters of such a line."""


def repeated_lines(
    page: Page, said: NDArray[np.intp], post: NDArray[np.int64], words: NDArray[np.bool_]
) -> NDArray[np.bool_]:
    """For each of some text rows whether its block is a line that nearly all comments have, whatever its numbers are.

    said: positions in ``page.columns.text_rows``, in order. post: of each the number of its comment, -1 for none.
    words: of each whether it is more than the date or the name in a line that signs a comment. A comment that has no
    other words keeps its lines.
    """
    columns, blocks = page.columns, page.cached(TextBlocks)
    rows = columns.text_rows[said]
    found = np.zeros(len(said), np.bool_)
    n = len(np.unique(post[post >= 0]))
    if n < MIN_NUMBERED:
        return found
    numbers, first, where = np.unique(blocks.block_of[said], return_index=True, return_inverse=True)
    chars = np.bincount(where, columns.chars[rows])
    may_be = (chars <= MAX_LINE) & (post[first] >= 0) & (np.bincount(where, words) == np.bincount(where))
    lines: dict[tuple[int, ...], list[int]] = {}
    for number in np.flatnonzero(may_be).tolist():
        lines.setdefault(_mask(page, blocks, int(numbers[number])), []).append(number)
    repeated = np.zeros(len(numbers), np.bool_)
    for alike in lines.values():
        if len(alike) < SHARE * n or len(np.unique(post[first[alike]])) < SHARE * n:
            continue
        if n >= MIN_POSTS or _has_part(page, blocks, int(numbers[alike[0]])):
            repeated[alike] = True
    found = repeated[where]
    speaking = np.zeros(int(post.max()) + 2, np.bool_)
    speaking[post[~found & words]] = True
    speaking[-1] = True  # of those that stand in no comment
    return found & speaking[post]


def _mask(page: Page, blocks: TextBlocks, number: int) -> tuple[int, ...]:
    """What a block says without its numbers."""
    rows = _rows(page, blocks, number)
    return tuple(page.columns.mask_hash[rows].tolist())


def _has_part(page: Page, blocks: TextBlocks, number: int) -> bool:
    """Whether a block has a number or a link."""
    columns, rows = page.columns, _rows(page, blocks, number)
    return bool((columns.linked[rows] | (columns.mask_hash[rows] != columns.text_hash[rows])).any())


def _rows(page: Page, blocks: TextBlocks, number: int) -> NDArray[np.intp]:
    """The text rows of a block."""
    rows: NDArray[np.intp] = page.columns.text_rows[blocks.first[number] : blocks.stops[number]]
    return rows

"""Protects lines between kept lines that the site does not repeat: a page's siblings may not remove them."""

from __future__ import annotations

from collections.abc import Callable
from math import log1p

import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.blocks import TextBlocks
from scrapy_denoise.blocks.features.features import NAMES
from scrapy_denoise.page import Page
from scrapy_denoise.sites.repetition import is_time_line
from scrapy_denoise.sites.votes import Agreement

SMALL = 0.02
"""With less than this share of the page's text, the text at one path is too little for a vote of siblings."""

NONE = 0.05
"""Siblings that have a block's text, averaged over its characters, below which none has it."""

FEW = 1.5
"""The same, below which at most one has it: one page has a short line by chance."""

SHORT = 60
"""A line with at most so many characters is short."""

LEAST = 3
"""Characters of a line that may stay: fewer are numbers of lines, marks of lists and the like."""

FIELDS = 3
"""At least so many blocks at one path are fields of records."""

_SHARE, _FIELDS = NAMES.index("path_share"), NAMES.index("path_blocks")


def spared(
    page: Page, kept: NDArray[np.bool_], agreement: Agreement, alone: Callable[[bool], NDArray[np.bool_]]
) -> NDArray[np.bool_] | None:
    """The blocks that stay although the siblings speak against them; None where there is none.

    kept: of each text row, whether it is kept with the siblings. agreement: of these. alone: the same by the page
    alone, asked for where it matters; whether by its own scores of texts too that siblings have. A block stays that
    the page alone keeps, that has LEAST characters and kept blocks before and behind it, and of whose path the page has
    less than SMALL of its text, where

    - no sibling has its text: siblings then know nothing of it but how they use its path, on few characters; or
    - at most one has it, it is short, without a date or a time, and one of FIELDS or more at its path.
    """
    blocks = page.once(TextBlocks)
    with_site = kept[blocks.first]
    unsure = ~with_site
    places = np.flatnonzero(with_site)
    unsure[: places[0]] = unsure[places[-1] :] = False
    features = blocks.features
    times = agreement.repeated * (agreement.siblings + 1)
    few = (times < FEW) & (blocks.chars <= SHORT) & (features[:, _FIELDS] > log1p(FIELDS - 0.5))
    unsure &= (features[:, _SHARE] < SMALL) & (blocks.chars >= LEAST) & ((times < NONE) | few)
    if not unsure.any():
        return None
    repeated = times >= NONE
    unsure &= alone(bool((unsure & repeated).any()))[blocks.first]
    for block in np.flatnonzero(unsure & repeated).tolist():
        unsure[block] = not is_time_line(_text(page, blocks, block))
    return unsure if unsure.any() else None


def _text(page: Page, blocks: TextBlocks, block: int) -> str:
    """The text of a short block."""
    columns, rows = page.columns, page.columns.text_rows
    last = int(blocks.first[block + 1]) if block + 1 < len(blocks) else len(rows)
    start, stop = columns.text_start[rows[blocks.first[block]]], columns.text_stop[rows[last - 1]]
    return columns.text[start:stop].decode("utf-8", "replace")

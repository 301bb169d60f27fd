"""What a page shows that has no running text: prices, hours, rates, results, addresses.

The classifier has learned from pages with paragraphs, and finds no content on such a page. Beside its menu it scores a
little more all the same.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.blocks import TextBlocks
from scrapy_denoise.blocks.features.compiled import NAMES
from scrapy_denoise.blocks.regions.datelines import is_dateline
from scrapy_denoise.page import Page
from scrapy_denoise.page.columns import tags

MIN_FIGURES = 3
"""Lines with a figure that such a page has at least."""

LIKE = 0.4
"""Share of the highest score among lines without links from which a line is one of those that say where the content
is."""

MAX_LINES = 100
"""Lines with a figure that are read: a date is none, since comments and entries have dates."""

_DIGITS = NAMES.index("digits")
_OTHERS = [NAMES.index("link_density"), NAMES.index("copyright")]
_BESIDE = tags.flags("nav footer")


def plain_facts(page: Page, scores: NDArray[np.float32]) -> NDArray[np.bool_] | None:
    """The blocks without links of the smallest element that holds the lines with figures that score most; None where
    these are fewer than MIN_FIGURES, or where most of the text in it is links: that is a list or a menu. Nothing of a
    ``nav`` or a ``footer`` and no line of copyright is among them.

    scores: of each text block, 0 for what is left out whatever it says.
    """
    blocks, columns = page.cached(TextBlocks), page.columns
    if len(scores) < MIN_FIGURES:
        return None
    plain = (scores > 0) & ~(blocks.features[:, _OTHERS] > 0).any(axis=1)
    plain &= ~columns.in_subtrees(np.flatnonzero(_BESIDE[columns.tag]))[blocks.element_row]
    figures = plain & (blocks.features[:, _DIGITS] > 0)
    if np.count_nonzero(figures) < MIN_FIGURES:
        return None
    figures &= scores >= LIKE * scores[plain].max()
    for block in np.flatnonzero(figures)[:MAX_LINES].tolist():
        figures[block] = not is_dateline(blocks.text(columns, block))
    rows = blocks.element_row[figures]
    if len(rows) < MIN_FIGURES:
        return None
    around, last = int(rows[0]), int(rows.max())
    while columns.end[around] <= last:
        around = int(columns.parent[around])
    inside = (blocks.element_row >= around) & (blocks.element_row < columns.end[around])
    found: NDArray[np.bool_] = plain & inside
    return found if 2 * blocks.chars[found].sum() >= blocks.chars[inside].sum() else None

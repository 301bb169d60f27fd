"""The question above the answers of a thread, where the decision by blocks has kept nothing of it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.blocks import TextBlocks
from scrapy_denoise.methods.auto.cut import Cut
from scrapy_denoise.page import Page
from scrapy_denoise.page.columns import tags

SURE = 0.5
"""The score from which a block would be content if the page were no thread."""

MIN_QUESTION = 40
"""The fewest characters of a block of a question of which nothing is kept; where one takes three bytes, as in Chinese,
two say as much as three."""

_H1 = tags.CODES["h1"]


def question_body(page: Page, cut: Cut) -> NDArray[np.bool_] | None:
    """For each text block whether it would be content between the title and the first post, if the page were no
    thread; None where there is none, or something is kept there."""
    if cut.posts is None or not cut.found:
        return None
    columns, blocks = page.columns, page.cached(TextBlocks)
    first = int(np.argmax(cut.kept[blocks.first]))
    titles = np.flatnonzero(columns.tag[: blocks.element_row[first]] == _H1)
    if not cut.posts[first] or not len(titles):
        return None
    after = int(np.searchsorted(blocks.element_row, columns.end[titles[-1]]))
    texts = columns.text_rows
    size = columns.text_stop[texts[blocks.stops - 1]] - columns.text_start[texts[blocks.first]]
    found: NDArray[np.bool_] = np.maximum(blocks.chars, size // 2) >= MIN_QUESTION
    found &= (cut.agreement.scores >= SURE) & (cut.scores[blocks.first] > 0) & ~cut.posts
    found[:after] = found[first:] = False
    return found if found.any() else None

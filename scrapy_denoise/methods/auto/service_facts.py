"""What the page of a service says in short lines between its sections: headings, prices, counts, hours, addresses."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.blocks import TextBlocks
from scrapy_denoise.blocks.features.features import NAMES
from scrapy_denoise.blocks.page_model import find_page_type
from scrapy_denoise.methods.auto.cut import Cut
from scrapy_denoise.page import Page
from scrapy_denoise.page.columns import tags

SURE = 0.9
"""Expected F1 from which a page is left as it was cut: that of five of six articles, and of one of fourteen pages of
services."""

LIKE = 0.3
"""Share of the lowest kept score from which a block may be such a line."""

MAX_CHARS = 200
"""Characters of such a line."""

MIN_LINES = 2
"""Such lines of a page: to find its type takes longer than all else here, and one line says little."""

REPEATED = 0.05
"""Share of the site's pages that have a line, from which it is none."""

_DIGITS, _LINKS, _HEADING = (NAMES.index(name) for name in ("digits", "link_density", "heading"))
_MAIN = tags.CODES["main"]


def service_facts(page: Page, cut: Cut) -> NDArray[np.bool_] | None:
    """The blocks that are such lines on the page of a service, for each text block; None where there is none.

    The sections of such a page are content, and the model, which has learned from paragraphs, keeps their sentences
    alone. A line of at most MAX_CHARS without links that scores at least LIKE of what is kept is one of them, if it is
    a heading or has a figure and stands between two kept blocks or in the only ``main`` of the page, or stands there
    before the last kept block. On pages of services on sites that the models had not seen (148, twice), 57 and 42 are
    better and 36 and 34 are worse; on those of products and on lists more are worse than better.
    """
    if not cut.found or cut.expected >= SURE:
        return None
    blocks, columns = page.cached(TextBlocks), page.columns
    kept, scores, features = cut.kept[blocks.first], cut.scores[blocks.first], blocks.features
    lines: NDArray[np.bool_] = (
        ~kept & (scores > LIKE * scores[kept].min()) & (blocks.chars <= MAX_CHARS) & (features[:, _LINKS] == 0)
    )
    if cut.agreement.siblings:
        lines &= cut.agreement.repeated < REPEATED
    places = np.flatnonzero(kept)
    inside, within = np.zeros((2, len(kept)), np.bool_)
    inside[places[0] : places[-1]] = True
    mains = np.flatnonzero(columns.tag == _MAIN)
    if len(mains) == 1:
        within = (blocks.element_row >= mains[0]) & (blocks.element_row < columns.end[mains[0]])
    told = (features[:, _DIGITS] > 0) | (features[:, _HEADING] > 0)
    lines &= (told & (inside | within)) | (within & (np.arange(len(kept)) < places[-1]))
    if np.count_nonzero(lines) < MIN_LINES or page.cached(find_page_type).name != "service":
        return None
    return lines

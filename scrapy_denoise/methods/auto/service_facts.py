"""What the page of a service says in short lines between its sections: headings, prices, counts, hours."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.blocks import TextBlocks
from scrapy_denoise.blocks.page_model import find_page_type
from scrapy_denoise.methods.auto.cut import Cut
from scrapy_denoise.methods.compiled import possible_lines
from scrapy_denoise.page import Page

SURE = 0.9
"""Expected F1 from which a page is left as it was cut: that of five of six articles, and of one of fourteen pages of
services."""

REPEATED = 0.05
"""Share of the site's pages that have a line, from which it is none."""


def service_facts(page: Page, cut: Cut) -> NDArray[np.bool_] | None:
    """The blocks that are such lines on the page of a service, for each text block; None where there is none.

    The sections of such a page are content, and the model, which has learned from paragraphs, keeps their sentences
    alone. A line of at most MAX_CHARS without links that scores at least LIKE of what is kept is one of them, if it is
    a heading or has a figure and stands between two kept blocks or in the only ``main`` of the page, or stands there
    before the last kept block. On the pages of services of wcxb, by models that have not seen the sites, word F1 is
    .003 higher for these lines; on those of products and on lists more pages are worse than better.
    """
    if not cut.found or cut.expected >= SURE:
        return None
    lines = possible_lines(page.columns, page.cached(TextBlocks), cut.kept, cut.scores)
    if lines is None:
        return None
    if cut.agreement.siblings:
        lines &= cut.agreement.repeated < REPEATED
    return lines if page.cached(find_page_type).name == "service" else None

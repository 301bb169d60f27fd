"""DSE, data-rich section extraction: what a second page has at the same place is not data.

Wang and Lochovsky, "Data-rich section extraction from HTML pages", WISE 2002. What the comparison of paper 001 goes
back to.
"""

from __future__ import annotations

import attrs
import numpy as np

from scrapy_denoise.methods.base import Selection, relatives_of, selection
from scrapy_denoise.methods.baselines.mapping import common_parts
from scrapy_denoise.page import Page
from scrapy_denoise.sites import SiteTemplate


@attrs.frozen
class DataRichSections:
    """Has no parameters: the page is compared with one other, the most alike of those that are known."""

    name = "dse"
    siblings = 1
    max_siblings = 1

    def select(self, page: Page, site: SiteTemplate | None = None) -> Selection:
        (second,) = relatives_of(self, page, site).siblings
        common = np.zeros(len(page.columns), np.uint8)
        common_parts(page.signature, second, common)
        return selection(page, common[page.columns.text_rows] == 0, self.name, 1)

"""DSE, data-rich section extraction: what a second page has at the same place is not data.

Wang and Lochovsky, "Data-rich section extraction from HTML pages", WISE 2002. What the comparison of paper 001 goes
back to.
"""

from __future__ import annotations

import attrs
import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.methods.baselines.mapping import common_parts
from scrapy_denoise.methods.baselines.removal import TemplateRemoval
from scrapy_denoise.page import Page
from scrapy_denoise.page.signature import Signature


@attrs.frozen
class DataRichSections(TemplateRemoval):
    """Has no parameters: the page is compared with one other, the most alike of those that are known."""

    name = "dse"
    max_siblings = 1

    def repeated(self, page: Page, siblings: list[Signature]) -> NDArray[np.bool_]:
        common = np.zeros(len(page.columns), np.uint8)
        common_parts(page.signature, siblings[0], common)
        return common[page.columns.text_rows] > 0

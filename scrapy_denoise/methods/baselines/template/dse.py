"""DSE, data-rich section extraction: parts that a second page has at the same place are template.

Wang and Lochovsky, "Data-rich section extraction from HTML pages", WISE 2002. The comparison of paper 001 is derived
from it.
"""

from __future__ import annotations

import attrs
import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.methods.baselines.template.base import TemplateRemoval
from scrapy_denoise.methods.compiled import common_parts
from scrapy_denoise.page import Page
from scrapy_denoise.page.signature import Signature


@attrs.frozen
class DataRichSections(TemplateRemoval):
    """The method has no parameters: the page is compared with its most similar sibling page."""

    name = "dse"
    max_siblings = 1

    def repeated(self, page: Page, siblings: list[Signature]) -> NDArray[np.bool_]:
        common = np.zeros(len(page.columns), np.uint8)
        common_parts(page.signature, siblings[0], common)
        return common[page.columns.text_rows] > 0

"""RTDM: what the cheapest mapping of one page onto others leaves as it is, is template.

Reis, Golgher, Silva, Laender, "Automatic web news extraction using tree edit distance", WWW 2004 (the mapping); Vieira,
da Silva, Pinto, de Moura, Cavalcanti, Freire, "A fast and robust method for web page template detection and removal",
CIKM 2006 (RTDM-TD: the template).
"""

from __future__ import annotations

import attrs
import numpy as np

from scrapy_denoise.methods.base import Selection, relatives_of, selection
from scrapy_denoise.methods.baselines.mapping import restricted_mapping
from scrapy_denoise.page import Page
from scrapy_denoise.sites import SiteTemplate


@attrs.frozen
class RestrictedTopDownMapping:
    """Template is what is left as it is by the mapping onto every other page that the page is compared with.

    max_siblings: how many pages it is compared with, the most alike of those that are known.
    """

    max_siblings: int = 1

    name = "rtdm"
    siblings = 1

    def select(self, page: Page, site: SiteTemplate | None = None) -> Selection:
        siblings = relatives_of(self, page, site).siblings
        template = np.ones(len(page.columns), np.uint8)
        for sibling in siblings:
            intact = np.zeros(len(page.columns), np.uint8)
            restricted_mapping(page.signature, sibling, intact)
            template &= intact
        return selection(page, template[page.columns.text_rows] == 0, self.name, len(siblings))

"""RTDM: the nodes that the mapping of least cost from a page onto its sibling pages leaves unchanged are template.

Reis, Golgher, Silva, Laender, "Automatic web news extraction using tree edit distance", WWW 2004 (the mapping); Vieira,
da Silva, Pinto, de Moura, Cavalcanti, Freire, "A fast and robust method for web page template detection and removal",
CIKM 2006 (RTDM-TD: the template).
"""

from __future__ import annotations

import attrs
import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.methods.baselines.template.base import TemplateRemoval
from scrapy_denoise.methods.compiled import restricted_mapping
from scrapy_denoise.page import Page
from scrapy_denoise.page.signature import Signature


@attrs.frozen
class RestrictedTopDownMapping(TemplateRemoval):
    """A node is template if the mappings onto all compared sibling pages leave it unchanged.

    max_siblings: the page is compared with at most this many sibling pages, the most similar ones.
    """

    max_siblings: int = 1

    name = "rtdm"

    def repeated(self, page: Page, siblings: list[Signature]) -> NDArray[np.bool_]:
        template = np.ones(len(page.columns), np.uint8)
        for sibling in siblings:
            intact = np.zeros(len(page.columns), np.uint8)
            restricted_mapping(page.signature, sibling, intact)
            template &= intact
        return template[page.columns.text_rows] > 0

"""The base class of the baselines that only remove template."""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.methods.content_correlativity import ContentCorrelativity
from scrapy_denoise.methods.method import Method, Selection, selection, siblings_of
from scrapy_denoise.page import Page
from scrapy_denoise.page.signature import Signature
from scrapy_denoise.sites import SiteTemplate
from scrapy_denoise.sites.layout import MAX_SAMPLES


class TemplateRemoval(Method):
    """A method that keeps every text which is not template."""

    name = ""
    siblings = 1
    max_siblings = MAX_SAMPLES
    fallback: ClassVar[Method] = ContentCorrelativity.paper()

    @abstractmethod
    def repeated(self, page: Page, siblings: list[Signature]) -> NDArray[np.bool_]:
        """For each text row of the page, whether it is template."""

    def template(self, page: Page, site: SiteTemplate | None) -> NDArray[np.bool_]:
        """The same, with sibling pages from the site's template. Raises NotEnoughSiblings."""
        return self.repeated(page, siblings_of(self, page, site).signatures)

    def select(self, page: Page, site: SiteTemplate | None = None) -> Selection:
        siblings = siblings_of(self, page, site).signatures
        return selection(page, ~self.repeated(page, siblings), self.name, len(siblings))

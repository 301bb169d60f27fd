"""The default: the best method for what is known of the page's site.

In this release that is path_similarity where sibling pages are known, and content_correlativity where not.
"""

from __future__ import annotations

import attrs

from scrapy_denoise.methods.base import NotEnoughSiblings, Selection
from scrapy_denoise.methods.content_correlativity import ContentCorrelativity
from scrapy_denoise.methods.path_similarity import PathSimilarity
from scrapy_denoise.page import Page
from scrapy_denoise.sites import SiteTemplate


@attrs.frozen
class Auto:
    """Chooses between the methods; the Selection names the one that ran."""

    multi_page: PathSimilarity = attrs.field(factory=PathSimilarity)
    single_page: ContentCorrelativity = attrs.field(factory=ContentCorrelativity)

    name = "auto"
    siblings = 0

    @classmethod
    def paper(cls) -> Auto:
        """The same choice, between the methods as published."""
        return cls(PathSimilarity.paper(), ContentCorrelativity.paper())

    def select(self, page: Page, site: SiteTemplate | None = None) -> Selection:
        try:
            return self.multi_page.select(page, site)
        except NotEnoughSiblings:
            return self.single_page.select(page, site)

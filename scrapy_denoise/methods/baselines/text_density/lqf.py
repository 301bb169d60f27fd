"""LQF, link quota filters: blocks whose text is mostly in links are navigation.

Mantratzis, Orgun, Cassidy, "Separating XHTML content from navigation clutter using DOM-structure block analysis",
Hypertext 2005. The quotas of 25, 50 and 75 % are those of Gottron, "Evaluating content extraction on HTML
documents", ITA 2007.
"""

from __future__ import annotations

import attrs
import numpy as np

from scrapy_denoise.methods.baselines.text_density.subtrees import body_row, covered, levels, nearest, tag_codes
from scrapy_denoise.methods.method import Method, Selection, selection
from scrapy_denoise.page import Page
from scrapy_denoise.sites import SiteTemplate

BLOCKS = tag_codes(
    """address article aside blockquote center dd details dir div dl dt fieldset figure footer form h1 h2 h3 h4 h5 h6
    header li main menu nav ol p pre section table tbody td tfoot th thead tr ul"""
)


@attrs.frozen
class LinkQuotaFilter(Method):
    """Blocks are judged from the innermost to the outermost; removed descendants no longer count.

    quota: a block is removed if more than this share of its characters is in links.
    """

    quota: float = 0.5

    @property
    def name(self) -> str:  # type: ignore[override]
        return f"lqf_{100 * self.quota:.0f}"

    @classmethod
    def lqf_25(cls) -> LinkQuotaFilter:
        return cls(0.25)

    @classmethod
    def lqf_50(cls) -> LinkQuotaFilter:
        return cls(0.5)

    @classmethod
    def lqf_75(cls) -> LinkQuotaFilter:
        return cls(0.75)

    def select(self, page: Page, site: SiteTemplate | None = None) -> Selection:
        columns = page.columns
        body = body_row(columns)
        blocks = np.isin(columns.tag, BLOCKS)
        blocks[body] = False
        home = nearest(columns, blocks)
        above = home[np.maximum(columns.parent, 0)]
        chars = np.bincount(home, columns.chars, len(columns))
        link_chars = np.bincount(home, columns.chars * columns.linked, len(columns))
        removed = np.zeros(len(columns), np.bool_)
        for rows in reversed(levels(columns.depth)):
            rows = rows[blocks[rows]]
            removed[rows] = link_chars[rows] > self.quota * chars[rows]
            rest = rows[~removed[rows]]
            np.add.at(chars, above[rest], chars[rest])
            np.add.at(link_chars, above[rest], link_chars[rest])
        return selection(page, ~covered(columns.end, removed)[columns.text_rows], self.name)

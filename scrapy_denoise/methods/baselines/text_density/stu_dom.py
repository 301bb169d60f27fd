"""STU-DOM: prune the semantic textual units that have too many links for their own text and for the enclosing unit's.

Wang Qi, Tang Shiwei, Yang Dongqing, Wang Tengjiao, "DOM-based automatic extraction of topical information from web
pages", Journal of Computer Research and Development 41(10), 2004. Paper 004 builds on it.
"""

from __future__ import annotations

import attrs
import numpy as np

from scrapy_denoise.methods.baselines.text_density.subtrees import body_row, covered, levels, nearest, tag_codes
from scrapy_denoise.methods.method import Method, Selection, selection
from scrapy_denoise.page import Page
from scrapy_denoise.page.columns import tags
from scrapy_denoise.sites import SiteTemplate

UNITS = tag_codes("body div p ul ol table tr td h1 h2 h3 h4 h5 h6")
LINKS = tag_codes("a button input")


@attrs.frozen
class StuDom(Method):
    """Units are judged bottom-up, without their pruned descendants. A unit is pruned if it has no text outside links,
    or if it has neither local nor contextual correlation.

    local: a unit has no local correlation if it has at least this many links per character of its text outside links.
    contextual: it has no contextual correlation if it has this many links per such character of the enclosing unit.
    """

    local: float = 0.02
    contextual: float = 0.001

    name = "stu_dom"

    def select(self, page: Page, site: SiteTemplate | None = None) -> Selection:
        columns = page.columns
        n, body = len(columns), body_row(columns)
        units = np.isin(columns.tag, UNITS)
        units[body] = True
        home = nearest(columns, units)
        around = home[np.maximum(columns.parent, 0)]
        is_link = np.isin(columns.tag, LINKS)
        plain = columns.chars * ~covered(columns.end, is_link)
        text_around = columns.subtree_sum(plain)[around]
        links, text = np.bincount(home, is_link, n), np.bincount(home, plain, n)
        # The main heading stays even if it is a link.
        may_go = units & (np.arange(n) > body) & (columns.tag != tags.CODES["h1"])
        cut = np.zeros(n, np.bool_)
        for rows in reversed(levels(columns.depth)[1:]):
            rows = rows[units[rows]]
            local = links[rows] >= self.local * text[rows]
            contextual = links[rows] >= self.contextual * text_around[rows]
            cut[rows] = may_go[rows] & ((text[rows] == 0) | (local & contextual))
            rest = rows[~cut[rows]]
            np.add.at(links, around[rest], links[rest])
            np.add.at(text, around[rest], text[rest])
        return selection(page, ~covered(columns.end, cut)[columns.text_rows], self.name)

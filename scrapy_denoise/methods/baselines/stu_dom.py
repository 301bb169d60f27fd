"""STU-DOM: semantic textual units with too many links for their text, and for their surroundings, are cut.

Wang Qi, Tang Shiwei, Yang Dongqing, Wang Tengjiao, "DOM-based automatic extraction of topical information from web
pages", Journal of Computer Research and Development 41(10), 2004. What paper 004 builds on.
"""

from __future__ import annotations

import attrs
import numpy as np

from scrapy_denoise.methods.base import Method, Selection, selection
from scrapy_denoise.methods.baselines.row_trees import body_row, covered, levels, nearest, tag_codes
from scrapy_denoise.page import Page, tags
from scrapy_denoise.sites import SiteTemplate

UNITS = tag_codes("body div p ul ol table tr td h1 h2 h3 h4 h5 h6")
LINKS = tag_codes("a button input")


@attrs.frozen
class StuDom(Method):
    """Units are judged from the leaves up, by what is left of them: a unit is cut where it has no text outside links,
    or where it is correlated neither with its own text nor with that around it.

    local: links of a unit for each of its characters outside links, from which it is not correlated with its own text.
    contextual: links of a unit for each such character of the unit around it, likewise.
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
        # A heading stays where it is a link, too.
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

"""CETD: composite text density of every element, smoothed by DensitySum.

Sun, Song, Liao, "DOM based content extraction via text density", SIGIR 2011; sections 3 and 4.
"""

from __future__ import annotations

from typing import Any

import attrs
import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.methods.baselines.text_density.subtrees import ancestors, body_row, covered, levels, tag_codes
from scrapy_denoise.methods.method import Method, Selection, selection
from scrapy_denoise.page import Columns, Page
from scrapy_denoise.page.columns import tags
from scrapy_denoise.page.columns.arrays import FloatArray
from scrapy_denoise.sites import SiteTemplate

LINKS = tag_codes("a button select")


@attrs.frozen
class CompositeTextDensity(Method):
    """The method has one parameter.

    composite: use the composite text density, which takes links into account; else plain characters per tag.
    """

    composite: bool = True

    name = "cetd"

    def select(self, page: Page, site: SiteTemplate | None = None) -> Selection:
        columns = page.columns
        body = body_row(columns)
        density, density_sum = self.densities(columns, body)
        elements = columns.tag != tags.TEXT
        # Only the body and its descendants are candidates.
        inside = elements & (np.arange(len(columns)) >= body) & (np.arange(len(columns)) < columns.end[body])
        density_sum[~inside] = -np.inf
        best = int(density_sum.argmax())
        threshold = min(float(density[row]) for row in ancestors(columns, best) if row >= body)
        # In every element that reaches the threshold, as its ancestors do, mark the part with the greatest DensitySum.
        dense = inside & ~covered(columns.end, inside & (density < threshold))
        greatest = _subtree_argmax(columns, density_sum)
        marked = np.zeros(len(columns), np.bool_)
        marked[greatest[dense]] = True
        # An ancestor of a marked element keeps its own texts and loses the child elements that hold no marked element.
        holds = columns.subtree_sum(marked) > 0
        texts = columns.text_rows
        kept = covered(columns.end, marked)[texts] | holds[columns.parent[texts]]
        return selection(page, kept, self.name)

    def densities(self, columns: Columns, body: int) -> tuple[FloatArray, FloatArray]:
        """Text density (formulas 1 and 2) and DensitySum (formula 4) of every row, meaningful for elements."""
        elements = columns.tag != tags.TEXT
        linked = covered(columns.end, np.isin(columns.tag, LINKS))
        all_link_chars = columns.subtree_sum(columns.chars * linked)
        link = _link_tags(columns, linked & elements, all_link_chars)
        chars = _at_least_one(columns.subtree_chars)
        tag_count = _at_least_one(columns.subtree_sum(elements) - elements)
        link_chars = _at_least_one(all_link_chars)
        link_tags = _at_least_one(columns.subtree_sum(link) - link)
        ratio = link_chars[body] / chars[body]
        density = chars / tag_count
        own = columns.chars.astype(np.float64)
        if self.composite:
            plain = _at_least_one(columns.subtree_chars - all_link_chars)
            base = np.log(np.log(chars * link_chars / plain + ratio * chars + np.e))
            density = density * np.log(chars * tag_count / (link_chars * link_tags)) / base
            texts = columns.text_rows
            length = own[texts]
            own[texts] = length * np.log(length) / np.log(np.log(ratio * length + np.e))
        density[columns.subtree_chars == 0] = 0.0
        # The sum over the children: elements bring their density, texts what they would have as an element.
        total = np.zeros(len(columns))
        np.add.at(total, columns.parent[1:], np.where(elements, density, own)[1:])
        leaf = columns.subtree_sum(elements) == 1
        return density, np.where(leaf, density, total)


def _link_tags(columns: Columns, linked: NDArray[np.bool_], link_chars: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Count the link tags: links, their descendants, and ancestors that hold only links, such as list items."""
    found = linked.copy()
    elements = columns.tag != tags.TEXT
    inside, links = np.zeros(len(columns), np.int64), np.zeros(len(columns), np.int64)
    for rows in reversed(levels(columns.depth)[1:]):
        rows = rows[elements[rows]]
        found[rows] |= (inside[rows] > 0) & (inside[rows] == links[rows]) & (columns.subtree_chars == link_chars)[rows]
        np.add.at(inside, columns.parent[rows], 1)
        np.add.at(links, columns.parent[rows], found[rows])
    return found


def _at_least_one(values: NDArray[Any]) -> FloatArray:
    least: FloatArray = np.maximum(values, 1).astype(np.float64)
    return least


def _subtree_argmax(columns: Columns, values: FloatArray) -> NDArray[np.intp]:
    """For every row, the first row of its subtree that has the greatest value there."""
    greatest = np.arange(len(columns))
    best = values.copy()
    for rows in reversed(levels(columns.depth)[1:]):
        parents = columns.parent[rows]
        np.maximum.at(best, parents, best[rows])
        # from the last child to the first, so that the first of equal ones wins
        holds = rows[best[rows] == best[parents]][::-1]
        above = columns.parent[holds]
        better = values[above] < best[above]
        greatest[above[better]] = greatest[holds[better]]
    return greatest

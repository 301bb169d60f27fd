"""Content correlativity: characters for each link, smoothed by the siblings and the parent. A single page, untrained.

Paper 004: Wang Rui, Zhou Xi, Li Xiao, "Content Extraction of Uighur Web Based on Content Correlativity",
Computer Engineering 38(21), 2012. Section 3.3 to 3.5; formulas (1) to (3).
"""

from __future__ import annotations

import attrs
import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.blocks.regions.boilerplate import is_thread
from scrapy_denoise.methods.method import Method, Selection, selection
from scrapy_denoise.methods.region.region import Region
from scrapy_denoise.methods.row_groups import group_sums
from scrapy_denoise.methods.validators import amount, fraction
from scrapy_denoise.page import Columns, Page
from scrapy_denoise.page.columns import tags
from scrapy_denoise.page.columns.arrays import BoolArray, FloatArray
from scrapy_denoise.sites import SiteTemplate

HAN_BYTES = 2.2
"""UTF-8 bytes per character, above which a page is taken to be mostly in Han characters, of three bytes each."""

_CELLS = tags.flags("td th li dt dd pre")
"""Elements in which texts recur for other reasons: tables, lists, source code."""


@attrs.frozen
class ContentCorrelativity(Method):
    """The method and its parameters; `paper` has the paper's, the defaults are ours.

    threshold: C of section 3.4: characters outside links for each link, from which a node is content.
    han_threshold: C for a page mostly in Han characters, each of which says more. None: `threshold`.
    share: S of section 3.5, in (0, 1): a node below C is content too, if more than this share of its siblings with the
        same tag is, and its `density` is high.
    density: D of section 3.5: characters of the parent for each link of the node, above which it is high.
    blocks_only: the nodes are the elements that are laid out as blocks, so that a bold word is none. Else, as in the
        paper, all elements are.
    region: how the region is chosen, the one element that holds the layer of the content nodes; what lies outside of
        it is noise. None: the paper's outlier rule.
    furniture: in the region of a thread, a node of fewer characters is noise if one of its texts, numbers aside,
        stands at the same place of another post: names of fields, buttons, dates.
    gap: in the region, up to this many nodes in a row between two content nodes are content too, if their link
        density is at most `gap_links`.
    edge: in the region, up to this many nodes before the first and after the last content node are content too, if
        they have its parent and a link density of at most `edge_links`.
    off_layer: without `region`, levels of the tree by which a node that is clearly off the layer of the content nodes
        differs from it; 0: no outlier rule.
    complete_structures: tables, lists and terms of which most is content are kept whole (docs/document).
    """

    threshold: float = amount(25.0)
    han_threshold: float | None = amount(18.0)
    share: float = fraction(0.57)
    density: float = amount(63.0)
    blocks_only: bool = True
    region: Region | None = attrs.field(default=Region(early=0.35, thread_narrow=0.1))
    furniture: int = amount(60)
    gap: int = amount(8)
    gap_links: float = fraction(0.5)
    edge: int = amount(3)
    edge_links: float = fraction(0.2)
    off_layer: int = amount(2)
    complete_structures: bool = True

    name = "content_correlativity"

    @classmethod
    def paper(cls) -> ContentCorrelativity:
        """The paper's parameters: C = 29, S = 57 %, D = 63, every element a node, its outlier rule."""
        return cls(complete_structures=False, threshold=29.0, han_threshold=None, blocks_only=False, region=None)

    def select(self, page: Page, site: SiteTemplate | None = None) -> Selection:
        columns = page.columns
        if not len(columns.text_rows):
            return selection(page, np.zeros(0, np.bool_), self.name)
        nodes = _Nodes(columns, self.blocks_only)
        threshold = self._threshold(columns)
        cc = nodes.correlativity()
        like = nodes.content_share(cc >= threshold)
        smoothed = (cc < threshold) & (like > self.share) & (nodes.text_density() > self.density)
        content = (cc >= threshold) | smoothed
        if self.region is not None:
            return selection(page, self._inside(self.region, page, nodes, content), self.name)
        if self.off_layer:
            content &= ~_outliers(columns, nodes, content, self.off_layer)
        return selection(page, content[nodes.of_text], self.name)

    def _threshold(self, columns: Columns) -> float:
        if self.han_threshold is None:
            return self.threshold
        chars = max(1, int(columns.chars.sum()))
        return self.han_threshold if len(columns.text) / chars > HAN_BYTES else self.threshold

    def _inside(self, region: Region, page: Page, nodes: _Nodes, content: BoolArray) -> BoolArray:
        """The text rows of the region's content nodes, and of the nodes between them: section 3.5 by place."""
        columns = page.columns
        rows = columns.text_rows
        weights = region.weights(page)
        noise = group_sums(nodes.of_text, weights > 0, len(nodes.rows)) == 0
        if is_thread(page):
            noise |= self._furniture(page, nodes)
        content = content & ~noise
        text = (
            group_sums(nodes.of_text, columns.chars[rows] * ~columns.linked[rows] * weights, len(nodes.rows)) * content
        )
        if not text.any():
            return np.zeros(len(rows), np.bool_)
        groups = group_sums(nodes.parent_position, text, len(text))
        inside = region.rows_inside(page, text, groups, nodes.own, nodes.rows)[nodes.rows]
        kept = content & inside
        shown = np.flatnonzero(inside & (nodes.own > 0))
        link_density = 1 - nodes.own_text[shown] / nodes.own[shown]
        kept[shown] |= self._between(kept[shown], nodes.parent[shown], link_density)
        found: BoolArray = kept[nodes.of_text] & ~noise[nodes.of_text] & (weights > 0)
        return found

    def _furniture(self, page: Page, nodes: _Nodes) -> BoolArray:
        """The short nodes with a recurring text: what the software of a forum writes around each post."""
        rows = page.columns.text_rows
        _, member, count = np.unique(page.signature.text_nodes, return_inverse=True, return_counts=True)
        recurs = (count[member] > 1) & ~page.columns.linked[rows]
        found: BoolArray = (group_sums(nodes.of_text, recurs, len(nodes.rows)) > 0) & (nodes.own < self.furniture)
        return found & ~_CELLS[nodes.tag]

    def _between(self, kept: BoolArray, parent: NDArray[np.intp], link_density: FloatArray) -> BoolArray:
        """The nodes in a short gap between kept nodes, and those next to the first and the last of them."""
        order, far = np.arange(len(kept)), len(kept) + self.gap
        before = np.maximum.accumulate(np.where(kept, order, -far))
        after = np.minimum.accumulate(np.where(kept, order, 2 * far)[::-1])[::-1]
        found = (after - before - 1 <= self.gap) & (link_density <= self.gap_links)
        first, last = np.flatnonzero(kept)[[0, -1]]
        ahead = (order < first) & (order >= first - self.edge) & (parent == parent[first])
        behind = (order > last) & (order <= last + self.edge) & (parent == parent[last])
        found |= (ahead | behind) & (link_density <= self.edge_links)
        return found


class _Nodes:
    """The elements that the method judges, the nodes, in document order, with their counts.

    rows: the row of each. tag: its tag code. parent: the row of its nearest ancestor among the nodes, -1 for the first
    node. parent_position: the position of that ancestor, 0 for the first node. of_text: for each text row of the page,
    the position of its nearest ancestor. own, own_text: the characters of these text rows, all and outside links.
    text: the characters outside links of the whole subtree. links: its links, at least 1.
    """

    def __init__(self, columns: Columns, blocks_only: bool) -> None:
        row_numbers = np.arange(len(columns))
        judged = columns.block_row == row_numbers if blocks_only else columns.tag != 0
        judged[0] = True
        self.rows = np.flatnonzero(judged)
        position = np.cumsum(judged) - 1
        above = columns.parent[self.rows]
        nearest = columns.block_row if blocks_only else row_numbers
        self.parent = np.where(above >= 0, nearest[np.maximum(above, 0)], -1)
        self.parent_position = position[np.maximum(self.parent, 0)]
        texts = columns.text_rows
        self.of_text = position[columns.block_row[texts] if blocks_only else columns.parent[texts]]
        chars = columns.chars[texts]
        self.own = group_sums(self.of_text, chars, len(self.rows))
        self.own_text = group_sums(self.of_text, chars * ~columns.linked[texts], len(self.rows))
        self.tag = columns.tag[self.rows]
        self.text = (columns.subtree_chars - columns.subtree_link_chars)[self.rows]
        self.links = np.maximum(columns.subtree_links[self.rows], 1)

    def correlativity(self) -> FloatArray:
        """CC, formula (1): characters outside links for each link, of which at least one is counted."""
        cc: FloatArray = self.text / self.links
        return cc

    def text_density(self) -> FloatArray:
        """TD, formula (2): characters outside links of the parent for each link of the node, at least one."""
        td: FloatArray = np.maximum(self.text[self.parent_position], 1) / self.links
        return td

    def content_share(self, content: BoolArray) -> FloatArray:
        """CS, formula (3): the share of content nodes among the siblings with the same tag, the node included."""
        group = (self.parent + 1).astype(np.int64) << 16 | self.tag
        _, member, size = np.unique(group, return_inverse=True, return_counts=True)
        share: FloatArray = (np.bincount(member, content, len(size)) / size)[member]
        return share


def _outliers(columns: Columns, nodes: _Nodes, content: BoolArray, levels: int) -> BoolArray:
    """Section 3.5: nodes clearly off the layer of the content nodes, such as a copyright line, whose CC becomes 0.

    The paper gives no measure of "clearly off". Here the layer is the children of the element whose children hold the
    most content. A node is off it if its depth differs by this many levels, or if it has no ancestor below the body in
    common with them.
    """
    own = nodes.own * content
    if not own.any():
        return np.zeros(len(content), np.bool_)
    by_parent = np.bincount(nodes.parent + 1, own, len(columns) + 1)
    layer = int(by_parent.argmax()) - 1
    depth = columns.depth[nodes.rows]
    layer_depth = columns.depth[layer] + 1 if layer >= 0 else 0
    branch = layer
    while branch >= 0 and columns.depth[branch] > 2:
        branch = int(columns.parent[branch])
    apart = (nodes.rows < branch) | (nodes.rows >= columns.end[branch]) if branch >= 0 else own < 0
    found: BoolArray = (np.abs(depth - layer_depth) >= levels) | apart
    return found

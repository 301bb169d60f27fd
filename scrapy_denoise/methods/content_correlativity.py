"""Content correlativity: text for each link, smoothed by what stands around a node. One page, no training.

Paper 004: Wang Rui, Zhou Xi, Li Xiao, "Content Extraction of Uighur Web Based on Content Correlativity",
Computer Engineering 38(21), 2012. Section 3.3 to 3.5; formulas (1) to (3).
"""

from __future__ import annotations

import re

import attrs
import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.methods.base import Selection, selection
from scrapy_denoise.page import Columns, Page
from scrapy_denoise.sites import SiteTemplate

_FOOTER = re.compile(
    (
        r"copyright|©|\(c\)\s*\d{4}|all rights reserved|版权所有|版權所有|ICP(?:备|備|证|證)|公网安备"
        r"|ھوقۇقى|حقوق النشر"
    ).encode(),
    re.IGNORECASE,
)
FOOTER_CHARS = 500
"""Characters from which a block is no copyright line, whatever it says."""


@attrs.frozen
class ContentCorrelativity:
    """The method and its parameters; `paper` has the paper's, the defaults are ours.

    threshold: C of section 3.4, characters outside links for each link, from which a node is content.
    han_threshold: the same for a page mostly in Han characters, which say more each; None: `threshold`.
    share: S of section 3.5, in (0, 1), of like siblings that are content for a node to be taken for content too.
    density: D of section 3.5, characters of the parent for each link of the node, likewise.
    blocks_only: judge elements that are laid out as blocks, so that a bold word is no node of its own
        (the paper judges every element).
    outlier_share: a node off the layer of the content nodes with less than this share of the kept text is noise.
    footer: share of the document's end in which a copyright line is noise; 0: nowhere.
    """

    threshold: float = 29.0
    han_threshold: float | None = 12.0
    share: float = 0.57
    density: float = 63.0
    blocks_only: bool = True
    outlier_share: float = 0.1
    footer: float = 0.15

    name = "content_correlativity"
    siblings = 0

    @classmethod
    def paper(cls) -> ContentCorrelativity:
        """The paper's parameters: C = 29, S = 57 %, D = 63, every element a node."""
        return cls(han_threshold=None, blocks_only=False, footer=0.0)

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
        content &= ~self._outliers(page, nodes, content, like)
        return selection(page, content[nodes.of_text], self.name)

    def _threshold(self, columns: Columns) -> float:
        if self.han_threshold is None:
            return self.threshold
        # A Han character takes three bytes of UTF-8; so do few others that pages are written in.
        chars = max(1, int(columns.chars.sum()))
        return self.han_threshold if len(columns.text) / chars > 2.2 else self.threshold

    def _outliers(
        self, page: Page, nodes: _Nodes, content: NDArray[np.bool_], like: NDArray[np.float64]
    ) -> NDArray[np.bool_]:
        """Section 3.5: nodes clearly off the layer of the content nodes, such as a copyright line.

        The layer is the element whose children hold the most content. Off it is a node two levels or more from
        those children, or one that shares only the body with them, if few of its like are content and it has
        little of the text. A line that reads like a copyright line, at the end of the page, is off it anyway.
        """
        columns = page.columns
        own = np.bincount(nodes.of_text, columns.chars[columns.text_rows], len(content)) * content
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
        off = ((np.abs(depth - layer_depth) >= 2) | apart) & (like < self.share)
        outliers: NDArray[np.bool_] = off & (own < self.outlier_share * own.sum())
        if self.footer:
            outliers[self._footer_nodes(columns, nodes, own)] = True
        return outliers

    def _footer_nodes(self, columns: Columns, nodes: _Nodes, own: NDArray[np.generic]) -> list[int]:
        """The nodes at the document's end whose own text reads like a copyright line."""
        texts = columns.text_rows
        first = int(np.searchsorted(texts, len(columns) * (1 - self.footer)))
        if first == len(texts):
            return []
        starts = columns.text_start[texts]
        found = [match.start() for match in _FOOTER.finditer(columns.text, int(starts[first]))]
        rows = np.searchsorted(starts, found, side="right") - 1
        return [node for node in nodes.of_text[rows].tolist() if own.item(node) < FOOTER_CHARS]


class _Nodes:
    """The elements that the method judges, in document order, with their counts.

    rows: their rows. parent: the row of the judged parent of each; -1 for the first. of_text: for each text row
    of the page, the position in `rows` of the nearest judged element.
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
        texts = columns.text_rows
        self.of_text = position[columns.block_row[texts] if blocks_only else columns.parent[texts]]
        self.tag = columns.tag[self.rows]
        self.text = (columns.subtree_chars - columns.subtree_link_chars)[self.rows]
        self.links = np.maximum(columns.subtree_links[self.rows], 1)
        self._position = position

    def correlativity(self) -> NDArray[np.float64]:
        """CC, formula (1): characters outside links for each link; no links count as one."""
        ratio: NDArray[np.float64] = self.text / self.links
        return ratio

    def text_density(self) -> NDArray[np.float64]:
        """TD, formula (2): characters outside links of the parent for each link of the node; none count as one."""
        of_parent = self.text[self._position[np.maximum(self.parent, 0)]]
        density: NDArray[np.float64] = np.maximum(of_parent, 1) / self.links
        return density

    def content_share(self, content: NDArray[np.bool_]) -> NDArray[np.float64]:
        """CS, formula (3): the share of content nodes among the siblings with the same tag, the node included."""
        group = (self.parent + 1).astype(np.int64) << 16 | self.tag
        _, member, size = np.unique(group, return_inverse=True, return_counts=True)
        share: NDArray[np.float64] = (np.bincount(member, content, len(size)) / size)[member]
        return share

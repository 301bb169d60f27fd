"""Path similarity: what sibling pages share is template; of the rest, the leaves with similar paths are the body.

Paper 001: Pan, Chen, Liu, Wang, "Content extraction based on the similarity of the Web pages' DOM tree nodes
path", Microcomputer & Its Applications 35(19), 2016. Section 1.2 (comparison), section 2 (paths). The comparison
goes back to DSE (Wang and Lochovsky 2002). The paper's formula for the similarity of paths is lost in print, as
are the clustering and the choice of the body: these are ours (docs/methods).
"""

from __future__ import annotations

import attrs
import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.methods.alignment import compare_three, repeated
from scrapy_denoise.methods.base import NotEnoughSiblings, Selection, selection
from scrapy_denoise.page import Columns, Page
from scrapy_denoise.page.signature import Signature
from scrapy_denoise.sites import SiteTemplate


@attrs.frozen
class PathSimilarity:
    """The method and its parameters; `paper` has the paper's where it names them, the defaults are ours.

    siblings: pages it needs. max_siblings: pages it compares with.
    aligned: compare by aligning siblings, page by page (else the paper's three-way walk over two pages).
    quorum: share of the siblings, in (0, 1], that must repeat a text at its place for it to be template.
    text_share: share of all the site's pages with a text at a path from which it is template; above 1: never.
    tau: similarity of two leaves' paths, in (0, 1), from which they belong to one cluster.
    near: tree distance (edges between two leaves) up to which they belong to one cluster anyway.
    neighbour_share: clusters beside the body join it from this share of its characters on, if their link
        density is below `neighbour_links`.
    max_link_density: of a text block inside the body, above which it is noise; 1: none is.
    """

    siblings: int = 2
    max_siblings: int = 10
    aligned: bool = True
    quorum: float = 0.5
    text_share: float = 0.5
    tau: float = 0.7
    near: int = 4
    neighbour_share: float = 0.2
    neighbour_links: float = 0.3
    max_link_density: float = 1.0

    name = "path_similarity"

    @classmethod
    def paper(cls) -> PathSimilarity:
        """Two siblings, the three-way comparison, all must agree."""
        return cls(max_siblings=2, aligned=False, quorum=1.0, text_share=2.0)

    def select(self, page: Page, site: SiteTemplate | None = None) -> Selection:
        siblings = site.siblings(page, self.max_siblings) if site is not None else []
        if len(siblings) < self.siblings:
            raise NotEnoughSiblings(self.name, self.siblings, len(siblings))
        content = ~self.template_rows(page.signature, siblings)
        if self.text_share <= 1 and site is not None:
            content &= site.text_shares(page) < self.text_share
        return selection(page, self.body(page.columns, content), self.name)

    def template_rows(self, page: Signature, siblings: list[Signature]) -> NDArray[np.bool_]:
        """For each text row of the page, whether it is template: section 1.2."""
        if not self.aligned:
            second, third = siblings[:2]
            template = np.zeros(len(page), np.uint8)
            compare_three(
                page.depth, _node_texts(page),
                second.depth, _node_texts(second),
                third.depth, _node_texts(third),
                template,
            )  # fmt: skip
            return template[page.text_rows].astype(np.bool_)
        votes = np.zeros(len(page), np.int32)
        for sibling in siblings:
            found = np.zeros(len(page), np.uint8)
            repeated(page.end, page.key, page.subtree, sibling.end, sibling.key, sibling.subtree, found)
            votes += found
        return votes[page.text_rows] >= self.quorum * len(siblings)

    def body(self, columns: Columns, content: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Of the text rows in the content set, those of the body: section 2."""
        leaves = columns.text_rows[content]
        if not len(leaves):
            return content
        cluster = self.clusters(columns, leaves)
        n = int(cluster[-1]) + 1
        chars = np.bincount(cluster, columns.chars[leaves], n)
        text = np.bincount(cluster, columns.chars[leaves] * ~columns.linked[leaves], n)
        first = np.searchsorted(cluster, np.arange(n))
        home = _common_ancestors(columns, leaves, first)
        # clusters in one place are one, whatever stands between them
        _, place = np.unique(home, return_inverse=True)
        best = int(np.bincount(place, text).argmax())
        kept = place == best
        kept |= self._similar_homes(columns, home, int(home[kept][0]))
        total = text[kept].sum()
        for step in (-1, 1):
            beside = np.roll(kept, step)
            beside[0 if step == 1 else -1] = False
            kept |= beside & (text >= self.neighbour_share * total) & (text > (1 - self.neighbour_links) * chars)
        selected = content.copy()
        selected[content] = kept[cluster]
        return selected & ~self._link_blocks(columns)

    def clusters(self, columns: Columns, leaves: NDArray[np.intp]) -> NDArray[np.intp]:
        """The number of each leaf's cluster: runs of leaves, each similar to the one before it."""
        depth = columns.depth[leaves].astype(np.int64)
        common = _common_depths(columns, leaves)
        total = depth[1:] + depth[:-1]
        similar = (2 * common >= self.tau * total) | (total - 2 * common <= self.near)
        return np.concatenate(([0], np.cumsum(~similar)))

    def _similar_homes(self, columns: Columns, home: NDArray[np.intp], body: int) -> NDArray[np.bool_]:
        """Which clusters' common ancestors have a path similar to that of the body's."""
        ancestors = {body}
        row = body
        while row > 0:
            row = int(columns.parent[row])
            ancestors.add(row)
        body_depth = int(columns.depth[body])
        similar = np.zeros(len(home), np.bool_)
        for i, other in enumerate(home.tolist()):
            row = other
            while row not in ancestors:
                row = int(columns.parent[row])
            similar[i] = 2 * columns.depth[row] >= self.tau * (body_depth + columns.depth[other]) and row != 0
        return similar

    def _link_blocks(self, columns: Columns) -> NDArray[np.bool_]:
        """The text rows of blocks that are little but links."""
        rows = columns.text_rows
        block = columns.block[rows]
        chars = np.bincount(block, columns.chars[rows])
        link_chars = np.bincount(block, columns.chars[rows] * columns.linked[rows])
        return (link_chars > self.max_link_density * chars)[block]


def _node_texts(page: Signature) -> NDArray[np.uint64]:
    """What the three-way comparison compares of a node: its tag with id and class, or its text."""
    return np.where(page.is_text, page.text_hash.astype(np.uint64), page.key)


def _common_depths(columns: Columns, leaves: NDArray[np.intp]) -> NDArray[np.int64]:
    """The depth of the lowest common ancestor of each leaf and the next: one above the shallowest row between."""
    if len(leaves) < 2:
        return np.empty(0, np.int64)
    bounds = np.stack((leaves[:-1] + 1, leaves[1:] + 1), axis=1).ravel()
    padded = np.append(columns.depth, 0)
    return np.minimum.reduceat(padded, bounds)[::2].astype(np.int64) - 1


def _common_ancestors(columns: Columns, leaves: NDArray[np.intp], first: NDArray[np.intp]) -> NDArray[np.intp]:
    """The lowest common ancestor of each cluster's leaves; of a single leaf, its parent."""
    common = np.append(_common_depths(columns, leaves), 0)
    depth = columns.depth[leaves].astype(np.int64) - 1
    last = np.append(first[1:], len(leaves)) - 1
    lowest = depth[first]
    inside = np.ones(len(leaves), np.bool_)
    inside[last] = False
    lowest = np.minimum(lowest, np.minimum.reduceat(np.where(inside, common, depth), first))
    home = leaves[first].copy()
    while (deeper := columns.depth[home] > lowest).any():
        home[deeper] = columns.parent[home[deeper]]
    return home

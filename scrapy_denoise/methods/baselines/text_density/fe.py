"""FE and K-FE: the block, or the cluster of blocks, in which text outweighs the other features.

Debnath, Mitra, Pal, Giles, "Automatic identification of informative sections of web pages", IEEE TKDE 17(9), 2005;
FeatureExtractor and K-FeatureExtractor.
"""

from __future__ import annotations

from typing import Any

import attrs
import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.methods.baselines.text_density.subtrees import nearest, tag_codes
from scrapy_denoise.methods.method import Method, Selection, selection
from scrapy_denoise.page import Columns, Page
from scrapy_denoise.page.columns import tags
from scrapy_denoise.page.columns.arrays import FloatArray
from scrapy_denoise.sites import SiteTemplate

# The tags of atomic blocks: a block is such an element without the blocks inside it. A rule (hr) splits a block.
BLOCKS = tag_codes(
    "article aside blockquote body div dl footer form header main nav ol p pre section table td th tr ul"
)
FEATURES = (
    tag_codes("img picture object embed iframe video audio svg canvas applet"),
    tag_codes("li dt dd option"),
    tag_codes("form input select textarea button"),
)
TEXT = 0


@attrs.frozen
class FeatureExtractor(Method):
    """The block with the most text among the blocks that text dominates.

    dominance: a block is in the winner basket if text is at least this share of its features.
    """

    dominance: float = 0.5

    name = "fe"

    def select(self, page: Page, site: SiteTemplate | None = None) -> Selection:
        blocks, features = features_of(page.columns)
        basket = winner_basket(features, self.dominance)
        best = np.zeros(len(features), np.bool_)
        if len(basket):
            best[basket[self.winners(features[basket])]] = True
        return selection(page, best[blocks[page.columns.text_rows]], self.name)

    def winners(self, basket: FloatArray) -> NDArray[Any]:
        """The indices of the content blocks among the blocks of the winner basket, whose features are given."""
        return np.flatnonzero(basket[:, TEXT] == basket[:, TEXT].max())[:1]


@attrs.frozen
class KFeatureExtractor(FeatureExtractor):
    """k-means clusters the winner basket; the cluster with the most text per block is content.

    dominance: see `FeatureExtractor`. clusters: the number of clusters. rounds: k-means runs at most this many rounds.
    The initial centres are spread evenly over the blocks ordered by text (with three clusters the least, the median
    and the most), so the same page always gives the same clusters.
    """

    clusters: int = 3
    rounds: int = 50

    name = "k_fe"

    def winners(self, basket: FloatArray) -> NDArray[Any]:
        cluster, centres = self.k_means(basket / np.maximum(basket.max(0), 1e-12))
        found: NDArray[Any] = cluster == centres[:, TEXT].argmax()
        return found

    def k_means(self, points: FloatArray) -> tuple[NDArray[np.intp], FloatArray]:
        """The cluster of each point, and the centres of the clusters. points: of shape (blocks, features)."""
        order = np.argsort(points[:, TEXT], kind="stable")
        centres = points[order[np.linspace(0, len(points) - 1, self.clusters).round().astype(np.intp)]]
        cluster = np.full(len(points), -1)
        for _ in range(self.rounds):
            distances = ((points[:, None] - centres[None]) ** 2).sum(2)
            nearest_centre = distances.argmin(1)
            if (nearest_centre == cluster).all():
                break
            cluster = nearest_centre
            for k in np.unique(cluster):  # a cluster that has lost all its blocks keeps its centre
                centres[k] = points[cluster == k].mean(0)
        return cluster, centres


def winner_basket(features: FloatArray, dominance: float) -> NDArray[np.intp]:
    """The indices of the blocks that text dominates: text is at least the share `dominance` of their features."""
    return np.flatnonzero((features[:, TEXT] > 0) & (features[:, TEXT] >= dominance * features.sum(1)))


def features_of(columns: Columns) -> tuple[NDArray[np.intp], FloatArray]:
    """The number of each row's block, and the features of the blocks, of shape (blocks, features).

    Features: characters of text; links; images and embedded objects; list items; form controls. Each is divided by
    its total on the page, so that all features have the same weight.
    """
    home = nearest(columns, np.isin(columns.tag, BLOCKS))
    part = np.cumsum(columns.tag == tags.CODES["hr"])
    _, blocks = np.unique(home * (int(part[-1]) + 1) + part, return_inverse=True)
    n = int(blocks.max()) + 1
    counts: list[NDArray[Any]] = [columns.chars, columns.link, *(np.isin(columns.tag, codes) for codes in FEATURES)]
    features = np.stack([np.bincount(blocks, count, n) for count in counts], axis=1)
    return blocks, features / np.maximum(features.sum(0), 1)

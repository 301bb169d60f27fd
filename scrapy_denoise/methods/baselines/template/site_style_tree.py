"""Site Style Tree: nodes with the same presentation and the same content on most pages of a site are noise.

Yi, Liu, Li, "Eliminating noisy information in web pages for data mining", KDD 2003; sections 3 and 4.
"""

from __future__ import annotations

import attrs
import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.methods.baselines.template.base import TemplateRemoval
from scrapy_denoise.methods.compiled import style_nodes
from scrapy_denoise.page import Page
from scrapy_denoise.page.columns.arrays import HashArray
from scrapy_denoise.page.signature import Signature


@attrs.frozen
class SiteStyleTree(TemplateRemoval):
    """Pages share an element node of the tree if its ancestors have the same children in the same order on each.

    The importance of a leaf is the diversity of its contents on the m pages that share it (`importance`). That of inner
    nodes is not computed: a subtree is noisy if all its nodes are, so the maximal noisy subtrees hold exactly the noisy
    leaves.

    threshold: a node whose importance is below this, in (0, 1), is noisy. The paper chooses it for each site.
    """

    threshold: float = 0.9

    name = "site_style_tree"

    def repeated(self, page: Page, siblings: list[Signature]) -> NDArray[np.bool_]:
        pages = [page.signature, *siblings]
        nodes = [element_nodes(each) for each in pages]
        texts = [each.mask_hash[each.text_rows] for each in pages]
        noisy: NDArray[np.bool_] = importance(np.concatenate(nodes), np.concatenate(texts)) < self.threshold
        return noisy[: len(texts[0])]


def importance(nodes: HashArray, texts: NDArray[np.uint32]) -> NDArray[np.float64]:
    """The composite importance of the node of each text (definition 4), over the texts of all pages.

    With m pages that share the node, and l different texts of which text i is on n(i) pages::

        importance = 1 if m = 1, else 1 - sum of H(i) / l,    H(i) = - n(i) * 1/n(i) * log_m 1/n(i) = log_m n(i)
    """
    _, node, m = np.unique(nodes, return_inverse=True, return_counts=True)
    pairs = node.astype(np.int64) << 32 | texts
    of, n = np.unique(pairs, return_counts=True)
    owner = of >> 32
    entropy = np.bincount(owner, np.log(n), len(m))
    different = np.bincount(owner, minlength=len(m))
    found = 1 - entropy / (different * np.log(np.maximum(m, 2)))
    values: NDArray[np.float64] = np.where(m > 1, found, 1.0)[node]
    return values


def element_nodes(page: Signature) -> HashArray:
    """For each text row of a page, the hash of its node in the Site Style Tree."""
    nodes = np.empty(len(page), np.uint64)
    style_nodes(page, nodes)
    return nodes[page.text_rows]

"""QuarkRank: block-level PageRank (paper 003, sections 2.3 and 5.1; Cai et al., "Block-level link analysis", 2004).

Z (blocks x pages): Z[b][p] = 1 / s_b where block b links to page p, of s_b pages. X (pages x blocks): X[p][b] = f_p(b),
the attention that b gets of a reader of p. W_P = X Z, M is W_P with rows normalised, and the ranks are the fixed point
of p = (eps U + (1 - eps) M)^T p with U_ij = 1 / k for k pages.

The paper does not say what follows here: a page that links nowhere passes its rank on to all pages alike, eps is 0.15,
and the iteration stops where the ranks change by less than a tolerance in sum.
"""

from __future__ import annotations

import attrs
import numpy as np

from scrapy_denoise.corpus.analysis.page_graph import PageGraph
from scrapy_denoise.optional import csr_array
from scrapy_denoise.optional import pyarrow as pa
from scrapy_denoise.page.columns.arrays import FloatArray

RANKED = pa.schema([("url", pa.string()), ("rank", pa.float64()), ("page_rank", pa.float64())])
"""The ranks that a command writes. page_rank: of the baseline."""


@attrs.frozen
class Iteration:
    """epsilon: the probability of a jump to any page. tolerance: the sum of the changes of all ranks from which they
    are final. most: iterations at most."""

    epsilon: float = 0.15
    tolerance: float = 1e-8
    most: int = 1_000


def quark_rank(graph: PageGraph, iteration: Iteration | None = None) -> FloatArray:
    """The rank of each page; the sum is 1.

    >>> from scrapy_denoise.corpus.analysis.page_graph import PageGraph
    >>> example = PageGraph(["p1", "p2", "p3"], np.array([0, 0, 1, 2]), np.array([.75, .25, 1, 1]),
    ...     np.array([0, 1, 2, 3]), np.array([1, 2, 0, 0]))
    >>> print(quark_rank(example).round(5))
    [0.48649 0.36014 0.15338]
    """
    blocks, pages = len(graph.page_of), len(graph.pages)
    targets = np.bincount(graph.sources, minlength=blocks)
    z = csr_array((1 / targets[graph.sources], (graph.sources, graph.targets)), (blocks, pages))
    x = csr_array((graph.attention, (graph.page_of, np.arange(blocks))), (pages, blocks))
    return power_iteration(x @ z, iteration or Iteration())


def page_rank(graph: PageGraph, iteration: Iteration | None = None) -> FloatArray:
    """The baseline: PageRank, for which a page links alike to all pages that any of its blocks links to."""
    pages = len(graph.pages)
    edges = np.unique(np.stack([graph.page_of[graph.sources], graph.targets], 1), axis=0)
    weights = csr_array((np.ones(len(edges)), (edges[:, 0], edges[:, 1])), (pages, pages))
    return power_iteration(weights, iteration or Iteration())


def power_iteration(weights: csr_array, iteration: Iteration) -> FloatArray:
    """The fixed point of p = (eps U + (1 - eps) M)^T p, M being the weights with rows normalised."""
    pages = weights.shape[0]
    if not pages:
        return np.empty(0)
    sums = np.asarray(weights.sum(axis=1)).ravel()
    dangling = sums == 0
    scale = 1 / np.where(dangling, 1, sums)
    turned = weights.T.tocsr()
    ranks = np.full(pages, 1 / pages)
    for _ in range(iteration.most):
        followed = turned @ (ranks * scale) + ranks[dangling].sum() / pages
        after = iteration.epsilon / pages + (1 - iteration.epsilon) * followed
        change = float(np.abs(after - ranks).sum())
        ranks = after
        if change < iteration.tolerance:
            break
    return np.asarray(ranks)

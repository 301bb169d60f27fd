"""Clusters of leaves with similar paths. Paper 001, section 2."""

from __future__ import annotations

from typing import Any

import attrs
import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.methods.compiled import cluster_leaves, similar_paths
from scrapy_denoise.methods.row_groups import group_sums
from scrapy_denoise.page import Columns
from scrapy_denoise.page.columns.arrays import BoolArray, FloatArray, IntArray


@attrs.frozen(eq=False)
class PathClusters:
    """Runs of leaves (text rows) with similar paths.

    of_leaf: for each leaf, the number of its cluster.
    home: for each cluster, the row of the lowest common ancestor of its leaves.
    """

    of_leaf: IntArray
    home: IntArray

    @classmethod
    def from_columns(cls, columns: Columns, leaves: IntArray, tau: float, near: int) -> PathClusters:
        """Cluster text rows: at least one, in ascending order. tau, near: see `PathSimilarity`."""
        of_leaf, home = np.empty((2, len(leaves)), np.int64)
        n = cluster_leaves(columns.depth, columns.parent, leaves, tau, near, of_leaf, home)
        return cls(of_leaf, home[:n])

    def sums(self, values: NDArray[Any]) -> FloatArray:
        """For each cluster, the sum of the values of its leaves."""
        return group_sums(self.of_leaf, values, len(self.home))

    def similar(self, columns: Columns, body: int, tau: float) -> BoolArray:
        """Whether the path of each cluster's home has at least the similarity `tau` to the path of the row `body`."""
        found = np.empty(len(self.home), np.uint8)
        similar_paths(columns.depth, columns.parent, self.home, body, tau, found)
        return found.astype(np.bool_)

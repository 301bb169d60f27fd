"""In how many pages of a site a thing was seen: a count-min sketch.

Of fixed size whatever a site holds, and merging two is adding them, so merges are commutative and associative
to the last count. Source: Cormode and Muthukrishnan, J. Algorithms 55 (2005); the correction for collisions
is the count-mean-min of Deng and Rafiei (2007).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.sites.counting import count, estimate

DEPTH = 2
WIDTH = 4096


class Frequencies:
    """Counts by 64-bit hash: DEPTH rows of WIDTH cells of 32 bits, 32 kB."""

    def __init__(self, cells: NDArray[np.uint32] | None = None) -> None:
        self.cells = np.zeros((DEPTH, WIDTH), np.uint32) if cells is None else cells

    def add(self, hashes: NDArray[np.uint64]) -> None:
        """Count one page that holds these distinct things."""
        count(self.cells, hashes)

    def update(self, other: Frequencies) -> None:
        self.cells += other.cells

    def copy(self) -> Frequencies:
        return Frequencies(self.cells.copy())

    def counts(self, hashes: NDArray[np.uint64]) -> NDArray[np.float64]:
        """In how many pages each was seen: exact but for collisions, whose mean is taken off; never below 0."""
        found = np.empty(len(hashes))
        estimate(self.cells, hashes, found)
        return found

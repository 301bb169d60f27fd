"""Template hash and shingles: subtrees, or shingles of text, that occur on several pages of a site.

Gibson, Punera, Tomkins, "The volume and evolution of web page templates", WWW 2005; sections on the DOM-based and the
text-based algorithm.
"""

from __future__ import annotations

from typing import Any

import attrs
import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.methods.baselines.template.base import TemplateRemoval
from scrapy_denoise.methods.baselines.text_density.subtrees import covered
from scrapy_denoise.page import Page
from scrapy_denoise.page.columns.arrays import HashArray
from scrapy_denoise.page.signature import Signature

# An odd base has an inverse modulo 2**64, so the hash of a run follows from two prefix hashes.
_BASE = 0x9E3779B97F4A7C15
_INVERSE = pow(_BASE, -1, 1 << 64)


@attrs.frozen
class TemplateHash(TemplateRemoval):
    """A subtree is template if an equal subtree occurs on enough of the known pages; this page counts as one of them.

    pages: it occurs on at least this many pages. share: and on at least this share of the known pages.
    """

    pages: int = 2
    share: float = 0.1

    name = "template_hash"

    def repeated(self, page: Page, siblings: list[Signature]) -> NDArray[np.bool_]:
        template = _on_pages(page.signature.subtree, [other.subtree for other in siblings], self.pages, self.share)
        template &= ~page.signature.is_text
        return covered(page.columns.end, template)[page.columns.text_rows]


@attrs.frozen
class Shingles(TemplateRemoval):
    """A text is template if a shingle that contains it occurs on enough of the known pages, this one included.

    chars: a shingle is the shortest run of texts with at least this many characters; one begins at each text.
    pages, share: see `TemplateHash`.
    """

    chars: int = 32
    pages: int = 2
    share: float = 0.1

    name = "shingles"

    def repeated(self, page: Page, siblings: list[Signature]) -> NDArray[np.bool_]:
        hashes, stops = self.stretches(page.signature)
        known = [self.stretches(other)[0] for other in siblings]
        found = np.flatnonzero(_on_pages(hashes, known, self.pages, self.share))
        depth = np.zeros(len(page.columns.text_rows) + 1, np.int64)
        np.add.at(depth, found, 1)
        np.subtract.at(depth, stops[found], 1)
        inside: NDArray[np.bool_] = np.cumsum(depth)[:-1] > 0
        return inside

    def stretches(self, page: Signature) -> tuple[HashArray, NDArray[np.intp]]:
        """For each text that begins a shingle, the hash of the shingle and the index one past its last text."""
        total = np.cumsum(page.chars[page.text_rows])
        starts = total - page.chars[page.text_rows]
        stops = np.searchsorted(total, starts + self.chars) + 1
        stops = stops[stops <= len(total)]  # too few characters are left at the end; the last shingle covers them
        if not len(stops) and len(total):
            stops = np.array([len(total)])
        n = len(stops)
        powers, inverses = _powers(_BASE, len(total)), _powers(_INVERSE, n)
        run = np.zeros(len(total) + 1, np.uint64)
        np.cumsum(page.mask_hash[page.text_rows].astype(np.uint64) * powers, out=run[1:])
        return (run[stops] - run[:n]) * inverses, stops


def _powers(base: int, n: int) -> HashArray:
    """The powers base**0 to base**(n - 1), modulo 2**64."""
    factors = np.full(n, base, np.uint64)
    factors[:1] = 1
    return np.multiply.accumulate(factors)


def _on_pages(own: HashArray, others: list[HashArray], pages: int, share: float) -> NDArray[np.bool_]:
    """Whether each hash of a page occurs on at least `pages` pages and this share of all, the page itself included."""
    counts: NDArray[Any] = np.ones(len(own), np.int64)
    for other in others:
        counts += np.isin(own, other)
    enough: NDArray[np.bool_] = counts >= max(pages, share * (len(others) + 1))
    return enough

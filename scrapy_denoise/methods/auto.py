"""The default method: learned from pages of many sites, and from the pages of the site at hand."""

from __future__ import annotations

from functools import partial

import attrs
import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.methods.base import Selection
from scrapy_denoise.methods.reasons import reasons
from scrapy_denoise.page import Page
from scrapy_denoise.sites import Agreement, SiteTemplate
from scrapy_denoise.sites.samples import SAMPLES


@attrs.frozen
class Auto:
    """Decides block by block, in three steps (docs/methods/auto).

    Page evidence: a learned classifier of text blocks gives each the probability that it is content
    (`Page.evidence`). Agreement: the blocks at the same path have a say, on the page and on its siblings where a
    template knows some, and repeated text counts for less (`SiteTemplate.agreement`). Decision: of all ways to cut
    the blocks by their score, the one of the highest expected F1 (Lipton, Elkan and Naryanaswamy, "Optimal
    thresholding of classifiers to maximize F1 measure", 2014); that F1 is the confidence.

    least: confidence below which a page is taken to have no content, 0 to 1.
    """

    least: float = 0.22

    name = "auto"
    max_siblings = SAMPLES

    def select(self, page: Page, site: SiteTemplate | None = None) -> Selection:
        agreement = (site or NO_TEMPLATE).agreement(page)
        blocks = page.blocks
        threshold, expected = best_cut(agreement.scores, blocks.chars)
        kept = (agreement.scores >= threshold)[blocks.block_of]
        if expected < self.least:
            kept[:] = False
        return Selection(
            kept,
            self.name,
            confidence=expected,
            reason="" if kept.any() else "no_content",
            scores=agreement.scores[blocks.block_of],
            explain=partial(_explain, page, agreement, kept),
            siblings=agreement.siblings,
        )


NO_TEMPLATE = SiteTemplate()


def _explain(page: Page, agreement: Agreement, kept: NDArray[np.bool_], position: int) -> tuple[str, ...]:
    return reasons(page, agreement, int(page.blocks.block_of[position]), bool(kept[position]))


def best_cut(scores: NDArray[np.float32], chars: NDArray[np.int32]) -> tuple[float, float]:
    """The score from which blocks are kept so that the expected F1 of the kept characters is highest, and that F1.

    scores: the probability of each block; chars: its length. With c the expected characters of content among the
    kept, k the kept characters and e the expected characters of content on the page, ``F1 = 2 c / (k + e)``.

    >>> threshold, f1 = best_cut(np.array([0.9, 0.4, 0.1], np.float32), np.array([100, 10, 100], np.int32))
    >>> round(threshold, 2), round(f1, 2)
    (0.9, 0.88)
    """
    if not len(scores):
        return 1.0, 0.0
    order = np.argsort(-scores, kind="stable")
    best_first = scores[order].astype(np.float64)
    lengths = chars[order].astype(np.float64)
    content = np.cumsum(lengths * best_first)
    f1 = 2 * content / (np.cumsum(lengths) + content[-1])
    best = int(f1.argmax())
    return float(best_first[best]), float(f1[best])

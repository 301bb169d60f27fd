"""The default method: learned from pages of many sites, and from the pages of the site at hand."""

from __future__ import annotations

from functools import partial

import attrs
import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.methods.base import Selection
from scrapy_denoise.methods.cut import best_cut, cut
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

    least: confidence below which a page is taken to have no content, 0 to 1. together: how far the blocks of a page
    are content or not together, 0 (each by itself) to 1 (all at once), when F1 is expected.
    """

    least: float = 0.15
    together: float = 0.7

    name = "auto"
    max_siblings = SAMPLES

    def select(self, page: Page, site: SiteTemplate | None = None) -> Selection:
        agreement = (site or NO_TEMPLATE).agreement(page)
        blocks = page.blocks
        threshold, expected = best_cut(agreement.scores, blocks.chars, self.together)
        if expected < self.least:
            threshold = np.inf
        rows, scores, n_kept = cut(agreement.scores, blocks.block_of, threshold)
        kept = np.frombuffer(rows, np.bool_)
        return Selection(
            kept,
            self.name,
            confidence=expected,
            reason="" if n_kept else "no_content",
            scores=np.frombuffer(scores, np.float32),
            explain=partial(_explain, page, agreement, kept),
            siblings=agreement.siblings,
        )


NO_TEMPLATE = SiteTemplate()


def _explain(page: Page, agreement: Agreement, kept: NDArray[np.bool_], position: int) -> tuple[str, ...]:
    return reasons(page, agreement, int(page.blocks.block_of[position]), bool(kept[position]))

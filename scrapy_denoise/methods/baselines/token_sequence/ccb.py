"""CCB, content code blurring: a Gaussian blur over the sequence of words and tags finds text with few tags near it.

Gottron, "Content code blurring: a new approach to content extraction", DEXA 2008 workshops. This is its variant on
tokens (TCCB), and with `adapted` the variant that ignores links (ACCB).
"""

from __future__ import annotations

import attrs
import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.methods.baselines.token_sequence.tokens import Tokens
from scrapy_denoise.methods.method import Method, Selection, selection
from scrapy_denoise.page import Page
from scrapy_denoise.sites import SiteTemplate

MAX_TOKENS = 2_000_000
"""A page with more tokens is not blurred but kept whole."""


@attrs.frozen
class ContentCodeBlurring(Method):
    """The page is a vector with 1 for each word and 0 for each tag; its blurred values are local ratios of text.

    threshold: a text is content if the mean of the blurred vector over its words is at least this, in (0, 1).
    radius: the number of tokens on either side that a value is blurred over.
    sigma: standard deviation of the Gaussian kernel, as a multiple of the radius.
    rounds: the vector is blurred at most this many times.
    stable: blurring stops when no value changes by more than this.
    adapted: ignore the tags of links, since a link does not interrupt a text (ACCB).
    """

    threshold: float = 0.75
    radius: int = 25
    sigma: float = 0.5
    rounds: int = 10
    stable: float = 0.05
    adapted: bool = False

    name = "ccb"

    def select(self, page: Page, site: SiteTemplate | None = None) -> Selection:
        tokens = Tokens.from_columns(page.columns)
        tags = tokens.tags - tokens.link_tags if self.adapted else tokens.tags
        runs = np.stack([tags, np.append(tokens.words, 0)], axis=1).ravel()
        if runs.sum() > MAX_TOKENS:
            return selection(page, np.ones(len(tokens.words), np.bool_), self.name)
        is_word = np.tile([0.0, 1.0], len(tags))
        blurred = np.concatenate(([0.0], np.cumsum(self.blur(np.repeat(is_word, runs)))))
        stop = np.cumsum(runs)[1:-1:2]
        mean = (blurred[stop] - blurred[stop - tokens.words]) / np.maximum(tokens.words, 1)
        return selection(page, mean >= self.threshold, self.name)

    def blur(self, vector: NDArray[np.float64]) -> NDArray[np.float64]:
        """Blur the vector until it is stable. Near its ends the mean is taken over the tokens that exist."""
        distance = np.arange(-self.radius, self.radius + 1)
        weights = np.exp(-0.5 * (distance / (self.sigma * self.radius)) ** 2)
        total = _convolve(np.ones(len(vector)), weights)
        for _ in range(self.rounds):
            blurred = _convolve(vector, weights) / total
            change = np.abs(blurred - vector).max(initial=0.0)
            vector = blurred
            if change <= self.stable:
                break
        return vector


def _convolve(vector: NDArray[np.float64], weights: NDArray[np.float64]) -> NDArray[np.float64]:
    half = len(weights) // 2
    return np.convolve(vector, weights)[half : half + len(vector)]

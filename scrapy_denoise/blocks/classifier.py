"""The classifier of text blocks: how likely each block is content, from its page alone."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.blocks.features import NAMES
from scrapy_denoise.blocks.forest import Forest
from scrapy_denoise.blocks.text_blocks import TextBlocks
from scrapy_denoise.page import Page


@cache
def block_model() -> Forest:
    """The learned classifier that comes with the package, read once."""
    return Forest.load("blocks", NAMES)["content"]


class BlockScores:
    """How likely each text block of a page is content: computed when asked for, once.

    ``page.once(BlockScores)`` gives those of the classifier that comes with the package.

    forest: the classifier, by default that one. values: what another model says of each block, if it is known already.
    model: the identity of the classifier; scores of different models are never mixed.
    """

    def __init__(self, page: Page, forest: Forest | None = None, values: NDArray[np.float32] | None = None) -> None:
        self.blocks = page.once(TextBlocks)
        self.forest = block_model() if forest is None else forest
        self._values = values

    @property
    def model(self) -> int:
        return self.forest.identity

    @property
    def values(self) -> NDArray[np.float32]:
        """The score of each block, 0 to 1."""
        if self._values is None:
            self._values = self.forest(self.blocks.features)
        return self._values

    def completing(self, known: NDArray[np.float32]) -> NDArray[np.float32]:
        """The scores of all blocks where those of some are known: NaN where one is not."""
        if self._values is not None:
            return np.where(np.isnan(known), self._values, known)
        return self.forest(self.blocks.features, known)

    @property
    def of_rows(self) -> NDArray[np.uint8]:
        """For each text row of the page the score of its block, 0 to 255."""
        quantised: NDArray[np.uint8] = np.rint(self.values * 255).astype(np.uint8)
        return quantised[self.blocks.block_of]

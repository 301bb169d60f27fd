"""The classifier of text blocks: the probability that each block is content, from its page alone."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.blocks.features.features import NAMES
from scrapy_denoise.blocks.forest.forest import Forest
from scrapy_denoise.blocks.text_blocks import TextBlocks
from scrapy_denoise.page import Page
from scrapy_denoise.page.native.lazy import cached_attribute


@cache
def block_model() -> Forest:
    """The learned classifier that comes with the package, read once."""
    return Forest.load("blocks", NAMES)["content"]


class BlockScores:
    """The probability that each text block of a page is content, computed once when it is first used.

    ``page.once(BlockScores)`` gives those of the classifier that comes with the package.

    forest: the classifier, by default that one. values: what another model says of each block, if it is known already.
    model: the identity of the classifier; scores of different models are never mixed.
    """

    def __init__(self, page: Page, forest: Forest | None = None, values: NDArray[np.float32] | None = None) -> None:
        self.blocks = page.once(TextBlocks)
        self.forest = block_model() if forest is None else forest
        self.model = self.forest.identity
        self._of_blocks = None if values is None else np.ascontiguousarray(values, np.float32).tobytes()

    @property
    def of_blocks(self) -> bytes:
        """The bytes of `values`, for compiled code."""
        if self._of_blocks is None:
            self._of_blocks = self.forest.of_table(self.blocks.table)
        return self._of_blocks

    @cached_attribute
    def values(self) -> NDArray[np.float32]:
        """The score of each block, 0 to 1."""
        return np.frombuffer(self.of_blocks, np.float32)

    def completing(self, known: bytes) -> bytes:
        """The scores of all blocks where those of some are known: the bytes of float32 arrays, NaN where one is not."""
        if self._of_blocks is None:
            return self.forest.of_table(self.blocks.table, known)
        scores = np.frombuffer(known, np.float32)
        return np.where(np.isnan(scores), self.values, scores).tobytes()

    @property
    def of_rows(self) -> NDArray[np.uint8]:
        """For each text row of the page the score of its block, 0 to 255."""
        quantised: NDArray[np.uint8] = np.rint(self.values * 255).astype(np.uint8)
        return quantised[self.blocks.block_of]

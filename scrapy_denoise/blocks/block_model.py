"""The classifier of text blocks: the probability that each block is content, from its page alone."""

from __future__ import annotations

from functools import cache

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from scrapy_denoise.blocks.features.compiled import CONTEXT, NAMES, averaged, in_context
from scrapy_denoise.blocks.forest.forest import Forest
from scrapy_denoise.blocks.regions.boilerplate import BoilerplateRegions
from scrapy_denoise.blocks.text_blocks import TextBlocks
from scrapy_denoise.page import Columns, Page
from scrapy_denoise.page.native.lazy import cached_attribute

MEASURES = [*NAMES, *CONTEXT]
"""What the second model reads of a block."""

MIN_BLOCKS = 5
"""Blocks of a page from which the second model is asked: fewer are no context."""


@frozen(eq=False)
class BlockModel:
    """A classifier of text blocks: two models, one after the other (stacked sequential learning).

    first: reads what a page says of a block (`NAMES`). second: reads the same and what the first says of the blocks
    around (`CONTEXT`). It is asked about blocks of which the first is not sure, unless the page is a thread; the score
    is then the mean of both, in log-odds. None: the first decides alone.
    """

    first: Forest
    second: Forest | None = None

    @property
    def identity(self) -> int:
        """A hash of 64 bits, by which scores of one classifier are not taken for those of another."""
        return self.first.identity ^ (0 if self.second is None else self.second.identity)

    def scores(self, blocks: TextBlocks, columns: Columns | None, known: bytes | None = None) -> bytes:
        """The probability of each text block: the bytes of a float32 array.

        columns: of the page; None for a thread. known: the scores that are known already, NaN for the other blocks.
        """
        first = self.first.predict_bytes(blocks.table, known)
        asked = self._asked(blocks, columns, first, known)
        if asked is None or self.second is None:
            return first
        table, left = asked
        return averaged(first, self.second.predict_bytes(table, left), left)

    def asked(self, blocks: TextBlocks, columns: Columns | None) -> tuple[bytes, bytes] | None:
        """What the second model is asked about all blocks (`in_context`); None where the first decides alone."""
        return self._asked(blocks, columns, self.first.predict_bytes(blocks.table))

    def contributions(self, blocks: TextBlocks, asked: tuple[bytes, bytes] | None, block: int) -> NDArray[np.float32]:
        """How much each of MEASURES moved the score of a block, in log-odds (Saabas 2014). asked: see `asked`."""
        moved = np.concatenate([self.first.contributions(blocks.features[block]), np.zeros(len(CONTEXT), np.float32)])
        if asked is None or self.second is None or not np.isnan(np.frombuffer(asked[1], np.float32)[block]):
            return moved
        row = np.frombuffer(asked[0], np.float32).reshape(len(blocks), -1)[block]
        both: NDArray[np.float32] = (moved + self.second.contributions(row)) * np.float32(0.5)
        return both

    def _asked(
        self, blocks: TextBlocks, columns: Columns | None, first: bytes, known: bytes | None = None
    ) -> tuple[bytes, bytes] | None:
        """What the second model is asked (`in_context`); None where the first decides alone."""
        if self.second is None or columns is None or len(blocks) < MIN_BLOCKS:
            return None
        return in_context(columns, blocks.table, blocks.block_columns, first, known)


@cache
def block_model() -> BlockModel:
    """The learned classifier that comes with the package, read once."""
    return BlockModel(Forest.load("blocks", NAMES)["content"], Forest.load("context", MEASURES)["content"])


class BlockScores:
    """The probability that each text block of a page is content, computed once when it is first used.

    ``page.cached(BlockScores)`` gives those of the classifier that comes with the package.

    classifier: by default that one. values: what another model says of each block, if it is known already.
    """

    def __init__(
        self, page: Page, classifier: BlockModel | None = None, values: NDArray[np.float32] | None = None
    ) -> None:
        self.blocks = page.cached(TextBlocks)
        is_thread = page.cached(BoilerplateRegions).thread
        self._columns = None if is_thread else page.columns  # and not the page, which keeps this
        self.classifier = block_model() if classifier is None else classifier
        self._score_bytes = None if values is None else np.ascontiguousarray(values, np.float32).tobytes()
        self._is_given = values is not None

    @property
    def model(self) -> int:
        """The identity of the classifier; scores of different models are never mixed."""
        return self.classifier.identity

    @property
    def score_bytes(self) -> bytes:
        """The bytes of `values`, for compiled code."""
        if self._score_bytes is None:
            self._score_bytes = self.classifier.scores(self.blocks, self._columns)
        return self._score_bytes

    @cached_attribute
    def values(self) -> NDArray[np.float32]:
        """The score of each block, 0 to 1."""
        return np.frombuffer(self.score_bytes, np.float32)

    def contributions(self, block: int) -> NDArray[np.float32]:
        """How much each of MEASURES moved the score of a block, in log-odds."""
        return self.classifier.contributions(self.blocks, self._asked, block)

    @cached_attribute
    def _asked(self) -> tuple[bytes, bytes] | None:
        """What the second model is asked, which is made once for the contributions to all blocks."""
        return self.classifier.asked(self.blocks, self._columns)

    def fill_missing(self, known: bytes) -> bytes:
        """The scores of all blocks where those of some are known: the bytes of float32 arrays, NaN where one is not.

        The second model reads the known ones, so its scores are not those of the page alone, whether these were asked
        for before or not.
        """
        if not self._is_given:
            return self.classifier.scores(self.blocks, self._columns, known)
        scores = np.frombuffer(known, np.float32)
        return np.where(np.isnan(scores), self.values, scores).tobytes()

    @property
    def row_scores(self) -> NDArray[np.uint8]:
        """For each text row of the page the score of its block, 0 to 255."""
        quantised: NDArray[np.uint8] = np.rint(self.values * 255).astype(np.uint8)
        return quantised[self.blocks.block_of]

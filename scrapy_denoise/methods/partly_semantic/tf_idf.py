"""The vectors of feature words of the partly semantic blocks. Paper 000, section 3.1.3, formula (3)."""

from __future__ import annotations

import attrs
import numpy as np

from scrapy_denoise.methods.partly_semantic.semantic_blocks import SemanticBlocks
from scrapy_denoise.methods.row_groups import group_sums, run_starts
from scrapy_denoise.page import Columns
from scrapy_denoise.page.columns.arrays import BoolArray, FloatArray, IntArray
from scrapy_denoise.page.text.words import feature_words

MAX_TEXT_CHARS = 200_000
"""Characters of a page's text that are divided into words, the first ones: no other step takes as long."""


@attrs.frozen(eq=False)
class BlockVectors:
    """How often each feature word occurs in each block, as a sparse matrix.

    counts: of each pair of a block and a word that occurs in it; block, word: the numbers of the two. total: the
    feature words of each block. words: the words by number.
    """

    block: IntArray
    word: IntArray
    counts: FloatArray
    total: FloatArray
    words: list[str]

    @classmethod
    def from_columns(cls, columns: Columns, blocks: SemanticBlocks) -> BlockVectors:
        """Those of the blocks of a page, whose first MAX_TEXT_CHARS characters are divided into words."""
        rows = columns.text_rows
        first = run_starts(blocks.of_text)
        last = np.append(first[1:], len(rows)) - 1
        starts, stops = columns.text_start[rows[first]].tolist(), columns.text_stop[rows[last]].tolist()
        found: list[str] = []
        lengths = []
        left = MAX_TEXT_CHARS
        for start, stop in zip(starts, stops, strict=True):
            text = columns.text[start:stop].decode("utf-8", "replace")[:left]
            left -= len(text)
            words = feature_words(text)
            lengths.append(len(words))
            found += words
        numbers = {word: number for number, word in enumerate(dict.fromkeys(found))}
        size = max(len(numbers), 1)
        keys = np.repeat(np.arange(len(blocks)), lengths) * size
        keys += np.fromiter(map(numbers.__getitem__, found), np.int64, len(found))
        pairs, counts = np.unique(keys, return_counts=True)
        return cls(pairs // size, pairs % size, counts.astype(np.float64), np.array(lengths, np.float64), list(numbers))

    def weights(self, smooth: bool) -> FloatArray:
        """tf * idf of each pair, formula (3) before it is normalised: N blocks, n of them with the word."""
        n = len(self.total)
        holders = np.bincount(self.word, minlength=len(self.words))
        idf = np.log((1 + n) / (1 + holders)) + 1 if smooth else np.log(n / holders)
        found: FloatArray = self.counts * idf[self.word]
        return found

    def cosines(self, body: BoolArray, smooth: bool) -> FloatArray:
        """The cosine similarity of each block with the blocks `body` taken together; 0 where either vector is null."""
        weights = self.weights(smooth)
        vector = self._sum_of(body, weights)
        n = len(self.total)
        products = group_sums(self.block, weights * vector[self.word], n)
        scale = np.sqrt(group_sums(self.block, weights**2, n) * (vector**2).sum())
        found: FloatArray = np.divide(products, scale, out=np.zeros(n), where=scale > 0)
        return np.minimum(found, 1)

    def shared_words(self, block: int, body: BoolArray, smooth: bool, most: int) -> list[str]:
        """The words that contribute most to the cosine of a block with the body, the strongest first."""
        weights = self.weights(smooth)
        own = self.block == block
        shared = weights[own] * self._sum_of(body, weights)[self.word[own]]
        return [self.words[self.word[own][i]] for i in np.argsort(-shared)[:most] if shared[i] > 0]

    def _sum_of(self, body: BoolArray, weights: FloatArray) -> FloatArray:
        """The weight of each word in some blocks taken together."""
        return group_sums(self.word, weights * body[self.block], len(self.words))

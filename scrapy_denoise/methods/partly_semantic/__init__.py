"""Partly semantic: blocks of like link density; those that speak of the body's topic are content. One page.

Paper 000: Xie Hua, Liu Weiguo, "Reducing Web Noise Algorithm Based on Partly Semantic". Section 3.1.3: link density,
formula (1), formula (3); section 3.2: segmentation, pruning. The paper prunes what is unlike the body and keeps
links that belong to the topic. The signs of formula (2) and of the pruning are misprints (docs/methods).
"""

from __future__ import annotations

from functools import partial

import attrs
import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.blocks import BLOCK_TYPES
from scrapy_denoise.methods.base import Method, Selection, selection
from scrapy_denoise.methods.groups import group_sums, run_numbers, run_starts
from scrapy_denoise.methods.partly_semantic.segments import segment
from scrapy_denoise.methods.region import Region
from scrapy_denoise.page import Columns, Page
from scrapy_denoise.page.words import feature_words
from scrapy_denoise.sites import SiteTemplate

Flags = NDArray[np.bool_]
Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


MAX_CHARS = 500_000
"""Characters of a page's text in which words are looked for, the first ones: words take more time than all else."""

_CONTENT, _RELATED = BLOCK_TYPES.index("content"), BLOCK_TYPES.index("related")


@attrs.frozen
class PartlySemantic(Method):
    """The method and its parameters; `paper` has the paper's where it names them, the defaults are ours.

    similarity: of two neighbours' link densities by formula (1), in (0, 1], from which they belong to one block.
    eps: added to both link densities, so that a single link in a paragraph is no difference in kind; 0: formula (1)
        as printed.
    relevance: lambda of section 3.2.2: cosine with the body, in [0, 1], from which a block is kept.
    related: the same for blocks that are mostly links, wherever they stand: above 1: none is kept.
    max_links: link density from which a block is mostly links.
    min_terms: of a block with fewer feature words the cosine says nothing: it is kept if it is not mostly links and
        stands in the region (without `region`: beside a kept block); 0: no such rule.
    smooth: idf with one block more that has every word, log((1 + N) / (1 + n)) + 1; else log(N / n), in which a word
        that all blocks have counts nothing.
    blocks_only: the leaves are text blocks, so that a link in a sentence is no node of its own; else text nodes.
    region: how the region is chosen, the one element that holds most of the blocks that are not mostly links: these
        are the body, and no such block outside of the region is kept. None: the body is the one block with the most
        feature words.
    """

    similarity: float = 0.3
    eps: float = 0.05
    relevance: float = 0.1
    related: float = 0.4
    max_links: float = 0.5
    min_terms: int = 3
    smooth: bool = True
    blocks_only: bool = True
    region: Region | None = attrs.field(default=Region(narrow=0.4, early=0.4))

    name = "partly_semantic"

    @classmethod
    def paper(cls) -> PartlySemantic:
        """Text nodes as leaves, formula (1) as printed, idf without smoothing, the body one block, one lambda."""
        return cls(
            similarity=0.5,
            eps=0.0,
            relevance=0.1,
            related=0.1,
            min_terms=0,
            smooth=False,
            blocks_only=False,
            region=None,
        )

    def select(self, page: Page, site: SiteTemplate | None = None) -> Selection:
        columns = page.columns
        if not len(columns.text_rows):
            return selection(page, np.zeros(0, np.bool_), self.name)
        blocks = Blocks.of(columns, self.segments(columns))
        terms = Terms.of(columns, blocks)
        if self.region is not None:
            inside, body = self._in_region(self.region, page, blocks)
        else:
            inside, body = self._largest(blocks, terms)
        cosine = terms.cosines(body, self.smooth)
        kept = self.prune(blocks, terms, inside, body, cosine)
        return attrs.evolve(
            selection(page, kept, self.name),
            types=partial(_types, blocks, kept, self.max_links),
            scores=cosine[blocks.of_text].astype(np.float32),
            explain=partial(_explain, blocks, terms, body, cosine, self.smooth),
        )

    def segments(self, columns: Columns) -> Ints:
        """For each text row the number of its partly semantic block: HTMLSegment of section 3.2.1."""
        rows = columns.text_rows
        if self.blocks_only:
            leaf = run_numbers(columns.block[rows])
            first = run_starts(leaf)
            homes = columns.block_row[rows[first]]
            above = np.where(columns.parent >= 0, columns.block_row[columns.parent], -1)
        else:
            leaf = first = np.arange(len(rows))
            homes, above = columns.parent[rows], columns.parent
        chars = columns.chars[rows].astype(np.float64)
        starts = np.zeros(len(first), np.uint8)
        segment(
            rows[first].astype(np.int64),
            homes.astype(np.int64),
            above.astype(np.int64),
            columns.end,
            group_sums(leaf, chars),
            group_sums(leaf, chars * columns.linked[rows]),
            self.similarity,
            self.eps,
            starts,
        )
        number: Ints = (np.cumsum(starts, dtype=np.int64) - 1)[leaf]
        return number

    def _largest(self, blocks: Blocks, terms: Terms) -> tuple[Flags, Flags]:
        """PS_m, the block with the most feature words, of equal ones that with fewer links; everywhere is inside."""
        most = np.lexsort((np.arange(len(terms.total)), blocks.link_density, -terms.total))[0]
        body = np.arange(len(terms.total)) == most
        return np.ones(len(blocks.of_text), np.bool_), body & (terms.total > 0)

    def _in_region(self, region: Region, page: Page, blocks: Blocks) -> tuple[Flags, Flags]:
        """Which text rows are in the region, and which blocks are the body: those in it that are not mostly links."""
        columns = page.columns
        rows = columns.text_rows
        plain = (blocks.link_density < self.max_links)[blocks.of_text]
        text = columns.chars[rows] * ~columns.linked[rows] * plain * region.weights(page)
        if not text.any():
            return np.zeros(len(rows), np.bool_), np.zeros(len(blocks.link_density), np.bool_)
        above = np.maximum(columns.parent[columns.block_row[rows]], 0)
        inside = region.text_inside(page, text, group_sums(above, text, len(columns)))
        return inside, np.bincount(blocks.of_text, text * inside, len(blocks.link_density)) > 0

    def prune(self, blocks: Blocks, terms: Terms, inside: Flags, body: Flags, cosine: Floats) -> Flags:
        """Which text rows are kept: ClearNoise of section 3.2.2, what is like enough to the body."""
        plain = blocks.link_density < self.max_links
        small = terms.total < self.min_terms
        kept = (cosine >= np.where(plain, self.relevance, self.related)) & ~small
        if self.region is not None:
            kept |= small & plain
        else:
            kept |= body
            beside = np.zeros(len(kept), np.bool_)
            beside[1:] |= kept[:-1]
            beside[:-1] |= kept[1:]
            kept |= small & plain & beside
        rows: Flags = kept[blocks.of_text] & (inside | ~plain[blocks.of_text])
        return rows


@attrs.frozen(eq=False)
class Blocks:
    """The partly semantic blocks, which tile the page: for each text row the number of its block (`of_text`)."""

    of_text: Ints
    chars: Floats
    link_density: Floats

    @classmethod
    def of(cls, columns: Columns, of_text: Ints) -> Blocks:
        rows = columns.text_rows
        chars = group_sums(of_text, columns.chars[rows])
        link_chars = group_sums(of_text, columns.chars[rows] * columns.linked[rows])
        return cls(of_text, chars, link_chars / chars)


@attrs.frozen(eq=False)
class Terms:
    """How often each feature word occurs in each block: `counts` of the words `word` in the blocks `block`.

    total: feature words of each block.
    """

    block: Ints
    word: Ints
    counts: Floats
    total: Floats
    words: list[str]

    @classmethod
    def of(cls, columns: Columns, blocks: Blocks) -> Terms:
        rows = columns.text_rows
        n = len(blocks.chars)
        first = run_starts(blocks.of_text)
        last = np.append(first[1:], len(rows)) - 1
        starts, stops = columns.text_start[rows[first]].tolist(), columns.text_stop[rows[last]].tolist()
        found: list[str] = []
        lengths = []
        left = MAX_CHARS
        for start, stop in zip(starts, stops, strict=True):
            text = columns.text[start:stop].decode("utf-8", "replace")[:left]
            left -= len(text)
            words = feature_words(text)
            lengths.append(len(words))
            found += words
        numbers = {word: number for number, word in enumerate(dict.fromkeys(found))}
        size = max(len(numbers), 1)
        keys = np.repeat(np.arange(n), lengths) * size
        keys += np.fromiter(map(numbers.__getitem__, found), np.int64, len(found))
        pairs, counts = np.unique(keys, return_counts=True)
        return cls(pairs // size, pairs % size, counts.astype(np.float64), np.array(lengths, np.float64), list(numbers))

    def weights(self, smooth: bool) -> Floats:
        """tf * idf of each pair, formula (3) before its norm: N blocks, n of them with the word."""
        n = len(self.total)
        holders = np.bincount(self.word, minlength=len(self.words))
        idf = np.log((1 + n) / (1 + holders)) + 1 if smooth else np.log(n / holders)
        found: Floats = self.counts * idf[self.word]
        return found

    def vector(self, body: Flags, weights: Floats) -> Floats:
        """The weight of each word in some blocks together."""
        return group_sums(self.word, weights * body[self.block], len(self.words))

    def cosines(self, body: Flags, smooth: bool) -> Floats:
        """The cosine of each block's vector with that of the blocks `body` together; 0 where either is null."""
        weights = self.weights(smooth)
        vector = self.vector(body, weights)
        n = len(self.total)
        products = group_sums(self.block, weights * vector[self.word], n)
        scale = np.sqrt(group_sums(self.block, weights**2, n) * (vector**2).sum())
        found: Floats = np.divide(products, scale, out=np.zeros(n), where=scale > 0)
        return np.minimum(found, 1)


def _types(blocks: Blocks, kept: Flags, max_links: float) -> NDArray[np.uint8]:
    types = np.where(blocks.link_density < max_links, _CONTENT, _RELATED)[blocks.of_text]
    return (types * kept).astype(np.uint8)


def _explain(blocks: Blocks, terms: Terms, body: Flags, cosine: Floats, smooth: bool, position: int) -> tuple[str, ...]:
    """The evidence for the verdict on a text row: the block's cosine, and the words it has in common with the body."""
    block = int(blocks.of_text[position])
    weights = terms.weights(smooth)
    own = terms.block == block
    shared = weights[own] * terms.vector(body, weights)[terms.word[own]]
    words = [terms.words[terms.word[own][i]] for i in np.argsort(-shared)[:3] if shared[i] > 0]
    said = [f"cosine with the body {cosine[block]:.2f}", f"link density {blocks.link_density[block]:.2f}"]
    return (*said, f"words of the body: {', '.join(words)}") if words else tuple(said)

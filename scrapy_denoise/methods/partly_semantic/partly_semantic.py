"""Partly semantic: blocks of similar link density, of which those on the body's topic are content. A single page.

Paper 000: Xie Hua, Liu Weiguo, "Reducing Web Noise Algorithm Based on Partly Semantic". Section 3.1.3: link density,
formulas (1) and (3); section 3.2: segmentation, pruning. The paper prunes blocks that are not similar to the body and
keeps links that belong to its topic. The signs of formula (2) and of the pruning are misprints (docs/methods).
"""

from __future__ import annotations

from functools import partial

import attrs
import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.blocks import BLOCK_TYPES
from scrapy_denoise.methods.method import Method, Selection, selection
from scrapy_denoise.methods.partly_semantic.semantic_blocks import SemanticBlocks
from scrapy_denoise.methods.partly_semantic.tf_idf import BlockVectors
from scrapy_denoise.methods.region.region import Region
from scrapy_denoise.methods.row_groups import group_sums
from scrapy_denoise.methods.validators import amount, fraction
from scrapy_denoise.page import Columns, Page
from scrapy_denoise.page.columns.arrays import BoolArray, FloatArray
from scrapy_denoise.sites import SiteTemplate

_CONTENT, _RELATED = BLOCK_TYPES.index("content"), BLOCK_TYPES.index("related")


@attrs.frozen
class PartlySemantic(Method):
    """The method and its parameters; `paper` has the paper's where it names them, the defaults are ours.

    similarity: theta, similarity of two neighbours by formula (1), in (0, 1], from which they belong to one block.
    eps: added to both link densities, so that a single link in a paragraph makes no difference. 0: formula (1) as
        printed.
    relevance: lambda of section 3.2.2, the cosine with the body, in [0, 1], from which a block is kept.
    related: lambda for blocks that are mostly links, wherever they stand. With `region` they are not kept with the text
        but are its related links (`Selection.related`). Above 1: there are none.
    max_links: link density from which a block is mostly links.
    min_terms: a block with fewer feature words than this has no meaningful cosine: it is kept if it is not mostly links
        and stands in the region (without `region`: beside a kept block). 0: no such rule.
    smooth: the idf is that of one more block with every word, log((1 + N) / (1 + n)) + 1. Else it is log(N / n), and a
        word that all blocks have has no weight.
    blocks_only: the leaves are text blocks, so that a link in a sentence is not a node of its own; else text nodes.
    region: how the region is chosen, the one element that holds most of the blocks that are not mostly links: these
        are the body, and no such block outside of the region is kept. None: the body is the one block with the most
        feature words.
    complete_structures: tables, lists and terms of which most is content are kept whole (docs/document).
    """

    similarity: float = fraction(0.3)
    eps: float = fraction(0.05)
    relevance: float = fraction(0.1, most=2)
    related: float = fraction(0.2, most=2)
    max_links: float = fraction(0.5)
    min_terms: int = amount(3)
    smooth: bool = True
    blocks_only: bool = True
    region: Region | None = attrs.field(default=Region(narrow=0.4, early=0.4))
    complete_structures: bool = True

    name = "partly_semantic"

    @classmethod
    def paper(cls) -> PartlySemantic:
        """Text nodes as leaves, formula (1) as printed, idf without smoothing, the body one block, one lambda."""
        return cls(
            complete_structures=False,
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
        blocks = self.segment(columns)
        vectors = BlockVectors.from_columns(columns, blocks)
        if self.region is not None:
            inside, body = self._in_region(self.region, page, blocks)
        else:
            inside, body = _largest(blocks, vectors)
        cosine = vectors.cosines(body, self.smooth)
        kept, related = self._prune(blocks, vectors, inside, body, cosine)
        return attrs.evolve(
            selection(page, kept, self.name),
            related=related,
            types=partial(_types, blocks, kept | related, self.max_links),
            scores=cosine[blocks.of_text].astype(np.float32),
            explain=partial(_explain, blocks, vectors, body, cosine, self.smooth),
        )

    def segment(self, columns: Columns) -> SemanticBlocks:
        """The partly semantic blocks of a page that has text: HTMLSegment of section 3.2.1."""
        return SemanticBlocks.from_columns(columns, self.similarity, self.eps, self.blocks_only)

    def _in_region(self, region: Region, page: Page, blocks: SemanticBlocks) -> tuple[BoolArray, BoolArray]:
        """Which text rows are in the region, and which blocks are the body: those in it that are not mostly links."""
        columns = page.columns
        rows = columns.text_rows
        plain = (blocks.link_density < self.max_links)[blocks.of_text]
        text = columns.chars[rows] * ~columns.linked[rows] * plain * region.weights(page)
        if not text.any():
            return np.zeros(len(rows), np.bool_), np.zeros(len(blocks), np.bool_)
        parents = np.maximum(columns.parent[columns.block_row[rows]], 0)
        inside = region.text_inside(page, text, group_sums(parents, text, len(columns)))
        return inside, group_sums(blocks.of_text, text * inside, len(blocks)) > 0

    def _prune(
        self, blocks: SemanticBlocks, vectors: BlockVectors, inside: BoolArray, body: BoolArray, cosine: FloatArray
    ) -> tuple[BoolArray, BoolArray]:
        """ClearNoise of section 3.2.2: which blocks are similar enough to the body.

        Two values for each text row: whether it is kept, and whether it is a related link that is not kept with the
        text, which only a method with a region has.
        """
        plain = blocks.link_density < self.max_links
        small = vectors.total < self.min_terms
        similar = (cosine >= np.where(plain, self.relevance, self.related)) & ~small
        if self.region is not None:
            content = (similar | small) & plain
            return content[blocks.of_text] & inside, (similar & ~plain)[blocks.of_text]
        similar |= body
        beside = np.zeros(len(similar), np.bool_)
        beside[1:] |= similar[:-1]
        beside[:-1] |= similar[1:]
        similar |= small & plain & beside
        return similar[blocks.of_text], np.zeros(len(blocks.of_text), np.bool_)


def _largest(blocks: SemanticBlocks, vectors: BlockVectors) -> tuple[BoolArray, BoolArray]:
    """All text rows; and PS_m, the block with the most feature words, of equal ones that with the fewest links."""
    numbers = np.arange(len(blocks))
    most = np.lexsort((numbers, blocks.link_density, -vectors.total))[0]
    return np.ones(len(blocks.of_text), np.bool_), (numbers == most) & (vectors.total > 0)


def _types(blocks: SemanticBlocks, topical: BoolArray, max_links: float) -> NDArray[np.uint8]:
    """The types of the text rows that belong to the topic: content, or related where the block is mostly links."""
    types = np.where(blocks.link_density < max_links, _CONTENT, _RELATED)[blocks.of_text]
    return (types * topical).astype(np.uint8)


def _explain(
    blocks: SemanticBlocks, vectors: BlockVectors, body: BoolArray, cosine: FloatArray, smooth: bool, position: int
) -> tuple[str, ...]:
    """The evidence for the decision on a text row: the cosine of its block, and the words it shares with the body."""
    block = int(blocks.of_text[position])
    words = vectors.shared_words(block, body, smooth, most=3)
    said = (f"cosine with the body {cosine[block]:.2f}", f"link density {blocks.link_density[block]:.2f}")
    return (*said, f"words of the body: {', '.join(words)}") if words else said

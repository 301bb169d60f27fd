"""Describes the blocks of a page, all of them at once; a block is a group of text rows."""

from __future__ import annotations

import attrs
import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.blocks import BLOCK_TYPES
from scrapy_denoise.document import compiled as block_spans
from scrapy_denoise.document.block_list.block import Block
from scrapy_denoise.document.compiled import XPaths
from scrapy_denoise.document.source.compiled import instances
from scrapy_denoise.methods.method import Selection
from scrapy_denoise.page import Columns, Page
from scrapy_denoise.page.columns.arrays import IndexArray

MAX_EXPLAINED = 500
"""Blocks of a page for which reasons are given, the first ones: reasons take as long as to parse thousands of bytes."""

_FIELDS = tuple(attrs.fields_dict(Block))


@attrs.frozen(eq=False)
class BlockSpans:
    """The text rows of blocks, one block after the other; each has one or more.

    positions: in ``columns.text_rows``, those of each block in order. starts: of each block, where its positions begin
    in `positions`; and their number as the last.
    """

    positions: IndexArray
    starts: IndexArray

    @classmethod
    def grouped(cls, columns: Columns, chosen: NDArray[np.bool_]) -> BlockSpans:
        """Some of the text rows, those of one text block together. chosen: one for each text row."""
        positions, starts = block_spans.group(columns, chosen.view(np.uint8))
        return cls(np.frombuffer(positions, np.intp), np.frombuffer(starts, np.intp))

    def __len__(self) -> int:
        return len(self.starts) - 1

    def parts(self) -> list[IndexArray]:
        """The positions of each block."""
        return np.split(self.positions, self.starts[1:-1]) if len(self) else []

    def element_rows(self, columns: Columns) -> NDArray[np.int64]:
        """For each block the row that stands for it: the element with its text and no other, or its first text row."""
        return np.frombuffer(block_spans.element_rows(columns, self.positions, self.starts), np.int64)


def block_list(page: Page, selection: Selection, types: NDArray[np.uint8], blocks: BlockSpans) -> list[Block]:
    """The blocks with their verdicts, each of text rows that are all kept or all removed.

    types: for each text row an index into `BLOCK_TYPES`. Linear in the rows.
    """
    if not len(blocks):
        return []
    told = block_columns(page, selection, types, blocks)
    chars, shares = block_spans.lengths(page.columns, blocks.positions, blocks.starts)
    explain = [selection.reasons] * min(len(blocks), MAX_EXPLAINED) + [None] * (len(blocks) - MAX_EXPLAINED)
    rows_of_blocks = zip(
        told.texts,
        told.xpaths,
        told.kept,
        chars,
        shares,
        told.types,
        told.scores,
        explain,
        told.longest.tolist(),
        strict=True,
    )
    return instances(Block, _FIELDS, rows_of_blocks)


@attrs.frozen(eq=False)
class BlockColumns:
    """The descriptions of blocks, as columns. texts, xpaths, kept, types, scores: as of `Block`. longest: the position
    of
    the longest text row of each in ``columns.text_rows``; what a method says of that row it says of the block."""

    texts: list[str]
    xpaths: list[str]
    kept: list[bool]
    types: list[str]
    scores: list[float | None]
    longest: IndexArray


def block_columns(page: Page, selection: Selection, types: NDArray[np.uint8], blocks: BlockSpans) -> BlockColumns:
    """The same as `block_list`, as columns, without the values that follow from these."""
    found = block_spans.longest(page.columns, blocks.positions, blocks.starts)
    longest = np.frombuffer(found, np.intp)
    return BlockColumns(
        block_spans.texts(page.columns, blocks.positions, blocks.starts),
        list(map(page.cached(XPaths).xpath, blocks.element_rows(page.columns).tolist())),
        selection.kept[longest].tolist(),
        list(map(BLOCK_TYPES.__getitem__, types[longest].tolist())),
        [None] * len(blocks) if selection.scores is None else selection.scores[longest].tolist(),
        longest,
    )

"""Blocks of a page as groups of its text rows, and what is told of each: all of them at once."""

from __future__ import annotations

import attrs
import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.blocks import BLOCK_TYPES
from scrapy_denoise.document.block import Block
from scrapy_denoise.document.instances import instances
from scrapy_denoise.document.text import render_rows
from scrapy_denoise.document.xpath import XPaths
from scrapy_denoise.methods.base import Selection
from scrapy_denoise.page import Columns, Page

MAX_EXPLAINED = 500
"""Blocks of a page for which reasons are given, the first ones: reasons take as long as to parse thousands of bytes."""

Positions = NDArray[np.intp]
_FIELDS = tuple(attrs.fields_dict(Block))


@attrs.frozen(eq=False)
class BlockRows:
    """The text rows of blocks, one block after the other; each has one or more.

    positions: in ``columns.text_rows``, those of each block in order. starts: of each block, where its positions begin
    in `positions`; and their number as the last.
    """

    positions: Positions
    starts: Positions

    @classmethod
    def grouped(cls, columns: Columns, chosen: NDArray[np.bool_]) -> BlockRows:
        """Some of the text rows, those of one text block together. chosen: one for each text row."""
        positions = np.flatnonzero(chosen)
        block = columns.block[columns.text_rows[positions]]
        cuts = np.flatnonzero(np.diff(block)) + 1
        ends = [len(positions)] if len(positions) else []
        return cls(positions, np.concatenate([[0], cuts, ends]).astype(np.intp))

    def __len__(self) -> int:
        return len(self.starts) - 1

    def parts(self) -> list[Positions]:
        """The positions of each block."""
        return np.split(self.positions, self.starts[1:-1]) if len(self) else []

    def homes(self, columns: Columns) -> NDArray[np.int64]:
        """For each block the row that stands for it: the element with its text and no other, or its first text row."""
        firsts = columns.text_rows[self.positions[self.starts[:-1]]]
        lasts = columns.text_rows[self.positions[self.starts[1:] - 1]]
        rows = columns.block_row[firsts].astype(np.int64)
        ends = columns.end[rows]
        held = np.searchsorted(columns.text_rows, ends) - np.searchsorted(columns.text_rows, rows)
        return np.where((ends > lasts) & (held == np.diff(self.starts)), rows, firsts)


def describe(page: Page, selection: Selection, types: NDArray[np.uint8], blocks: BlockRows) -> list[Block]:
    """The blocks with their verdicts, each of text rows that are all kept or all removed.

    types: for each text row an index into `BLOCK_TYPES`. Linear in the rows.
    """
    if not len(blocks):
        return []
    columns, starts = page.columns, blocks.starts
    told = block_columns(page, selection, types, blocks)
    rows = columns.text_rows[blocks.positions]
    chars = columns.chars[rows].astype(np.int64)
    total = np.add.reduceat(chars, starts[:-1])
    linked = np.add.reduceat(chars * columns.linked[rows], starts[:-1])
    explain = [selection.explain] * min(len(blocks), MAX_EXPLAINED) + [None] * (len(blocks) - MAX_EXPLAINED)
    rows_of_blocks = zip(
        told.texts,
        told.xpaths,
        told.kept,
        total.tolist(),
        (linked / np.maximum(total, 1)).tolist(),
        told.types,
        told.scores,
        explain,
        told.longest.tolist(),
        strict=True,
    )
    return instances(Block, _FIELDS, rows_of_blocks)


@attrs.frozen(eq=False)
class BlockColumns:
    """What is told of blocks, as columns. texts, xpaths, kept, types, scores: as of `Block`. longest: the position of
    the longest text row of each in ``columns.text_rows``; what a method says of that row it says of the block."""

    texts: list[str]
    xpaths: list[str]
    kept: list[bool]
    types: list[str]
    scores: list[float | None]
    longest: Positions


def block_columns(page: Page, selection: Selection, types: NDArray[np.uint8], blocks: BlockRows) -> BlockColumns:
    """The same as `describe` tells, as columns, without what is worked out from these."""
    longest = _longest(page.columns, blocks)
    return BlockColumns(
        _texts(page.columns, blocks),
        list(map(page.once(XPaths).of, blocks.homes(page.columns).tolist())),
        selection.kept[longest].tolist(),
        list(map(BLOCK_TYPES.__getitem__, types[longest].tolist())),
        [None] * len(blocks) if selection.scores is None else selection.scores[longest].tolist(),
        longest,
    )


def _longest(columns: Columns, blocks: BlockRows) -> Positions:
    """For each block the position of the longest of its text rows in ``columns.text_rows``."""
    if not len(blocks):
        return np.zeros(0, np.intp)
    chars, starts = columns.chars[columns.text_rows[blocks.positions]], blocks.starts
    block_of = np.repeat(np.arange(len(blocks)), np.diff(starts))
    longest = np.flatnonzero(chars == np.maximum.reduceat(chars, starts[:-1])[block_of])
    found: Positions = blocks.positions[longest[np.searchsorted(block_of[longest], np.arange(len(blocks)))]]
    return found


def _texts(columns: Columns, blocks: BlockRows) -> list[str]:
    """The text of each block."""
    firsts, lasts = blocks.positions[blocks.starts[:-1]], blocks.positions[blocks.starts[1:] - 1]
    together = lasts - firsts == np.diff(blocks.starts) - 1
    text = columns.text
    return [
        text[start:stop].decode("utf-8", "replace") if whole else render_rows(columns, blocks.positions[first:last])
        for start, stop, whole, first, last in zip(
            columns.text_start[columns.text_rows[firsts]].tolist(),
            columns.text_stop[columns.text_rows[lasts]].tolist(),
            together.tolist(),
            blocks.starts[:-1].tolist(),
            blocks.starts[1:].tolist(),
            strict=True,
        )
    ]

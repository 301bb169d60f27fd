"""The text blocks of a page, in document order, with their features."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.blocks.features.compiled import NAMES, block_features, class_id_pairs
from scrapy_denoise.blocks.features.url_features import address_features
from scrapy_denoise.page import Columns, Page
from scrapy_denoise.page.columns.arrays import IndexArray
from scrapy_denoise.page.columns.columns import Buffer
from scrapy_denoise.page.native.lazy import cached_attribute


class TextBlocks:
    """The text blocks of a page; ask for them with ``page.cached(TextBlocks)``, which computes them once.

    features: float32, blocks x `scrapy_denoise.blocks.features.compiled.NAMES`. element_row: row of the block's
    element; chars: its code points; path_group: number of the blocks with the same path; first: position of its first
    text row in `Columns.text_rows`; each int32. block_of: int32, for each text row the number of its block. table,
    block_columns, row_blocks: the bytes that these are in, for compiled code.
    """

    _blocks = Buffer("block_columns")
    element_row = _blocks.column(np.int32)
    chars = _blocks.column(np.int32)
    path_group = _blocks.column(np.int32)
    first = _blocks.column(np.int32)

    _rows = Buffer("row_blocks")
    block_of = _rows.column(np.int32)

    def __init__(self, page: Page) -> None:
        self.table, self.block_columns, self.row_blocks = block_features(
            page.columns,
            page.signature.nodes,
            page.cached(class_id_pairs),
            address_features(page.url),
        )

    @cached_attribute
    def features(self) -> NDArray[np.float32]:
        return np.frombuffer(self.table, np.float32).reshape(-1, len(NAMES))

    @cached_attribute
    def stops(self) -> IndexArray:
        """One past the position of each block's last text row."""
        return np.append(self.first[1:], len(self.block_of)).astype(np.intp)

    def text(self, columns: Columns, number: int) -> str:
        """The text of a block, a line. columns: of the page."""
        return columns.text_between(int(self.first[number]), int(self.stops[number]))

    def text_hashes(self, columns: Columns) -> NDArray[np.uint64]:
        """Of each block a hash of its texts: the sum of theirs. columns: of the page."""
        found: NDArray[np.uint64] = np.add.reduceat(columns.text_hash[columns.text_rows], self.first, dtype=np.uint64)
        return found

    def __len__(self) -> int:
        return len(self.block_columns) // self._blocks.width

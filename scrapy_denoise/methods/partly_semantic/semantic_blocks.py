"""The partly semantic blocks of a page: neighbours of similar link density. Paper 000, sections 3.1.3 and 3.2.1."""

from __future__ import annotations

import attrs
import numpy as np

from scrapy_denoise.methods.compiled import segment
from scrapy_denoise.methods.row_groups import group_sums, run_numbers, run_starts
from scrapy_denoise.page import Columns
from scrapy_denoise.page.columns.arrays import FloatArray, IntArray


@attrs.frozen(eq=False)
class SemanticBlocks:
    """The partly semantic blocks, which tile the page.

    of_text: for each text row of the page, the number of its block. link_density: of each block, the share of its
    characters that is in links.
    """

    of_text: IntArray
    link_density: FloatArray

    @classmethod
    def from_columns(cls, columns: Columns, similarity: float, eps: float, blocks_only: bool) -> SemanticBlocks:
        """HTMLSegment, section 3.2.1. The parameters are those of `PartlySemantic`."""
        of_text = _segmented(columns, similarity, eps, blocks_only)
        rows = columns.text_rows
        chars = group_sums(of_text, columns.chars[rows])
        return cls(of_text, group_sums(of_text, columns.chars[rows] * columns.linked[rows]) / chars)

    def __len__(self) -> int:
        return len(self.link_density)


def _segmented(columns: Columns, similarity: float, eps: float, blocks_only: bool) -> IntArray:
    """For each text row, the number of its block. The leaves of the tree are text blocks, or else text nodes."""
    rows = columns.text_rows
    if blocks_only:
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
        similarity,
        eps,
        starts,
    )
    number: IntArray = (np.cumsum(starts, dtype=np.int64) - 1)[leaf]
    return number

"""Blocks as groups of text rows: which row stands for each, and how long it is."""

import random

import numpy as np
import pytest
from helpers.random_pages import random_page

from scrapy_denoise.document import compiled as block_spans
from scrapy_denoise.document.block_list.block_table import BlockSpans
from scrapy_denoise.page import Page


@pytest.mark.parametrize("seed", range(40))
def test_blocks_of_random_pages(seed):
    columns = Page.from_html(random_page(random.Random(seed))).columns
    chosen = np.random.default_rng(seed).random(len(columns.text_rows)) < 0.6
    blocks = BlockSpans.grouped(columns, chosen)
    assert blocks.positions.tolist() == np.flatnonzero(chosen).tolist()
    chars, shares = block_spans.lengths(columns, blocks.positions, blocks.starts)
    longest = np.frombuffer(block_spans.longest(columns, blocks.positions, blocks.starts), np.intp)
    numbers = []
    for i, (positions, home) in enumerate(zip(blocks.parts(), blocks.element_rows(columns).tolist(), strict=True)):
        rows = columns.text_rows[positions]
        numbers += set(columns.block[rows].tolist())
        assert chars[i] == columns.chars[rows].sum()
        assert shares[i] == pytest.approx((columns.chars * columns.linked)[rows].sum() / max(chars[i], 1))
        assert longest[i] == positions[columns.chars[rows].argmax()]
        within = [row for row in columns.text_rows.tolist() if home <= row < columns.end[home]]
        assert within == rows.tolist() if columns.tag[home] else home == rows[0]
    assert len(numbers) == len(blocks)
    assert numbers == sorted(numbers)


@pytest.mark.parametrize(
    ("positions", "starts"), [([0], [0, 2]), ([5], [0, 1]), ([-1], [0, 1]), ([0], [0, 0, 1]), ([0], [])]
)
@pytest.mark.parametrize("tell", [block_spans.element_rows, block_spans.longest, block_spans.lengths])
def test_blocks_of_another_page(tell, positions, starts):
    columns = Page.from_html("<p>one</p><p>two</p>").columns
    with pytest.raises(ValueError, match=r"block|row"):
        tell(columns, np.array(positions, np.intp), np.array(starts, np.intp))

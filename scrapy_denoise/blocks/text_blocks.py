"""The text blocks of a page, in document order, and what is measured of each."""

from __future__ import annotations

import re

import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.blocks.features import ADDRESS_WORDS, NAMES, block_features
from scrapy_denoise.page import Page
from scrapy_denoise.page.columns import Buffer


class TextBlocks:
    """The text blocks of a page; ask for them with ``page.once(TextBlocks)``, which computes them once.

    features: float32, blocks x `scrapy_denoise.blocks.features.NAMES`. home: row of the block's element; chars: its
    code points; group: number of the blocks with the same path; first: position of its first text row in
    `Columns.text_rows`; each int32. block_of: int32, for each text row the number of its block.
    """

    _blocks = Buffer("of_blocks")
    home = _blocks.column(np.int32)
    chars = _blocks.column(np.int32)
    group = _blocks.column(np.int32)
    first = _blocks.column(np.int32)

    _rows = Buffer("of_rows")
    block_of = _rows.column(np.int32)

    def __init__(self, page: Page) -> None:
        address = address_features(page.url)
        features, self.of_blocks, self.of_rows = block_features(page.columns, page.signature.nodes, address)
        self.features: NDArray[np.float32] = np.frombuffer(features, np.float32).reshape(-1, len(NAMES))

    def __len__(self) -> int:
        return len(self.features)


_PATH = re.compile("(?:[^/?#]*//[^/?#]*)?([^?#]{0,500})")
_KINDS = [kind.split() for kind in ADDRESS_WORDS.values()]
_ADDRESS_WORD = re.compile(f"(?<![a-z])(?:{'|'.join(' '.join(ADDRESS_WORDS.values()).split())})(?![a-z])")
_NONE = np.zeros(len(_KINDS), np.float32)
_NONE.flags.writeable = False


def address_features(url: str | None) -> NDArray[np.float32]:
    """For each of `ADDRESS_WORDS`, whether the path of an address has one of the words: 0 or 1."""
    path = _PATH.match(url or "")
    assert path is not None  # it matches any text
    words = _ADDRESS_WORD.findall(path[1].lower())
    return np.array([any(word in kind for word in words) for kind in _KINDS], np.float32) if words else _NONE

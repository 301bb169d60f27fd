"""Page evidence: how likely each text block of a page is content, from this page alone."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import attrs
import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.page.features import ADDRESS_WORDS, NAMES, block_features, blocks_of
from scrapy_denoise.page.forest import Forest

if TYPE_CHECKING:
    from scrapy_denoise.page.page import Page


@attrs.frozen(eq=False)
class Blocks:
    """The text blocks of a page, in document order, and what is measured of each.

    features: float32, blocks x `scrapy_denoise.page.features.NAMES`. home: row of the block's element; chars: its
    code points; group: number of the blocks with the same path; each int32. block_of: int32, for each text row
    the number of its block.
    """

    features: NDArray[np.float32]
    home: NDArray[np.int32]
    chars: NDArray[np.int32]
    group: NDArray[np.int32]
    block_of: NDArray[np.int32]

    def __len__(self) -> int:
        return len(self.home)

    @classmethod
    def of(cls, page: Page) -> Blocks:
        columns = page.columns
        rows = columns.text_rows
        n = blocks_of(columns.block, rows)
        features = np.empty((n, len(NAMES)), np.float32)
        block_of = np.empty(len(rows), np.int32)
        home, chars, group = (np.empty(n, np.int32) for _ in range(3))
        path = page.signature.path
        block_features(columns, rows, path, features, block_of, home, chars, group, address_features(page.url))
        return cls(features, home, chars, group, block_of)


@cache
def block_model() -> Forest:
    """The learned classifier of text blocks, read once."""
    return Forest.load("blocks", NAMES)["content"]


_LETTERS = re.compile("[a-z]+")
_ADDRESS_WORDS = [frozenset(kind.split()) for kind in ADDRESS_WORDS.values()]


def address_features(url: str | None) -> NDArray[np.float32]:
    """For each of `ADDRESS_WORDS`, whether the path of an address has one of the words: 0 or 1."""
    try:
        path = urlsplit(url or "").path[:500].lower()
    except ValueError:
        path = ""
    found = _LETTERS.findall(path)
    return np.array([not kind.isdisjoint(found) for kind in _ADDRESS_WORDS], np.float32)

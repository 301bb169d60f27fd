from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from numpy import float32, int32, uint8
from numpy.typing import NDArray

from scrapy_denoise.blocks.text_blocks import TextBlocks
from scrapy_denoise.page.columns.arrays import BoolArray
from scrapy_denoise.page.columns.columns import Columns
from scrapy_denoise.page.signature import Signature

# _block_types.pxi

def first_types(table: bytes, width: int, tests: list[tuple[int, int, float, float]]) -> bytes: ...
def mark_types(types: bytearray, blocks: bytes, code: int) -> None: ...
def mark_types_of_rows(types: bytearray, row_blocks: bytes, rows: BoolArray | NDArray[np.uint8], code: int) -> None: ...
def types_of_rows(types: bytearray, row_blocks: bytes) -> bytearray: ...
def short_blocks_beside(
    blocks: TextBlocks, title: int, most: int, chars: int, width: int, byline: int
) -> list[tuple[int, int, int, bool]]: ...
def block_of_title(table: bytes, width: int, known: int, distance: int) -> int: ...

# _notices.pxi

def shown_chars(columns: Columns, kept: BoolArray, dialog: BoolArray | None = None) -> tuple[int, int, int, int]: ...

# _page_columns.pxi

class ElementSums:
    def __init__(self, columns: Columns, pictures: BoolArray, headings: BoolArray) -> None: ...
    def elements(self, counted: tuple[int, ...], inside: tuple[int, ...], unlinked: int) -> list[float]: ...
    def siblings(
        self, least: int, fewest: int, most: float, few: float, prices: list[int], dates: list[int]
    ) -> list[float]: ...

def block_sums(
    columns: Columns,
    blocks: TextBlocks,
    container: int,
    record: float,
    paragraph: float,
    long_one: float,
    linked: float,
    close: int,
    shown: int,
    beside: tuple[int, ...],
) -> tuple[list[float], list[float], list[float]]: ...
def longest_block(columns: Columns, blocks: TextBlocks, links: int, linked: float) -> int: ...
def blocks_with(columns: Columns, blocks: TextBlocks, feature: int, most: int) -> list[int]: ...

# _word_language.pxi

class KnownWords:
    def __init__(self, languages: dict[str, list[int]]) -> None: ...
    def count(self, text: str) -> tuple[int, list[int]]: ...

# forest/_forest.pxi

class Trees:
    def __init__(
        self,
        nodes: NDArray[uint8],
        values: NDArray[float32],
        roots: NDArray[int32],
        depths: NDArray[uint8],
        wide: bool = True,
        rest: Trees | None = None,
        exit_margin: float = 0,
        scale: float = 1,
    ) -> None: ...
    def predict(self, rows: NDArray[float32], known: NDArray[float32] | None = None) -> bytes: ...
    def predict_bytes(self, width: int, table: bytes, known: bytes | None = None) -> bytes: ...
    def contributions(self, row: NDArray[float32]) -> bytes: ...

# page_texts.pxi

def priced_rows(columns: Columns, most: int) -> list[int]: ...

class Labels:
    def __init__(self, known: Mapping[bytes, tuple[int, ...]], kinds: int, marks: bytes) -> None: ...
    def counts_in(self, text: bytes) -> list[int]: ...

class WordKinds:
    def __init__(self, kinds: Sequence[Iterable[str]], plain: bool) -> None: ...
    def counts_in(self, text: str) -> tuple[list[int], int]: ...

# path_votes.pxi

class VotedScores:
    siblings: int
    of_scores: bytes
    of_repeated: bytes
    @property
    def scores(self) -> NDArray[np.float32]: ...
    @property
    def repeated(self) -> NDArray[np.float32]: ...

def vote_alone(signature: Signature, blocks: TextBlocks, scores: bytes) -> VotedScores: ...
def without_votes(scores: bytes) -> VotedScores: ...

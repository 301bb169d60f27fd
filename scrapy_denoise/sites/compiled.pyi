import numpy as np
from numpy import float32, int32, int64, uint8, uint32, uint64
from numpy.typing import NDArray

from scrapy_denoise.blocks.compiled import VotedScores
from scrapy_denoise.blocks.text_blocks import TextBlocks
from scrapy_denoise.page import Page
from scrapy_denoise.page.columns.columns import Columns
from scrapy_denoise.page.signature import Signature

# _layout.pxi

def share_of(fingerprints: NDArray[np.uint16], text_hashes: bytes) -> float: ...
def add_counts(
    fingerprints: NDArray[np.uint16],
    counts: NDArray[np.int64],
    own: NDArray[np.uint16],
    wanted: NDArray[np.uint16],
    found: NDArray[np.float64],
) -> None: ...

# _sample_table.pxi

class Samples:
    def __init__(
        self,
        sketches: NDArray[uint32],
        digests: NDArray[uint64],
        contents: NDArray[uint64],
        texts: NDArray[uint64],
        has: NDArray[uint8],
        means: NDArray[float32],
        starts: NDArray[int64],
        paths: NDArray[uint64],
        ancestors: NDArray[uint64],
        places: NDArray[int64],
        exact_places: NDArray[int64],
        scores: NDArray[uint8],
        chars: NDArray[int32],
        scored: NDArray[uint8],
        fields: NDArray[uint8],
    ) -> None: ...
    def similar_samples(self, sketch: bytes, digest: int, content: int, least: float, relative: float) -> list[int]: ...
    def places_of(self, signature: Signature, exact: bool = False) -> bytes: ...
    def other_articles(
        self, signature: Signature, places: bytes, samples: list[int], duplicate: float
    ) -> list[int]: ...
    def voters(
        self,
        columns: Columns,
        signature: Signature,
        places: bytes,
        row_blocks: bytes,
        scores: bytes,
        samples: list[int],
        whole: float,
    ) -> tuple[list[int], list[int], list[int]]: ...
    def sibling_scores(self, places: bytes, row_blocks: bytes, n_blocks: int, siblings: list[int]) -> bytes: ...

# codec/_column_codec.pxi

def from_planes(data: NDArray[np.uint8], numbers: NDArray[np.uint32]) -> None: ...
def distinct(columns: NDArray[np.uint32], numbers: NDArray[np.uint32], table: NDArray[np.uint32]) -> int: ...
def read_rows(
    data: bytes,
    depth: NDArray[np.int32],
    hashes: NDArray[np.uint32],
    chars: NDArray[np.int32],
) -> None: ...
def read_fingerprints(data: bytes, sizes: NDArray[np.int64], fingerprints: NDArray[np.uint16]) -> None: ...
def write_fingerprints(
    fingerprints: NDArray[np.uint16], sizes: NDArray[np.int64], union: NDArray[np.uint32], flags: NDArray[np.uint8]
) -> int: ...

# repetition.pxi

SHORT: int
LABEL: int

def field_flags(signature: Signature) -> bytes: ...
def repeated_texts(page: Page, masked: bytes, exact: bytes) -> tuple[bytes, bytes]: ...
def is_time_line(text: str) -> bool: ...

# votes.pxi

def vote(
    samples: Samples,
    signature: Signature,
    blocks: TextBlocks,
    scores: bytes,
    places: bytes,
    fields: bytes,
    siblings: list[int],
) -> VotedScores: ...

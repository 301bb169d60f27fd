from numpy import float32, int32, intp, uint64
from numpy.typing import NDArray

from scrapy_denoise.page.page import Columns

NAMES: list[str]
ADDRESS_WORDS: dict[str, str]

def blocks_of(block: NDArray[int32], text_rows: NDArray[intp]) -> int: ...
def block_features(
    columns: Columns,
    text_rows: NDArray[intp],
    path: NDArray[uint64],
    found: NDArray[float32],
    block_of: NDArray[int32],
    home: NDArray[int32],
    block_chars: NDArray[int32],
    group_of: NDArray[int32],
    address: NDArray[float32],
) -> int: ...

from numpy import float32, int32, uint8
from numpy.typing import NDArray

from scrapy_denoise.page import Columns

def best_cut(
    scores: NDArray[float32], chars: NDArray[int32], together: float, dropped: bytes | None, recall: float = 1
) -> tuple[float, float]: ...
def cut(
    scores: NDArray[float32], block_of: NDArray[int32], threshold: float, dropped: bytes | None
) -> tuple[bytes, bytes, int]: ...
def count_kept(columns: Columns, kept: NDArray[uint8]) -> tuple[int, int, int]: ...

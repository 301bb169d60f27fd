from numpy import bool_, float32, int32
from numpy.typing import NDArray

from scrapy_denoise.blocks import TextBlocks
from scrapy_denoise.page import Columns

def best_cut(
    scores: NDArray[float32], chars: NDArray[int32], together: float, dropped: bytes | None, recall: float = 1
) -> tuple[float, float]: ...
def decide(
    scores: bytes,
    blocks: TextBlocks,
    dropped: bytes | None,
    together: float,
    recall: float,
    least: float,
    least_score: float,
) -> tuple[bytes, bytes, int, float, bytes | None]: ...
def count_kept(columns: Columns, kept: NDArray[bool_]) -> tuple[int, int, int]: ...

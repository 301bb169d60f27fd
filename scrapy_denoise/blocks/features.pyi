from numpy import float32, uint32
from numpy.typing import NDArray

from scrapy_denoise.page import Columns

NAMES: list[str]

def block_features(
    columns: Columns,
    nodes: bytes,
    families: NDArray[uint32],
    address: NDArray[float32],
) -> tuple[bytes, bytes, bytes]: ...

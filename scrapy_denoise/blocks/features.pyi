from numpy import float32, uint32
from numpy.typing import NDArray

from scrapy_denoise.page import Columns

NAMES: list[str]

def block_features(
    columns: Columns,
    nodes: bytes,
    families: NDArray[uint32],
    address: NDArray[float32],
    types: NDArray[float32],
    body: bytes,
    description: bytes,
) -> tuple[bytes, bytes, bytes]: ...

from numpy import float32
from numpy.typing import NDArray

from scrapy_denoise.page import Columns

NAMES: list[str]
ADDRESS_WORDS: dict[str, str]

def block_features(columns: Columns, nodes: bytes, address: NDArray[float32]) -> tuple[bytes, bytes, bytes]: ...

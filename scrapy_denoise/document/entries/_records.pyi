import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.page import Columns

class RowSums:
    def __init__(self, columns: Columns, families: NDArray[np.uint32], breaks: list[int]) -> None: ...
    def without_menus(self, firsts: NDArray[np.int64], ends: NDArray[np.int64]) -> NDArray[np.int64]: ...

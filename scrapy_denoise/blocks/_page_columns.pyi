import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.page.columns.arrays import BoolArray
from scrapy_denoise.page.columns.columns import Columns

class ElementSums:
    def __init__(self, columns: Columns, pictures: BoolArray, headings: BoolArray) -> None: ...
    def inside(self, code: int) -> tuple[int, int]: ...
    def siblings(
        self, least: int, fewest: int, prices: NDArray[np.intp], dates: NDArray[np.intp]
    ) -> list[tuple[int, ...]]: ...

import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.page import Columns

def lines_of(
    columns: Columns, kept: NDArray[np.uint8], firsts: NDArray[np.intp], lasts: NDArray[np.intp]
) -> list[str]: ...

import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.page import Columns

def record_lines(
    columns: Columns, wanted: NDArray[np.uint8], firsts: NDArray[np.intp], lasts: NDArray[np.intp]
) -> list[list[str]]: ...

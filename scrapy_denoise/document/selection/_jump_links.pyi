from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.page import Columns

class LinePosition(IntEnum):
    LINK = 0
    BEFORE_NOISE = 1
    BEFORE_HEADING = 2

def short_lines(
    columns: Columns,
    kept: NDArray[np.bool_],
    headings: NDArray[np.bool_],
    phrases: dict[int, frozenset[str]],
    most: int,
) -> list[tuple[int, int]]: ...

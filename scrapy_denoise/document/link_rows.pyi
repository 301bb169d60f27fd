import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.page import Columns

def families_around(
    columns: Columns,
    links: NDArray[np.intp],
    families: NDArray[np.uint32],
    chars: NDArray[np.int64],
    most: int,
    levels: int,
    own_levels: int,
) -> tuple[list[int], list[int]]: ...
def heading_entries(
    columns: Columns,
    links: NDArray[np.intp],
    headings: NDArray[np.uint8],
    chars: NDArray[np.int64],
    kept_chars: NDArray[np.int64],
    most: int,
) -> list[bool]: ...

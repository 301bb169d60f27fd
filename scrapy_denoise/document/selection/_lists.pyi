import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.page import Columns

def linked_chars(columns: Columns, kept: NDArray[np.bool_]) -> tuple[int, int, int, int, int]: ...
def untitled_headings(
    columns: Columns, path: NDArray[np.uint64], kept: NDArray[np.bool_], before: int
) -> list[int]: ...

import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.page.page import Columns

def inside_named(columns: Columns, names: NDArray[np.uint32], hint: int) -> bytes | None: ...
def comments_in(
    columns: Columns, names: NDArray[np.uint32], headings: NDArray[np.uint32], titles: NDArray[np.uint32]
) -> bytes | None: ...

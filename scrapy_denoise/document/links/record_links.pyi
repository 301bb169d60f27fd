import numpy as np
from numpy.typing import NDArray

def links_of_each(
    records: list[list[int]], urls: list[str], texts: NDArray[np.uint32], chars: NDArray[np.int64]
) -> list[list[int]]: ...

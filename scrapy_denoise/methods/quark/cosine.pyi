import numpy as np
from numpy.typing import NDArray

def word_cosines(
    text: NDArray[np.uint8],
    start: NDArray[np.int32],
    stop: NDArray[np.int32],
    block: NDArray[np.int32],
    title: NDArray[np.uint8],
    to_title: NDArray[np.float64],
    to_page: NDArray[np.float64],
) -> None: ...

import numpy as np
from numpy.typing import NDArray

def segment(
    rows: NDArray[np.int64],
    homes: NDArray[np.int64],
    above: NDArray[np.int64],
    end: NDArray[np.int32],
    chars: NDArray[np.float64],
    link_chars: NDArray[np.float64],
    theta: float,
    eps: float,
    starts: NDArray[np.uint8],
) -> None: ...

import numpy as np
from numpy.typing import NDArray

def group_measures(
    parent: NDArray[np.int32],
    element_row: NDArray[np.int32],
    group: NDArray[np.int64],
    chars: NDArray[np.float64],
    content: NDArray[np.float64],
    sizes: NDArray[np.int64],
    found: NDArray[np.float64],
) -> None: ...

import numpy as np
from numpy.typing import NDArray

def shared_chars(
    texts: NDArray[np.uint64],
    has: NDArray[np.uint8],
    samples: NDArray[np.int64],
    nodes: NDArray[np.uint64],
    chars: NDArray[np.int32],
    shared: NDArray[np.int64],
) -> int: ...

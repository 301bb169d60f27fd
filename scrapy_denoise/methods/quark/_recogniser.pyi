import numpy as np
from numpy.typing import NDArray

def recognise(
    parent: NDArray[np.int32],
    chars: NDArray[np.int32],
    text: NDArray[np.uint8],
    kind: NDArray[np.uint8],
    min_chars: int,
    layout_share: float,
    min_layout: int,
    layout: NDArray[np.int32],
    elements: NDArray[np.int32],
    owner: NDArray[np.int32],
) -> int: ...

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
def likeness(
    text: NDArray[np.uint8],
    start: NDArray[np.int32],
    stop: NDArray[np.int32],
    block: NDArray[np.int32],
    title: NDArray[np.uint8],
    to_title: NDArray[np.float64],
    to_page: NDArray[np.float64],
) -> None: ...

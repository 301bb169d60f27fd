import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.page import Columns

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
def bins(
    columns: Columns,
    of_text: NDArray[np.intp],
    root: NDArray[np.intp],
    chars: NDArray[np.float64],
    link_chars: NDArray[np.float64],
    layout_share: NDArray[np.float64],
    scale: float,
    edges: tuple[NDArray[np.float64], ...],
    root_class: NDArray[np.intp],
    found: NDArray[np.intp],
) -> None: ...

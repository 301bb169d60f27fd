import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.page import Columns

def feature_bins(
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

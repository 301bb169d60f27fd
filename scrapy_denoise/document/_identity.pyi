import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.page import Columns

def cell_texts(columns: Columns, kept: NDArray[np.bool_], fields: NDArray[np.bool_]) -> list[str]: ...

import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.page import Columns

def text_holders(columns: Columns, chars: NDArray[np.int64], families: NDArray[np.uint32]) -> tuple[bytes, bytes]: ...

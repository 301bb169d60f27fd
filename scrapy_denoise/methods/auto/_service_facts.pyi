import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.blocks import TextBlocks
from scrapy_denoise.page import Columns

def possible_lines(
    columns: Columns, blocks: TextBlocks, kept: NDArray[np.bool_], scores: NDArray[np.float32]
) -> NDArray[np.bool_] | None: ...

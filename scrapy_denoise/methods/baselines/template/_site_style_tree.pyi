import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.page.signature import Signature

def style_nodes(page: Signature, nodes: NDArray[np.uint64]) -> None: ...

import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.page.signature import Signature

def common_parts(page: Signature, sibling: Signature, common: NDArray[np.uint8]) -> None: ...
def restricted_mapping(page: Signature, sibling: Signature, intact: NDArray[np.uint8]) -> int: ...

import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.page.signature import Signature

def compare_three(
    depth1: NDArray[np.int32],
    nodes1: NDArray[np.uint64],
    depth2: NDArray[np.int32],
    nodes2: NDArray[np.uint64],
    depth3: NDArray[np.int32],
    nodes3: NDArray[np.uint64],
    template: NDArray[np.uint8],
) -> None: ...
def votes(page: Signature, siblings: list[Signature], found: NDArray[np.int32]) -> None: ...

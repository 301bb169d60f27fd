import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.page.signature import Signature

def repeated(
    end_a: NDArray[np.int32],
    keys_a: NDArray[np.uint64],
    subtrees_a: NDArray[np.uint64],
    end_b: NDArray[np.int32],
    keys_b: NDArray[np.uint64],
    subtrees_b: NDArray[np.uint64],
    found: NDArray[np.uint8],
) -> None: ...
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

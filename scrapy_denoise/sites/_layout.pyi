import numpy as np
from numpy.typing import NDArray

def share_of(fingerprints: NDArray[np.uint16], text_hashes: bytes) -> float: ...
def add_counts(
    fingerprints: NDArray[np.uint16],
    counts: NDArray[np.int64],
    own: NDArray[np.uint16],
    wanted: NDArray[np.uint16],
    found: NDArray[np.float64],
) -> None: ...

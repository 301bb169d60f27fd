import numpy as np
from numpy.typing import NDArray

def shared_chars(
    texts: NDArray[np.uint64],
    has: NDArray[np.uint8],
    samples: NDArray[np.int64],
    nodes: NDArray[np.uint64],
    chars: NDArray[np.int32],
    shared: NDArray[np.int64],
) -> int: ...
def common(one: NDArray[np.uint16], other: NDArray[np.uint16]) -> int: ...
def add_counts(
    prints: NDArray[np.uint16],
    counts: NDArray[np.int64],
    own: NDArray[np.uint16],
    wanted: NDArray[np.uint16],
    found: NDArray[np.float64],
) -> None: ...
def nearest(
    alike: NDArray[np.float64],
    digests: NDArray[np.uint64],
    contents: NDArray[np.uint64],
    digest: int,
    content: int,
    least: float,
    relative: float,
) -> list[int]: ...

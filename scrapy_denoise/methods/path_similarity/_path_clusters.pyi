import numpy as np
from numpy.typing import NDArray

def cluster_leaves(
    depth: NDArray[np.int32],
    parent: NDArray[np.int32],
    leaves: NDArray[np.int64],
    tau: float,
    near: int,
    cluster: NDArray[np.int64],
    home: NDArray[np.int64],
) -> int: ...
def similar_paths(
    depth: NDArray[np.int32],
    parent: NDArray[np.int32],
    rows: NDArray[np.int64],
    body: int,
    tau: float,
    found: NDArray[np.uint8],
) -> None: ...

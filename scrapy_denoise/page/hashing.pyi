import numpy as np
from numpy.typing import NDArray

def tree_hashes(
    depth: NDArray[np.int32],
    tag: NDArray[np.uint32],
    ident: NDArray[np.uint32],
    clas: NDArray[np.uint32],
    text: NDArray[np.uint32],
    parent: NDArray[np.int32],
    end: NDArray[np.int32],
    key: NDArray[np.uint64],
    path: NDArray[np.uint64],
    subtree: NDArray[np.uint64],
) -> None: ...
def minhash(path: NDArray[np.uint64], tag: NDArray[np.uint32], minima: NDArray[np.uint32]) -> None: ...
def likeness(minima: NDArray[np.uint32], others: NDArray[np.uint32], found: NDArray[np.float64]) -> None: ...
def frame_hash(path: NDArray[np.uint64], tag: NDArray[np.uint32], depth: NDArray[np.int32], deepest: int) -> int: ...
def node_hashes(
    path: NDArray[np.uint64], tag: NDArray[np.uint32], text: NDArray[np.uint32], found: NDArray[np.uint64]
) -> None: ...

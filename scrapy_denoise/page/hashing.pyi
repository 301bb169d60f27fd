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
) -> int: ...
def minhash(
    path: NDArray[np.uint64],
    tag: NDArray[np.uint32],
    depth: NDArray[np.int32],
    deepest: int,
    minima: NDArray[np.uint32],
) -> int: ...
def likeness(minima: NDArray[np.uint32], others: NDArray[np.uint32], found: NDArray[np.float64]) -> None: ...
def node_hashes(
    path: NDArray[np.uint64],
    tag: NDArray[np.uint32],
    text: NDArray[np.uint32],
    rows: NDArray[np.intp],
    nodes: NDArray[np.uint64],
    distinct: NDArray[np.uint64],
) -> int: ...
def lower_bits(hashes: NDArray[np.uint64], found: NDArray[np.uint16]) -> int: ...

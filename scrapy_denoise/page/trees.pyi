from numpy import float32, int32, uint8
from numpy.typing import NDArray

def predict(
    nodes: NDArray[uint8],
    values: NDArray[float32],
    roots: NDArray[int32],
    depths: NDArray[uint8],
    rows: NDArray[float32],
    found: NDArray[float32],
) -> None: ...
def contributions(
    nodes: NDArray[uint8],
    values: NDArray[float32],
    roots: NDArray[int32],
    depths: NDArray[uint8],
    row: NDArray[float32],
    found: NDArray[float32],
) -> None: ...

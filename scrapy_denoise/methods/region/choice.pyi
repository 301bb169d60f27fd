from numpy import float64, int32
from numpy.typing import NDArray

def find_region(
    stop: NDArray[int32],
    text: NDArray[float64],
    squares: NDArray[float64],
    chars: NDArray[float64],
    smallest: float,
    narrow: float,
    early: float,
) -> int: ...

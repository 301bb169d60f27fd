from numpy import float64, int32
from numpy.typing import NDArray

def find_region(
    stop: NDArray[int32],
    content: NDArray[float64],
    groups: NDArray[float64],
    chars: NDArray[float64],
    share: float,
    narrow: float,
    early: float,
) -> int: ...

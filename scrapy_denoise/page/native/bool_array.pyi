import numpy as np
from numpy.typing import NDArray

def any_set(flags: NDArray[np.bool_]) -> bool: ...

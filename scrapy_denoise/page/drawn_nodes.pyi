import numpy as np
from lxml.etree import _Element
from numpy.typing import NDArray

class DrawnNodes:
    matched: int
    count: int
    def __init__(
        self, root: _Element, tags: dict[str, int], drawn: NDArray[np.int32], hidden: NDArray[np.bool_]
    ) -> None: ...
    def rows(self) -> NDArray[np.int32]: ...

import numpy as np
from lxml.etree import _Element
from numpy.typing import NDArray

TRUST_MARKUP: int
NOT_DRAWN: int
HIDDEN_ROW: int

class RenderedDomMatch:
    matched: int
    count: int
    hidden_parts: int
    def __init__(
        self, root: _Element, tags: dict[str, int], drawn: NDArray[np.int32], hidden: NDArray[np.uint8]
    ) -> None: ...
    def hide(self, hidden: NDArray[np.uint8]) -> None: ...
    def rows(self) -> NDArray[np.int32]: ...
    def row_values(self, elements: NDArray[np.int32], first: int, missing: int) -> NDArray[np.int32]: ...

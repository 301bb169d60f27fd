from collections.abc import Sequence

import numpy as np
from lxml.etree import _Element
from numpy.typing import NDArray

from scrapy_denoise.page import Columns

def rows_with_element(columns: Columns, elements: list[_Element | None], needed: NDArray[np.uint8]) -> list[int]: ...
def rows_needing_element(
    columns: Columns, elements: list[_Element | None], texts: NDArray[np.uint8], others: list[int]
) -> NDArray[np.bool_]: ...
def event_rows(
    columns: Columns,
    texts: NDArray[np.intp],
    pictures: NDArray[np.intp],
    needed: NDArray[np.uint8],
    tables: Sequence[int],
    framed: Sequence[int],
    first: int,
    last: int,
    chosen: NDArray[np.uint8],
) -> NDArray[np.int64]: ...

from collections.abc import Sequence

from numpy import bool_
from numpy.typing import NDArray

from scrapy_denoise.page import Columns

def shaped_as_data(columns: Columns, tables: Sequence[int], layout: NDArray[bool_], long_cell: int) -> list[int]: ...
def stands_in_data(columns: Columns, position: int, layout: NDArray[bool_], long_cell: int) -> bool: ...

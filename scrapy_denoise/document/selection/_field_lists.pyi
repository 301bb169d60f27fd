import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.page import Columns

MAX_FIELD_CHARS: int

class FieldLists:
    def __init__(self, columns: Columns) -> None: ...
    def cut(self, kept: NDArray[np.bool_]) -> list[int]: ...
    def is_list(self, row: int) -> bool: ...

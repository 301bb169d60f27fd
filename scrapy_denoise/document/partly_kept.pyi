import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.page import Columns

class Kept:
    kept: NDArray[np.bool_]
    any: bool

    def __init__(self, columns: Columns, kept: NDArray[np.bool_]) -> None: ...
    def is_whole(
        self,
        most: float,
        layout: NDArray[np.bool_],
        linked: float,
        name: bytes,
        beginnings: NDArray[np.uint8],
        marks: NDArray[np.uint32],
    ) -> bool: ...
    def tables(self, most: float, layout: NDArray[np.bool_]) -> list[int]: ...
    def lists(self, linked: float) -> list[int]: ...
    def has_terms(self) -> bool: ...
    def begins_with(self, beginnings: NDArray[np.uint8]) -> bool: ...
    def has_link_of(self, text_hashes: NDArray[np.uint32]) -> bool: ...

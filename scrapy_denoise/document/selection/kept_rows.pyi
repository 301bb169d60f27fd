import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.page import Page

class KeptRows:
    page: Page
    kept: NDArray[np.bool_]
    any: bool

    def __init__(self, page: Page, kept: NDArray[np.bool_]) -> None: ...
    def structures_of(self, tag: int) -> list[int]: ...
    def texts_of(self, rows: list[int] | NDArray[np.bool_]) -> NDArray[np.bool_]: ...

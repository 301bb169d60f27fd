import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.document.selection.kept_rows import KeptRows

class Beginnings:
    def __init__(self, beginnings: NDArray[np.uint8]) -> None: ...
    def positions(self, part: KeptRows) -> list[int]: ...

import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.page import Columns

class LinkClassifier:
    def __init__(
        self,
        columns: Columns,
        url: str,
        families: NDArray[np.uint32],
        chars: NDArray[np.int64],
        kept: NDArray[np.uint8],
        related: NDArray[np.uint8],
        types: NDArray[np.uint8],
        nav: NDArray[np.float32],
        footer: NDArray[np.float32],
        is_list: bool,
        topical: bool,
    ) -> None: ...
    def classify(
        self,
        rows: NDArray[np.intp],
        firsts: NDArray[np.intp],
        lasts: NDArray[np.intp],
        in_main: NDArray[np.uint8],
        in_series: NDArray[np.uint8],
        urls: list[str],
        texts: list[str],
        rels: list[str],
    ) -> list[str]: ...

def is_headline(label: str) -> bool: ...

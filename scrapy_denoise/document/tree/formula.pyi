import numpy as np
from lxml.etree import _Element
from numpy.typing import NDArray

from scrapy_denoise.document.nodes import Math
from scrapy_denoise.page import Columns

class Formulas:
    def __init__(self, columns: Columns, chosen: NDArray[np.bool_], elements: list[_Element | None]) -> None: ...
    def find(self, row: int) -> Math | None: ...

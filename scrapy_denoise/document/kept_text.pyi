from numpy import intp
from numpy.typing import NDArray

from scrapy_denoise.page import Columns

def text_of(columns: Columns, chosen: NDArray[intp]) -> str: ...

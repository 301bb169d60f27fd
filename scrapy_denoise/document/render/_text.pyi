from numpy import bool_, intp
from numpy.typing import NDArray

from scrapy_denoise.page import Columns

def text_of(columns: Columns, chosen: NDArray[intp]) -> str: ...
def kept_text(columns: Columns, kept: NDArray[bool_]) -> str: ...

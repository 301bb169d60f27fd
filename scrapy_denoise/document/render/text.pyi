from numpy import bool_, intp
from numpy.typing import NDArray

from scrapy_denoise.page import Columns

def render_text(columns: Columns, kept: NDArray[bool_], begins: NDArray[bool_] | None = None) -> str: ...
def render_rows(columns: Columns, chosen: NDArray[intp]) -> str: ...

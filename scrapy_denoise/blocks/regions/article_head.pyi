from numpy import bool_
from numpy.typing import NDArray

from scrapy_denoise.page import Page

def head_lines(page: Page, kept: NDArray[bool_]) -> list[tuple[int, int, str]]: ...

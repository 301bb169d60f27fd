from numpy import bool_
from numpy.typing import NDArray

from scrapy_denoise.blocks.text_blocks import TextBlocks

TOTALS: tuple[str, ...]

def page_row(blocks: TextBlocks, kept: NDArray[bool_], expected: float, of_page: int) -> bytes: ...

from numpy import uint32
from numpy.typing import NDArray

from scrapy_denoise.page import Page

FAMILIES: tuple[str, ...]

def bit_of(family: str) -> int: ...
def name_families(page: Page) -> NDArray[uint32]: ...

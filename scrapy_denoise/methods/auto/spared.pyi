from collections.abc import Callable

from numpy import bool_
from numpy.typing import NDArray

from scrapy_denoise.methods.auto.cut import Cut
from scrapy_denoise.page import Page

LIFT: float

def spared(page: Page, scores: bytes, cut: Cut, alone: Callable[[bool], Cut]) -> NDArray[bool_] | None: ...

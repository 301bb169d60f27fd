from enum import IntEnum

import numpy as np
from lxml.etree import _Element
from numpy.typing import NDArray

from scrapy_denoise.page.rendering.dom_match import RenderedDomMatch

class ElementRequest(IntEnum):
    WANTED = 1
    WITH_ATTRIBUTES = 2
    WITH_NUMBERS = 3
    LINKED = 4
    LINKED_TOO = 5

def elements(
    root: _Element,
    reveal: bool = ...,
    wanted: NDArray[np.bool_ | np.uint8] | None = ...,
    drawn: RenderedDomMatch | None = ...,
    with_hidden: bool = ...,
) -> list[_Element | None]: ...
def elements_and_links(
    root: _Element,
    reveal: bool = ...,
    wanted: NDArray[np.bool_ | np.uint8] | None = ...,
    drawn: RenderedDomMatch | None = ...,
    with_hidden: bool = ...,
) -> tuple[list[_Element | None], dict[int, tuple[str, str]], dict[_Element, int]]: ...

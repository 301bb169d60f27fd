from collections.abc import Callable
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.page.columns.columns import Columns
from scrapy_denoise.page.compiled import PageStatements, RenderedDomMatch
from scrapy_denoise.page.dom.element import Element

# walk.pxi

def tag_hash(name: str) -> int: ...
def walk(
    root: Element,
    normalise: Callable[[str], str],
    max_rows: int,
    reveal: bool = ...,
    drawn: RenderedDomMatch | None = ...,
    with_hidden: bool = ...,
    statements: PageStatements | None = ...,
) -> tuple[bytes, bytes, bytes, bytes, bytes, bytes, tuple[str, ...], tuple[int, ...]]: ...
def name_hash(name: str) -> int: ...

# elements.pxi

class ElementRequest(IntEnum):
    WANTED = 1
    WITH_ATTRIBUTES = 2
    WITH_NUMBERS = 3
    DATING = 4
    SIGNING = 5
    HEADING = 6
    DATING_POST = 7
    RATING = 8

def elements(
    root: Element, columns: Columns, wanted: NDArray[np.bool_ | np.uint8] | None = ...
) -> list[Element | None]: ...
def elements_with(elements: list[Element | None], request: int) -> NDArray[np.bool_]: ...
def rows_of_elements(root: Element, columns: Columns, sought: list[Element]) -> dict[Element, int]: ...
def links(root: Element, columns: Columns) -> dict[int, tuple[str, str]]: ...
def code_lengths(root: Element, columns: Columns) -> list[int]: ...

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.blocks.features.class_names import ClassIdPairs
from scrapy_denoise.page import Page

def bits_of(needed: str) -> int: ...

class KeptRows:
    page: Page
    kept: NDArray[np.bool_]
    any: bool
    has: int

    def __init__(self, page: Page, kept: NDArray[np.bool_]) -> None: ...
    def structures_of(self, tag: int) -> list[int]: ...
    def texts_of(self, rows: list[int] | NDArray[np.bool_]) -> NDArray[np.bool_]: ...
    def texts_of_blocks(self, blocks: list[int]) -> NDArray[np.bool_]: ...
    def pairs_of_kept(self, names: ClassIdPairs, pairs: list[int]) -> list[int]: ...
    def text_of_block(self, block: int) -> str: ...

class BlockBehind:
    def __init__(self, firsts: bytes, most: int) -> None: ...
    def last_kept(self, part: KeptRows) -> list[int]: ...

class Step:
    find: Callable[[KeptRows], Any]
    then: Callable[[KeptRows, Any], list[int] | NDArray[np.bool_]] | None
    needed: str

    def __init__(
        self,
        find: Callable[[KeptRows], Any],
        then: Callable[[KeptRows, Any], list[int] | NDArray[np.bool_]] | None = None,
        *,
        needed: str = "",
    ) -> None: ...

def first_found(
    steps: tuple[Step, ...], number: int, part: KeptRows
) -> tuple[int, list[int] | NDArray[np.bool_]] | None: ...
def all_found(steps: tuple[Step, ...], part: KeptRows) -> list[list[int] | NDArray[np.bool_]]: ...

import re

from numpy import uint32
from numpy.typing import NDArray

from scrapy_denoise.page import Page
from scrapy_denoise.page.columns.columns import Columns
from scrapy_denoise.page.dom.name_matcher import ExactWords, NameWords

FAMILIES: tuple[str, ...]
INGREDIENT: str
BOXES: tuple[str, ...]
NOTES: tuple[str, ...]
CODE_BOXES: tuple[str, ...]
BACK_LINKS: tuple[str, ...]
MODULES: tuple[str, ...]
DECKS: tuple[str, ...]
TABS: tuple[str, ...]
DOCUMENTATION: tuple[str, ...]
MEMBERS: tuple[str, ...]

class ClassIdPairs:
    screen_reader_pairs: list[int]
    modules: list[int]
    decks: list[int]
    quotes: list[int]
    product_parts: list[int]
    def __init__(self, columns: Columns) -> None: ...
    def __getitem__(self, pair: int) -> bytes: ...
    def class_of(self, pair: int) -> bytes: ...
    def matching(self, families: int, words: NameWords, pattern: re.Pattern[bytes]) -> list[int]: ...
    def rows_with(self, words: ExactWords, ids: bool = True, among: list[int] | None = None) -> list[list[int]]: ...
    def has_family(self, family: str) -> bool: ...
    def rows_of(self, pairs: list[int]) -> list[int]: ...
    def row_families(self) -> NDArray[uint32]: ...

def bit_of(family: str) -> int: ...
def class_id_pairs(page: Page) -> ClassIdPairs: ...
def name_families(page: Page) -> NDArray[uint32]: ...

import re
from collections.abc import Iterable, Sequence, Set
from typing import Any, Literal, TypeVar

import numpy as np
from numpy import bool_
from numpy.typing import NDArray

from scrapy_denoise.blocks.text_blocks import TextBlocks
from scrapy_denoise.page import Page
from scrapy_denoise.page.columns.columns import Columns
from scrapy_denoise.page.dom.element import Element

# _data_tables.pxi

def shaped_as_data(columns: Columns, tables: Sequence[int], layout: NDArray[bool_], long_cell: int) -> list[int]: ...
def stands_in_data(columns: Columns, position: int, layout: NDArray[bool_], long_cell: int) -> bool: ...

# decks.pxi

def head_blocks(page: Page) -> HeadBlocks | Literal[False]: ...

class HeadBlocks:
    def __init__(self, columns: Columns, blocks: TextBlocks, *titles: str) -> None: ...
    def find_decks(self, stated: frozenset[str], rows: list[int]) -> bool: ...
    def decks(self, kept: NDArray[bool_], leads: bool) -> list[tuple[int, int]]: ...
    def that_say(self, stated: frozenset[str]) -> list[int]: ...

# fast_attrs.pxi

T = TypeVar("T")

def instances(cls: type[T], names: tuple[str, ...], rows: Iterable[tuple[Any, ...]]) -> list[T]: ...
def instance(cls: type[T], names: tuple[str, ...], values: tuple[Any, ...]) -> T: ...

class Record:
    __slots__ = ()
    __match_args__: tuple[str, ...]

# beginnings.pxi

class Beginnings:
    def __init__(self, known: Iterable[str], labels: Iterable[str]) -> None: ...

# known_keys.pxi

class KnownKeys:
    keys: frozenset[str]
    def __init__(self, keys: Set[str]) -> None: ...
    def may_have(self, text: str) -> bool: ...

# short_titles.pxi

def short_titles(page: Page) -> list[tuple[int, int, int, str]]: ...

# urls.pxi

MAX_ADDRESS: int

class Addresses:
    of_elements: dict[Element, str]
    def __init__(self, base: str | None) -> None: ...
    def link(self, href: str | None) -> str: ...
    def resource(self, src: str | None) -> str: ...
    def page(self, href: str | None) -> str: ...

def is_whole(address: str) -> bool: ...
def page_addresses(page: Page) -> Addresses: ...
def web_links(page: Page) -> tuple[NDArray[np.intp], list[str], list[str]]: ...

# xml_chars.pxi

NOT_XML: re.Pattern[str]

def has_not_xml(text: bytes) -> bool: ...

import re
from collections.abc import Iterable, Mapping

from numpy import uint32
from numpy.typing import NDArray

from scrapy_denoise.page import Page
from scrapy_denoise.page.columns.columns import Columns
from scrapy_denoise.page.compiled import ExactWords, NameWords

# _url_features.pxi

ADDRESS_WORDS: dict[str, list[str]]
ADDRESS_KINDS: tuple[str, ...]

class AddressWords:
    def __init__(self, kinds: Mapping[str, Iterable[str]], thread: Iterable[str]) -> None: ...
    def kinds_of_path(self, url: str) -> int: ...
    def may_be_thread(self, url: str) -> bool: ...

# class_names.pxi

FAMILIES: tuple[str, ...]
INGREDIENT: str
NOTES: tuple[str, ...]
CODE_BOXES: tuple[str, ...]
MODULES: tuple[str, ...]
DECKS: tuple[str, ...]
REVIEWS: list[str]
DOCUMENTATION: tuple[str, ...]
BREADCRUMBS: tuple[str, ...]
DATE_NAMES: dict[str, str]
PEOPLE: dict[str, str]

class ClassIdPairs:
    screen_reader_pairs: list[int]
    modules: list[int]
    decks: list[int]
    quotes: list[int]
    reviews: list[int]
    tags: list[int]
    breadcrumbs: list[int]
    dates: list[int]
    people: list[int]
    def __init__(self, columns: Columns) -> None: ...
    def __getitem__(self, pair: int) -> bytes: ...
    def class_of(self, pair: int) -> bytes: ...
    def without(self, families: int, words: NameWords, pattern: re.Pattern[bytes]) -> list[int]: ...
    def rows_of_class(self, words: NameWords) -> list[int]: ...
    def rows_of_classes(self, words: NameWords, among: list[int] | None = None) -> list[list[int]]: ...
    def stand_within(self, rows: list[int], pairs: list[int], levels: int) -> list[bool]: ...
    def rows_with(self, words: ExactWords, ids: bool = True, among: list[int] | None = None) -> list[list[int]]: ...
    def has_family(self, family: str) -> bool: ...
    def rows_of(self, pairs: list[int]) -> list[int]: ...
    def row_families(self) -> NDArray[uint32]: ...

def bit_of(family: str) -> int: ...
def class_id_pairs(page: Page) -> ClassIdPairs: ...
def name_families(page: Page) -> NDArray[uint32]: ...

# context.pxi

CONTEXT: list[str]

def in_context(
    columns: Columns, table: bytes, block_columns: bytes, scores: bytes, known: bytes | None = None
) -> tuple[bytes, bytes] | None: ...
def averaged(first: bytes, second: bytes, left: bytes) -> bytes: ...

# measures.pxi

COUNTED: tuple[str, ...]
KINDS: dict[str, str]

# features.pxi

NAMES: list[str]

def block_features(
    columns: Columns,
    nodes: bytes,
    names: ClassIdPairs,
    address: bytes,
) -> tuple[bytes, bytes, bytes]: ...

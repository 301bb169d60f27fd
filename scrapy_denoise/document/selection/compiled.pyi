from collections.abc import Callable, Container
from enum import IntEnum
from typing import Any

import numpy as np
from numpy import bool_
from numpy.typing import NDArray

from scrapy_denoise.blocks.features.compiled import ClassIdPairs
from scrapy_denoise.document.source.compiled import KnownKeys
from scrapy_denoise.page import Page
from scrapy_denoise.page.columns.columns import Columns

# _body.pxi

def set_types_of_body(
    types: NDArray[np.uint8], kept: NDArray[np.bool_], fields: NDArray[np.uint8], beside: NDArray[np.bool_]
) -> None: ...
def split_head_fields(
    page: Page, kept: NDArray[bool_], keep: Container[str], unsure: bool = False
) -> tuple[bytes, bytes] | None: ...
def changed_chars(
    columns: Columns, before: NDArray[bool_], after: NDArray[bool_], fields: NDArray[np.uint8] | None, removed: int
) -> tuple[int, int, int]: ...

# kept_rows.pxi

def bits_of(needed: str) -> int: ...

class KeptRows:
    page: Page
    kept: NDArray[np.bool_]
    any: bool
    has: int

    def __init__(self, page: Page, kept: NDArray[np.bool_]) -> None: ...
    def structures_of(self, tag: int, kept: bool = False) -> list[int]: ...
    def texts_of(self, rows: list[int] | NDArray[np.bool_]) -> NDArray[np.bool_]: ...
    def pairs_of_kept(self, names: ClassIdPairs, pairs: list[int]) -> list[int]: ...

class Step:
    name: str
    kind: str
    measure: str
    on: bool
    find: Callable[[KeptRows], Any]
    then: Callable[[KeptRows, Any], list[int] | NDArray[np.bool_]] | None
    needed: str
    within: bytes
    whole: bool

    def __init__(
        self,
        name: str,
        kind: str,
        find: Callable[[KeptRows], Any],
        then: Callable[[KeptRows, Any], list[int] | NDArray[np.bool_]] | None = None,
        *,
        needed: str = "",
        within: bytes = b"",
        whole: bool = False,
        measure: str = "f1",
    ) -> None: ...

def first_found(
    steps: tuple[Step, ...], number: int, part: KeptRows
) -> tuple[int, list[int] | NDArray[np.bool_]] | None: ...
def all_found(steps: tuple[Step, ...], part: KeptRows) -> list[tuple[Step, list[int] | NDArray[np.bool_]]]: ...

# codes.pxi

def codes(part: KeptRows) -> list[int]: ...
def boxed_codes(part: KeptRows) -> list[int]: ...
def copied_codes(part: KeptRows) -> list[int]: ...

# _completion.pxi

MAX_LIST_LINE: int

def leads(part: KeptRows) -> list[int]: ...
def tables(part: KeptRows) -> list[int]: ...
def linked_lists(part: KeptRows) -> list[int]: ...
def lists(part: KeptRows) -> list[int]: ...
def lines_above(part: KeptRows, titles: KnownKeys) -> list[int]: ...
def headings(part: KeptRows, linked: float = 1) -> list[int]: ...
def described_lists(part: KeptRows) -> list[int]: ...
def terms(part: KeptRows) -> list[int]: ...

# _field_lists.pxi

class FieldLists:
    def __init__(self, columns: Columns) -> None: ...
    def cut(self, kept: NDArray[np.bool_]) -> list[int]: ...
    def fields(self) -> NDArray[np.bool_]: ...

# _lists.pxi

def linked_chars(
    columns: Columns, kept: NDArray[np.bool_], scores: NDArray[np.float32] | None = None, least: float = 0
) -> tuple[int, int, int, int, int]: ...

# _modules.pxi

def module_candidates(
    part: KeptRows,
) -> tuple[list[int], list[tuple[int, int]], list[tuple[int, int, str]]] | None: ...
def small_elements(part: KeptRows, rows: list[int]) -> list[int]: ...

# _recipes.pxi

class Beginnings:
    def __init__(self, beginnings: NDArray[np.uint8]) -> None: ...
    def positions(self, part: KeptRows) -> list[int]: ...
    def may_be(self, part: KeptRows, families: int) -> tuple[bool, list[int]] | None: ...

# _repeats.pxi

_Numbers = NDArray[np.intp]

class Inside(IntEnum):
    NOTHING = ...
    WHOLE = ...
    CODE = ...

MIN_BLOCK: int

def repeated_texts(
    part: KeptRows, least: int = ...
) -> tuple[_Numbers, _Numbers, _Numbers, _Numbers, _Numbers] | None: ...

# _unread.pxi

def line_numbers(part: KeptRows) -> list[int]: ...
def screen_reader_rows(part: KeptRows, rows: list[int], longest: int, cells: NDArray[np.bool_]) -> list[int]: ...
def permalink_marks(part: KeptRows) -> list[int]: ...

class LinesInPlaces:
    def __init__(
        self, families: int, words: KnownKeys, worded: NDArray[np.bool_], stated: NDArray[np.bool_]
    ) -> None: ...
    def find(self, part: KeptRows) -> list[tuple[int, int, bool, bool, bool, str]]: ...

def kept_screen_reader_pairs(part: KeptRows) -> list[int]: ...

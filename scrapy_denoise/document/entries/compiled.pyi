from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.document.entries.link_paths import LinkPaths
from scrapy_denoise.document.entries.records import Records
from scrapy_denoise.document.source.compiled import Beginnings
from scrapy_denoise.page.columns.columns import Columns
from scrapy_denoise.page.compiled import ExactWords
from scrapy_denoise.page.dom.element import Element

# _link_paths.pxi

_Numbers = NDArray[np.int64]
_Hashes = NDArray[np.uint64]

def at_paths(
    sums: RowSums, rows: _Numbers, addresses: _Numbers, paths: _Hashes, order: _Numbers
) -> tuple[_Numbers, _Numbers, _Numbers, _Numbers, _Numbers]: ...
def several_of_each(
    sums: RowSums, path: _Hashes, links: _Numbers, firsts: _Numbers, starts: _Numbers, stops: _Numbers
) -> list[list[list[int]]]: ...
def record_ends(sums: RowSums, path: _Hashes, firsts: _Numbers, starts: _Numbers, stops: _Numbers) -> _Numbers: ...
def numbered(values: list[str]) -> _Numbers: ...
def leading_elsewhere(
    rows: _Numbers, urls: list[str], known: set[str], own: str, sharing: ExactWords
) -> tuple[_Numbers, list[str]]: ...
def with_other_text(columns: Columns, chars: _Numbers) -> _Numbers: ...

# _records.pxi

_Rows = NDArray[np.int64]

class RowSums:
    def __init__(self, columns: Columns, families: NDArray[np.uint32]) -> None: ...
    def texts_of(self, rows: _Rows) -> list[str]: ...
    def take(self, firsts: _Rows, ends: _Rows) -> None: ...
    def are_free(self, firsts: _Rows, ends: _Rows) -> NDArray[np.bool_]: ...
    def is_free(self, first: int, end: int) -> bool: ...
    def beside(self, links: _Rows, firsts: _Rows, ends: _Rows, others: _Rows) -> tuple[list[tuple[int, int]], bool]: ...
    def without_menus(self, firsts: _Rows, ends: _Rows) -> _Rows: ...

# bounds.pxi

def record_bounds(
    sums: RowSums, path: NDArray[np.uint64], links: _Rows, firsts: _Rows, ends: _Rows
) -> tuple[_Rows, _Rows]: ...

# _list_weights.pxi

HALF: float

class PathEvidence:
    def __init__(self, sums: RowSums, links: LinkPaths) -> None: ...
    def weights(
        self,
        until: int,
        headlines: Callable[[int], bool],
        priced: Callable[[int], bool],
        unlike: Callable[[int], bool],
    ) -> NDArray[np.float64]: ...

# labels.pxi

def are_labels(
    columns: Columns,
    path: _Hashes,
    rows: _Numbers,
    lists: _Numbers,
    sizes: _Numbers,
    links: _Numbers,
    urls: list[str],
) -> NDArray[np.bool_]: ...

# record_lines.pxi

def record_lines(
    columns: Columns, wanted: NDArray[np.uint8], firsts: NDArray[np.intp], lasts: NDArray[np.intp]
) -> list[list[str]]: ...

# _entry_text.pxi

_Flags = NDArray[np.uint8]

def entry_texts_of(
    sums: RowSums, records: Records, path: _Hashes, links: _Numbers, urls: list[str], numbers: _Flags
) -> NDArray[np.bool_]: ...
def marks_among(sums: RowSums, positions: _Numbers) -> dict[int, str]: ...
def page_number_links(sums: RowSums, records: Records, links: _Numbers, urls: list[str]) -> list[tuple[int, int]]: ...

# _record_elements.pxi

def element_rows(sums: RowSums, firsts: _Rows, ends: _Rows, most: int, tag: int = ...) -> _Rows: ...
def with_elements(rows: _Rows, elements: list[Element | None]) -> _Rows: ...
def digits_of(sums: RowSums, firsts: _Rows, ends: _Rows) -> NDArray[np.uint8]: ...
def known_texts(
    sums: RowSums, known: Beginnings, begins: _Rows, stops: _Rows, chars: int, most: int
) -> list[tuple[int, int]]: ...

# _section_headings.pxi

def lines_before(sums: RowSums, records: Records, chars: int) -> _Rows: ...
def in_headings(sums: RowSums, links: _Rows) -> tuple[_Rows, _Rows]: ...

# _titles.pxi

MAX_ROWS: int
MAX_TITLE: int

class TitleRows:
    def __init__(
        self,
        sums: RowSums,
        records: Records,
        links: _Numbers,
        urls: list[str],
        texts_read: _Flags,
        families: NDArray[np.uint32],
    ) -> None: ...
    def text(self, number: int) -> str: ...
    def title_row(self, number: int) -> int: ...
    def is_beside_code(self, number: int) -> bool: ...

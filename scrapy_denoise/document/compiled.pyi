from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.blocks.features.compiled import ClassIdPairs
from scrapy_denoise.page import Page
from scrapy_denoise.page.columns.columns import Columns

# _fingerprint.pxi

def word_lines(text: str) -> list[str]: ...
def lower_words(text: str) -> str: ...
def first_words(words: str, most: int) -> tuple[str, int, int]: ...
def shingles(words: str, length: int, lines: list[str], least: int) -> tuple[list[str], list[str], int]: ...

# _identity.pxi

def cell_texts(columns: Columns, kept: NDArray[np.bool_], fields: NDArray[np.bool_]) -> list[str]: ...

# block_list/_block_table.pxi

def group(columns: Columns, chosen: NDArray[np.uint8]) -> tuple[bytes, bytes]: ...
def element_rows(columns: Columns, positions: NDArray[np.intp], starts: NDArray[np.intp]) -> bytes: ...
def texts(columns: Columns, positions: NDArray[np.intp], starts: NDArray[np.intp]) -> list[str]: ...
def longest(columns: Columns, positions: NDArray[np.intp], starts: NDArray[np.intp]) -> bytes: ...
def lengths(
    columns: Columns, positions: NDArray[np.intp], starts: NDArray[np.intp]
) -> tuple[list[int], list[float]]: ...

# block_list/xpath.pxi

MAX_STEPS: int
MAX_COUNTED: int

class XPaths:
    def __init__(self, page: Page) -> None: ...
    def xpath(self, row: int) -> str: ...

def node_test(name: str) -> str | None: ...

# links/_link_kinds.pxi

class LinkClassifier:
    def __init__(
        self,
        columns: Columns,
        url: str,
        families: NDArray[np.uint32],
        chars: NDArray[np.int64],
        kept: NDArray[np.uint8],
        related: NDArray[np.uint8],
        types: NDArray[np.uint8],
        nav: NDArray[np.float32],
        footer: NDArray[np.float32],
        is_list: bool,
        topical: bool,
    ) -> None: ...
    def classify(
        self,
        rows: NDArray[np.intp],
        firsts: NDArray[np.intp],
        lasts: NDArray[np.intp],
        in_main: NDArray[np.uint8],
        in_series: NDArray[np.uint8],
        urls: list[str],
        texts: list[str],
        rels: list[str],
    ) -> list[str]: ...

def is_headline(label: str) -> bool: ...

# links/_links.pxi

def lines_of(
    columns: Columns, kept: NDArray[np.uint8], firsts: NDArray[np.intp], lasts: NDArray[np.intp]
) -> list[str]: ...

# links/_series.pxi

END: str
ARTICLE: str
PREVIOUS: str
NEXT: str
DIRECTIONS: dict[str, str]
MORE: tuple[str, ...]

def telling_links(
    texts: list[str], rels: list[str], around: str, of_rel: Callable[[str], str]
) -> list[tuple[int, str, str, str, bool]]: ...
def direction_of(label: str, around: str) -> str: ...

# links/address_kinds.pxi

def address_kind(url: str) -> str: ...

# links/record_links.pxi

def links_of_each(
    records: list[list[int]], urls: list[str], texts: NDArray[np.uint32], chars: NDArray[np.int64]
) -> list[list[int]]: ...

# links/sentences.pxi

def in_sentences(columns: Columns, links: NDArray[np.intp]) -> bool: ...

# pictures/_pictures.pxi

class ImagePlaces:
    first: int
    last: int
    def __init__(
        self,
        columns: Columns,
        kept: NDArray[np.bool_],
        pairs: ClassIdPairs,
        beside: int,
        misread: list[tuple[int, int]],
    ) -> None: ...
    def heading_before(self, first: int) -> int: ...
    def with_figures(self, first: int, last: int) -> tuple[int, int]: ...
    def before(self, first: int) -> list[int]: ...
    def around(self) -> list[int]: ...
    def between(self, first: int, last: int, heading: int) -> tuple[list[int], list[int]]: ...
    def is_beside(self, row: int) -> bool: ...
    def is_in_kept(self, row: int) -> bool: ...

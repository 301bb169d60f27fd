from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

import numpy as np
from lxml.etree import _Element
from numpy.typing import NDArray

from scrapy_denoise.page.columns.columns import Buffer

# _signature.pxi

def check_signature_layout(nodes: Buffer, texts: Buffer) -> None: ...
def signature_columns(hash_columns: bytes, n_bins: int, deepest: int) -> tuple[bytes, bytes, bytes, int, int]: ...
def jaccard_similarities(
    minima: NDArray[np.uint32], others: NDArray[np.uint32], found: NDArray[np.float64]
) -> None: ...
def ancestor_paths(nodes: bytes, text_hashes: bytes, levels: int) -> bytes: ...
def fingerprints16(text_hashes: bytes) -> bytes: ...

# columns/_columns.pxi

def check_layout(hashes: Any, tree: Any) -> None: ...
def subtree_sums(end: NDArray[np.int32], values: NDArray[np.uint8], into: NDArray[np.int64]) -> None: ...
def mark_subtrees(end: NDArray[np.int32], rows: NDArray[np.int64], into: NDArray[np.uint8]) -> None: ...

# columns/tag_lookup.pxi

def hash_of_tag(code: int) -> int: ...

# dom/having.pxi

def find_first(root: _Element, name: bytes) -> _Element | None: ...
def elements_with_seconds(root: _Element, most: int) -> list[_Element]: ...
def text_nodes(root: _Element, most: int, most_elements: int) -> list[str]: ...
def head_comments_have(root: _Element, text: bytes, most: int) -> bool: ...
def named_around(root: _Element, words: tuple[bytes, ...]) -> bool: ...
def scripts_give(root: _Element, word: bytes) -> bool: ...
def scripts_naming(root: _Element, words: tuple[bytes, ...], most: int) -> list[_Element]: ...

# dom/name_matcher.pxi

class NameWords:
    def __init__(self, families: Mapping[str, str]) -> None: ...
    def counts_in(self, names: bytes) -> tuple[list[int], int]: ...
    def may_be_in(self, text: str) -> bool: ...

class ExactWords:
    n: int
    def __init__(self, kinds: Mapping[str, Iterable[bytes]]) -> None: ...
    def are_in(self, text: bytes) -> bool: ...

# dom/program_places.pxi

class ProgramPlaces:
    scripts: list[tuple[str, str]]
    attributes: list[list[tuple[str, str]]]
    items: list[_Element]
    lists: list[str]
    def __init__(self, root: _Element, words: ExactWords, names: ExactWords) -> None: ...

# markup/attribute_count.pxi

def most_attributes(markup: bytes) -> int: ...

# markup/byte_scan.pxi

def count_plain(body: bytes) -> int: ...
def has_control_bytes(head: bytes) -> bool: ...

# markup/markup_end.pxi

def chars_behind_end(markup: bytes) -> int: ...

# markup/replacements.pxi

def count_replacements(text: bytes) -> int: ...

# markup/thread_names.pxi

def forget_names() -> None: ...

# native/bool_array.pxi

def any_set(flags: NDArray[np.bool_]) -> bool: ...

# native/memoized.pxi

T = TypeVar("T")

class Memoized:
    def cached(self, compute: Callable[[Any], T]) -> T: ...

def cached_get(attribute: Any, instance: object | None, owner: type[Any] | None = None) -> Any: ...

# rendering/_rendered.pxi

def read_numbers(data: str, width: int) -> NDArray[np.int32]: ...
def check_elements(elements: NDArray[np.int32], tag: int, tags: int, left: int) -> bool: ...

# rendering/dom_match.pxi

TRUST_MARKUP: int
NOT_DRAWN: int
HIDDEN_ROW: int

class RenderedDomMatch:
    matched: int
    count: int
    hidden_parts: int
    def __init__(
        self, root: _Element, tags: dict[str, int], drawn: NDArray[np.int32], hidden: NDArray[np.uint8]
    ) -> None: ...
    def hide(self, hidden: NDArray[np.uint8]) -> None: ...
    def rows(self) -> NDArray[np.int32]: ...
    def row_values(self, elements: NDArray[np.int32], first: int, missing: int) -> NDArray[np.int32]: ...

# structured_data/_json_ld.pxi

Object = dict[str, Any]

def gathered(
    scripts: Iterable[Any], most: int, types_of: Callable[[Object], tuple[str, ...]]
) -> tuple[list[Object], dict[str, Object], dict[str, list[Object]]]: ...

# structured_data/elements.pxi

class StatedElements:
    homes: list[_Element]
    times: list[_Element]
    noscripts: list[_Element]
    def __init__(
        self, root: _Element | None = ..., homes: frozenset[str] = ..., most: int = ..., anchors: int = ...
    ) -> None: ...

# text/whitespace.pxi

def collapse_whitespace(text: str) -> str: ...

# structured_data/open_graph.pxi

class StatedHead:
    @property
    def title(self) -> str: ...
    descriptions: list[str]

# structured_data/statements.pxi

DISCUSSIONS: tuple[bytes, ...]
QUESTION: bytes
QUESTIONS: bytes
ARTICLE_BODY: bytes
PRODUCT: bytes
VACANCY: bytes
RATED: bytes
RATING: bytes
REVIEW: bytes

Meta = dict[str, list[str]]

class PageStatements:
    base: str | None
    types: set[bytes]
    words: set[bytes]
    links: list[tuple[str, str, str]]
    names_author: bool
    has_displaced: bool
    head: StatedHead
    told: Meta
    def __init__(self, root: _Element | None = ..., most: int = ..., walked: bool = ...) -> None: ...
    @property
    def has_properties(self) -> bool: ...
    def scripts(self, most: int) -> list[_Element]: ...
    def properties(self, most: int) -> list[_Element]: ...
    def item_types(self, most: int) -> list[tuple[str, str]]: ...
    def meta(self) -> Meta: ...

# text/_words.pxi

def split_scripts(text: str, min_letters: int, min_han: int, max_han: int) -> tuple[list[str], list[str]]: ...

# text/arabic.pxi

def has_forms(text: str) -> bool: ...
def is_uyghur(text: str) -> bool: ...

# text/controls.pxi

CONTROLS: str

def has_controls(text: str) -> bool: ...
def without_controls(text: str) -> str: ...

# text/date_scan.pxi

def date_span(line: str) -> tuple[int, int] | None: ...
def may_have_day(line: str) -> bool: ...
def count_words(line: str, start: int, stop: int) -> int: ...

# text/match_key.pxi

def match_key(text: str) -> str: ...

# title/separators.pxi

def separators(text: str, from_name: bool = True) -> list[tuple[int, int]]: ...
def declared_parts(declared: str, from_name: bool = False) -> list[str]: ...

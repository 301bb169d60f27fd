from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.document.nodes import Block, Inline, Mark, Math, Picture
from scrapy_denoise.document.source.compiled import Addresses
from scrapy_denoise.document.tree.tex import TexInText
from scrapy_denoise.page.columns.columns import Columns
from scrapy_denoise.page.dom.element import Element

# formula.pxi

class Formulas:
    def __init__(self, columns: Columns, chosen: NDArray[np.bool_], elements: list[Element | None]) -> None: ...
    def find(self, row: int) -> Math | None: ...

# inline.pxi

Open: TypeAlias = tuple[str, str, int]
Run: TypeAlias = tuple[tuple[Open, ...], Inline]

def nested(runs: list[Run]) -> tuple[Inline, ...]: ...
def marked(words: str, marks: tuple[Open, ...]) -> tuple[Inline, ...]: ...
def shared(one: tuple[Open, ...], other: tuple[Open, ...]) -> tuple[Open, ...]: ...
def words_of(nodes: tuple[Inline, ...], quoted: bool = False) -> str: ...
def quotation_mark(quotation: Mark, before: str) -> str: ...

# node_stack.pxi

MAX_DEPTH: int
KINDS: dict[int, str]
MARKS: dict[int, str]

class NodeStack:
    apart: bool
    def __init__(
        self, columns: Columns, links: dict[int, tuple[str, str]], addresses: Addresses, tex: TexInText | None = None
    ) -> None: ...
    def feed(
        self,
        rows: NDArray[np.int64],
        texts: NDArray[np.uint8],
        special: NDArray[np.bool_],
        others: Callable[[int, int], None],
    ) -> None: ...
    def open(self, row: int, code: int, kind: str, details: dict[str, Any] | None = None) -> None: ...
    def mark(self, row: int, name: str, url: str = "") -> None: ...
    def link(self, row: int) -> None: ...
    def finish(self) -> tuple[Block, ...]: ...
    def text(self, row: int) -> None: ...
    def check(self, checked: bool) -> None: ...
    def block(self, block: Block) -> None: ...
    def picture(self, row: int, picture: Picture, alone: bool) -> None: ...
    def formula(self, row: int, formula: Math) -> None: ...
    def in_caption(self) -> bool: ...

# structural_rows.pxi

def rows_with_element(columns: Columns, elements: list[Element | None]) -> list[int]: ...
def rows_needing_element(
    columns: Columns, elements: list[Element | None], texts: NDArray[np.uint8], others: list[int]
) -> NDArray[np.bool_]: ...
def event_rows(
    columns: Columns,
    texts: NDArray[np.intp],
    pictures: NDArray[np.intp],
    needed: NDArray[np.uint8],
    tables: Sequence[int],
    framed: Sequence[int],
    first: int,
    last: int,
    chosen: NDArray[np.uint8],
) -> NDArray[np.int64]: ...

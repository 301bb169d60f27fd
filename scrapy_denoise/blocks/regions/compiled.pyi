from collections.abc import Iterable

from numpy import bool_
from numpy.typing import NDArray

from scrapy_denoise.blocks.features.compiled import ClassIdPairs
from scrapy_denoise.page import Page
from scrapy_denoise.page.columns.columns import Columns

# _boilerplate.pxi

CODES: dict[str, int]

class HashedNames:
    def __init__(self, names: Iterable[str]) -> None: ...

class RegionWords:
    def __init__(
        self,
        *,
        comment_names: HashedNames,
        comment_ids: HashedNames,
        comment_titles: HashedNames,
        consent_names: HashedNames,
        accept: HashedNames,
        reject: HashedNames,
        consent_words: tuple[bytes, ...],
        related_titles: HashedNames,
        signature_names: HashedNames,
        signature_lines: HashedNames,
    ) -> None: ...

def parts_to_ask(columns: Columns, most: int, least: int) -> tuple[list[int], int, list[tuple[int, int, int]]]: ...
def mark_regions(columns: Columns, words: RegionWords, pairs: ClassIdPairs, thread: bool) -> bytes | None: ...
def blocks_in_regions(marks: bytes, columns: Columns, block_columns: bytes, kinds: int) -> bytes | None: ...

# _captions.pxi

def caption_rows(
    names: ClassIdPairs, max_caption: int, max_beside: int, levels: int, max_named: int
) -> tuple[list[int], list[int], list[tuple[int, int]]]: ...

# article_head.pxi

def head_lines(page: Page, kept: NDArray[bool_]) -> list[tuple[int, int, str]]: ...

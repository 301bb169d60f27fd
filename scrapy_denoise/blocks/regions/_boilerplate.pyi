from collections.abc import Iterable

from scrapy_denoise.blocks.features.class_names import ClassIdPairs
from scrapy_denoise.page import Columns

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
        related_titles: HashedNames,
        signature_names: HashedNames,
        signature_lines: HashedNames,
    ) -> None: ...

def mark_regions(columns: Columns, words: RegionWords, pairs: ClassIdPairs, thread: bool) -> bytes | None: ...
def blocks_in_regions(marks: bytes, columns: Columns, block_columns: bytes, kinds: int) -> bytes | None: ...

from collections.abc import Iterable

from scrapy_denoise.blocks.features.class_names import ClassIdPairs
from scrapy_denoise.page import Columns

CODES: dict[str, int]

class Names:
    def __init__(self, names: Iterable[str]) -> None: ...

def mark(
    columns: Columns,
    comment_names: Names,
    comment_ids: Names,
    comment_titles: Names,
    consent_names: Names,
    related_titles: Names,
    signature_names: Names,
    signature_lines: Names,
    pairs: ClassIdPairs,
    thread: bool,
) -> bytes | None: ...
def marked(marks: bytes, columns: Columns, of_blocks: bytes, kinds: int) -> bytes | None: ...

from collections.abc import Iterable

from numpy import int32, uint32
from numpy.typing import NDArray

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
    families: NDArray[uint32],
) -> bytes | None: ...
def marked(marks: bytes, columns: Columns, first: NDArray[int32], kinds: int) -> bytes | None: ...

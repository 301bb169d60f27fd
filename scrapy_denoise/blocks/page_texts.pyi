from collections.abc import Mapping
from typing import Generic, TypeVar

from scrapy_denoise.page.columns.columns import Columns

T = TypeVar("T")

def priced_rows(columns: Columns, most: int) -> list[int]: ...

class Labels(Generic[T]):
    def __init__(self, known: Mapping[bytes, T], marks: bytes) -> None: ...
    def in_text(self, text: bytes) -> list[T]: ...

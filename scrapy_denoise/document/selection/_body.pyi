from collections.abc import Container

from numpy import bool_
from numpy.typing import NDArray

from scrapy_denoise.page import Columns, Page

def split_head_fields(
    page: Page, kept: NDArray[bool_], keep: Container[str], unsure: bool = False
) -> tuple[bytes, bytes] | None: ...
def kept_chars(columns: Columns, kept: NDArray[bool_], enough: int) -> int: ...

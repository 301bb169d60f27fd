from collections.abc import Sequence

from scrapy_denoise.page import Columns

def caption_rows(
    columns: Columns, named: Sequence[int], max_caption: int, max_beside: int, levels: int, max_named: int
) -> tuple[list[int], list[int], list[tuple[int, int]]]: ...

from scrapy_denoise.document.selection.kept_rows import KeptRows
from scrapy_denoise.document.source.known_keys import KnownKeys
from scrapy_denoise.page.columns.arrays import BoolArray

def titled_links(part: KeptRows, titles: KnownKeys, longest: int) -> list[tuple[int, str]]: ...
def titled_parts(part: KeptRows, nodes: bytes, titles: list[tuple[int, int]]) -> list[tuple[int, int, int]]: ...
def left_out_parts(
    part: KeptRows,
    reviews: list[int],
    others: list[int],
    parts: list[tuple[int, int, int]],
    quotes: tuple[str, ...],
) -> tuple[BoolArray, BoolArray]: ...
def kept_in_buttons(part: KeptRows, several: int) -> bool: ...

from scrapy_denoise.blocks.text_blocks import TextBlocks
from scrapy_denoise.page.columns.arrays import BoolArray
from scrapy_denoise.page.columns.columns import Columns

class ElementSums:
    def __init__(self, columns: Columns, pictures: BoolArray, headings: BoolArray) -> None: ...
    def elements(self, counted: tuple[int, ...], inside: tuple[int, ...], unlinked: int) -> list[float]: ...
    def siblings(
        self, least: int, fewest: int, most: float, few: float, prices: list[int], dates: list[int]
    ) -> list[float]: ...

def block_sums(
    columns: Columns,
    blocks: TextBlocks,
    container: int,
    record: float,
    paragraph: float,
    long_one: float,
    linked: float,
    close: int,
    shown: int,
    beside: tuple[int, ...],
) -> tuple[list[float], list[float], list[float]]: ...
def longest_block(columns: Columns, blocks: TextBlocks, links: int, linked: float) -> int: ...
def blocks_with(columns: Columns, blocks: TextBlocks, feature: int, most: int) -> list[int]: ...

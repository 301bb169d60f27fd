from scrapy_denoise.blocks.text_blocks import TextBlocks
from scrapy_denoise.page.columns.arrays import BoolArray
from scrapy_denoise.page.columns.columns import Columns

class ElementSums:
    def __init__(self, columns: Columns, pictures: BoolArray, headings: BoolArray) -> None: ...
    def counts(self, counted: tuple[int, ...]) -> list[int]: ...
    def inside(self, codes: tuple[int, ...]) -> list[tuple[int, int]]: ...
    def of_page(self) -> tuple[int, int, int, int]: ...
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
) -> tuple[list[float], list[float]]: ...
def blocks_with(columns: Columns, blocks: TextBlocks, feature: int, most: int) -> list[int]: ...

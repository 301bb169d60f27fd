from scrapy_denoise.page.columns.arrays import BoolArray
from scrapy_denoise.page.columns.columns import Columns

def shown_chars(columns: Columns, kept: BoolArray, dialog: BoolArray | None = None) -> tuple[int, int, int, int]: ...

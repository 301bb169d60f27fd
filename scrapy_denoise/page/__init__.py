"""One page, read once."""

from scrapy_denoise.page.columns import PageTooLarge
from scrapy_denoise.page.page import MAX_NODES, MAX_SIZE, Columns, Page, check_markup

__all__ = ["MAX_NODES", "MAX_SIZE", "Columns", "Page", "PageTooLarge", "check_markup"]

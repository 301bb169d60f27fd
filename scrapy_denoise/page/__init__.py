"""One page, read once. Knows no model, no lexicon of noise, no site."""

from scrapy_denoise.page.columns import Columns
from scrapy_denoise.page.page import MAX_NODES, MAX_SIZE, Page, check_markup
from scrapy_denoise.page.walk import PageTooLarge

__all__ = ["MAX_NODES", "MAX_SIZE", "Columns", "Page", "PageTooLarge", "check_markup"]

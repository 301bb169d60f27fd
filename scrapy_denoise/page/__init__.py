"""One page, read once. Knows no model, no lexicon of noise, no site."""

from scrapy_denoise.page.columns.columns import Columns
from scrapy_denoise.page.markup.limits import MAX_NODES, MAX_SIZE, PageTooLarge, check_markup
from scrapy_denoise.page.page import Page

__all__ = ["MAX_NODES", "MAX_SIZE", "Columns", "Page", "PageTooLarge", "check_markup"]

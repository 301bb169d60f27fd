"""A page: parsed once, and kept as columns. This package knows no model, no lexicon of noise and no site.

In: bytes, text or lxml's tree, an address, perhaps what a browser has drawn. Out: `Page`: its columns, its signature,
its titles, what it states of itself, and lxml elements on request.
"""

from scrapy_denoise.page.columns.columns import Columns
from scrapy_denoise.page.markup.limits import MAX_NODES, MAX_SIZE, PageTooLarge, check_markup
from scrapy_denoise.page.page import Page, UnreadablePage

__all__ = ["MAX_NODES", "MAX_SIZE", "Columns", "Page", "PageTooLarge", "UnreadablePage", "check_markup"]

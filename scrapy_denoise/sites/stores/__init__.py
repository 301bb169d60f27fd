"""Where templates are kept between crawls."""

from scrapy_denoise.sites.stores.base import StoreError, TemplateStore
from scrapy_denoise.sites.stores.memory import MemoryStore
from scrapy_denoise.sites.stores.sqlite import DamagedTemplates, SQLiteStore

__all__ = ["DamagedTemplates", "MemoryStore", "SQLiteStore", "StoreError", "TemplateStore"]

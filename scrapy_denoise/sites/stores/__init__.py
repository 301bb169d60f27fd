"""Stores, which keep templates between crawls.

In: what was learned of a site. Out: its template. Every call may raise StoreError.
"""

from scrapy_denoise.sites.stores.base import (
    BrowsableStore,
    DamagedTemplates,
    NotMerged,
    StoredSite,
    StoreError,
    TemplateStore,
)
from scrapy_denoise.sites.stores.memory import MemoryStore
from scrapy_denoise.sites.stores.redis import RedisStore
from scrapy_denoise.sites.stores.sqlite import SQLiteStore

__all__ = [
    "BrowsableStore",
    "DamagedTemplates",
    "MemoryStore",
    "NotMerged",
    "RedisStore",
    "SQLiteStore",
    "StoreError",
    "StoredSite",
    "TemplateStore",
]

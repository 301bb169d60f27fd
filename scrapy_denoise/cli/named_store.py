"""Which store is meant."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from os import environ

from scrapy_denoise.sites.stores import BrowsableStore, RedisStore, SQLiteStore, StoreError

TIMEOUT = 30.0
"""Seconds that a call of a store may take: a person waits longer than a crawl."""

Store = SQLiteStore | RedisStore


def named(name: str | None) -> Store:
    """The store of that name, or the one that is meant without a name. Raises StoreError."""
    name = name or environ.get("DENOISE_STORE_URL")
    if name is None:
        return _project_store()
    if "://" not in name:
        return SQLiteStore(name, TIMEOUT)
    try:
        return RedisStore(name, TIMEOUT, expire_days=_expire_days())
    except ValueError as error:
        raise StoreError(str(error)) from None


def _expire_days() -> float:
    from scrapy_denoise.crawl.settings import DenoiseSettings

    return DenoiseSettings().store_expire_days


def _project_store() -> Store:
    from scrapy.utils.conf import closest_scrapy_cfg
    from scrapy.utils.project import get_project_settings

    from scrapy_denoise.crawl.settings import DenoiseSettings, SettingError

    if not closest_scrapy_cfg():
        raise StoreError("which store? Give --store FILE or --store redis://..., or run this in a Scrapy project")
    try:
        store = DenoiseSettings.read(get_project_settings()).make_store()
    except SettingError as error:
        raise StoreError(str(error)) from error
    if not isinstance(store, BrowsableStore):
        raise StoreError("the store of this project's settings cannot be listed; --store names another")
    return store  # type: ignore[return-value]


@asynccontextmanager
async def opened(store: Store, make: bool) -> AsyncIterator[Store]:
    if isinstance(store, SQLiteStore) and not make and not store.path.exists():
        raise StoreError(f"{store.path}: no such file")
    await store.open()
    try:
        yield store
    finally:
        await store.close()

"""The template store that a command line names: a file, an address, a class, or that of the project's settings."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from os import environ
from pathlib import Path

import attrs
from scrapy.utils.misc import load_object

from scrapy_denoise.cli.errors import CommandError
from scrapy_denoise.cli.scrapy_project import project_settings
from scrapy_denoise.sites.stores import BrowsableStore, RedisStore, SQLiteStore

STORE_SECONDS = 30.0
"""Time limit for a call of a store, in seconds. It is longer than in a crawl, because a person can wait."""

Store = SQLiteStore | RedisStore


def store_from_option(name: str | None) -> Store:
    """The store with a name, or the default store if no name is given. Raises CommandError."""
    name = name or environ.get("DENOISE_STORE_URL")
    if name is None:
        return _project_store()
    if (own := _store_of_class(name)) is not None:
        return own
    if "://" not in name:
        return SQLiteStore(name, STORE_SECONDS, keep_damaged=True)
    try:
        return RedisStore(name, STORE_SECONDS, expire_days=_expire_days())
    except ValueError as error:
        raise CommandError(str(error)) from None


def _store_of_class(name: str) -> Store | None:
    """The store whose class has this import path, as DENOISE_STORE may be one; None where the name is that of a file or
    an address."""
    if "/" in name or "." not in name or Path(name).exists():
        return None
    project_settings()  # whose folder is then among those that Python imports from
    try:
        store = load_object(name)()
    except (ImportError, NameError, ValueError):
        return None
    except Exception as error:
        raise CommandError(f"{name}: not a class that can be called without arguments: {error!r}") from error
    if not isinstance(store, BrowsableStore):
        raise CommandError(f"{name}: not a store whose sites can be listed (BrowsableStore)")
    return store  # type: ignore[return-value]


def _expire_days() -> float:
    from scrapy_denoise.crawl.settings import REDIS_EXPIRE_DAYS

    return REDIS_EXPIRE_DAYS


def _project_store() -> Store:
    settings = project_settings()
    if settings is None:
        raise CommandError(
            "which store? Give --store FILE, such as .scrapy/denoise/templates.sqlite, or --store redis://..., "
            "or run this in a Scrapy project"
        )
    try:
        # A command shows what there is: it neither moves a damaged file nor forgets a site that nobody named.
        store = attrs.evolve(settings, store_keep_damaged=True, store_max_sites=0).make_store()
    except ValueError as error:  # a SettingError
        raise CommandError(str(error)) from error
    if isinstance(store, SQLiteStore):
        store.expire_days = 0.0
    if not isinstance(store, BrowsableStore):
        raise CommandError("the store of this project's settings cannot be listed; --store names another")
    return store  # type: ignore[return-value]


@asynccontextmanager
async def open_store(store: Store, create: bool) -> AsyncIterator[Store]:
    """Open a store, and close it at the end. create: whether a file that is not there is made."""
    if isinstance(store, SQLiteStore) and not create and not store.path.exists():
        raise CommandError(f"{store.path}: no such file")
    await store.open()
    try:
        yield store
    finally:
        await store.close()

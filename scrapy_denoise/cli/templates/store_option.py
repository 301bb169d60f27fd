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
        raise CommandError(f"--store takes a file, a class, or {error}") from None


def _store_of_class(name: str) -> Store | None:
    """The store whose class has this import path, as DENOISE_STORE may be one; None where the name is that of a file or
    an address. A name such as own_store.Store may be both, and is that of a class if its module can be imported."""
    if Path(name).exists() or not _may_be_import_path(name):
        return None
    project_settings()  # whose folder is then among those that Python imports from
    try:
        store = load_object(name)()
    except (ImportError, NameError) as error:
        if isinstance(error, ModuleNotFoundError) and name.startswith(f"{error.name}."):
            return None  # the module itself is not there, so the name may be that of a file
        raise CommandError(f"{name}: cannot be imported: {error}") from error
    except Exception as error:
        raise CommandError(f"{name}: not a class that can be called without arguments: {error!r}") from error
    if not isinstance(store, BrowsableStore):
        raise CommandError(f"{name}: its class has no functions sites and forget, which this command needs")
    return store  # type: ignore[return-value]


def _may_be_import_path(name: str) -> bool:
    parts = name.split(".")
    return len(parts) > 1 and all(part.isidentifier() for part in parts)


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
        raise CommandError(
            "the class in DENOISE_STORE of this project has no functions sites and forget, which this command needs; "
            "--store names another store"
        )
    return store  # type: ignore[return-value]


@asynccontextmanager
async def open_store(store: Store, create: bool) -> AsyncIterator[Store]:
    """Open a store, and close it at the end. create: whether a file that is not there is made."""
    if isinstance(store, SQLiteStore) and not create and not store.path.exists():
        name = str(store.path)
        is_class = _may_be_import_path(name) and name.rpartition(".")[2][0].isupper()
        no_class = ", and no class with this import path" if is_class else ""
        raise CommandError(f"{store.path}: no such file{no_class}")
    await store.open()
    try:
        yield store
    finally:
        await store.close()

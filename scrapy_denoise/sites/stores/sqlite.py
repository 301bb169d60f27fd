"""Templates in one SQLite file, the default store. Several processes may write to one file."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import AsyncIterator, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

from scrapy_denoise.sites.codec.template_codec import TemplateError, load, merged
from scrapy_denoise.sites.stores.base import DamagedTemplates, StoredSite, StoreError
from scrapy_denoise.sites.template import SiteTemplate

VERSION = 1
"""The version of the file's schema, stored in ``PRAGMA user_version``."""

APPLICATION_ID = 0x64_6E_6F_69  # "dnoi", which `file` and others read

_SCHEMA = """
CREATE TABLE sites (
    key TEXT PRIMARY KEY,
    pages INTEGER NOT NULL,
    updated INTEGER NOT NULL,
    template BLOB NOT NULL
)
"""

_WRITE = """
INSERT INTO sites (key, template, pages, updated) VALUES (?, ?, ?, ?)
ON CONFLICT (key) DO UPDATE
SET template = excluded.template, pages = pages + excluded.pages, updated = excluded.updated
"""

_LIST = "SELECT key, pages, length(template), updated FROM sites WHERE key > ? ORDER BY key LIMIT ?"

LIST_SITES = 1000
"""The number of sites listed in one call, so that a long list is never held in memory."""

_VAGUE = ("unable to open database file", "disk I/O error")

READ, WRITE = 0, 1

T = TypeVar("T")


class SQLiteStore:
    """Templates in the file at `path`, in write-ahead mode.

    timeout: seconds that a call waits for another process that writes. SQLite's calls run in two threads of the
    store's own, one for reading and one for writing: the crawl's event loop never waits for the disk, and
    reading never waits for a batch that is being written.
    """

    def __init__(self, path: str | Path, timeout: float = 5.0) -> None:
        self.path = Path(path)
        self.timeout = timeout
        self._threads = tuple(ThreadPoolExecutor(1, f"denoise-sqlite-{use}") for use in ("read", "write"))
        self._connections: list[sqlite3.Connection | None] = [None, None]
        self._files = [0, 0]  # the identity of the files that the connections have open

    async def open(self) -> None:
        for use in (WRITE, READ):  # the writer creates the file
            await self._run(use, lambda use=use: self._open(use))  # type: ignore[misc]

    async def get(self, key: str) -> SiteTemplate | None:
        packed = await self._run(READ, lambda: self._get(READ, key))
        try:
            return load(packed) if packed is not None else None
        except TemplateError as error:
            raise DamagedTemplates(str(self.path), {key: error}) from error

    async def merge(self, learned: Mapping[str, SiteTemplate]) -> Mapping[str, int]:
        return await self._run(WRITE, lambda: self._merge(learned))

    async def sites(self) -> AsyncIterator[StoredSite]:
        after = ""
        while found := await self._run(READ, lambda after=after: self._list(after)):  # type: ignore[misc]
            for site in found:
                yield site
            after = found[-1].key

    async def forget(self, key: str) -> bool:
        return await self._run(WRITE, lambda: self._forget(key))

    async def close(self) -> None:
        try:
            for use in (READ, WRITE):
                await self._run(use, lambda use=use: self._close(use))  # type: ignore[misc]
        finally:
            for thread in self._threads:
                thread.shutdown(wait=False)

    async def _run(self, use: int, call: Callable[[], T]) -> T:
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads[use], call)
        except (sqlite3.Error, OSError) as error:
            reason = str(error)
            if reason in _VAGUE:
                reason += " (SQLite writes beside the file too: is the folder writable, and is there space left?)"
            raise StoreError(f"{self.path}: {reason}") from error

    # --- in the store's threads ---

    def _open(self, use: int) -> None:
        if self._connections[use] is not None:
            return
        self.path.parent.mkdir(parents=True, exist_ok=True)
        connection = sqlite3.connect(self.path, timeout=self.timeout, isolation_level=None)
        try:
            version = connection.execute("PRAGMA user_version").fetchone()[0]
            if version > VERSION:
                raise StoreError(
                    f"{self.path}: schema version {version}, this release knows {VERSION}: use a newer release of "
                    "scrapy-denoise, or another file (DENOISE_STORE_PATH)"
                )
            if version == 0:
                self._create(connection)
            connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        except BaseException:
            connection.close()
            raise
        self._connections[use] = connection
        self._files[use] = self.path.stat().st_ino

    def _create(self, connection: sqlite3.Connection) -> None:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
        connection.execute("BEGIN IMMEDIATE")
        try:
            # Another process may have created it since the version was read.
            (made,) = connection.execute("PRAGMA user_version").fetchone()
            (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
            if tables and not made:
                raise StoreError(f"{self.path}: the database of another application; set another DENOISE_STORE_PATH")
            if not made:
                connection.execute(_SCHEMA)
                connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
                connection.execute(f"PRAGMA user_version = {VERSION}")
        except BaseException:
            connection.execute("ROLLBACK")
            raise
        connection.execute("COMMIT")

    def _get(self, use: int, key: str) -> bytes | None:
        row = self._connection(use).execute("SELECT template FROM sites WHERE key = ?", (key,)).fetchone()
        return row[0] if row else None

    def _merge(self, learned: Mapping[str, SiteTemplate]) -> Mapping[str, int]:
        connection = self._connection(WRITE)
        connection.execute("BEGIN IMMEDIATE")
        damaged: dict[str, TemplateError] = {}
        known = {}
        try:
            for key, template in learned.items():
                try:
                    packed, known[key] = merged(self._get(WRITE, key), template)
                except TemplateError as error:
                    damaged[key] = error  # not overwritten, since a newer release may be able to read it
                    continue
                connection.execute(_WRITE, (key, packed, template.pages, int(time.time())))
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise
        if damaged:
            raise DamagedTemplates(str(self.path), damaged)
        return known

    def _list(self, after: str) -> list[StoredSite]:
        rows = self._connection(READ).execute(_LIST, (after, LIST_SITES))
        return [StoredSite(*row) for row in rows]

    def _forget(self, key: str) -> bool:
        return self._connection(WRITE).execute("DELETE FROM sites WHERE key = ?", (key,)).rowcount > 0

    def _close(self, use: int) -> None:
        connection, self._connections[use] = self._connections[use], None
        if connection is not None:
            connection.close()

    def _connection(self, use: int) -> sqlite3.Connection:
        connection = self._connections[use]
        if connection is None:
            raise StoreError(f"{self.path}: not open")
        if not self.path.exists() or self.path.stat().st_ino != self._files[use]:
            self._close(use)  # anything written to it now would be lost
            self._open(use)
            raise StoreError(f"{self.path}: the file was removed, and a new one is created")
        return connection

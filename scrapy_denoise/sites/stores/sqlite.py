"""Templates in one SQLite file, the default store. Several processes may write to one file."""

from __future__ import annotations

import logging
import os
import sqlite3
import threading
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from scrapy_denoise.files import private
from scrapy_denoise.sites.codec.template_codec import TemplateError, load, merged
from scrapy_denoise.sites.stores.base import DamagedTemplates, StoredSite, StoreError
from scrapy_denoise.sites.stores.damaged_files import is_damage, set_aside
from scrapy_denoise.sites.stores.sqlite_calls import SQLiteThread, transaction, write_ahead
from scrapy_denoise.sites.template import SiteTemplate

SCHEMA_VERSION = 1
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

_PROBE = "SELECT key, pages, updated, template FROM sites LIMIT 1"

_EXPIRED = "DELETE FROM sites WHERE updated < ?"

_BEYOND = "DELETE FROM sites WHERE key IN (SELECT key FROM sites ORDER BY updated DESC, pages DESC LIMIT -1 OFFSET ?)"

_ALL = """
SELECT key, pages, updated, template FROM sites
WHERE typeof(key) = 'text' AND typeof(pages) = 'integer' AND typeof(updated) = 'integer' AND typeof(template) = 'blob'
"""

_RECOVER = "INSERT OR IGNORE INTO sites (key, pages, updated, template) VALUES (?, ?, ?, ?)"

_TOUCH = "UPDATE sites SET updated = ? WHERE key = ?"

_LIST = "SELECT key, pages, length(template), updated FROM sites WHERE key > ? ORDER BY key LIMIT ?"

LIST_SITES = 1000
"""The number of sites listed in one call, so that a long list is never held in memory."""

SECONDS_A_DAY = 86_400

MAX_USED = 100_000
"""Sites that were read since the last batch and are remembered as used."""

READ, WRITE = 0, 1

T = TypeVar("T")

logger = logging.getLogger(__name__)


class NewFile(StoreError):
    """The file was damaged, and a new one is open in its place."""


class SQLiteStore:
    """Templates in the file at `path`, in write-ahead mode.

    timeout: seconds that a call waits for another process that writes. SQLite's calls run in two threads of the
    store's own, one for reading and one for writing: the crawl's event loop never waits for the disk, and
    reading never waits for a batch that is being written.

    expire_days: a site that was neither read nor written for so long is forgotten when the store is opened; 0: never.
    max_sites: of more sites those that were not used for longest are forgotten then; 0: any number.
    keep_damaged: whether a damaged file is left where it is, so that every call fails, instead of being set aside under
    another name. A file on a read-only file system is read as it is.
    """

    def __init__(
        self,
        path: str | Path,
        timeout: float = 5.0,
        expire_days: float = 0.0,
        max_sites: int = 0,
        *,
        keep_damaged: bool = False,
    ) -> None:
        self.path = Path(path)
        self.timeout = timeout
        self.expire_days = expire_days
        self.max_sites = max_sites
        self.keep_damaged = keep_damaged
        self._threads = tuple(SQLiteThread(self.path, f"denoise-sqlite-{use}") for use in ("read", "write"))
        self._used: set[str] = set()
        self._connections: list[sqlite3.Connection | None] = [None, None]
        self._files = [0, 0]  # the identity of the files that the connections have open
        self._locks = (threading.Lock(), threading.Lock())  # held in each call; both, where a new file is begun

    async def open(self) -> None:
        for use in (WRITE, READ):  # the writer creates the file
            with suppress(NewFile):
                await self._run(use, lambda use=use: self._open(use))  # type: ignore[misc]
        if self.expire_days or self.max_sites:
            try:
                await self.prune(self.expire_days, self.max_sites)
            except StoreError as error:
                logger.warning("no site was forgotten: %s", error)

    async def get(self, key: str) -> SiteTemplate | None:
        try:
            packed = await self._run(READ, lambda: self._get(key))
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

    async def prune(self, expire_days: float, max_sites: int) -> int:
        """Forget the sites that were not written for `expire_days`, and those written longest ago of more than
        `max_sites`; 0 for no such limit. Returns how many were forgotten."""
        return await self._run(WRITE, lambda: self._prune(expire_days, max_sites))

    async def close(self) -> None:
        try:
            if self._used:
                await self._run(WRITE, lambda: self._touch(self._connection(WRITE)))
        except StoreError as error:
            logger.debug("not marked as used: %s", error)
        try:
            for use in (READ, WRITE):
                await self._run(use, lambda use=use: self._close(use))  # type: ignore[misc]
        finally:
            for thread in self._threads:
                thread.end()

    async def _run(self, use: int, call: Callable[[], T]) -> T:
        return await self._threads[use].run(lambda: self._checked(use, call))

    # --- in the store's threads ---

    def _checked(self, use: int, call: Callable[[], T]) -> T:
        """The answer of a call. Where it shows that the file is damaged, that is set aside and a new one begun."""
        file = 0
        try:
            with self._locks[use]:
                try:
                    return call()
                finally:
                    file = self._files[use]
        except (sqlite3.Error, UnicodeDecodeError) as error:
            if self.keep_damaged or not is_damage(error):
                raise
            # What the other thread is writing would be lost with the old file, and SQLite, which knows the files beside
            # a database by their names alone, would remove those of the new file as it closes the old one.
            with self._locks[READ], self._locks[WRITE]:
                self._begin_anew(file)
            raise NewFile(f"{self.path}: the file was damaged ({error}), and a new one is begun") from error

    def _begin_anew(self, file: int) -> None:
        """Set the damaged file aside, and open a new one with what can be read of the old one.

        file: its inode. The other thread, or another process, may have done so already.
        """
        for use in (READ, WRITE):
            if self._files[use] == file:
                self._close(use)
        aside = set_aside(self.path, file)
        for use in (WRITE, READ):
            self._open(use)
        new = self._connections[WRITE]
        if aside is None or new is None:
            return
        old = sqlite3.connect(aside, isolation_level=None)
        try:
            # From the beginning to the first damage, and from the end to the last one.
            for order in ("", " ORDER BY rowid DESC"):
                with transaction(new):
                    try:
                        for row in old.execute(_ALL + order):
                            new.execute(_RECOVER, row)
                    except (sqlite3.Error, UnicodeDecodeError) as error:
                        logger.debug("%s is not read further: %s", aside, error)
        finally:
            old.close()
        (sites,) = new.execute("SELECT count(*) FROM sites").fetchone()
        logger.warning("%s: %d sites could be read of %s", self.path, sites, aside.name)

    def _open(self, use: int) -> None:
        if self._connections[use] is not None:
            return
        private.make_file(self.path)
        read_only = self.path.exists() and not _has_writable_place(self.path)
        # Nobody can write to it: SQLite then needs no file beside it, which it could not create.
        name = f"{self.path.absolute().as_uri()}?immutable=1" if read_only else str(self.path)
        connection = sqlite3.connect(
            name, timeout=self.timeout, isolation_level=None, uri=read_only, check_same_thread=False
        )
        self._files[use] = self.path.stat().st_ino if self.path.exists() else 0
        try:
            version = connection.execute("PRAGMA user_version").fetchone()[0]
            if version > SCHEMA_VERSION:
                raise StoreError(
                    f"{self.path}: schema version {version}, this release knows {SCHEMA_VERSION}: use a newer "
                    "release of scrapy-denoise, or another file (DENOISE_STORE_PATH)"
                )
            if version == 0:
                self._create(connection)
            connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
            self._check_table(connection)
        except BaseException:
            connection.close()
            raise
        self._connections[use] = connection
        self._files[use] = self.path.stat().st_ino

    def _check_table(self, connection: sqlite3.Connection) -> None:
        try:
            connection.execute(_PROBE).fetchone()
        except sqlite3.OperationalError as error:
            if not str(error).startswith("no such"):
                raise
            if connection.execute("PRAGMA application_id").fetchone()[0] != APPLICATION_ID:
                raise StoreError(
                    f"{self.path}: the database of another application; set another DENOISE_STORE_PATH"
                ) from error
            raise sqlite3.DatabaseError(f"malformed schema ({error})") from error

    def _create(self, connection: sqlite3.Connection) -> None:
        write_ahead(connection, self.timeout)
        connection.execute("PRAGMA synchronous = NORMAL")
        with transaction(connection):
            # Another process may have created it since the version was read.
            (made,) = connection.execute("PRAGMA user_version").fetchone()
            (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
            if tables and not made:
                raise StoreError(f"{self.path}: the database of another application; set another DENOISE_STORE_PATH")
            if not made:
                connection.execute(_SCHEMA)
                connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
                connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")

    def _get(self, key: str) -> bytes | None:
        if (self.expire_days or self.max_sites) and len(self._used) < MAX_USED:
            self._used.add(key)
        return _packed(self._connection(READ), key)

    def _merge(self, learned: Mapping[str, SiteTemplate]) -> Mapping[str, int]:
        connection = self._connection(WRITE)
        damaged: dict[str, TemplateError] = {}
        known = {}
        with transaction(connection):
            for key, template in learned.items():
                try:
                    packed, known[key] = merged(_packed(connection, key), template)
                except TemplateError as error:
                    damaged[key] = error  # not overwritten, since a newer release may be able to read it
                    continue
                connection.execute(_WRITE, (key, packed, template.pages, int(time.time())))
            self._touch(connection)
        if damaged:
            raise DamagedTemplates(str(self.path), damaged)
        return known

    def _list(self, after: str) -> list[StoredSite]:
        rows = self._connection(READ).execute(_LIST, (after, LIST_SITES))
        return [StoredSite(*row) for row in rows]

    def _touch(self, connection: sqlite3.Connection) -> None:
        """Let the sites that were read count as written now: one of which all is known is read and hardly written."""
        used, self._used = self._used, set()
        connection.executemany(_TOUCH, [(int(time.time()), key) for key in used])

    def _prune(self, expire_days: float, max_sites: int) -> int:
        connection, forgotten = self._connection(WRITE), 0
        if expire_days:
            forgotten += connection.execute(_EXPIRED, (time.time() - expire_days * SECONDS_A_DAY,)).rowcount
        if max_sites:
            forgotten += connection.execute(_BEYOND, (max_sites,)).rowcount
        return forgotten

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


def _packed(connection: sqlite3.Connection, key: str) -> bytes | None:
    """The packed template of a site. Raises TemplateError where another type of value is stored."""
    try:
        row = connection.execute("SELECT template FROM sites WHERE key = ?", (key,)).fetchone()
    except (UnicodeDecodeError, sqlite3.OperationalError) as error:
        if not is_damage(error):
            raise
        row = (error,)
    if row and not isinstance(row[0], bytes):
        raise TemplateError("not a site template (another type of value)")
    return row[0] if row else None


def _has_writable_place(path: Path) -> bool:
    """Whether SQLite can write beside a file, or finds what it needs there."""
    return os.access(path.parent, os.W_OK) or path.with_name(path.name + "-shm").exists()

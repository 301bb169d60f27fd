"""Calls of SQLite in a thread of their own, and what is written as a whole or not at all."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from scrapy_denoise.sites.stores.base import StoreError

LOCK_PAUSE = 0.01
"""Seconds between two tries to change the journal of a file that another connection uses."""

_VAGUE = ("unable to open database file", "disk I/O error")

T = TypeVar("T")


class SQLiteThread:
    """The thread in which the calls of one connection run, so that no event loop waits for the disk.

    path: of the file, which errors name. name: of the thread.
    """

    def __init__(self, path: str | Path | None, name: str) -> None:
        self._path = path
        self._thread = ThreadPoolExecutor(1, name)

    async def run(self, call: Callable[[], T]) -> T:
        """What a call gives. Raises StoreError where SQLite or the file system fails, or a text is none."""
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, call)
        except (sqlite3.Error, OSError, UnicodeError) as error:
            reason = str(error)
            if reason in _VAGUE:
                reason += " (SQLite writes beside the file too: is the folder writable, and is there space left?)"
            raise StoreError(f"{self._path}: {reason}") from error

    def end(self) -> None:
        """Let the thread end; it is not waited for."""
        self._thread.shutdown(wait=False)


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """What is done within is written as a whole or not at all, and no other process writes meanwhile."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def write_ahead(connection: sqlite3.Connection, timeout: float) -> None:
    """Let a database keep a write-ahead log, so that one process may write while others read.

    timeout: seconds to wait for a lock of another connection. The timeout of the connection does not hold here: SQLite
    answers at once where the journal of a file is to be changed that is being written. Raises sqlite3.OperationalError
    after it.
    """
    end = time.monotonic() + timeout
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() >= end:
                raise
        time.sleep(LOCK_PAUSE)

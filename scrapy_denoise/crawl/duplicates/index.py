"""The contents that a project has seen, to find duplicates among pages to come: the protocol, and one SQLite file.

An index keeps the first page of each content, with the canonical address that it states. A later page is compared with
those that share a band of its MinHash (`scrapy_denoise.document.fingerprint`), and is a duplicate of the most similar
one of its near-duplicates. The page at the canonical address is none, however late it comes: it takes the place of the
page that named it.
"""

from __future__ import annotations

import sqlite3
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Protocol, TypeVar

import attrs
import numpy as np

from scrapy_denoise.document.fingerprint import BANDS, LENGTH, SCHEME, Fingerprint, minhash_rows, near, similarities
from scrapy_denoise.files import private
from scrapy_denoise.sites.stores import StoreError
from scrapy_denoise.sites.stores.damaged_files import is_damage, set_aside
from scrapy_denoise.sites.stores.sqlite_calls import SQLiteThread, transaction, write_ahead

APPLICATION_ID = 0x64_6E_64_75  # "dndu"

MAX_CONTENTS = 1_000_000
"""The most contents that are kept for a project; the oldest are forgotten first."""

SECONDS_A_DAY = 86_400

FORGET_BATCH = 1_000
"""The number of contents that are forgotten at once when there are too many."""

MAX_BAND_CANDIDATES = 20
"""The most contents that are read of one band, the newest ones."""

MAX_CANDIDATES = 100
"""The most contents that a page is compared with: those that share the most bands. Unrelated ones hardly share any."""

_SCHEMA = """
CREATE TABLE contents (
    id INTEGER PRIMARY KEY, seen INTEGER NOT NULL, digest BLOB NOT NULL, minhash BLOB NOT NULL, url TEXT NOT NULL,
    canonical TEXT NOT NULL
);
CREATE INDEX by_digest ON contents (digest);
CREATE TABLE bands (band INTEGER NOT NULL, id INTEGER NOT NULL, PRIMARY KEY (band, id)) WITHOUT ROWID;
"""

_OF_BANDS = " UNION ALL ".join(
    ["SELECT id FROM (SELECT id FROM bands WHERE band = ? ORDER BY id DESC LIMIT ?)"] * BANDS
)

T = TypeVar("T")


@attrs.frozen
class DuplicateOf:
    """An earlier page with the same content. url: its canonical address, or else its own. exact: all words are
    equal."""

    url: str
    exact: bool


@attrs.frozen
class Known:
    """A content of an index: the address of the page that came with it, and the canonical one that it states, if any.
    minhash: see `Fingerprint`."""

    digest: bytes
    minhash: bytes = attrs.field(repr=False)
    url: str
    canonical: str

    def answer(self, url: str, content: Fingerprint) -> DuplicateOf | None:
        """The page of which the page at `url` is a duplicate; None if it is the same page or the canonical one."""
        if url in (self.url, self.canonical):
            return None
        return DuplicateOf(self.canonical or self.url, self.digest == content.digest)


class DuplicateIndex(Protocol):
    """Knows the contents of a project. Every call may raise StoreError."""

    async def open(self) -> None:
        """Prepare the index. Called before any other method, and again after it has failed."""

    async def find_or_add(self, url: str, content: Fingerprint, canonical: str = "") -> DuplicateOf | None:
        """Look for an earlier page with the same or nearly the same content; if there is none, remember this page.

        canonical: the address that the page states as its own, if any.
        """

    async def close(self) -> None:
        """Release what `open` acquired."""


def most_similar(content: Fingerprint, others: Sequence[Known], similar: float | None) -> Known | None:
    """The most similar content of those that are near-duplicates. similar: as of `near`."""
    others = [other for other in others if _is_minhash(other.minhash)]
    if not others:
        return None
    one, rows = minhash_rows([content.minhash]), minhash_rows([other.minhash for other in others])
    found = np.where(near(one, rows, similar), similarities(one, rows), -1)
    best = int(found.argmax())
    return others[best] if found[best] >= 0 else None


def _is_minhash(value: object) -> bool:
    """True if a stored value has the type and length of a MinHash; a damaged file may hold anything."""
    return isinstance(value, bytes) and len(value) == LENGTH


def top_candidates(numbers: Iterable[T]) -> list[T]:
    """The contents that occur most often under the bands of a content, MAX_CANDIDATES at most."""
    return [number for number, _ in Counter(numbers).most_common(MAX_CANDIDATES)]


def file_beside(templates: Path) -> Path:
    """The file of an index, beside that of the templates."""
    return templates.with_name(f"{templates.stem}-duplicates.sqlite")


class SQLiteDuplicates:
    """An index in the file at `path`, or in memory where that is None.

    limit: contents that are kept; beyond it the oldest ones are forgotten. days: after which a content is forgotten.
    timeout: seconds that a call waits for another process that writes. similar: as of `near`. keep_damaged: whether a
    damaged file is left where it is, as of `SQLiteStore`. Calls run in a thread of the index's own.
    """

    def __init__(
        self,
        path: str | Path | None,
        limit: int,
        days: float,
        timeout: float = 5.0,
        similar: float | None = None,
        *,
        keep_damaged: bool = False,
    ) -> None:
        self.path = path
        self.limit = limit
        self.age = days * SECONDS_A_DAY
        self.timeout = timeout
        self.similar = similar
        self._thread = SQLiteThread(path, "denoise-duplicates")
        self._connection: sqlite3.Connection | None = None
        self._added = 0
        self.keep_damaged = keep_damaged
        self._file = 0  # its identity

    async def open(self) -> None:
        await self._run(self._open)

    async def find_or_add(self, url: str, content: Fingerprint, canonical: str = "") -> DuplicateOf | None:
        return await self._run(lambda: self._seen(url, content, canonical))

    async def close(self) -> None:
        try:
            await self._run(self._close)
        finally:
            self._thread.end()

    async def _run(self, call: Callable[[], T]) -> T:
        return await self._thread.run(lambda: self._checked(call))

    # --- in the index's thread ---

    def _checked(self, call: Callable[[], T]) -> T:
        """Run a call on the file. If the file is damaged, it is renamed and a new one is begun."""
        try:
            return call()
        except (sqlite3.Error, UnicodeDecodeError) as error:
            if self.path is None or self.keep_damaged or not is_damage(error):
                raise
            self._close()
            set_aside(Path(self.path), self._file)
            self._open()
            return call()

    def _open(self) -> None:
        if self._connection is not None:
            return
        if self.path is not None:
            path = Path(self.path)
            private.make_file(path)
            self._file = path.stat().st_ino
        connection = sqlite3.connect(self.path or ":memory:", timeout=self.timeout, isolation_level=None)
        try:
            with transaction(connection):
                (scheme,) = connection.execute("PRAGMA user_version").fetchone()
                (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
                if scheme not in (0, SCHEME) or (tables and not scheme):
                    raise StoreError(
                        f"{self.path}: fingerprints of another scheme ({scheme}, this release has {SCHEME}), or "
                        "another application's file; delete it, or set another DENOISE_STORE_PATH"
                    )
                if not tables:
                    for statement in _SCHEMA.split(";"):
                        connection.execute(statement)
                    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
                    connection.execute(f"PRAGMA user_version = {SCHEME}")
            write_ahead(connection, self.timeout)
            connection.execute("PRAGMA synchronous = NORMAL")
            if self.path is not None:
                self._file = Path(self.path).stat().st_ino
        except BaseException:
            connection.close()
            raise
        self._connection = connection
        self._forget()

    def _seen(self, url: str, content: Fingerprint, canonical: str) -> DuplicateOf | None:
        connection = self._opened()
        with transaction(connection):  # of two processes that see a content at once, one is first
            number, known = self._find(connection, content)
            earlier = known.answer(url, content) if known else None
            if known is None or (url == known.url and content.digest != known.digest):
                self._add(connection, url, content, canonical)  # where it is known, it has changed a little
            elif earlier is None:
                connection.execute("UPDATE contents SET url = ? WHERE id = ?", (url, number))
        if self._added >= FORGET_BATCH:
            self._forget()
        return earlier

    def _find(self, connection: sqlite3.Connection, content: Fingerprint) -> tuple[int, Known | None]:
        """The known content that is equal, or else the most similar one, and its number."""
        since = int(time.time() - self.age)
        select = "SELECT digest, minhash, url, canonical, id FROM contents WHERE "
        equal = connection.execute(
            f"{select}digest = ? AND seen >= ? ORDER BY id LIMIT {MAX_CANDIDATES}", (content.digest, since)
        )
        for *row, number in equal:
            if not content.differs(Fingerprint(row[0], row[1])):
                return number, Known(*row)
        of_bands = [value for band in content.bands for value in (band, MAX_BAND_CANDIDATES)]
        numbers = top_candidates(number for (number,) in connection.execute(_OF_BANDS, of_bands))
        rows = connection.execute(
            f"{select}id IN ({_marks(numbers)}) AND seen >= ? ORDER BY id", (*numbers, since)
        ).fetchall() if numbers else []  # fmt: skip
        others = {Known(*row): number for *row, number in rows}
        similar = most_similar(content, list(others), self.similar)
        return (others[similar], similar) if similar else (0, None)

    def _add(self, connection: sqlite3.Connection, url: str, content: Fingerprint, canonical: str) -> None:
        row = (int(time.time()), content.digest, content.minhash, url, canonical)
        number = connection.execute(
            "INSERT INTO contents (seen, digest, minhash, url, canonical) VALUES (?, ?, ?, ?, ?)", row
        ).lastrowid
        connection.executemany("INSERT INTO bands (band, id) VALUES (?, ?)", [(band, number) for band in content.bands])
        self._added += 1

    def _forget(self) -> None:
        """Forget contents that are too old, and the oldest where there are too many."""
        connection = self._opened()
        self._added = 0
        (newest,) = connection.execute("SELECT coalesce(max(id), 0) FROM contents").fetchone()
        (first,) = connection.execute(
            "SELECT min(id) FROM contents WHERE seen >= ?", (int(time.time() - self.age),)
        ).fetchone()
        last = max(newest - self.limit, newest if first is None else first - 1)
        while True:
            rows = connection.execute(
                "SELECT id, minhash FROM contents WHERE id <= ? ORDER BY id LIMIT ?", (last, FORGET_BATCH)
            ).fetchall()
            if not rows:
                return
            with transaction(connection):
                for number, minhash in rows:
                    bands = Fingerprint(b"", minhash).bands if _is_minhash(minhash) else []
                    connection.executemany("DELETE FROM bands WHERE band = ? AND id = ?", [(b, number) for b in bands])
                connection.execute("DELETE FROM contents WHERE id <= ?", (rows[-1][0],))

    def _close(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()

    def _opened(self) -> sqlite3.Connection:
        if self._connection is None:
            raise StoreError(f"{self.path}: not open")
        return self._connection


def _marks(values: Sequence[object]) -> str:
    return ", ".join("?" * len(values))

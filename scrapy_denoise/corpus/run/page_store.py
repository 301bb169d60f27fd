"""The pages of a run on disk, grouped by site: one SQLite file, so that memory stays bounded whatever the order of the
input and however large a site is.

Pages are stored compressed, by all workers at once, each those of a split of the input. The sites are spread over
buckets by a hash of their keys; a bucket becomes a file of the output. Within a site pages come by their ranks.
"""

from __future__ import annotations

import hashlib
import sqlite3
from array import array
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs

from scrapy_denoise.corpus.input.pages import InputError, RawPage, Skip, body_hash, storable
from scrapy_denoise.corpus.input.truncation import UNREAD
from scrapy_denoise.corpus.run.run import Summary
from scrapy_denoise.optional import pyarrow as pa
from scrapy_denoise.sites.stores.sqlite_calls import transaction
from scrapy_denoise.workers.pool import lost_detail

CODEC = "lz4"
"""The compression of pages. It takes two thirds of zstd's time and half as many bytes more, which are deleted at the
end."""

FORMAT_VERSION = 2
"""The version of the tables. A file with another version is refused."""

_SCHEMA = """
CREATE TABLE pages (
    split INTEGER NOT NULL, bucket INTEGER NOT NULL, site TEXT NOT NULL, rank INTEGER NOT NULL, size INTEGER NOT NULL,
    source TEXT NOT NULL, url TEXT NOT NULL, charset TEXT, status INTEGER, fetched INTEGER, html BLOB NOT NULL
);
CREATE TABLE splits (number INTEGER PRIMARY KEY, attempt INTEGER NOT NULL, whole INTEGER NOT NULL);
CREATE TABLE skips (
    split INTEGER NOT NULL, source TEXT NOT NULL, reason TEXT NOT NULL, detail TEXT NOT NULL, n INTEGER NOT NULL
);
"""

_INDEX = "CREATE INDEX IF NOT EXISTS by_site ON pages (bucket, site, rank, split, size)"

_ORDER = "rank, split, rowid"
"""The order of the pages of a site, which does not depend on which worker stored its pages first."""

_PAGE = "source, url, charset, status, fetched, size, html"

LEFT_OUT_IN_BUCKET = 1 << 62
"""Added to the number of a bucket, it stands in the column for splits: for pages left out while it was cleaned."""

LOST_REASONS = ("timeout", "crashed", "error")
"""The reasons for which a page that was read has no row: it hung, killed its process, or raised an error."""

STORE_BYTES = 4 << 20
"""Pages are stored when they have this many bytes. Only one process can store pages at a time."""

BYTES_BESIDE_HTML = 1_000
"""The approximate memory of a page besides its HTML, in bytes."""

LOCK_SECONDS = 600.0
"""The seconds that a process waits for other processes that are storing pages."""

PageCursor = tuple[int, int, int] | None
"""Of a page among those of its site; None: before all."""


@attrs.frozen
class Site:
    """A site of a bucket: its pages, and their bytes of HTML."""

    key: str
    pages: int
    size: int


class Superseded(RuntimeError):
    """Another process has begun with the same split: this one is of a run that has ended."""


def bucket_of(site: str, buckets: int) -> int:
    """The bucket of a site, by a hash of its key."""
    digest = hashlib.blake2b(site.encode("utf-8", "replace"), digest_size=8).digest()
    return int.from_bytes(digest, "little") % buckets


class PageStore:
    """The file. Raises InputError for one that is damaged; sqlite3.Error, for example where the disk is full."""

    def __init__(self, path: Path, buckets: int, writable: bool = True) -> None:
        self.buckets = buckets
        self._connection = sqlite3.connect(path, isolation_level=None, timeout=LOCK_SECONDS)
        self._pages: list[tuple[Any, ...]] = []
        self._skips: list[tuple[Any, ...]] = []
        self._held = 0
        self._splits = 0, 0
        self._attempt = 0
        self._counts: Counter[str] = Counter()
        try:
            if writable:
                # The file is of use to this run alone: what is lost with the power is read again.
                self._connection.execute("PRAGMA synchronous = OFF")
                if not self._is_made():
                    self._connection.executescript(f"BEGIN;{_SCHEMA}PRAGMA user_version = {FORMAT_VERSION};COMMIT;")
            else:
                self._connection.execute("PRAGMA query_only = ON")
        except sqlite3.DatabaseError as error:
            self.close()
            raise InputError(f"{path}: {error}; delete the folder that it is in to begin anew") from error

    def _is_made(self) -> bool:
        """Whether the file has its tables. Raises sqlite3.DatabaseError where they are those of another release."""
        (tables,) = self._connection.execute("SELECT count(*) FROM sqlite_master WHERE type = 'table'").fetchone()
        (version,) = self._connection.execute("PRAGMA user_version").fetchone()
        if tables and version != FORMAT_VERSION:
            raise sqlite3.DatabaseError(f"begun by another release, in format {version}; this one has {FORMAT_VERSION}")
        return bool(tables)

    def close(self) -> None:
        self._connection.close()

    # --- writing ---

    def has(self, split: int) -> bool:
        """True if a split of the input is stored completely."""
        found = self._connection.execute("SELECT whole FROM splits WHERE number = ?", (split,)).fetchone()
        return bool(found and found[0])

    def begin(self, split: int, last: int | None = None) -> None:
        """Begin with a split of the input, or all from this one to the `last`; what is stored of it is deleted."""
        self._splits = first, last = split, split if last is None else last
        with transaction(self._connection):
            known = self._connection.execute(
                "SELECT count(*) FROM splits WHERE number BETWEEN ? AND ?", self._splits
            ).fetchone()[0]
            if known:
                self._connection.execute("DELETE FROM pages WHERE split BETWEEN ? AND ?", self._splits)
                self._connection.execute("DELETE FROM skips WHERE split BETWEEN ? AND ?", self._splits)
            self._connection.executemany(
                "INSERT INTO splits VALUES (?, 1, 0) ON CONFLICT DO UPDATE SET attempt = attempt + 1, whole = 0",
                ((number,) for number in range(first, last + 1)),
            )
            self._attempt = self._attempts()

    def add(self, page: RawPage) -> None:
        html = pa.Codec(CODEC).compress(page.html, asbytes=True)
        self._pages.append(
            (
                self._splits[0], bucket_of(page.site, self.buckets), page.site, page.first_rank - (1 << 63),
                len(page.html), page.source, page.url, page.charset, page.status, page.fetched, html,
            )
        )  # fmt: skip
        self._hold(len(html))

    def skip(self, skip: Skip) -> None:
        """Note what of the input is left out; those without a detail are counted together."""
        if skip.detail:
            self._skips.append((self._splits[0], *attrs.astuple(skip), 1))
            self._hold(len(skip.detail))
        else:
            self._counts[skip.reason] += 1

    def end(self) -> None:
        """All of the split is stored."""
        self._skips += [(self._splits[0], "", reason, "", n) for reason, n in self._counts.items()]
        self._counts.clear()
        self._store(whole=True)

    def _hold(self, size: int) -> None:
        self._held += size + BYTES_BESIDE_HTML
        if self._held >= STORE_BYTES:
            self._store()

    def _store(self, whole: bool = False) -> None:
        with transaction(self._connection):
            if self._attempts() != self._attempt:
                raise Superseded(f"another process has begun with split {self._splits[0]}")
            self._connection.executemany("INSERT INTO pages VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", self._pages)
            self._connection.executemany("INSERT INTO skips VALUES (?, ?, ?, ?, ?)", self._skips)
            if whole:
                self._connection.execute("UPDATE splits SET whole = 1 WHERE number BETWEEN ? AND ?", self._splits)
        self._pages.clear()
        self._skips.clear()
        self._held = 0

    def _attempts(self) -> int:
        """How often a process has begun with the split."""
        found: int = self._connection.execute(
            "SELECT attempt FROM splits WHERE number = ?", self._splits[:1]
        ).fetchone()[0]
        return found

    def lose(self, bucket: int, source: str, reason: str, seconds: float, detail: str = "") -> None:
        """Note a page of a bucket that hung, killed its process, or raised an error, which is the detail."""
        place, detail = LEFT_OUT_IN_BUCKET + bucket, storable(detail) or lost_detail(reason, seconds)
        self._connection.execute("DELETE FROM skips WHERE split = ? AND source = ?", (place, source))
        self._connection.execute("INSERT INTO skips VALUES (?, ?, ?, ?, 1)", (place, source, reason, detail))

    def index(self) -> None:
        """All splits are stored."""
        self._connection.execute(_INDEX)
        self._rank_equal_addresses()
        # From now on others read while this one writes. Until now a log would have had all pages written twice.
        self._connection.execute("PRAGMA journal_mode = WAL")

    def _rank_equal_addresses(self) -> None:
        """Complete the ranks of pages whose addresses have one hash."""
        equal = array("q")
        last, was_equal = (0, "", 0, 0), False
        for row in self._connection.execute(
            "SELECT bucket, site, rank >> 32, rowid FROM pages ORDER BY bucket, site, rank"
        ):
            is_equal = row[:3] == last[:3]
            if is_equal and not was_equal:
                equal.append(last[3])
            if is_equal:
                equal.append(row[3])
            last, was_equal = row, is_equal
        self._connection.execute("BEGIN")
        for row in equal:
            charset, size, html = self._connection.execute(
                "SELECT charset, size, html FROM pages WHERE rowid = ?", (row,)
            ).fetchone()
            own = body_hash(_decompressed(html, size), charset)
            self._connection.execute("UPDATE pages SET rank = rank & ~0xffffffff | ? WHERE rowid = ?", (own, row))
        self._connection.execute("COMMIT")

    # --- reading ---

    def summary(self) -> Summary:
        """What there is: pages that will be rows, their sites, and what was left out."""
        pages, sites = self._connection.execute("SELECT count(*), count(DISTINCT site) FROM pages").fetchone()
        skipped = Counter(dict(self._connection.execute("SELECT reason, sum(n) FROM skips GROUP BY reason")))
        (lost,) = self._connection.execute(
            "SELECT count(*) FROM skips WHERE split >= ?", (LEFT_OUT_IN_BUCKET,)
        ).fetchone()
        return Summary(pages - lost, sites, skipped)

    def buckets_to_try_again(self) -> list[int]:
        """The buckets from which pages were left out, if some of these were because a process died; all of them where a
        file was not read to its end."""
        found = self._connection.execute(
            "SELECT DISTINCT split, reason FROM skips WHERE reason IN (?, ?, ?, ?)", (*LOST_REASONS, UNREAD)
        ).fetchall()
        reasons = {reason for _, reason in found}
        if UNREAD in reasons:
            return self.buckets_in_use()
        if "crashed" not in reasons:
            return []
        return sorted({place - LEFT_OUT_IN_BUCKET for place, _ in found if place >= LEFT_OUT_IN_BUCKET})

    def skips(self) -> Iterator[dict[str, Any]]:
        """What was left out and is listed one by one, in the order of the input."""
        rows = self._connection.execute(
            "SELECT source, reason, detail FROM skips WHERE detail != '' ORDER BY split, rowid"
        )
        return ({"source": source, "reason": reason, "detail": detail} for source, reason, detail in rows)

    def buckets_in_use(self) -> list[int]:
        return [row[0] for row in self._connection.execute("SELECT DISTINCT bucket FROM pages ORDER BY bucket")]

    def pages_of(self, bucket: int) -> int:
        found: int = self._connection.execute("SELECT count(*) FROM pages WHERE bucket = ?", (bucket,)).fetchone()[0]
        return found

    def sites(self, bucket: int) -> Iterator[Site]:
        """The sites of a bucket, by their keys."""
        rows = self._connection.execute(
            "SELECT site, count(*), sum(size) FROM pages WHERE bucket = ? GROUP BY site ORDER BY site", (bucket,)
        )
        return (Site(*row) for row in rows)

    def site_pages(self, bucket: int, site: str, after: PageCursor, limit: int) -> Iterator[RawPage]:
        """The pages of a site by their ranks, up to `limit` of them, those after a place that `places` gives."""
        rows = self._connection.execute(
            f"SELECT {_PAGE} FROM pages WHERE bucket = ? AND site = ? AND ({_ORDER}) > (?, ?, ?) "  # noqa: S608
            f"ORDER BY {_ORDER} LIMIT ?",
            (bucket, site, *(after or (-(1 << 63), -1, -1)), limit),
        )
        for source, url, charset, status, fetched, size, html in rows:
            yield RawPage(url, _decompressed(html, size), source, site, charset, status, fetched)

    def places(self, bucket: int, site: str, step: int) -> Iterator[PageCursor]:
        """Places that divide the pages of a site into slices of `step` pages: after each a slice begins."""
        yield None
        rows = self._connection.execute(
            f"SELECT {_ORDER} FROM pages WHERE bucket = ? AND site = ? ORDER BY {_ORDER}",  # noqa: S608
            (bucket, site),
        )
        last, n = None, 0
        for row in rows:
            if n and n % step == 0:
                yield last
            last, n = row, n + 1


def _decompressed(html: bytes, size: int) -> bytes:
    body: bytes = pa.Codec(CODEC).decompress(html, size, asbytes=True)
    return body

"""Pages in WARC files, and in the WARC files of WACZ packages.

A damaged record, or one that says a wrong length, ends FastWARC's iteration. Reading then goes on at the next place
that looks like the begin of a record: of a compressed file the next member that holds one, of a plain file the next
line that begins one. At such a place a span of a file begins too, so that several processes can read one file.
"""

from __future__ import annotations

import sys
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from io import SEEK_END
from itertools import chain, islice
from lzma import LZMAError
from operator import attrgetter
from pathlib import Path
from typing import IO, Any

import attrs

from scrapy_denoise.corpus.input.pages import InputError, RawPage, Skip, too_large
from scrapy_denoise.corpus.input.truncation import CHUNK, GZIP, PLAIN, ends_within_record, truncated
from scrapy_denoise.corpus.input.wacz import is_cut, member
from scrapy_denoise.files.bounded import read_bounded
from scrapy_denoise.optional import ArchiveIterator, WarcRecord, WarcRecordType

SUFFIXES = (".warc", ".warc.gz", ".warc.zst", ".wacz")

HTML_TYPES = ("text/html", "application/xhtml+xml")

READ_TYPES = WarcRecordType.response | WarcRecordType.metadata | WarcRecordType.conversion

REPORTED_ONCE = ("damaged", "cut", "too_large")
"""Reasons for leaving out a record after which damage is not reported a second time: its data are missing, or were not
read to the end."""

MAX_OTHERS_FIRST = 20
"""Metadata or conversion records before any response after which a file is taken for WAT or WET."""


@attrs.frozen
class Span:
    """The records of a WARC file that begin at the byte `start` or behind it, and before `stop`; None: all of these."""

    start: int = 0
    stop: int | None = None


def read_archive(
    path: Path, max_size: int, statuses: frozenset[int] | None, name: str = "", span: Span | None = None
) -> Iterator[RawPage | Skip]:
    """The HTML responses of a WARC or WACZ file.

    max_size: bytes of a page above which it is skipped (0: no limit). statuses: of responses that are pages; None for
    all. name: what the call names the file, where that is not `path`. span: of a WARC file, what is read of it. The
    pages of the spans of a file, one after the other, are those of the file, unless one of them raises InputError.
    Raises InputError for a file that is none, or that holds no HTML: WAT and WET; and for a span that cannot be read
    apart from the rest of its file.
    """
    label = name or str(path)
    if path.suffix.lower() != ".wacz":
        with path.open("rb") as file:
            yield from _records(file, label, max_size, statuses, span or Span())
        return
    try:
        with zipfile.ZipFile(path) as package:
            parts = [part for part in package.infolist() if part.filename.lower().endswith(SUFFIXES[:3])]
            if not parts:
                raise InputError(f"{label}: no WARC file in this WACZ package")
            for part in sorted(parts, key=attrgetter("filename")):
                with member(package, part, path) as file:
                    yield from _records(file, f"{label}!{part.filename}", max_size, statuses, Span())
    # Of an encrypted part, and of one that is packed in an unknown way, zipfile raises RuntimeError.
    except (zipfile.BadZipFile, zlib.error, LZMAError, EOFError, RuntimeError) as error:
        if is_cut(path):
            yield truncated(label, path.stat().st_size, 0)
            return
        raise InputError(f"{label}: no WACZ package, or a damaged one: {error}") from error


def _records(
    file: IO[bytes], label: str, max_size: int, statuses: frozenset[int] | None, span: Span
) -> Iterator[RawPage | Skip]:
    """The pages of a span, and what is left out of it. Reading begins anew behind each record that is damaged."""
    walk = _Walk(file, label, max_size, statuses, span)
    while walk.position is not None and walk.ahead is None and walk.position < walk.stop:
        yield from walk.read_until_damage()
        if walk.ahead is None:
            walk.position = _next_record(file, walk.last + 1, walk.magic)
    if span.stop is not None:
        walk.check_apart(span.stop)
        return
    if walk.unplaced is not None:
        yield walk.unplaced
    if ends_within_record(file, walk.last if _begins(file, walk.last, walk.magic) else walk.begin):
        yield truncated(label, file.seek(0, SEEK_END), walk.count, span.start)
        return
    walk.check_content()


class _Walk:
    """Reading the records of a span one after the other, and what has to be known of those before.

    position: where reading begins next; None where nothing follows. begin: where it began last. last: the place of the
    last record. count: records. ahead: the records from `stop` on, once that is reached. unplaced: damage behind a
    whole record, of which it is not known yet where it is: the next beginning that is found may be of what is damaged,
    which is then reported once, with its own place.
    """

    def __init__(self, file: IO[bytes], label: str, max_size: int, statuses: frozenset[int] | None, span: Span) -> None:
        self._file, self._label, self._max_size, self._statuses = file, label, max_size, statuses
        self.magic = GZIP if file.read(3) == GZIP else PLAIN
        self.stop = sys.maxsize if span.stop is None else span.stop
        self.position = _next_record(file, span.start, self.magic) if span.start else 0
        self.begin = self.last = self.count = 0
        self.ahead: Iterator[WarcRecord] | None = None
        self.unplaced: Skip | None = None
        # Whether a file is a WARC file, WAT or WET is seen at its begin.
        self._has_record, self._without_response, self._others = bool(span.start), not span.start, 0

    def read_until_damage(self) -> Iterator[RawPage | Skip]:
        """The pages from `position` on, up to a record that is damaged or says a wrong length, or to the span's end."""
        assert self.position is not None
        self._file.seek(self.position)
        self.begin = self.last = self.position
        # Whether the last record was read to its end, and whether a skip says already that its data are not there.
        whole = reported = False
        records = iter(_iterator(self._file))
        try:
            for record in records:
                self.last, self._has_record = self.begin + record.stream_pos, True
                if self.last >= self.stop:
                    self.ahead = chain((record,), records)
                    return
                self.count += 1
                whole, reported = record.record_type != WarcRecordType.response, False
                if whole:
                    self._count_other()
                    continue
                self._without_response = False
                page, ends = _page(record, f"{self._label}@{self.last}", self._max_size, self._statuses)
                whole, reported = True, isinstance(page, Skip) and page.reason in REPORTED_ONCE
                if self.unplaced is not None:
                    yield self.unplaced
                    self.unplaced = None
                yield page
                if not ends:
                    return
            self.ahead = iter(())
        except InputError:
            raise
        except Exception as error:  # noqa: BLE001 - whatever a record raises is its own
            damaged = Skip(f"{self._label}@{self.last}", "damaged", str(error) or type(error).__name__)
            self.unplaced = damaged if whole and not reported else None
            if not whole:
                yield damaged

    def _count_other(self) -> None:
        """Count a metadata or conversion record. Raises InputError where a file has begun with many."""
        self._others += 1
        if self._without_response and self._others >= MAX_OTHERS_FIRST:
            raise InputError(_NO_HTML.format(self._label))

    def check_apart(self, stop: int) -> None:
        """Raise InputError unless the span that begins at `stop` begins with the records that are ahead of this one."""
        apart = (
            self.position is None
            or self.ahead is None
            or _begins_with(self._file, stop, self.magic, self.begin, self.ahead)
        )
        if self._without_response or self.unplaced is not None or not apart:
            raise InputError(f"{self._label}: the records before and behind byte {stop:,} cannot be read apart")

    def check_content(self) -> None:
        """Raise InputError for a file without any record, or with none that holds a page."""
        if not self._has_record:
            raise InputError(f"{self._label}: no WARC file, or one without any record")
        if self._without_response and self._others:
            raise InputError(_NO_HTML.format(self._label))


def _iterator(file: IO[bytes]) -> ArchiveIterator:
    """The records from where the file stands."""
    return ArchiveIterator(_Unclosed(file), record_types=READ_TYPES, auto_decode="all", fsspec_args=False)


def _begins_with(file: IO[bytes], stop: int, magic: bytes, position: int, ahead: Iterator[WarcRecord]) -> bool:
    """Whether the span that begins at `stop` begins with the records that are ahead of the one before it.

    It does not where the data of a record has what looks like a record, and where members have several records. Two are
    compared, since the last record of a member can have the place of the next member. position: where the span before
    began to read.
    """
    try:
        expected = _first_two(position, ahead)
        place = _next_record(file, stop, magic)
        if place is None:
            return not expected
        file.seek(place)
        found = _first_two(place, _iterator(file))
    except OSError:
        return False
    return found == expected and len({at for at, _ in found}) == len(found)


def _first_two(position: int, records: Iterable[WarcRecord]) -> list[tuple[int, list[tuple[str, str]]]]:
    """The places and headers of two records."""
    return [(position + record.stream_pos, list(record.headers.items())) for record in islice(records, 2)]


_NO_HTML = (
    "{}: metadata or text without the pages' HTML, as in Common Crawl's WAT and WET files; "
    "give the WARC files of the same crawl"
)


def _page(
    record: WarcRecord, source: str, max_size: int, statuses: frozenset[int] | None
) -> tuple[RawPage | Skip, bool]:
    """The page of a record, or why it is none; and whether the record ends where it says."""
    headers = record.http_headers
    if headers is None:
        return Skip(source, "not_http"), True
    status = headers.status_code
    if status is None:
        return Skip(source, "damaged", "the response has no status line"), True
    if statuses is not None and status not in statuses:
        return Skip(source, "status"), True
    kind = record.http_content_type
    if kind is not None and kind.lower() not in HTML_TYPES:
        return Skip(source, "not_html"), True
    body = read_bounded(record.reader, max_size)
    encoded = any(headers.get(name) for name in ("Content-Encoding", "Transfer-Encoding"))
    length = _number(headers.get("Content-Length")) if not encoded else None
    # What follows the length that the server gave may be the next records, which a wrong length took in.
    whole = length is None or len(body) <= length
    body = body[:length]
    if max_size and len(body) > max_size:
        return too_large(source, max_size), whole
    if not body and length is None and not encoded:
        return Skip(source, "cut", "the response ends before its body, and does not say that it has none"), whole
    if length is not None and len(body) < length and not record.headers.get("WARC-Truncated"):
        return Skip(source, "cut", f"{len(body):,} of {length:,} bytes are there"), True
    date = record.record_date
    fetched = int(date.timestamp() * 1000) if date is not None else None
    url = (record.headers.get("WARC-Target-URI") or "").strip("<> ")
    return RawPage(url, body, source, charset=record.http_charset, status=status, fetched=fetched), whole


def _number(text: str | None) -> int | None:
    return int(text) if text and text.isascii() and text.isdecimal() and len(text) < 16 else None


def _next_record(file: IO[bytes], start: int, magic: bytes) -> int | None:
    """Where the next record begins, from `start` on; None where there is no other."""
    file.seek(start)
    tail, base = b"", start
    while chunk := file.read(CHUNK):
        data = tail + chunk
        at = data.find(magic)
        while at >= 0:
            if _begins(file, base + at, magic):
                return base + at
            at = data.find(magic, at + 1)
        tail = data[1 - len(magic) :]
        base += len(data) - len(tail)
        file.seek(base + len(tail))
    return None


def _begins(file: IO[bytes], position: int, magic: bytes) -> bool:
    """Whether a record begins there."""
    file.seek(position)
    head = file.read(512)
    if magic == GZIP:
        try:
            head = zlib.decompressobj(31).decompress(head, 512)
        except zlib.error:
            return False
    return head.startswith(PLAIN) and b"\n" in head


class _Unclosed:
    """A stream of a file from its present position on. FastWARC closes the stream that it reads, not the file."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._start = file.tell()

    def read(self, size: int = -1) -> bytes:
        return self._file.read(size)

    def tell(self) -> int:
        return self._file.tell() - self._start

    def close(self) -> None:
        pass

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(name)

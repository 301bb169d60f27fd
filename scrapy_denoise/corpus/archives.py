"""Pages in WARC files, and in the WARC files of WACZ packages.

A damaged record, or one that says a wrong length, ends FastWARC's iteration. Reading then goes on at the next place
that looks like the begin of a record: of a compressed file the next member that holds one, of a plain file the next
line that begins one.
"""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Iterator
from lzma import LZMAError
from pathlib import Path
from typing import IO, Any

from scrapy_denoise.corpus.optional_warc import ArchiveIterator, WarcRecord, WarcRecordType
from scrapy_denoise.corpus.raw_pages import InputError, RawPage, Skip

SUFFIXES = (".warc", ".warc.gz", ".warc.zst", ".wacz")

HTML_TYPES = ("text/html", "application/xhtml+xml")

GZIP, PLAIN = b"\x1f\x8b\x08", b"WARC/1."

CHUNK = 1 << 20
"""Bytes that are searched at a time for the begin of the next record."""

TYPES = WarcRecordType.response | WarcRecordType.metadata | WarcRecordType.conversion

DAMAGED = ("damaged", "cut")
"""Reasons of what is left out because not all of it is there."""

WITHOUT_HTML = 20
"""Metadata or conversion records before any response after which a file is taken for WAT or WET."""


def read_archive(
    path: Path, max_size: int, statuses: frozenset[int] | None, name: str = ""
) -> Iterator[RawPage | Skip]:
    """The HTML responses of a WARC or WACZ file.

    max_size: bytes of a page above which it is skipped (0: no limit). statuses: of responses that are pages; None for
    all. name: what the call names the file, where that is not `path`. Raises InputError for a file that is none, or
    that holds no HTML: WAT and WET.
    """
    label = name or str(path)
    if path.suffix.lower() != ".wacz":
        with path.open("rb") as file:
            yield from _records(file, label, max_size, statuses)
        return
    try:
        with zipfile.ZipFile(path) as package:
            names = [part for part in package.namelist() if part.lower().endswith(SUFFIXES[:3])]
            if not names:
                raise InputError(f"{label}: no WARC file in this WACZ package")
            for part in sorted(names):
                with package.open(part) as file:
                    yield from _records(file, f"{label}!{part}", max_size, statuses)
    # Of an encrypted part, and of one that is packed in an unknown way, zipfile raises RuntimeError.
    except (zipfile.BadZipFile, zlib.error, LZMAError, EOFError, RuntimeError) as error:
        raise InputError(f"{label}: no WACZ package, or a damaged one: {error}") from error


def _records(file: IO[bytes], label: str, max_size: int, statuses: frozenset[int] | None) -> Iterator[RawPage | Skip]:
    position: int | None = 0
    magic = GZIP if file.read(3) == GZIP else PLAIN
    found, others, first = False, 0, True
    unplaced: Skip | None = None
    while position is not None:
        file.seek(position)
        last, behind, told = position, False, False
        try:
            iterator = ArchiveIterator(_Unclosed(file), record_types=TYPES, auto_decode="all", fsspec_args=False)
            for record in iterator:
                last, found = position + record.stream_pos, True
                behind, told = record.record_type != WarcRecordType.response, False
                if behind:
                    others += 1
                    if first and others >= WITHOUT_HTML:
                        raise InputError(_NO_HTML.format(label))
                    continue
                first = False
                page, whole = _page(record, f"{label}@{last}", max_size, statuses)
                behind, told = True, isinstance(page, Skip) and page.reason in DAMAGED
                if unplaced is not None:
                    yield unplaced
                    unplaced = None
                yield page
                if not whole:
                    break
            else:
                break
        except OSError as error:
            damaged = Skip(f"{label}@{last}", "damaged", str(error) or type(error).__name__)
            # Behind a whole record it is not known yet where: the next beginning that is found may be of what is
            # damaged, which is then told with its own place, and once.
            unplaced = damaged if behind and not told else None
            if not behind:
                yield damaged
        position = _next_record(file, last + 1, magic)
    if unplaced is not None:
        yield unplaced
    if not found:
        raise InputError(f"{label}: no WARC file, or one without any record")
    if first and others:
        raise InputError(_NO_HTML.format(label))


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
    body = record.reader.read(max_size + 1 if max_size else -1)
    encoded = any(headers.get(name) for name in ("Content-Encoding", "Transfer-Encoding"))
    length = _number(headers.get("Content-Length")) if not encoded else None
    # What follows the length that the server gave may be the next records, which a wrong length took in.
    whole = length is None or len(body) <= length
    body = body[:length]
    if max_size and len(body) > max_size:
        return Skip(source, "too_large", f"more than {max_size:,} bytes (--max-size)"), whole
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
    """A file for FastWARC, which closes what it reads, as a stream that begins where the file stands."""

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

"""Detects archives that were cut: they end within a record, or within its compressed data.

An archive that was cut where a record ends looks whole, and nothing can tell that it is not.
"""

from __future__ import annotations

import io
import re
import zlib
from typing import IO

from scrapy_denoise.corpus.input.pages import Skip
from scrapy_denoise.optional import pyarrow as pa

TRUNCATED = "truncated"
"""The reason of the `Skip` for a file that was cut. It is counted once for each file."""

UNREAD = "unread"
"""That of a file at which the process that read it hung or died: what follows is not in the output."""

UNREADABLE = "unreadable"
"""That of a file of which nothing can be read."""

GZIP, ZSTD, PLAIN = b"\x1f\x8b\x08", b"\x28\xb5\x2f\xfd", b"WARC/1."

CHUNK = 1 << 20
"""The number of bytes that are read, and that are unpacked, at once."""

MAX_HEADERS = 1 << 16
"""The most bytes of the headers of a WARC record."""

_LENGTH = re.compile(rb"\r?\ncontent-length[ \t]*:[ \t]*(\d{1,18})[ \t]*\r?\n", re.IGNORECASE)
_BLANK_LINE = re.compile(rb"\r?\n\r?\n")


def truncated(label: str, size: int, records: int, start: int = 0) -> Skip:
    """The skip of a file that was cut. size: its bytes. records: that were read of it, from the byte `start` on."""
    behind = f" from byte {start:,} on" if start else ""
    return Skip(label, TRUNCATED, f"it ends within a record, at byte {size:,}; {records:,} records were read{behind}")


def ends_within_record(file: IO[bytes], start: int) -> bool:
    """Whether a WARC file ends within a record or a compressed member. start: where a record or a member begins.

    All of what follows is read, so it should be the last record that is known.
    """
    file.seek(0)
    magic = file.read(4)
    file.seek(start)
    if magic.startswith(GZIP):
        return _within_gzip(file)
    if magic == ZSTD:
        return _within_zstd(file)
    return _within_plain(file, start)


def _within_gzip(file: IO[bytes]) -> bool:
    unpacking = None
    data = file.read(CHUNK)
    while data:
        if unpacking is None:
            if not data.startswith(GZIP[: len(data)]):
                return False  # what is no member follows the last one
            unpacking = zlib.decompressobj(31)
        try:
            unpacking.decompress(data, CHUNK)
        except zlib.error:
            return False  # damaged, which is another reason
        if unpacking.eof:
            data, unpacking = unpacking.unused_data, None
        else:
            data = unpacking.unconsumed_tail
        data = data or file.read(CHUNK)
    return unpacking is not None


def _within_zstd(file: IO[bytes]) -> bool:
    try:
        with pa.CompressedInputStream(pa.PythonFile(_Rest(file), "r"), "zstd") as unpacked:
            while unpacked.read(CHUNK):
                pass
    except OSError as error:
        return "Truncated" in str(error)  # else the data are damaged, which is another reason
    return False


def _within_plain(file: IO[bytes], start: int) -> bool:
    size = file.seek(0, io.SEEK_END)
    while start < size:
        file.seek(start)
        head = file.read(MAX_HEADERS)
        begins = head.lstrip(b"\r\n")
        start += len(head) - len(begins)
        if not begins.startswith(PLAIN[: len(begins)]):
            return False
        blank = _BLANK_LINE.search(begins)
        if blank is None:
            return start + len(begins) == size and len(begins) > 0
        length = _LENGTH.search(begins, 0, blank.end())
        if length is None:
            return False
        start += blank.end() + int(length[1])
    return start > size


class _Rest(io.RawIOBase):
    """A file from where it stands, which stays open when this is closed."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        return self._file.read(size)

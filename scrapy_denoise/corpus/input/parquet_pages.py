"""What a Parquet file stores in one piece, which its readers unpack at once: read from the headers of its data pages.

A column of a row group is a row of data pages, a dictionary among them, each behind a header in Thrift's compact form
that says how many bytes follow and to how many they unpack. A writer may put all values into one of them.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import IO, Any

MAX_HEADER_BYTES = 1 << 20
"""The most bytes of a header, which may hold the least and the greatest value of its page."""

MAX_NESTING = 16
"""The greatest depth of nested structures in a header."""

_UNPACKED, _STORED = 2, 3  # the fields of a header, both of them integers
_TRUE, _FALSE, _BYTE, _DOUBLE, _BINARY, _LIST, _SET, _STRUCT = 1, 2, 3, 7, 8, 9, 10, 12
_INTEGERS = (4, 5, 6)


class DamagedHeader(OSError):
    """The header of a data page cannot be read."""


def largest_piece(file: IO[bytes], chunk: Any) -> int:
    """The bytes to which the largest piece of a column unpacks. file: at any place. chunk: what the file's footer says
    of the column in a row group, a ``pyarrow.parquet.ColumnChunkMetaData``.

    Raises DamagedHeader, OSError.
    """
    return max(_pieces(file, chunk), default=0)


def _pieces(file: IO[bytes], chunk: Any) -> Iterator[int]:
    at = chunk.data_page_offset
    if chunk.has_dictionary_page and 0 < chunk.dictionary_page_offset < at:
        at = chunk.dictionary_page_offset
    stop = at + chunk.total_compressed_size
    while at < stop:
        file.seek(at)
        # Most headers are short; the file's own buffer is read once for each.
        for size in (io.DEFAULT_BUFFER_SIZE, MAX_HEADER_BYTES):
            file.seek(at)
            header = _Thrift(file.read(size))
            try:
                fields = header.integers()
                break
            except IndexError:
                continue
        else:
            raise DamagedHeader(f"the header of a data page at byte {at:,} does not end")
        unpacked, stored = fields.get(_UNPACKED, -1), fields.get(_STORED, -1)
        if unpacked < 0 or stored < 0:
            raise DamagedHeader(f"the header of a data page at byte {at:,} says no sizes")
        yield unpacked
        at += header.at + stored


class _Thrift:
    """Reads values in Thrift's compact form. Its methods raise IndexError where the data end."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.at = 0

    def integers(self) -> dict[int, int]:
        """The integers among the fields of the structure that begins here, by their numbers."""
        found: dict[int, int] = {}
        for number, kind in self._fields():
            if kind in _INTEGERS:
                found[number] = self._integer()
            else:
                self._skip(kind, MAX_NESTING)
        return found

    def _fields(self) -> Iterator[tuple[int, int]]:
        number = 0
        while first := self._byte():
            number = number + (first >> 4) if first >> 4 else self._integer()
            yield number, first & 15

    def _byte(self) -> int:
        self.at += 1
        return self.data[self.at - 1]

    def _length(self) -> int:
        value = shift = 0
        while True:
            byte = self._byte()
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value
            if shift > 63:
                raise DamagedHeader("a number in the header of a data page does not end")

    def _integer(self) -> int:
        value = self._length()
        return (value >> 1) ^ -(value & 1)

    def _skip(self, kind: int, depth: int) -> None:
        if kind in (_TRUE, _FALSE):
            return
        if kind == _BYTE:
            self._move(1)
        elif kind in _INTEGERS:
            self._length()
        elif kind == _DOUBLE:
            self._move(8)
        elif kind == _BINARY:
            self._move(self._length())
        elif depth and kind == _STRUCT:
            for _, inner in self._fields():
                self._skip(inner, depth - 1)
        elif depth and kind in (_LIST, _SET):
            first = self._byte()
            for _ in range(self._length() if first >> 4 == 15 else first >> 4):
                self._move(1) if first & 15 in (_TRUE, _FALSE) else self._skip(first & 15, depth - 1)
        else:
            raise DamagedHeader("the header of a data page holds what no header does")

    def _move(self, size: int) -> None:
        self.at += size
        if self.at > len(self.data):
            raise IndexError

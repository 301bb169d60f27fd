"""Reads files up to a limit, because a file may be too large to be a page."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

CHUNK = 1 << 20
"""The number of bytes that are read at once: a stream may allocate all of them before it reads."""


class Readable(Protocol):
    """A file or stream of bytes."""

    def read(self, size: int = -1, /) -> bytes: ...


def read_file(path: Path, max_size: int) -> bytes:
    """The bytes of a file, as `read_bounded` reads them. Raises OSError."""
    with path.open("rb") as file:
        return read_bounded(file, max_size)


def read_bounded(file: Readable, max_size: int) -> bytes:
    """The bytes of a file or stream, no more than one byte above `max_size` (0: all of it).

    That one byte tells that it is too large, so that nothing further is held in memory.
    """
    if not max_size:
        return file.read()
    chunks, left = list[bytes](), max_size + 1
    while left and (chunk := file.read(min(CHUNK, left))):
        chunks.append(chunk)
        left -= len(chunk)
    return b"".join(chunks)

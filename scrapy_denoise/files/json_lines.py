"""Files with one record per line, as feed exports write them: JSON lines, plain or compressed with gzip."""

from __future__ import annotations

import gzip
import json
import os
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO, cast

PLAIN = (".jsonl", ".jl", ".jsonlines", ".ndjson")

LINES = (*PLAIN, *(f"{suffix}.gz" for suffix in PLAIN))
"""The suffixes of such files."""

MAX_LINE = 1 << 28
"""The most bytes of a line; a longer one is not read."""

ESCAPED = 3
"""The most bytes of JSON for a byte of text, if all characters beyond ASCII are escaped."""

BESIDE = 1 << 20
"""The most bytes of a JSON line besides the page."""

CHUNK = 1 << 20
"""The number of bytes that are skipped at once in a line that is too long."""


def has_lines(path: Path) -> bool:
    """True if the name of a file says that it has a record on each line."""
    return path.name.lower().endswith(LINES)


def longest_line(max_size: int) -> int:
    """The most bytes of a line with a page of at most `max_size` bytes; 0: of any size."""
    return min(MAX_LINE, ESCAPED * max_size + BESIDE) if max_size else MAX_LINE


def open_lines(path: Path) -> IO[bytes]:
    """The bytes of a file, uncompressed. Raises OSError."""
    return cast("IO[bytes]", gzip.open(path)) if path.suffix.lower() == ".gz" else path.open("rb")


class CutShort(OSError):
    """The compressed data of a file end before they are complete."""


def bounded_lines(file: IO[bytes], longest: int = MAX_LINE) -> Iterator[bytes | None]:
    """The lines of a file; None for one of more bytes than `longest`. Raises OSError, also where compressed data are
    damaged, and CutShort where they were cut."""
    try:
        while line := file.readline(longest):
            if len(line) < longest or line.endswith(b"\n"):
                yield line
                continue
            line = b""
            while (rest := file.readline(CHUNK)) and not rest.endswith(b"\n"):
                pass
            yield None
    except EOFError as error:
        raise CutShort(f"the compressed data were cut: {error}") from error
    except zlib.error as error:
        raise OSError(f"the compressed data are damaged: {error}") from error


def end_line(path: Path) -> None:
    """Have a file of JSON lines end with a whole line, so that others can be added to it: half an object, as a full
    disk and a killed process leave, is cut, and what else has no end of line gets one. Raises OSError."""
    with path.open("r+b") as file:
        whole = end = file.seek(0, os.SEEK_END)
        rest = b""
        while whole and b"\n" not in rest:
            start = max(whole - CHUNK, 0)
            file.seek(start)
            rest = file.read(whole - start)
            whole = start
        whole += rest.rfind(b"\n") + 1
        if whole == end:
            return
        file.seek(whole)
        last = file.read()
        if last.startswith(b"{") and not _is_json(last):
            file.truncate(whole)
        else:
            file.write(b"\n")


def _is_json(line: bytes) -> bool:
    try:
        json.loads(line)
    except (ValueError, RecursionError):
        return False
    return True

"""Files with a record a line, as feed exports write them: JSON lines, plain or compressed with gzip."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO, cast

PLAIN = (".jsonl", ".jl", ".jsonlines", ".ndjson")

LINES = (*PLAIN, *(f"{suffix}.gz" for suffix in PLAIN))
"""How the names of such files end."""

MAX_LINE = 1 << 28
"""Bytes of a line; a longer one is not read."""


def has_lines(path: Path) -> bool:
    """Whether a file has a record a line, by its name."""
    return path.name.lower().endswith(LINES)


def open_lines(path: Path) -> IO[bytes]:
    """The bytes of a file, uncompressed. Raises OSError."""
    return cast("IO[bytes]", gzip.open(path)) if path.suffix.lower() == ".gz" else path.open("rb")


def bounded_lines(file: IO[bytes]) -> Iterator[bytes | None]:
    """The lines of a file; None for one that is too long. Raises OSError, also where compressed data are damaged."""
    try:
        while line := file.readline(MAX_LINE):
            if len(line) < MAX_LINE or line.endswith(b"\n"):
                yield line
                continue
            while (rest := file.readline(MAX_LINE)) and not rest.endswith(b"\n"):
                pass
            yield None
    except (EOFError, zlib.error) as error:
        raise OSError(f"the compressed data are damaged: {error}") from error

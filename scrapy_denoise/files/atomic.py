"""Writes a file as a whole: if anything stops the writing, the old file stays, or none."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO


@contextmanager
def replacing(path: Path, new: int = 0o666) -> Iterator[IO[bytes]]:
    """A file that takes the place of `path` when all of it is written; an exception leaves `path` as it is.

    It is written beside it, under a name that begins with a dot and that no other process or thread uses, with the
    permissions of the file that it replaces. new: the permissions where there is none, of which the umask takes some
    away. What is there and no file, such as a pipe or ``/dev/null``, is written to as it is. Raises OSError where it
    cannot be written.
    """
    if path.exists() and not path.is_file():
        with path.open("wb") as file:
            yield file
        return
    part = path.with_name(f".{secrets.token_hex(8)}.part")
    mode = path.stat().st_mode & 0o777 if path.exists() else None
    try:
        # Exclusive: a link planted under this name is never written through. With the permissions from the start: who
        # has opened the file before they are set can read what is written later.
        with open(part, "xb", opener=lambda name, flags: os.open(name, flags, new if mode is None else mode)) as file:
            if mode is not None:
                part.chmod(mode)
            yield file
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)

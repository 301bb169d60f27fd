"""Files that are written as a whole: whatever stops the writing leaves the old file, or none."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO


@contextmanager
def replacing(path: Path) -> Iterator[IO[bytes]]:
    """A file that takes the place of `path` when all of it is written; an exception leaves `path` as it is.

    It is written beside it, under a name that begins with a dot and that no other process or thread uses, with the
    permissions of the file that it replaces. What is there and no file, such as a pipe or ``/dev/null``, is written to
    as it is. Raises OSError where it cannot be written.
    """
    if path.exists() and not path.is_file():
        with path.open("wb") as file:
            yield file
        return
    part = path.with_name(f".{secrets.token_hex(8)}.part")
    mode = path.stat().st_mode & 0o777 if path.exists() else None
    try:
        with part.open("xb") as file:  # exclusive: a link planted under this name is never written through
            if mode is not None:
                part.chmod(mode)
            yield file
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)

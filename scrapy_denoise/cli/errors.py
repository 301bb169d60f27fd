"""What the caller of a command did wrong."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

INTERRUPTED = 130
"""The exit status after Ctrl-C."""


class CommandError(ValueError):
    """The caller's mistake: what was wrong, and what to do. `main` prints it as one line, with exit status 2."""


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Say of an OSError in the block, in a CommandError, that the path cannot be written."""
    try:
        yield
    except OSError as error:
        raise CommandError(f"cannot write {path}: {error.strerror or error}") from error


@contextmanager
def mistakes(kind: type[Exception]) -> Iterator[None]:
    """Of a block or function: an exception of this kind is a CommandError with the same message."""
    try:
        yield
    except kind as error:
        raise CommandError(str(error)) from error

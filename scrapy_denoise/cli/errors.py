"""What ends a command early and is no failure: mistakes of its caller, reported in one line, and a closed pipe."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

INTERRUPTED = 130
"""The exit status after Ctrl-C."""


class CommandError(ValueError):
    """The caller's mistake: what was wrong, and what to do. `main` prints it as one line, with exit status 2."""


@contextmanager
def as_write_error(path: Path) -> Iterator[None]:
    """Turn an OSError in the block into a CommandError that says that the path cannot be written."""
    try:
        yield
    except OSError as error:
        raise CommandError(f"cannot write {path}: {error.strerror or error}") from error


@contextmanager
def naming(output: str | None) -> Iterator[None]:
    """Name the output of a command in an OSError of the block that names no file, as where a disk is full while it is
    written."""
    try:
        yield
    except OSError as error:
        if error.errno and error.filename is None and output not in (None, "-"):
            error.filename = output
        raise


@contextmanager
def as_command_error(kind: type[Exception]) -> Iterator[None]:
    """Turn an exception of this kind, in a block or function, into a CommandError with the same message."""
    try:
        yield
    except kind as error:
        raise CommandError(str(error)) from error


def discard_output() -> None:
    """Discard buffered output, which would fail again when the interpreter ends."""
    if sys.__stdout__ is not None and sys.stdout is sys.__stdout__:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.__stdout__.fileno())

"""SQLite files that are damaged: recognised by the error that they cause, and set aside under another name."""

from __future__ import annotations

import logging
import sqlite3
from itertools import count
from pathlib import Path

logger = logging.getLogger(__name__)

COMPANIONS = ("-wal", "-shm", "-journal")
"""Suffixes of the files that SQLite writes beside its database. A new database must not find old ones."""

_DAMAGE = ("malformed", "not a database", "could not decode")


def is_damage(error: BaseException) -> bool:
    """True if an error says that a file is damaged, and not that it is locked, full, missing or forbidden."""
    if isinstance(error, UnicodeDecodeError):
        return True  # a text in the schema or in a row
    return isinstance(error, sqlite3.DatabaseError) and any(words in str(error).lower() for words in _DAMAGE)


def set_aside(path: Path, file: int) -> Path | None:
    """Rename a damaged file, and log it. file: its inode; where the path has another by now, a process was faster.

    Returns the new name, ``NAME.damaged-1`` or a higher number; None where there is nothing to rename. Raises OSError.
    """
    try:
        if path.stat().st_ino != file:
            return None
    except FileNotFoundError:
        return None
    aside = next(name for number in count(1) if not (name := path.with_name(f"{path.name}.damaged-{number}")).exists())
    path.rename(aside)
    for end in COMPANIONS:
        companion = path.with_name(path.name + end)
        if companion.exists():
            companion.rename(aside.with_name(aside.name + end))
    logger.error("%s is damaged: it is now %s, and a new file is begun", path, aside.name)
    return aside

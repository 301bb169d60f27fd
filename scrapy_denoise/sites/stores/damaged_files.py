"""SQLite files that are damaged: recognised by the error that they cause, and set aside under another name."""

from __future__ import annotations

import codecs
import logging
import sqlite3
from itertools import count
from pathlib import Path

from scrapy_denoise.sites.stores.base import StoreError

logger = logging.getLogger(__name__)

COMPANIONS = ("-wal", "-shm", "-journal")
"""Suffixes of the files that SQLite writes beside its database. A new database must not find old ones."""

HEADER = b"SQLite format 3"
"""What a database begins with."""

BEGINNING = 4096
"""The bytes of a file by which it is known as text."""

_OF_TEXT = bytes({*b"\t\n\v\f\r", *range(0x20, 0x7F), *range(0x80, 0x100)})

_DAMAGE = ("malformed", "not a database", "could not decode")


def is_damage(error: BaseException) -> bool:
    """True if an error says that a file is damaged, and not that it is locked, full, missing or forbidden."""
    if isinstance(error, UnicodeDecodeError):
        return True  # a text in the schema or in a row
    return isinstance(error, sqlite3.DatabaseError) and any(words in str(error).lower() for words in _DAMAGE)


def is_text_file(path: Path) -> bool:
    """True if a file is no database but text, by its beginning: what its user wrote, and no database that is damaged.

    SQLite looks at the file first: a process that opens and closes a database by itself loses its locks of it.
    """
    if not path.is_file():
        return False
    try:
        connection = sqlite3.connect(f"{path.absolute().as_uri()}?immutable=1", uri=True)
        try:
            connection.execute("PRAGMA user_version").fetchone()
        finally:
            connection.close()
    except sqlite3.Error as error:
        if "not a database" not in str(error):
            return False
        with path.open("rb") as file:
            return _is_text(file.read(BEGINNING))
    return False


def _is_text(beginning: bytes) -> bool:
    """True if bytes have none that no text has: in UTF-16 with its mark, or in any encoding that has ASCII in it.

    A database has zeros from byte 15 on, also where other bytes of its header are damaged.
    """
    if not beginning or beginning.startswith(HEADER) or HEADER.startswith(beginning):
        return False
    if beginning.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        try:  # the last character may be cut
            beginning = codecs.getincrementaldecoder("utf-16")().decode(beginning).encode("utf-8", "replace")
        except UnicodeDecodeError:
            return False
    return not beginning.translate(None, _OF_TEXT)


def set_aside(path: Path, file: int) -> Path | None:
    """Rename a damaged file, and log it. file: its inode; where the path has another by now, a process was faster.

    Returns the new name, ``NAME.damaged-1`` or a higher number; None where there is nothing to rename. Raises OSError,
    and StoreError for a text, which is left as it is.
    """
    try:
        if path.stat().st_ino != file:
            return None
    except FileNotFoundError:
        return None
    if is_text_file(path):
        raise StoreError(f"{path}: a text file, not a database; it is left as it is: set another DENOISE_STORE_PATH")
    aside = next(name for number in count(1) if not (name := path.with_name(f"{path.name}.damaged-{number}")).exists())
    path.rename(aside)
    for end in COMPANIONS:
        companion = path.with_name(path.name + end)
        if companion.exists():
            companion.rename(aside.with_name(aside.name + end))
    logger.error("%s is damaged: it is now %s, and a new file is begun", path, aside.name)
    return aside

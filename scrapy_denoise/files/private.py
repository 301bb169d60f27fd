"""Files and folders that only the user may read, since they hold what may be private.

On Windows a new file has the permissions of its folder, and nothing is done.
"""

from __future__ import annotations

import contextlib
import os
import sys
import threading
from pathlib import Path

FILE, FOLDER = 0o600, 0o777 if sys.platform == "win32" else 0o700

_CREATING = threading.Lock()


def make_folder(path: Path) -> None:
    """Make a folder, and those above it that are missing. One that is there keeps its permissions. Raises OSError."""
    if not path.parent.exists():
        make_folder(path.parent)
    path.mkdir(FOLDER, exist_ok=True)


def make_file(path: Path) -> None:
    """Make an empty file, and its folder. A file that is there keeps its permissions. Raises OSError.

    SQLite takes an empty file for a new database, and gives the files beside it the permissions of the database.
    """
    make_folder(path.parent)
    # A process loses its locks of a file, which SQLite may have in another thread, when it closes the file once.
    with _CREATING, contextlib.suppress(FileExistsError):
        if not path.exists():
            os.close(os.open(path.resolve(), os.O_CREAT | os.O_EXCL | os.O_WRONLY, FILE))

"""Output that follows no symbolic link: who may write to a folder could have planted one that leads elsewhere."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import IO

NO_FOLLOW = getattr(os, "O_NOFOLLOW", 0)  # Windows has none


def refuse_link(path: Path) -> None:
    """Raise OSError where a path is a symbolic link."""
    if path.is_symlink():
        raise OSError(errno.ELOOP, f"{path} is a symbolic link, which no output goes through; remove it", str(path))


def make_folder_in(root: Path, folder: Path) -> None:
    """Make a folder and those above it. Raises OSError where one of those below the root is a symbolic link."""
    for place in (folder, *folder.parents):
        if place == root:
            break
        refuse_link(place)
    folder.mkdir(parents=True, exist_ok=True)


def open_end(path: Path) -> IO[bytes]:
    """A file that is read and written at its end, and made where there is none. Raises OSError, also for a link."""
    refuse_link(path)
    # Once more while it is opened: a link may have been planted since.
    return open(path, "ab+", opener=lambda name, flags: os.open(name, flags | NO_FOLLOW, 0o666))

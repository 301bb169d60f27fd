"""Handles symbolic links: output never follows one, and input follows one out of its folder only if that is asked for.

Who may write to a folder could have planted a link that leads elsewhere.
"""

from __future__ import annotations

import errno
import logging
import os
from pathlib import Path
from typing import IO

logger = logging.getLogger(__name__)

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


def files_below(folder: Path, follow: bool = False) -> list[Path]:
    """What is in a folder and below it, sorted; without symbolic links that lead out of it, of which the log has the
    first. follow: with links to files anywhere. Links to folders are not entered."""
    root = folder.resolve()
    found: list[Path] = []
    outside: list[Path] = []
    for path in sorted(folder.rglob("*")):
        (found if follow or not path.is_symlink() or _is_below(path, root) else outside).append(path)
    if outside:
        logger.warning(
            "%s: symbolic links that lead out of this folder are not read (--follow-links reads those to files): "
            "%d, the first is %r", folder, len(outside), str(outside[0]),  # a name may hold what a terminal obeys
        )  # fmt: skip
    return found


def _is_below(path: Path, root: Path) -> bool:
    try:
        return root in path.resolve().parents
    except (OSError, RuntimeError):  # a link to itself
        return False

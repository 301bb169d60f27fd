"""A lock for an output, so that it has one writer at a time. The system releases it when its process ends."""

from __future__ import annotations

import contextlib
import errno
import os
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from scrapy_denoise.files.links import NO_FOLLOW, refuse_link

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

LOCK = ".lock"
"""The lock file of a folder."""

FAR = 1 << 30
"""The byte that is locked on Windows, where nobody can read what is locked: beyond the text of the file."""

UNSUPPORTED = (errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP)
"""Error numbers of file systems without locks."""


class InUseError(RuntimeError):
    """Another process writes to the output; the message is a sentence that names both."""


@contextmanager
def only_writer(path: Path, folder: bool = True) -> Iterator[None]:
    """Be the only process that writes to an output until the end of the block.

    path: a folder, which is made if there is none, else a file, whose folder is there. The lock is a file that is
    removed in the end: ``.lock`` in the folder, ``.NAME.lock`` beside a file. Nothing is locked where a file system has
    no locks, where nothing can be written, and where the path is that of another kind, such as ``/dev/null``. Raises
    InUseError, at once, where another process has the lock, and OSError.
    """
    if path.exists() and not (path.is_dir() if folder else path.is_file()):
        yield
        return
    made = folder and not path.exists()
    try:
        if folder:
            path.mkdir(parents=True, exist_ok=True)
        place = path / LOCK if folder else path.with_name(f".{path.name}.lock")
        handle = _locked(path, place)
    except OSError as error:
        if error.errno not in UNSUPPORTED and not _cannot_write(path, error):
            raise
        yield
        return
    try:
        yield
    finally:
        if sys.platform == "win32":
            os.close(handle)
            with contextlib.suppress(OSError):
                place.unlink()
        else:
            with contextlib.suppress(OSError):
                place.unlink()  # while it is locked: who has opened it meanwhile sees that it is gone
            os.close(handle)
        if made:
            with contextlib.suppress(OSError):  # it holds what was written
                path.rmdir()


def _locked(path: Path, place: Path) -> int:
    """The handle of the lock file of an output, which this process has locked."""
    while True:
        refuse_link(place)
        handle = os.open(place, os.O_RDWR | os.O_CREAT | NO_FOLLOW, 0o666)
        try:
            try:
                _lock(handle)
            except (BlockingIOError, PermissionError) as error:
                raise InUseError(
                    f"{path} is being written by {_holder(handle)}; wait until that ends, or name another output"
                ) from error
            if _is_the_file(handle, place):
                with contextlib.suppress(OSError):  # the disk is full, which whoever writes the output will tell
                    os.ftruncate(handle, 0)
                    os.write(handle, f"process {os.getpid()} on {socket.gethostname()}\n".encode())
                return handle
        except BaseException:
            os.close(handle)
            raise
        os.close(handle)  # the one before has removed it just now


def _lock(handle: int) -> None:
    if sys.platform == "win32":
        os.lseek(handle, FAR, os.SEEK_SET)
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        finally:
            os.lseek(handle, 0, os.SEEK_SET)
    else:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _is_the_file(handle: int, place: Path) -> bool:
    """Whether the file that is locked is still the one of this name."""
    try:
        return os.path.samestat(os.fstat(handle), place.stat())
    except FileNotFoundError:
        return False


def _holder(handle: int) -> str:
    with contextlib.suppress(OSError):
        os.lseek(handle, 0, os.SEEK_SET)
        if text := os.read(handle, 200).decode("utf-8", "replace").strip():
            return text
    return "another process"


def _cannot_write(path: Path, error: OSError) -> bool:
    """Whether nothing can be written, so that no two processes write: what reads a complete output needs no lock."""
    return error.errno in (errno.EACCES, errno.EPERM, errno.EROFS) and path.is_dir() and not (path / LOCK).exists()

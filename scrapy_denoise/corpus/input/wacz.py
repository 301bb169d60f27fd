"""The files in WACZ packages, which are ZIP files."""

from __future__ import annotations

import struct
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from io import SEEK_END, SEEK_SET
from pathlib import Path
from typing import IO, cast

from scrapy_denoise.corpus.input.pages import InputError
from scrapy_denoise.corpus.input.truncation import CHUNK

MAX_MEMORY_BYTES = 8 << 20
"""Bytes of an unpacked file that are held in memory; a larger one is unpacked to a temporary file."""

MAX_UNPACKED_BYTES = 16 << 30
"""Bytes to which a file is unpacked at most: 16 MB of a package may hold as many, and would fill the disk."""

LOCAL_HEADER = struct.Struct("<26sHH")
"""What stands before the name of a file in a ZIP package; its last fields are the lengths of the name and of the extra
field (APPNOTE.TXT 6.3.10, section 4.3.7)."""


@contextmanager
def member(package: zipfile.ZipFile, part: zipfile.ZipInfo, path: Path) -> Iterator[IO[bytes]]:
    """A file of a package in which every place can be read at once, where zipfile would begin anew to go back.

    What is stored as it is, is read from the package; what is compressed is unpacked first. Raises InputError for more
    than MAX_UNPACKED_BYTES.
    """
    with package.open(part) as packed:
        if part.compress_type != zipfile.ZIP_STORED:
            with tempfile.SpooledTemporaryFile(MAX_MEMORY_BYTES) as unpacked:
                while data := packed.read(CHUNK):
                    unpacked.write(data)
                    if unpacked.tell() > MAX_UNPACKED_BYTES:
                        raise InputError(
                            f"{path}: {part.filename} unpacks to more than {MAX_UNPACKED_BYTES:,} bytes; "
                            "unpack it first"
                        )
                unpacked.seek(0)
                yield cast("IO[bytes]", unpacked)
            return
    with path.open("rb") as file:
        file.seek(part.header_offset + LOCAL_HEADER.size - 4)
        name, extra = struct.unpack("<HH", file.read(4))
        yield cast("IO[bytes]", _Section(file, part.header_offset + LOCAL_HEADER.size + name + extra, part.file_size))


def is_cut(path: Path) -> bool:
    """Whether a package begins as one and has no directory, which stands at its end."""
    with path.open("rb") as file:
        return file.read(4) == b"PK\x03\x04" and not zipfile.is_zipfile(path)


class _Section:
    """Some bytes of a file, as a file of their own."""

    def __init__(self, file: IO[bytes], start: int, size: int) -> None:
        self._file, self._start, self._size = file, start, size
        self.seek(0)

    def read(self, size: int = -1) -> bytes:
        left = max(self._size - self.tell(), 0)
        return self._file.read(left if size < 0 else min(size, left))

    def seek(self, place: int, whence: int = SEEK_SET) -> int:
        return self._file.seek(self._start + place + (self._size if whence == SEEK_END else 0)) - self._start

    def tell(self) -> int:
        return self._file.tell() - self._start

"""Columns side by side in one buffer of bytes, which compiled code reads by its address (buffers.pxd).

An array is made of a column when Python first asks for it: most columns of most pages never become one.
"""

from __future__ import annotations

from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

T = TypeVar("T", bound=np.generic)


class Buffer:
    """A buffer with a number of columns of the same length, in the order in which they are declared.

    name: of the attribute that holds the bytes.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.width = 0
        """Bytes of a row."""

    def column(self, kind: type[T]) -> Column[T]:
        """The next column, of that type."""
        column = Column(self, kind, self.width)
        self.width += np.dtype(kind).itemsize
        return column


class Column(Generic[T]):
    """An attribute: a column of a buffer as an array that cannot be written to."""

    def __init__(self, buffer: Buffer, kind: type[T], before: int) -> None:
        self.buffer = buffer
        self.kind = np.dtype(kind)
        self.before = before

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, instance: Any, owner: type) -> NDArray[T]:
        data = getattr(instance, self.buffer.name)
        rows = len(data) // self.buffer.width
        array = instance.__dict__[self.name] = np.frombuffer(data, self.kind, rows, self.before * rows)
        return array


class Stored:
    """The columns that a signature keeps of a page (see `scrapy_denoise.page.page.Columns`)."""

    NAMES = ("depth", "tag_hash", "id_hash", "class_hash", "text_hash", "mask_hash", "chars")

    _stored = Buffer("stored")
    depth = _stored.column(np.int32)
    tag_hash = _stored.column(np.uint32)
    id_hash = _stored.column(np.uint32)
    class_hash = _stored.column(np.uint32)
    text_hash = _stored.column(np.uint32)
    mask_hash = _stored.column(np.uint32)
    chars = _stored.column(np.int32)

    stored: bytes
    boxes: NDArray[np.int32] | None

    def __len__(self) -> int:
        return len(self.stored) // self._stored.width

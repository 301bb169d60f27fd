"""Compresses the columns of sample pages.

Pages of a layout are mostly the same, so distinct elements (tag, id, class, names of attributes) and distinct texts
(hash, masked hash, characters) are stored once, in tables. Rows are indices into these tables. Entries are numbered in
the order in which they first appear, so that a new entry is written as 0. Numbers are split into planes of bytes, the
highest first; most of these bytes are 0, which zlib compresses well.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.page.signature import Signature
from scrapy_denoise.sites import compiled as packing

ZLIB_LEVEL = 5
"""The zlib level: 1.5 % more bytes than level 6 in three quarters of the time."""

Numbers = NDArray[np.uint32]


def pack(signatures: Sequence[Signature]) -> bytes:
    """Signatures one after the other; `unpack` needs their sizes."""
    if not signatures:
        return b""
    is_text = _joined(signatures, "tag_hash") == 0
    attributes = np.where(is_text, 0, _joined(signatures, "text_hash")).astype(np.uint32)
    elements, element = _distinct(
        *(_joined(signatures, name) for name in ("tag_hash", "id_hash", "class_hash")), attributes
    )
    texts, text = _distinct(*(_joined(signatures, name)[is_text] for name in ("text_hash", "mask_hash", "chars")))
    hashes, masks, chars = texts
    deltas = _gaps(_joined(signatures, "depth")).view(np.int32)
    parts = [
        np.array([elements.shape[1], texts.shape[1]], "<u4").tobytes(),
        elements.astype("<u4").tobytes(),
        hashes.astype("<u4").tobytes(),
        np.where(masks == hashes, 0, masks).astype("<u4").tobytes(),  # 0: has no digits
        _planes(chars),
        _planes(((deltas << 1) ^ (deltas >> 31)).view(np.uint32)),  # small whether up or down
        _planes(element),
        _planes(text),
    ]
    return zlib.compress(b"".join(parts), ZLIB_LEVEL)


def unpack(data: object, sizes: Sequence[int], boxes: object = b"") -> list[Signature]:
    """The signatures that were packed, of this many rows each. Raises ValueError for damage.

    `boxes`: as `pack_boxes` made them.
    """
    if not sizes:
        return []
    rows = sum(sizes)
    columns = np.empty((len(Signature.NAMES), rows), np.uint32)
    depth, chars = columns[0].view(np.int32), columns[-1].view(np.int32)
    packing.read_rows(_inflate(data, 8 + 40 * rows), depth, columns[1:-1], chars)
    return [
        Signature(columns[:, part].tobytes(), box)
        for part, box in zip(_slices(sizes), _unpack_boxes(boxes, sizes), strict=True)
    ]


def pack_boxes(signatures: Sequence[Signature]) -> bytes:
    """The boxes of the signatures that have them; nothing where none has."""
    boxes = [signature.boxes for signature in signatures if signature.boxes is not None]
    if not boxes:
        return b""
    has = np.packbits([signature.boxes is not None for signature in signatures])
    parts = [_planes(_gaps(column)) for column in np.concatenate(boxes).T]
    return zlib.compress(b"".join([has.tobytes(), *parts]), ZLIB_LEVEL)


def _unpack_boxes(data: object, sizes: Sequence[int]) -> list[NDArray[np.int32] | None]:
    if data == b"":
        return [None] * len(sizes)
    reader = _Reader(_inflate(data, len(sizes) + 16 * sum(sizes)))
    has = np.unpackbits(reader.bytes((len(sizes) + 7) // 8), count=len(sizes)).astype(np.bool_).tolist()
    rows = sum(size for size, there in zip(sizes, has, strict=True) if there)
    columns = [np.cumsum(reader.planes(rows), dtype=np.uint32).view(np.int32) for _ in range(4)]
    reader.end()
    boxes = np.stack(columns, axis=1)
    found: list[NDArray[np.int32] | None] = []
    start = 0
    for size, there in zip(sizes, has, strict=True):
        found.append(np.ascontiguousarray(boxes[start : start + size]) if there else None)
        start += size if there else 0
    return found


def pack_fingerprints(pages: Sequence[NDArray[np.uint16]]) -> bytes:
    """Sorted sets of 16-bit numbers: their union, and which pages have each."""
    if not pages:
        return b""
    sizes = np.array([len(page) for page in pages], np.int64)
    most = min(int(sizes.sum()), 1 << 16)
    union, flags = np.empty(most, np.uint32), np.zeros((most, (len(pages) + 7) // 8), np.uint8)
    n = packing.write_fingerprints(np.concatenate(pages), sizes, union, flags)
    parts = [np.array([n], "<u4").tobytes(), _planes(_gaps(union[:n])), flags[:n].tobytes()]
    return zlib.compress(b"".join(parts), ZLIB_LEVEL)


def unpack_fingerprints(data: object, sizes: Sequence[int]) -> list[NDArray[np.uint16]]:
    """The sets that were packed. Raises ValueError for damage."""
    if not sizes:
        return []
    fingerprints = np.empty(sum(sizes), np.uint16)
    most = 4 + min(sum(sizes), 1 << 16) * (4 + (len(sizes) + 7) // 8)
    packing.read_fingerprints(_inflate(data, most), np.array(sizes, np.int64), fingerprints)
    return [fingerprints[part] for part in _slices(sizes)]


def pack_scores(pages: Sequence[NDArray[np.uint8]]) -> bytes:
    """Scores of 0 to 255, one after the other."""
    return zlib.compress(b"".join(scores.tobytes() for scores in pages), ZLIB_LEVEL)


def unpack_scores(data: object, sizes: Sequence[int]) -> list[NDArray[np.uint8]]:
    """The scores that were packed, this many each. Raises ValueError for damage."""
    reader = _Reader(_inflate(data, sum(sizes)))
    scores = [reader.bytes(size) for size in sizes]
    reader.end()
    return scores


def _joined(signatures: Sequence[Signature], name: str) -> NDArray[np.uint32]:
    return np.concatenate([getattr(signature, name) for signature in signatures]).astype(np.uint32)


def _gaps(numbers: NDArray[np.generic]) -> Numbers:
    """Each number less the one before it; those below 0 as they come out modulo 2**32."""
    wide = numbers.astype(np.uint32)
    gaps = wide.copy()
    gaps[1:] -= wide[:-1]
    return gaps


def _distinct(*columns: Numbers) -> tuple[Numbers, Numbers]:
    """The distinct rows of a table in order of appearance; for each row 0 where it is new, else its place from 1."""
    table = np.stack(columns)
    found, numbers = np.empty_like(table), np.empty(table.shape[1], np.uint32)
    n = packing.distinct(table, numbers, found)
    return found[:, :n], numbers


def _slices(sizes: Sequence[int]) -> list[slice]:
    """Where the parts of these sizes are, one after the other."""
    return [slice(end - size, end) for end, size in zip(accumulate(sizes), sizes, strict=True)]


def _planes(numbers: Numbers) -> bytes:
    return np.ascontiguousarray(numbers.astype(">u4").view(np.uint8).reshape(-1, 4).T).tobytes()


class _Reader:
    """Takes what was packed from the front; ValueError where there is too little, or at the end something left."""

    def __init__(self, data: bytes) -> None:
        self._data = np.frombuffer(data, np.uint8)
        self._at = 0

    def bytes(self, n: int) -> NDArray[np.uint8]:
        if self._at + n > len(self._data):
            raise ValueError("columns of different lengths")
        self._at += n
        return self._data[self._at - n : self._at]

    def planes(self, n: int) -> Numbers:
        numbers = np.empty(n, np.uint32)
        packing.from_planes(self.bytes(4 * n), numbers)
        return numbers

    def end(self) -> None:
        if self._at != len(self._data):
            raise ValueError("columns of different lengths")


def _inflate(data: object, most: int) -> bytes:
    """Decompress. Raises ValueError for more than this many bytes, the most that the sizes allow."""
    if not isinstance(data, bytes):
        raise TypeError(f"expected bytes, got {type(data).__name__}")
    unpacker = zlib.decompressobj()
    unpacked = unpacker.decompress(data, most + 1)
    if not unpacker.eof or len(unpacked) > most:
        raise ValueError("cut short, or larger than a template can be")
    return unpacked

"""The columns of sample pages as few bytes.

Pages of a layout are mostly the same, so what is distinct stands once: elements (tag, id, class, names of attributes)
and texts (hash, masked hash, characters). Rows are places in these tables, numbered as they first appear, so that a
new one is a 0 and needs no bytes of its own. Numbers are split into planes of bytes, the highest first: most of those
are 0.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.page.signature import Signature

MAX_BYTES = 64 * 1024 * 1024
"""Bytes that packed columns may unpack to."""

LEVEL = 6

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
    return zlib.compress(b"".join(parts), LEVEL)


def unpack(data: object, sizes: Sequence[int], boxes: object = b"", attributes: bool = True) -> list[Signature]:
    """The signatures that were packed, of so many rows each. Raises ValueError for damage.

    `boxes`: as `pack_boxes` made them. `attributes`: whether elements have the names of their attributes, which
    those of version 2 have not.
    """
    if not sizes:
        return []
    reader = _Reader(_inflate(data))
    rows = sum(sizes)
    n_elements, n_texts = reader.numbers(2).tolist()
    elements = np.zeros((4, n_elements), np.uint32)
    width = 4 if attributes else 3
    elements[:width] = reader.numbers(width * n_elements).reshape(width, n_elements)
    hashes, masks = reader.numbers(n_texts), reader.numbers(n_texts)
    chars = reader.planes(n_texts)
    zigzag = reader.planes(rows)
    deltas = (zigzag >> 1).astype(np.int64) ^ -(zigzag & 1).astype(np.int64)
    depth = np.cumsum(deltas).astype(np.int32)
    tag, ident, clas, names = np.ascontiguousarray(elements[:, _places(reader.planes(rows), n_elements)])
    is_text = tag == 0
    text = _places(reader.planes(int(is_text.sum())), n_texts)
    reader.end()
    columns = [names, np.zeros(rows, np.uint32), np.zeros(rows, np.uint32)]
    for column, table in zip(columns, (hashes, np.where(masks == 0, hashes, masks), chars), strict=True):
        column[is_text] = table[text]
    text_hash, mask_hash, characters = columns
    ends = np.cumsum(sizes).tolist()
    parts = [slice(end - size, end) for end, size in zip(ends, sizes, strict=True)]
    return [
        Signature(
            depth[part], tag[part], ident[part], clas[part], text_hash[part], mask_hash[part],
            characters[part].astype(np.int32), box,
        )
        for part, box in zip(parts, _unpack_boxes(boxes, sizes), strict=True)
    ]  # fmt: skip


def pack_boxes(signatures: Sequence[Signature]) -> bytes:
    """The boxes of the signatures that have them; nothing where none has."""
    boxes = [signature.boxes for signature in signatures if signature.boxes is not None]
    if not boxes:
        return b""
    has = np.packbits([signature.boxes is not None for signature in signatures])
    parts = [_planes(_gaps(column)) for column in np.concatenate(boxes).T]
    return zlib.compress(b"".join([has.tobytes(), *parts]), LEVEL)


def _unpack_boxes(data: object, sizes: Sequence[int]) -> list[NDArray[np.int32] | None]:
    if data == b"":
        return [None] * len(sizes)
    reader = _Reader(_inflate(data))
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


def pack_prints(pages: Sequence[NDArray[np.uint16]]) -> bytes:
    """Sorted sets of 16-bit numbers: their union, and which pages have each."""
    if not pages:
        return b""
    union = np.unique(np.concatenate(pages))
    has = np.stack([np.isin(union, page) for page in pages], axis=1)
    parts = [np.array([len(union)], "<u4").tobytes(), _planes(_gaps(union)), np.packbits(has, axis=1).tobytes()]
    return zlib.compress(b"".join(parts), LEVEL)


def unpack_prints(data: object, sizes: Sequence[int]) -> list[NDArray[np.uint16]]:
    """The sets that were packed. Raises ValueError for damage."""
    if not sizes:
        return []
    reader = _Reader(_inflate(data))
    (n,) = reader.numbers(1).tolist()
    union = np.cumsum(reader.planes(n), dtype=np.uint64)
    width = (len(sizes) + 7) // 8
    has = np.unpackbits(reader.bytes(n * width).reshape(n, width), axis=1, count=len(sizes)).astype(np.bool_)
    reader.end()
    if (n and (union[-1] > 0xFFFF or (union[1:] == union[:-1]).any())) or has.sum(axis=0).tolist() != list(sizes):
        raise ValueError("texts that are no sets")
    return [union[column].astype(np.uint16) for column in has.T]


def pack_scores(pages: Sequence[NDArray[np.uint8]]) -> bytes:
    """Scores of 0 to 255, one after the other."""
    return zlib.compress(b"".join(scores.tobytes() for scores in pages), LEVEL)


def unpack_scores(data: object, sizes: Sequence[int]) -> list[NDArray[np.uint8]]:
    """The scores that were packed, so many each. Raises ValueError for damage."""
    reader = _Reader(_inflate(data))
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
    mixed = np.zeros(table.shape[1], np.uint64)
    for column in table:
        mixed = (mixed ^ column) * np.uint64(0x9E3779B97F4A7C15)
        mixed ^= mixed >> np.uint64(29)
    _, first, place = np.unique(mixed, return_index=True, return_inverse=True)
    if (table[:, first][:, place] != table).any():  # two rows of one hash
        _, first, place = np.unique(table, axis=1, return_index=True, return_inverse=True)
    order = np.argsort(first)
    number = np.empty(len(first), np.uint32)
    number[order] = np.arange(1, len(first) + 1, dtype=np.uint32)
    numbers = number[place.ravel()]
    numbers[first] = 0
    return table[:, first[order]], numbers


def _places(numbers: Numbers, size: int) -> NDArray[np.int64]:
    """The place in a table of `size` rows for each number that `_distinct` gave."""
    new = numbers == 0
    places = np.where(new, np.cumsum(new) - 1, numbers.astype(np.int64) - 1)
    if new.sum() != size or (size and int(places.max(initial=0)) >= size):
        raise ValueError("rows that are not in the table")
    return places


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

    def numbers(self, n: int) -> Numbers:
        return np.frombuffer(self.bytes(4 * n).tobytes(), "<u4").astype(np.uint32)

    def planes(self, n: int) -> Numbers:
        planes = self.bytes(4 * n).reshape(4, n)
        return np.frombuffer(np.ascontiguousarray(planes.T).tobytes(), ">u4").astype(np.uint32)

    def end(self) -> None:
        if self._at != len(self._data):
            raise ValueError("columns of different lengths")


def _inflate(data: object) -> bytes:
    if not isinstance(data, bytes):
        raise TypeError(f"expected bytes, got {type(data).__name__}")
    unpacker = zlib.decompressobj()
    unpacked = unpacker.decompress(data, MAX_BYTES)
    if not unpacker.eof:
        raise ValueError("cut short, or larger than a template can be")
    return unpacked

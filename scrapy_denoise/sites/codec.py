"""Templates as bytes: msgpack with a version of the schema; never pickle. The format is in docs/template.rst."""

from __future__ import annotations

import zlib
from typing import Any

import msgpack
import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.page.signature import Signature
from scrapy_denoise.sites.frequencies import DEPTH, WIDTH, Frequencies
from scrapy_denoise.sites.samples import SAMPLES, Layout, Sample, keeps
from scrapy_denoise.sites.template import LAYOUTS, MAX_SAMPLE_ROWS, SiteTemplate

VERSION = 1
MAX_BYTES = 64 * 1024 * 1024
"""Bytes that one part of a stored template may unpack to."""


class TemplateError(ValueError):
    """Bytes that are no template, or a template of a newer schema."""


def dump(site: SiteTemplate) -> bytes:
    """A template as bytes."""
    return _pack({slot: _dump_layout(layout) for slot, layout in site.layouts.items()}, site.texts)


def load(data: bytes) -> SiteTemplate:
    """The template in bytes that `dump` made. Raises TemplateError, with what is wrong, for any others."""
    packed, texts = _unpack(data)
    try:
        return SiteTemplate({slot: _load_layout(fields) for slot, fields in packed.items()}, texts)
    except _DAMAGE as error:
        raise TemplateError(f"a damaged site template ({error})") from error


def update(data: bytes, learned: SiteTemplate) -> bytes:
    """The same as ``dump(load(data).merge(learned))``, without unpacking samples that stay as they are.

    Once a site is known, hardly any page is among the samples: then only counts change. Raises TemplateError.
    """
    packed, texts = _unpack(data)
    try:
        for slot, layout in learned.layouts.items():
            fields = packed.get(slot)
            if fields is None:
                packed[slot] = _dump_layout(layout)
            elif keeps({digest: content for digest, content, _ in fields["samples"]}, layout.samples):
                fields["pages"] += layout.pages
            else:
                packed[slot] = _dump_layout(_load_layout(fields).merged(layout))
    except _DAMAGE as error:
        raise TemplateError(f"a damaged site template ({error})") from error
    texts.update(learned.texts)
    return _pack(packed, texts)


_DAMAGE = (ValueError, TypeError, KeyError, IndexError, AttributeError, OverflowError, zlib.error)


def _pack(layouts: dict[int, dict[str, Any]], texts: Frequencies) -> bytes:
    fields = {
        "version": VERSION,
        "layouts": dict(sorted(layouts.items())),
        "texts": zlib.compress(texts.cells.astype("<u4").tobytes(), 1),
    }
    return msgpack.packb(fields)  # type: ignore[no-any-return]


def _unpack(data: bytes) -> tuple[dict[int, dict[str, Any]], Frequencies]:
    """The layouts, packed as they are, and the counts."""
    try:
        fields = msgpack.unpackb(data, strict_map_key=False)
        version = fields["version"]
    except (ValueError, TypeError, KeyError, msgpack.UnpackException) as error:
        raise TemplateError(f"not a site template ({error or type(error).__name__})") from error
    if version != VERSION:
        raise TemplateError(
            f"a site template of schema version {version!r}; this release reads version {VERSION}: "
            "use a newer release of scrapy-denoise, or another store"
        )
    try:
        layouts = fields["layouts"]
        if not isinstance(layouts, dict) or not all(isinstance(slot, int) and 0 <= slot < LAYOUTS for slot in layouts):
            raise ValueError("a layout outside the table")
        cells = np.frombuffer(_inflate(fields["texts"]), "<u4").reshape(DEPTH, WIDTH).astype(np.uint32)
    except _DAMAGE as error:
        raise TemplateError(f"a damaged site template ({error})") from error
    return layouts, Frequencies(cells)


def _dump_layout(layout: Layout) -> dict[str, Any]:
    """The samples' columns one after the other, hashes as numbers of a common vocabulary."""
    signatures = [sample.signature for sample in layout.samples]
    hashes = _joined(signatures, "tag_hash", "id_hash", "class_hash", "text_hash", "mask_hash")
    vocabulary, indices = np.unique(hashes, return_inverse=True)
    small = "<u2" if len(vocabulary) <= 0xFFFF else "<u4"
    return {
        "pages": layout.pages,
        "samples": [[s.digest, s.content, len(s.signature)] for s in layout.samples],
        "vocabulary": vocabulary.astype("<u4").tobytes(),
        "wide": small == "<u4",
        "hashes": zlib.compress(indices.astype(small).tobytes(), 6),
        "depth": zlib.compress(_joined(signatures, "depth").astype("<u2").tobytes(), 6),
        "chars": zlib.compress(_joined(signatures, "chars").astype("<u4").tobytes(), 6),
    }


def _joined(signatures: list[Signature], *names: str) -> NDArray[np.generic]:
    """Sample after sample, in each column after column: equal pages are then equal runs of bytes."""
    parts = [getattr(signature, name) for signature in signatures for name in names]
    return np.concatenate(parts) if parts else np.empty(0, np.uint32)


def _load_layout(fields: dict[str, Any]) -> Layout:
    heads = fields["samples"]
    pages = fields["pages"]
    if not isinstance(heads, list) or not isinstance(pages, int) or len(heads) > SAMPLES or pages < len(heads):
        raise ValueError("samples without their pages")
    if any(not isinstance(n, int) or not 0 <= n < 2**64 for head in heads for n in head):
        raise ValueError("a sample without its address")
    sizes = [size for _, _, size in heads]
    if any(not 0 < size <= MAX_SAMPLE_ROWS for size in sizes):
        raise ValueError("a sample of impossible size")
    vocabulary = np.frombuffer(_bytes(fields["vocabulary"]), "<u4").astype(np.uint32)
    indices = np.frombuffer(_inflate(fields["hashes"]), "<u4" if fields["wide"] else "<u2")
    hashes = vocabulary[indices]
    depth = np.frombuffer(_inflate(fields["depth"]), "<u2").astype(np.int32)
    chars = np.frombuffer(_inflate(fields["chars"]), "<u4").astype(np.int32)
    if not len(depth) == len(chars) == sum(sizes) or len(hashes) != 5 * sum(sizes):
        raise ValueError("columns of different lengths")
    samples = []
    start = 0
    for (digest, content, _), size in zip(heads, sizes, strict=True):
        columns = hashes[5 * start : 5 * (start + size)].reshape(5, size)
        rows = slice(start, start + size)
        signature = Signature(depth[rows], columns[0], columns[1], columns[2], columns[3], columns[4], chars[rows])
        samples.append(Sample(digest, content, signature))
        start += size
    return Layout(pages, tuple(samples))


def _inflate(data: object) -> bytes:
    unpacker = zlib.decompressobj()
    unpacked = unpacker.decompress(_bytes(data), MAX_BYTES)
    if not unpacker.eof:
        raise ValueError("cut short, or larger than a template can be")
    return unpacked


def _bytes(data: object) -> bytes:
    if not isinstance(data, bytes):
        raise TypeError(f"expected bytes, got {type(data).__name__}")
    return data

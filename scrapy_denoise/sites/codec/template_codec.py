"""Templates as bytes: msgpack with a schema version and a checksum; never pickle. docs/template.rst has the format."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import msgpack

from scrapy_denoise.page.title.site_name import MAX_PARTS
from scrapy_denoise.sites.codec import column_codec as columns
from scrapy_denoise.sites.layout import MAX_LAYOUT_PAGES, MAX_SAMPLES, Layout, PageTexts, Sample, stored_is_unchanged_by
from scrapy_denoise.sites.template import MAX_LAYOUTS, MAX_ROWS, MAX_SAMPLE_ROWS, SiteTemplate, layouts_to_drop

TEMPLATE_VERSION = 6
"""The version of the schema. Another is refused: nothing is released that wrote one."""

MAX_FINGERPRINTS = 1 << 16

MAX_ERA = 1 << 40
"""The highest era that is accepted: far above any date, and far below the limit of msgpack's integers."""


class TemplateError(ValueError):
    """The bytes are not a template, or a template of another schema."""


def dump(site: SiteTemplate) -> bytes:
    """Serialise a template."""
    return _pack({slot: _dump_layout(layout) for slot, layout in site.layouts.items()})


def load(data: bytes, max_rows: int = MAX_ROWS) -> SiteTemplate:
    """The template in bytes that `dump` made. Raises TemplateError, with what is wrong, for any others.

    max_rows: as of `SiteTemplate`; bytes of a template with more rows are refused.
    """
    packed = _unpack(data)
    try:
        if sum(map(_rows, packed.values())) > max_rows:
            raise ValueError("more rows than a template has")
        return SiteTemplate({slot: _load_layout(fields) for slot, fields in packed.items()}, max_rows)
    except _DAMAGE as error:
        raise TemplateError(f"a damaged site template ({error})") from error


def merged(data: bytes | None, learned: SiteTemplate) -> tuple[bytes, int]:
    """What is stored of a site, merged with what was learned, and the number of its pages; None: nothing is stored.

    The bytes are those of ``dump(load(data).merge(learned))``, without unpacking samples that stay as they are: once a
    site is known, hardly any page is among them, and only counts change. Raises TemplateError.
    """
    if data is None:
        return dump(learned), learned.pages
    packed = _unpack(data)
    try:
        for slot, layout in learned.layouts.items():
            fields = packed.get(slot)
            if fields is None:
                packed[slot] = _dump_layout(layout)
            elif stored_is_unchanged_by(_versions(fields), layout.known):
                fields["pages"] = _pages(fields) + layout.pages
            else:
                stored = _load_layout(fields)
                both = stored.merged(layout)
                packed[slot] = _dump_layout(both, fields if both.samples is stored.samples else None)
        for slot in layouts_to_drop({slot: (_pages(fields), _rows(fields)) for slot, fields in packed.items()}):
            del packed[slot]
    except _DAMAGE as error:
        raise TemplateError(f"a damaged site template ({error})") from error
    return _pack(packed), sum(map(_pages, packed.values()))


_DAMAGE = (ValueError, TypeError, KeyError, IndexError, AttributeError, OverflowError, zlib.error)


def _pack(layouts: dict[int, dict[str, Any]]) -> bytes:
    body = msgpack.packb(dict(sorted(layouts.items())))
    return msgpack.packb({"version": TEMPLATE_VERSION, "checksum": zlib.crc32(body), "layouts": body})  # type: ignore[no-any-return]


def _unpack(data: bytes) -> dict[int, dict[str, Any]]:
    """The layouts, packed as they are."""
    try:
        fields = msgpack.unpackb(data, strict_map_key=False)
        version = fields["version"]
    except (ValueError, TypeError, KeyError, msgpack.UnpackException) as error:
        raise TemplateError(f"not a site template ({error or type(error).__name__})") from error
    if version != TEMPLATE_VERSION:
        raise TemplateError(
            f"a site template of schema version {version!r}; this release reads version {TEMPLATE_VERSION}: "
            "use the release that wrote it, forget the site (scrapy-denoise templates forget), or use another store"
        )
    try:
        body = fields["layouts"]
        if zlib.crc32(body) != fields["checksum"]:
            raise ValueError("its checksum differs")
        layouts = msgpack.unpackb(body, strict_map_key=False)
        if not isinstance(layouts, dict) or not all(
            isinstance(slot, int) and 0 <= slot < MAX_LAYOUTS for slot in layouts
        ):
            raise ValueError("a layout outside the table")
    except (*_DAMAGE, msgpack.UnpackException) as error:
        raise TemplateError(f"a damaged site template ({error})") from error
    return layouts


def _dump_layout(layout: Layout, same: dict[str, Any] | None = None) -> dict[str, Any]:
    """A layout's fields; `same`: those of a layout with the same samples."""
    fields: dict[str, Any] = {"pages": layout.pages}
    if same is None:
        signatures = [page.signature for page in layout.samples]
        fields |= {
            "samples": [
                [page.digest, page.content, page.era, len(page.signature), page.model, list(page.titles), page.named]
                for page in layout.samples
            ],
            "rows": columns.pack(signatures),
            "boxes": columns.pack_boxes(signatures),
            "scores": columns.pack_scores([page.scores for page in layout.samples]),
        }
    else:
        fields |= {name: same[name] for name in ("samples", "rows", "boxes", "scores")}
    return fields | {
        "others": [[page.digest, page.content, page.era, len(page.fingerprints)] for page in layout.others],
        "prints": columns.pack_fingerprints([page.fingerprints for page in layout.others]),
    }


def _load_layout(fields: dict[str, Any]) -> Layout:
    pages = _pages(fields)
    samples = _heads(fields["samples"], MAX_SAMPLES, MAX_SAMPLE_ROWS)
    others = _heads(fields["others"], MAX_LAYOUT_PAGES - len(samples), MAX_FINGERPRINTS)
    if pages < len(samples) + len(others) or (others and not samples):
        raise ValueError("samples without their pages")
    if len({head[0] for head in (*samples, *others)}) != len(samples) + len(others):
        raise ValueError("a page that is there twice")
    ranks = [(-head[2], head[0]) for head in (*samples, *others)]
    if any(one >= other for one, other in pairwise(ranks)):
        raise ValueError("pages out of order")
    signatures = columns.unpack(fields["rows"], [head[3] for head in samples], fields["boxes"])
    models = [_model(head) for head in fields["samples"]]
    titles = [_titles(head) for head in fields["samples"]]
    named = [_named(head) for head in fields["samples"]]
    sizes = [len(page.text_rows) if model else 0 for page, model in zip(signatures, models, strict=True)]
    scores = columns.unpack_scores(fields["scores"], sizes)
    fingerprints = columns.unpack_fingerprints(fields["prints"], [head[3] for head in others])
    return Layout(
        pages,
        tuple(
            Sample(*head[:3], *rest)
            for head, *rest in zip(samples, signatures, scores, models, titles, named, strict=True)
        ),
        tuple(PageTexts(*head[:3], texts) for head, texts in zip(others, fingerprints, strict=True)),
    )


def _model(head: Sequence[Any]) -> int:
    """The model that scored a sample."""
    if len(head) < 5 or not _is_hash(head[4]):
        raise ValueError("a sample without the name of its model")
    return int(head[4])


def _titles(head: Sequence[Any]) -> tuple[int, ...]:
    """The hashes of the parts of a sample's title."""
    titles = head[5] if len(head) == 7 else None
    if (
        not isinstance(titles, list)
        or len(titles) > MAX_PARTS
        or not all(_is_hash(part) and part < 1 << 32 for part in titles)
    ):
        raise ValueError("a sample without its title")
    return tuple(titles)


def _named(head: Sequence[Any]) -> int:
    """The page that a sample names as the canonical one."""
    if not _is_hash(head[6]):
        raise ValueError("a sample without its canonical page")
    return int(head[6])


def _is_hash(number: object) -> bool:
    return type(number) is int and not number >> 64


def _pages(fields: dict[str, Any]) -> int:
    pages = fields["pages"]
    if type(pages) is not int or not 0 <= pages < 2**53:
        raise ValueError("no number of pages")
    return pages


def _heads(heads: object, most: int, largest: int) -> list[tuple[int, int, int, int]]:
    if not isinstance(heads, list) or len(heads) > most:
        raise ValueError("too many samples")
    for digest, content, era, size, *_ in heads:
        if not all(map(_is_hash, (digest, content, era))) or era > MAX_ERA:
            raise ValueError("a sample without its address")
        if not (type(size) is int and 0 < size <= largest):
            raise ValueError("a sample of impossible size")
    return [tuple(head[:4]) for head in heads]


def _rows(fields: dict[str, Any]) -> int:
    return sum(head[3] for head in fields["samples"])


def _versions(fields: dict[str, Any]) -> dict[int, tuple[int, int]]:
    heads = _heads(fields["samples"], MAX_SAMPLES, MAX_SAMPLE_ROWS) + _heads(
        fields["others"], MAX_LAYOUT_PAGES, MAX_FINGERPRINTS
    )
    return {digest: (era, content) for digest, content, era, _ in heads}

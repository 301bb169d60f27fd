"""Site templates for the attack: learned from mutated pages, stored, damaged with a right checksum, read back."""

import zlib
from random import Random
from typing import Any

import numpy as np
from helpers.stored import packed, unpacked

from fuzz.mutations import mutated
from scrapy_denoise.methods import get_method
from scrapy_denoise.page import Page, PageTooLarge
from scrapy_denoise.page.signature import Signature
from scrapy_denoise.sites import SiteTemplate, TemplateError, dump, load
from scrapy_denoise.sites.codec import column_codec as packed_columns

EXTREMES = [0, 1, 2, 7, 127, 255, 256, 65535, 2**31 - 1, 2**31, 2**32 - 1]


def learned_site(rng: Random, sources: list[bytes], first: int) -> tuple[SiteTemplate | None, list[bytes]]:
    """A site of mutated neighbours of a source page, read back from its stored form, and the pages it learned.

    In a third of the cases the stored form is damaged first, as an attacker could who knows the format; None where
    the codec refuses it, as it should most of the time.
    """
    site, pages = SiteTemplate(), []
    auto = get_method("auto")
    for number in range(rng.randint(2, 6)):
        source = sources[(first + rng.randint(0, 3)) % len(sources)]
        html = mutated(rng, source, rng.choice(sources)) if rng.random() < 0.7 else source
        try:
            page = Page.from_html(html, f"https://a.example/{number}")
        except PageTooLarge:
            continue
        if rng.random() < 0.2:
            page.columns.boxes = _boxes(rng, len(page.columns))
        site.learn(page, scores=auto.scores(page) if len(page.columns.text_rows) and rng.random() < 0.5 else None)
        pages.append(html)
    site.score_waiting(auto.scores)
    data = dump(site)
    if rng.random() < 0.33:
        data = damaged(rng, data)
    try:
        return load(data), pages
    except TemplateError:
        return None, pages


def _boxes(rng: Random, rows: int) -> "np.ndarray[Any, np.dtype[np.int32]]":
    generator = np.random.default_rng(rng.randrange(2**32))
    return generator.integers(-(2**31), 2**31, (rows, 4), dtype=np.int64).astype(np.int32)


def damaged(rng: Random, data: bytes) -> bytes:
    """A stored template with other bytes, or with other contents under a right checksum."""
    if rng.random() < 0.2:
        changed = bytearray(data)
        for _ in range(rng.randint(1, 4)):
            changed[rng.randrange(len(changed))] = rng.randrange(256)
        return bytes(changed)
    fields = unpacked(data)
    for layout in fields["layouts"].values():
        for _ in range(rng.randint(1, 2)):
            rng.choice([_damage_rows, _damage_rows, _damage_rows, _damage_heads, _damage_parts])(rng, layout)
    return packed(fields)


def _damage_rows(rng: Random, layout: dict[str, Any]) -> None:
    """Rows whose tags, depths or sizes differ: what the codec can write, and no page has."""
    sizes = [head[3] for head in layout["samples"]]
    if not sizes or not all(type(size) is int and 0 < size < 2**20 for size in sizes):
        return
    try:
        signatures = packed_columns.unpack(layout["rows"], sizes, boxes=layout["boxes"])
    except (ValueError, TypeError, zlib.error):
        return  # damaged before
    packing = []
    for signature in signatures:
        rows = np.frombuffer(signature.hash_columns, np.uint32).reshape(len(Signature.NAMES), -1).copy()
        for _ in range(int(30 ** rng.random())):
            row = rng.randrange(rows.shape[1])
            match rng.randrange(7):
                case 0:
                    rows[1, row] = 0  # a text
                case 1:
                    rows[1, row] = rows[1, rng.randrange(rows.shape[1])]
                case 2:
                    rows[0, row] = (int(rows[0, row]) + rng.choice([1, 2, 1000, -1])) % 2**32
                case 3:
                    rows[0, row:] = rows[0, row:] + np.uint32(1)
                case 4:
                    rows[6, row] = rng.choice(EXTREMES)
                case 5:
                    rows[rng.randrange(2, 6), row] = rng.choice(EXTREMES)
                case 6:
                    rows[:, row] = rows[:, rng.randrange(rows.shape[1])]
        packing.append(_Rows(rows, signature.boxes))
    layout["rows"] = packed_columns.pack(packing)  # type: ignore[arg-type]


class _Rows:
    """Columns under the names of a signature, which are checked by nothing."""

    def __init__(self, rows: "np.ndarray[Any, np.dtype[np.uint32]]", boxes: object) -> None:
        for name, column in zip(Signature.NAMES, rows, strict=True):
            setattr(self, name, column)
        self.boxes = boxes


def _damage_heads(rng: Random, layout: dict[str, Any]) -> None:
    """Other sizes, digests, eras, models, numbers of pages."""
    heads = rng.choice([layout["samples"], layout["others"]])
    if heads:
        head = rng.choice(heads)
        head[rng.randrange(len(head))] = rng.choice([*EXTREMES, 2**63, 2**64 - 1, -1, None, "1", 0.5, [], True])
    if rng.random() < 0.2:
        layout["pages"] = rng.choice([*EXTREMES, -1, 2**53, None, True])


def _damage_parts(rng: Random, layout: dict[str, Any]) -> None:
    """One packed part in the place of another, cut, or of another type."""
    name = rng.choice(["rows", "boxes", "scores", "prints"])
    others = [layout["rows"], layout["scores"], layout["prints"]]
    layout[name] = rng.choice([*others, b"", b"x" * 9, None, 7, *(part[:-3] for part in others if type(part) is bytes)])

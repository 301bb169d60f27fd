"""The outline of a template: its layouts, and in each the texts that repeat from page to page.

A template holds hashes and no text. The few names of elements are found by their hashes. A text is shown by its path
and its length, or in words where a page of the site is given.
"""

from __future__ import annotations

import time
from functools import cache
from itertools import groupby

import attrs
import numpy as np
from lxml import etree
from numpy.typing import NDArray

from scrapy_denoise.page import Page
from scrapy_denoise.page.columns import tags
from scrapy_denoise.page.signature import Signature
from scrapy_denoise.sites.layout import Layout, Sample
from scrapy_denoise.sites.template import ERAS_IN_PERIOD, PERIOD_SECONDS, SiteTemplate

MIN_REPEATED_SHARE = 0.5
"""A text counts as repeated on at least this share of the known pages."""

MAX_DEPTH = 30
"""The most elements of a path that are shown; of a longer path, the last ones."""


@attrs.frozen
class RepeatedPart:
    """Neighbouring texts that repeat at one path: the path of their elements, their number, their characters, and the
    smallest of their shares of the known pages."""

    path: str
    texts: int
    chars: int
    share: float

    def to_dict(self) -> dict[str, object]:
        return attrs.asdict(self)


@attrs.frozen(eq=False)
class LayoutSummary:
    """A layout in numbers.

    pages: seen; known: of these, with their texts; samples: of these, with their structure; rows: the median of the
    samples; era: the newest of the known pages.
    """

    slot: int
    pages: int
    known: int
    samples: int
    rows: int
    era: int
    layout: Layout


def layouts(site: SiteTemplate) -> list[LayoutSummary]:
    """The layouts of a template, the one with the most pages first."""
    found = [
        LayoutSummary(
            slot, layout.pages, len(layout.known), len(layout.samples),
            int(np.median([len(sample.signature) for sample in layout.samples] or [0])),
            max((page.era for page in layout.known), default=0), layout,
        )
        for slot, layout in site.layouts.items()
    ]  # fmt: skip
    return sorted(found, key=lambda layout: (-layout.pages, layout.slot))


def outline(layout: LayoutSummary) -> list[RepeatedPart]:
    """The texts that repeat in a layout, in the order of one of its pages; empty where fewer than two are known."""
    if layout.known < 2 or not layout.layout.samples:
        return []
    sample = layout.layout.samples[0]
    signature = sample.signature
    shares = _shares(layout.layout, sample)
    texts = [
        (_path(signature, int(row)), int(signature.chars[row]), float(share))
        for row, share in zip(signature.text_rows, shares, strict=True)
        if share >= MIN_REPEATED_SHARE
    ]
    parts = []
    for path, group in groupby(texts, key=lambda text: text[0]):
        _, chars, found = zip(*group, strict=True)
        parts.append(RepeatedPart(path, len(chars), sum(chars), min(found)))
    return parts


def _shares(layout: Layout, sample: Sample) -> NDArray[np.float64]:
    """The share of the known pages (the sample included) that have each text row of a sample."""
    wanted = sample.signature.text_nodes.astype(np.uint16)
    counts = np.zeros(len(wanted))
    pages = layout.texts.count(wanted, -1, counts)
    return counts / max(pages, 1)


def _path(signature: Signature, row: int) -> str:
    names: list[str] = []
    row = int(signature.parent[row])
    while row > 0 and len(names) < MAX_DEPTH:
        names.append(_names().get(int(signature.tag_hash[row]), "?"))
        row = int(signature.parent[row])
    return "/".join(reversed(names)) or "html"


@cache
def _names() -> dict[int, str]:
    """The name of every known element by its hash."""
    root = etree.Element("html")
    for name in tags.NAMES[1:]:
        etree.SubElement(root, name).text = "x"
    columns = Page.from_tree(root).columns
    return {int(hashed): columns.name(row) for row, hashed in enumerate(columns.tag_hash)}


def repeated_texts(site: SiteTemplate, page: Page) -> tuple[list[Signature], list[tuple[float, str]]]:
    """The siblings of a page, and each of its texts with the share of the known pages that have it at its place."""
    known = site.siblings(page)
    rows = page.columns.text_rows
    return known.signatures, [
        (float(share), page.columns.text_of(int(row))) for row, share in zip(rows, known.text_shares, strict=True)
    ]


def era_name(era: int) -> str:
    """An era in words: its period by the first day, and the number of redesigns of the site within it."""
    day = time.strftime("%Y-%m-%d", time.gmtime(era // ERAS_IN_PERIOD * PERIOD_SECONDS))
    name = f"the {PERIOD_SECONDS // 86_400} days from {day}"
    return f"{name}, after redesign {era % ERAS_IN_PERIOD}" if era % ERAS_IN_PERIOD else name

"""What is known of a site: sample pages by layout, and how often each text stood at each place.

Everything here is decided by the pages alone, not by their order, so templates learned in several processes
merge to the one that a single process would have learned.
"""

from __future__ import annotations

import hashlib

import attrs
import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.page import Page
from scrapy_denoise.page.signature import Signature, likeness, node_hashes
from scrapy_denoise.sites.frequencies import Frequencies

LAYOUTS = 16
"""Slots for layouts in a template; layouts beyond share them, and likeness tells their samples apart."""

SAMPLES = 10
"""Sample pages kept for a layout."""

MAX_SAMPLE_ROWS = 10_000
"""Rows of a page above which it is not learned."""

LAYOUT_DEPTH = 5
"""How deep, in elements, a layout's frame is looked at: below it pages of one layout differ by their content."""

ALIKE = 0.4
"""Likeness (Jaccard index of element paths) from which a sample counts as a page of the same layout."""

DUPLICATE = 0.8
"""Share of a page's own text, in characters, from which a sample that has it too is the same article again."""


@attrs.frozen(eq=False)
class Sample:
    """A page that was learned: `digest` of its address (or content), `content` hash, signature."""

    digest: int
    content: int
    signature: Signature

    @property
    def order(self) -> tuple[int, int]:
        return self.digest, self.content


class Layout:
    """Pages of one frame: how many were seen, and up to SAMPLES of them, those of the smallest digests.

    The digest is a hash, so the samples are a random draw that does not depend on the order of the pages.
    """

    def __init__(self, pages: int = 0, samples: tuple[Sample, ...] = ()) -> None:
        self.pages = pages
        self.samples = samples

    def merged(self, other: Layout) -> Layout:
        newest: dict[int, Sample] = {}
        for sample in sorted((*self.samples, *other.samples), key=lambda sample: sample.order):
            newest[sample.digest] = sample
        return Layout(self.pages + other.pages, tuple(newest.values())[:SAMPLES])


class SiteTemplate:
    """What the pages of one site have in common, learned page by page.

    Bounds: LAYOUTS layouts of SAMPLES samples of MAX_SAMPLE_ROWS rows; counts of fixed size.

    >>> site = SiteTemplate()
    >>> site.learn("<div>Home</div><p>One story</p>", url="https://example.org/1")
    True
    >>> site.pages
    1
    """

    def __init__(self, layouts: dict[int, Layout] | None = None, texts: Frequencies | None = None) -> None:
        self.layouts: dict[int, Layout] = layouts if layouts is not None else {}
        self.texts = texts if texts is not None else Frequencies()

    @property
    def pages(self) -> int:
        """How many pages were learned."""
        return sum(layout.pages for layout in self.layouts.values())

    @property
    def usable(self) -> bool:
        """Whether a page of some layout can be compared with two others."""
        return any(len(layout.samples) >= 2 for layout in self.layouts.values())

    def learn(self, page: Page | str | bytes, url: str | None = None) -> bool:
        """Take one more page of the site into account; False where there is nothing to learn from it.

        Raises PageTooLarge for markup that is not parsed (see `Page.from_html`).
        """
        if not isinstance(page, Page):
            page = Page.from_html(page, url=url)
        signature = page.signature
        if not len(signature.text_rows) or len(signature) > MAX_SAMPLE_ROWS:
            return False
        slot = layout_slot(signature)
        sample = Sample(page_digest(page), signature.content_hash, signature)
        self.layouts[slot] = self.layouts.get(slot, Layout()).merged(Layout(1, (sample,)))
        self.texts.add(signature.texts)
        return True

    def update(self, other: SiteTemplate) -> None:
        """Add what another template of the same site knows."""
        for slot, layout in other.layouts.items():
            mine = self.layouts.get(slot)
            self.layouts[slot] = layout if mine is None else mine.merged(layout)
        self.texts.update(other.texts)

    def merge(self, other: SiteTemplate) -> SiteTemplate:
        """Both templates together; commutative and associative, neither is changed."""
        merged = SiteTemplate(dict(self.layouts), self.texts.copy())
        merged.update(other)
        return merged

    def siblings(self, page: Page, limit: int = SAMPLES) -> list[Signature]:
        """Up to `limit` samples of other pages of the page's layout, the most alike first.

        Not the page itself, under its address or with its content, nor the same article under another address.
        """
        samples = self._samples_like(page)[: 2 * limit]
        return _without_duplicates(page.signature, [sample.signature for sample, _ in samples])[:limit]

    def text_shares(self, page: Page) -> NDArray[np.float64]:
        """The share of the layout's other pages with each text row's text at its path: 0 to 1."""
        signature = page.signature
        rows = signature.text_rows
        slots = {slot for _, slot in self._samples_like(page)}
        pages = sum(self.layouts[slot].pages for slot in slots)
        known = page_digest(page) in {s.digest for layout in self.layouts.values() for s in layout.samples}
        if pages - known < 1:
            return np.zeros(len(rows))
        counts = self.texts.counts(node_hashes(signature.path[rows], signature.mask_hash[rows])) - known
        return np.clip(counts / (pages - known), 0.0, 1.0)

    def _samples_like(self, page: Page) -> list[tuple[Sample, int]]:
        digest, content = page_digest(page), page.signature.content_hash
        found = [
            (sample, slot)
            for slot, layout in self.layouts.items()
            for sample in layout.samples
            if sample.digest != digest and sample.content != content
        ]
        if not found:
            return []
        alike = likeness(page.signature.sketch, np.stack([sample.signature.sketch for sample, _ in found]))
        order = sorted(range(len(found)), key=lambda i: (-alike[i], found[i][0].order))
        return [found[i] for i in order if alike[i] >= ALIKE]


def layout_slot(signature: Signature) -> int:
    """The slot of a page's layout: from the frame of the page, which its content does not reach."""
    frame = signature.path[~signature.is_text & (signature.depth <= LAYOUT_DEPTH)]
    return int(frame.min()) % LAYOUTS


def page_digest(page: Page) -> int:
    """64 bits of a hash of the page's address, or of its content where it has none."""
    content = page.signature.content_hash.to_bytes(8, "little")
    name = page.url.encode("utf-8", "replace") if page.url else content
    return int.from_bytes(hashlib.blake2b(name, digest_size=8).digest(), "little")


def _without_duplicates(page: Signature, samples: list[Signature]) -> list[Signature]:
    """The samples that are other pages: not one that has nearly all the text which most others lack."""
    if len(samples) < 2:
        return samples
    rows = page.text_rows
    texts = node_hashes(page.path[rows], page.mask_hash[rows])
    chars = page.chars[rows]
    has = np.stack([np.isin(texts, sample.texts) for sample in samples])
    own = has.sum(axis=0) <= len(samples) // 3
    if not (own_chars := chars[own].sum()):
        return samples
    shared = (has & own) @ chars
    return [sample for sample, chars in zip(samples, shared, strict=True) if chars < DUPLICATE * own_chars]

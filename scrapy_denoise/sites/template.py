"""What is known of a site: sample pages by layout, and how often each text stood at each place.

Everything here is decided by the pages alone, not by their order, so templates learned in several processes
merge to the one that a single process would have learned.
"""

from __future__ import annotations

import attrs
import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.page import Page
from scrapy_denoise.page.signature import Signature
from scrapy_denoise.sites.frequencies import Frequencies
from scrapy_denoise.sites.samples import NO_PAGES, SAMPLES, Layout, Sample, SampleTable

LAYOUTS = 16
"""Slots for layouts in a template; layouts beyond share them, and likeness tells their samples apart."""

MAX_SAMPLE_ROWS = 10_000
"""Rows of a page above which it is not learned."""


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
        self._samples: SampleTable | None = None  # made when asked for, until the samples change

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
        sample = Sample(page.digest, signature.content_hash, signature)
        self._add(signature.frame % LAYOUTS, Layout(1, (sample,)))
        self.texts.add(signature.texts)
        return True

    def update(self, other: SiteTemplate) -> None:
        """Add what another template of the same site knows."""
        for slot, layout in other.layouts.items():
            self._add(slot, layout)
        self.texts.update(other.texts)

    def _add(self, slot: int, layout: Layout) -> None:
        mine = self.layouts.get(slot, NO_PAGES)
        self.layouts[slot] = merged = mine.merged(layout)
        if merged.samples is not mine.samples:
            self._samples = None

    def merge(self, other: SiteTemplate) -> SiteTemplate:
        """Both templates together; commutative and associative, neither is changed."""
        merged = SiteTemplate(dict(self.layouts), self.texts.copy())
        merged.update(other)
        return merged

    def relatives(self, page: Page, limit: int = SAMPLES) -> Relatives:
        """What is known of the other pages of a page's layout: up to `limit` siblings, the most alike first.

        Not the page itself, under its address or with its content, nor the same article under another address.
        """
        if self._samples is None:
            self._samples = SampleTable(self.layouts)
        samples = self._samples
        alike = samples.alike(page)
        chosen = samples.other_articles(page, alike[: 2 * limit])[:limit]
        pages = sum(self.layouts[slot].pages for slot in {samples.slots[i] for i in alike})
        known = page.digest in samples.digests
        nodes = page.signature.text_nodes
        if pages > known:
            shares = np.clip((self.texts.counts(nodes) - known) / (pages - known), 0.0, 1.0)
        else:
            shares = np.zeros(len(nodes))
        return Relatives([samples.signatures[i] for i in chosen], shares)

    def siblings(self, page: Page, limit: int = SAMPLES) -> list[Signature]:
        """The siblings among `relatives`."""
        return self.relatives(page, limit).siblings


@attrs.frozen(eq=False)
class Relatives:
    """The other pages of a page's layout.

    siblings: signatures of some of them. text_shares: for each text row of the page, the share of all of them, 0
    to 1, that have its text at its path.
    """

    siblings: list[Signature]
    text_shares: NDArray[np.float64]

"""`SiteTemplate`: sample pages of a site by layout, and the number of its pages with each text at its path.

Everything here is decided by the pages alone, not by their order, so templates learned in several processes
merge to the one that a single process would have learned.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any

import attrs
import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.page import Page
from scrapy_denoise.page.signature import Signature
from scrapy_denoise.sites.layout import MAX_SAMPLES, NO_PAGES, ONE_PAGE, Layout, Sample, Scores
from scrapy_denoise.sites.redesign import RedesignDetector
from scrapy_denoise.sites.repeated_titles import RepeatedTitles
from scrapy_denoise.sites.sample_table import Comparison, SampleTable

MAX_LAYOUTS = 32
"""The number of slots for layouts in a template. Further layouts share slots; similarity separates their samples."""

MAX_SAMPLE_ROWS = 10_000
"""A page with more rows is not learned."""

MAX_ROWS = 160_000
"""Above this many rows of all samples the layouts with the fewest pages are dropped; real sites stay far below."""

PERIOD_SECONDS = 30 * 86_400
"""Seconds of an era: pages learned later push out older ones, so that what a site no longer shows is forgotten."""

ERAS_IN_PERIOD = 256
"""Eras within one period: each redesign begins another before the period ends."""


class SiteTemplate:
    """The template of one site: what its pages have in common, learned page by page.

    A page is learned in an era. Eras follow the calendar (PERIOD_SECONDS), and a redesign of the site begins another
    one (`redesigned`). Pages of newer eras replace those of older ones one by one, so that both are known until enough
    is known of the newer. A template has at most MAX_LAYOUTS layouts of MAX_LAYOUT_PAGES pages, MAX_SAMPLES of them
    with their structure, and MAX_SAMPLE_ROWS rows of samples.

    layouts: by their slots. max_rows: above this many rows of samples, the layouts with the fewest pages are dropped as
    pages are learned. Which layouts have the fewest then depends on the order; whoever knows all pages beforehand sets
    a higher number, and calls `drop_layouts` at the end.

    >>> site = SiteTemplate()
    >>> site.learn("<div>Home</div><p>One story</p>", url="https://example.org/1")
    True
    >>> site.pages
    1
    """

    def __init__(self, layouts: dict[int, Layout] | None = None, max_rows: int = MAX_ROWS) -> None:
        self.layouts: dict[int, Layout] = layouts if layouts is not None else {}
        self.max_rows = max_rows
        self._samples: SampleTable | None = None  # made when asked for, until the samples change
        self._titles: RepeatedTitles | None = None
        self._waiting = [sample for layout in self.layouts.values() for sample in layout.samples if sample.page]
        self._redesigns = RedesignDetector()
        # the newest era in which a page was learned, or which a redesign began
        self._newest = max((layout.samples[0].era for layout in self.layouts.values() if layout.samples), default=0)

    def __getstate__(self) -> dict[str, Any]:
        """The state for pickle and for copies, without what is made again when it is asked for."""
        return {**self.__dict__, "_samples": None, "_titles": None}

    @property
    def pages(self) -> int:
        """The number of pages that were learned."""
        return sum(layout.pages for layout in self.layouts.values())

    @property
    def rows(self) -> int:
        """Rows of all samples; each takes about 60 bytes of memory."""
        return sum(layout.rows for layout in self.layouts.values())

    def has_same_pages(self, other: SiteTemplate) -> bool:
        """Whether both learned the same pages, judged by their number and by the pages that are kept."""
        return self.layouts.keys() == other.layouts.keys() and all(
            layout.has_same_pages(other.layouts[slot]) for slot, layout in self.layouts.items()
        )

    @property
    def usable(self) -> bool:
        """True if some layout has two samples to compare a page with."""
        return any(len(layout.samples) >= 2 for layout in self.layouts.values())

    def redesigned(self, page: Page) -> bool:
        """Whether this page, which is not learned yet, completes the evidence that the site was redesigned.

        A new era begins with such a page. A template read back from a store starts with no evidence.
        """
        slot, era = page.signature.frame % MAX_LAYOUTS, self.era
        known_in = {
            other
            for other, layout in self.layouts.items()
            if page.digest in layout.texts.pages and layout.samples[0].era == era
        }
        if slot in known_in:
            known_in.clear()
        redesigned = self._redesigns.redesigned(slot, self.expected_share(page), known_in)
        if redesigned:
            self._newest = era + 1
        return redesigned

    def take_redesign_state(self, other: SiteTemplate) -> None:
        """Copy the state of another template's redesign detection."""
        self._redesigns, self._newest = other._redesigns, max(self._newest, other._newest)

    @property
    def era(self) -> int:
        """The newest era in which a page was learned, or today's."""
        return max(self._newest, int(time.time() // PERIOD_SECONDS) * ERAS_IN_PERIOD)

    def learn(
        self, page: Page | str | bytes, url: str | None = None, scores: Scores | None = None, era: int | None = None
    ) -> bool:
        """Take one more page of the site into account; False where there is nothing to learn from it.

        scores: what a model says of the page's text; learning itself runs none. Without them the page stays in memory
        until a method that uses scores hands them in (`score_waiting`), and a drawn page is learned with what it hides
        (`Page.with_hidden`); `NO_SCORES`: its structure alone is wanted.
        era: by default the newest. Raises PageTooLarge for markup that is not parsed (see `Page.from_html`).
        """
        if not isinstance(page, Page):
            page = Page.from_html(page, url=url)
        learned = self.learned_from(page, scores, era)
        if learned is None:
            return False
        self.add(*learned)
        return True

    def learned_from(
        self, page: Page, scores: Scores | None = None, era: int | None = None
    ) -> tuple[int, Layout] | None:
        """What a page adds: its slot and a layout of this page alone; None where there is nothing to learn.

        A layout that only counts the page, if no template would keep more of it.
        """
        if scores is None:
            page = page.with_hidden
        signature = page.signature
        if not signature.text_hashes or len(signature) > MAX_SAMPLE_ROWS:
            return None
        slot, era = signature.frame % MAX_LAYOUTS, self.era if era is None else era
        if self.layouts.get(slot, NO_PAGES).is_unchanged_by(page, era):
            return slot, ONE_PAGE
        return slot, Layout(1, (Sample.from_page(page, era, scores),))

    def score_waiting(self, score: Callable[[Page], Scores]) -> None:
        """Score the samples that were learned without scores. score: computes those of a page."""
        for sample in self._waiting:
            if sample.page is not None:
                sample.score(score(sample.page))
                self._samples = None
        self._waiting.clear()

    def update(self, other: SiteTemplate) -> None:
        """Add what another template of the same site knows."""
        for slot, layout in other.layouts.items():
            self.add(slot, layout)

    def add(self, slot: int, layout: Layout) -> None:
        """Merge what is known of a layout into the layout of that slot."""
        mine = self.layouts.get(slot, NO_PAGES)
        self.layouts[slot] = merged = mine.merged(layout)
        if merged.samples is not mine.samples:
            self._samples = self._titles = None
            self._waiting += [sample for sample in layout.samples if sample.page]
            self._newest = max(self._newest, merged.samples[0].era)
            self.drop_layouts(self.max_rows)

    def drop_layouts(self, max_rows: int = MAX_ROWS) -> None:
        """Drop the layouts with the fewest pages until the samples have no more than this many rows."""
        sizes = {slot: (layout.pages, layout.rows) for slot, layout in self.layouts.items()}
        for slot in layouts_to_drop(sizes, max_rows):
            del self.layouts[slot]
            self._samples = self._titles = None

    def merge(self, other: SiteTemplate) -> SiteTemplate:
        """The union of both templates; commutative and associative, and neither is changed."""
        merged = SiteTemplate(dict(self.layouts), self.max_rows)
        merged.update(other)
        return merged

    def siblings(self, page: Page, limit: int = MAX_SAMPLES) -> Siblings:
        """What is known of the siblings of a page: the signatures of up to `limit` of them, the most similar first.

        Neither the page itself (by address or content) nor the same article under another address is among them, nor a
        page that names it as canonical or is named by it.
        """
        samples = self._table()
        similar = samples.similar_samples(page)
        signature = page.signature
        nodes, chars = signature.text_nodes.astype(np.uint16), signature.chars[signature.text_rows]
        plain = np.where(page.columns.linked[signature.text_rows], 0, chars)
        found, pages, copies = np.zeros(len(nodes)), 0, set[int]()
        for slot in {samples.slots[i] for i in similar}:
            texts = self.layouts[slot].texts
            copied = texts.copies(nodes, chars, plain, page.digest)
            pages += texts.count(nodes, page.digest, found, copied)
            copies |= copied
        named = samples.named(page, similar)
        similar = [i for i in similar if samples.digests[i] not in copies and i not in named]
        chosen = samples.other_articles(page, similar[: 2 * limit])[:limit]
        # 16-bit fingerprints collide; count only texts that some sample has in full.
        found *= samples.texts_in_samples(page, similar)
        return Siblings([samples.signatures[i] for i in chosen], found / max(pages, 1), pages)

    @property
    def titles(self) -> RepeatedTitles:
        """What the titles of the pages known by now have in common; it stays as it is when more is learned."""
        if self._titles is None:
            self._titles = RepeatedTitles(tuple(self.layouts.values()))
        return self._titles

    def compare(self, page: Page, model: int) -> Comparison:
        """The page beside its siblings. model: the identity of the model whose scores count."""
        table = self._samples
        return (table if table is not None and table.model == model else self._table(model)).compare(page)

    def _table(self, model: int | None = None) -> SampleTable:
        """The samples side by side, with the scores of a model; None: any, where scores do not matter."""
        if self._samples is None or model not in (None, self._samples.model):
            self._samples = SampleTable(self.layouts, model or 0)
        return self._samples

    def expected_share(self, page: Page) -> float | None:
        """The share of the texts that nearly all known pages of the page's layout have, which the page has too.

        None where no text is expected: the layout is new, or its pages have no text in common.
        """
        return self.layouts.get(page.signature.frame % MAX_LAYOUTS, NO_PAGES).texts.share(page.signature)


def layouts_to_drop(layouts: Mapping[int, tuple[int, int]], max_rows: int = MAX_ROWS) -> list[int]:
    """The layouts to drop where there are too many rows. layouts: by slot the pages and rows of each."""
    rows = sum(size for _, size in layouts.values())
    gone = []
    for slot in sorted(layouts, key=lambda slot: (layouts[slot][0], slot)):
        if rows <= max_rows:
            break
        rows -= layouts[slot][1]
        gone.append(slot)
    return gone


@attrs.frozen(eq=False)
class Siblings:
    """What a template knows of the siblings of a page: the other pages of its layout.

    signatures: of some of them, the most similar first. text_shares: for each text row of the page, the share of those
    that are known, 0 to 1, that have its text at its path; 0 for what no page has whose structure is known. pages: how
    many are known.
    """

    signatures: list[Signature]
    text_shares: NDArray[np.float64]
    pages: int = 0

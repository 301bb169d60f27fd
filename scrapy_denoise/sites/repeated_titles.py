"""Finds the parts of titles that a site's pages share: the name of the site or of a section."""

from __future__ import annotations

from collections import Counter
from functools import cached_property

import attrs
import numpy as np

from scrapy_denoise.page import Page
from scrapy_denoise.sites.layout import MIN_DUPLICATE_SHARE, Layout, Sample

MIN_PAGES = 2
"""A part of a title is the site's if at least so many other pages have it in theirs."""

MIN_SHARE = 0.5
"""And at least this share of the other pages."""


@attrs.frozen(eq=False, slots=False)
class RepeatedTitles:
    """The titles of a template's samples, as they were when this was made."""

    layouts: tuple[Layout, ...]

    def repeated_parts(self, page: Page) -> frozenset[int]:
        """Hashes of the parts of titles (`PageTitles.part_hashes`) that repeat on the pages other than this one.

        Another version of the page under the same title, such as its print or AMP page, is none of them: its headline
        would be taken for the name of the site.
        """
        own = [sample.titles for sample in self._known if _is_same(sample, page)]
        others = len(self._known) - len(own)
        counts = self._counts - Counter(part for titles in own for part in titles)
        return frozenset(part for part, count in counts.items() if count >= max(MIN_PAGES, MIN_SHARE * others))

    @cached_property
    def _known(self) -> list[Sample]:
        return [sample for layout in self.layouts for sample in layout.samples if sample.titles]

    @cached_property
    def _counts(self) -> Counter[int]:
        return Counter(part for sample in self._known for part in sample.titles)


def _is_same(sample: Sample, page: Page) -> bool:
    """True if a sample is the page itself, or the same article under the same title."""
    one, other = page.signature, sample.signature
    if sample.digest == page.digest or sample.content == one.content_hash:
        return True
    if sample.titles != page.titles.part_hashes:
        return False
    # Wherever it stands, as versions of a page have their own templates; of the shorter one, as that for print has no
    # boxes beside the text, which may be most of a page.
    chars = one.chars[one.text_rows]
    there = np.isin(one.text_hash[one.text_rows], other.text_hash[other.text_rows])
    least = min(chars.sum(), other.chars[other.text_rows].sum())
    return bool(chars[there].sum() >= max(1, MIN_DUPLICATE_SHARE * least))

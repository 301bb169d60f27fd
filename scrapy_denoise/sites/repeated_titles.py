"""What the titles of a site's pages have in common: the name of the site, or of a section, not of a page."""

from __future__ import annotations

from collections import Counter
from functools import cached_property

import attrs

from scrapy_denoise.page import Page
from scrapy_denoise.sites.layout import Layout

MIN_PAGES = 2
"""Other pages whose titles must have a part for it to be the site's."""

SHARE = 0.5
"""Share of the other pages whose titles must have it."""


@attrs.frozen(eq=False, slots=False)
class RepeatedTitles:
    """The titles of a template's samples, as they were when this was made."""

    layouts: tuple[Layout, ...]

    def beside(self, page: Page) -> frozenset[int]:
        """Hashes of the parts of titles (`Page.title_parts`) that repeat on the pages other than this one."""
        content = page.signature.content_hash
        own = [titles for digest, hashed, titles in self._known if digest == page.digest or hashed == content]
        others = len(self._known) - len(own)
        counts = self._counts - Counter(part for titles in own for part in titles)
        return frozenset(part for part, count in counts.items() if count >= max(MIN_PAGES, SHARE * others))

    @cached_property
    def _known(self) -> list[tuple[int, int, tuple[int, ...]]]:
        samples = (sample for layout in self.layouts for sample in layout.samples if sample.titles)
        return [(sample.digest, sample.content, sample.titles) for sample in samples]

    @cached_property
    def _counts(self) -> Counter[int]:
        return Counter(part for *_, titles in self._known for part in titles)

"""Learns which forms of addresses bring new pages, so that a crawl stops requesting those that bring nothing."""

from __future__ import annotations

from scrapy_denoise.crawl.site.addresses import OTHER_VIEW, form_of

MAX_FORMS = 20_000
"""The most forms of addresses that are remembered."""

LOWERED_AFTER = 5
"""After this many pages without anything new, other addresses of their form get a lower rank."""

GIVEN_UP_AFTER = 25
"""After this many, other addresses of the form are not requested at all. For copies and other orders LOWERED_AFTER is
enough."""

LOWERED_BY = 50
"""By this much the rank of such an address is lower."""


class Yields:
    """Counts the pages without anything new, for each form of address.

    counts: for each form the pages since the last one that had something new; kept with a job.
    """

    def __init__(self, counts: dict[str, int]) -> None:
        self._counts = counts

    def add(self, url: str, brought: bool) -> None:
        """Count a page. brought: it had a new article or new entries of a list."""
        form = form_of(url)
        if form in self._counts or len(self._counts) < MAX_FORMS:
            self._counts[form] = 0 if brought else self._counts.get(form, 0) + 1

    def rank(self, url: str, rank: int) -> int | None:
        """Lower the rank of an address whose form has brought nothing new; None if it should not be requested at
        all."""
        form = form_of(url)
        in_vain = self._counts.get(form, 0)
        if in_vain >= (LOWERED_AFTER if form.startswith(OTHER_VIEW) else GIVEN_UP_AFTER):
            return None
        return rank - LOWERED_BY if in_vain >= LOWERED_AFTER else rank

"""What a crawl has got from pages whose addresses are alike, so that it does not go on asking where nothing comes."""

from __future__ import annotations

from scrapy_denoise.crawl.site.addresses import OTHER_VIEW, form_of

MAX_FORMS = 20_000
"""Forms of addresses that are remembered."""

TRIED = 5
"""Pages without anything new after which others of their form come later."""

GIVEN_UP = 25
"""And after which they are not asked for at all; copies and other orders are not after the first number."""

BEHIND = 50
"""What they are behind, in ranks."""


class Yields:
    """Counts the pages of each form of address that brought something, and those that did not.

    counts: by form how many did not since the last that did; kept with a job.
    """

    def __init__(self, counts: dict[str, int]) -> None:
        self._counts = counts

    def add(self, url: str, brought: bool) -> None:
        """Remember whether a page brought a new article or new entries of a list."""
        form = form_of(url)
        if form in self._counts or len(self._counts) < MAX_FORMS:
            self._counts[form] = 0 if brought else self._counts.get(form, 0) + 1

    def rank(self, url: str, rank: int) -> int | None:
        """The rank of an address by what others of its form brought; None for one that is not worth a request."""
        form = form_of(url)
        in_vain = self._counts.get(form, 0)
        if in_vain >= (TRIED if form.startswith(OTHER_VIEW) else GIVEN_UP):
            return None
        return rank - BEHIND if in_vain >= TRIED else rank

"""Applies corrections in a crawl, and reports a probable redesign when a correction no longer matches its site."""

from __future__ import annotations

import logging
from collections.abc import Callable

from scrapy_denoise.corrections import Correction, Corrections
from scrapy_denoise.corrections.correction import METHOD
from scrapy_denoise.result import Result

logger = logging.getLogger(__name__)

MIN_MISSES = 10
"""Pages in a row that a correction does not match from which it is reported. Lists of other pages do not count: for
them a correction is rarely made."""


class CorrectedPages:
    """The corrections of a crawl, and counts of the pages that they match and of those that they do not."""

    def __init__(self, corrections: Corrections, count: Callable[[str], None]) -> None:
        self.corrections = corrections
        self._count = count
        self._missed: dict[str, int] = {}
        self._given_up: set[tuple[str, str]] = set()

    def add(self, correction: Correction, result: Result) -> None:
        """Count a page with a correction that says what is content, and the selectors that are given up."""
        for selector in correction.given_up():
            if (correction.site, selector) not in self._given_up:
                self._given_up.add((correction.site, selector))
                self._count("correction/slow")
        if not correction.content or result.page is None:
            return
        if result.method == METHOD:
            self._count("correction/hit")
            self._missed[correction.site] = 0
            return
        self._count("correction/miss")
        if not result or result.page_type == "list":
            return
        missed = self._missed[correction.site] = self._missed.get(correction.site, 0) + 1
        if missed == MIN_MISSES:
            self._count("correction/stale")
            logger.warning(
                "The correction of %s matches none of %d pages in a row, the last %s: was the site redesigned? "
                "The method decides there (scrapy-denoise correct %s)",
                correction.site, MIN_MISSES, result.url, correction.site,
            )  # fmt: skip

"""The stats of a crawl; docs/stats.rst explains each."""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict

from scrapy.statscollectors import StatsCollector

from scrapy_denoise.methods import Method
from scrapy_denoise.methods.method import NO_BOXES
from scrapy_denoise.result import Result

logger = logging.getLogger(__name__)

SKIPPED_REASONS = ("empty", "frameset", "not_html", "too_large", "too_deep", "disabled")

COUNTED_REASONS = (
    "no_content", "error_page", "wall", "page_type", "encoding", "scripts", "json_ld", "repeated",
    "steps_undone", NO_BOXES,
)  # fmt: skip
"""The reasons of cleaned pages that are counted under their own name."""

FLUSH_SECONDS = 0.1
"""Counts are added to Scrapy's stats together, this many seconds apart."""


class PageStats:
    """Counts of a crawl's pages, which are added to Scrapy's stats for many pages at a time.

    A page has ten counts, and adding one to Scrapy's stats takes longer than finding it.
    """

    def __init__(self, stats: StatsCollector) -> None:
        self._stats = stats
        self._counts: defaultdict[str, int] = defaultdict(int)
        self._timer: asyncio.TimerHandle | None = None
        self._reported = False

    def add(self, name: str, count: int = 1) -> None:
        """Count under ``denoise/{name}``. Needs a running event loop."""
        self._counts[name] += count
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(FLUSH_SECONDS, self.flush)

    def flush(self) -> None:
        """Add the counts so far to Scrapy's stats; those that it does not take are added the next time."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        counts, self._counts = self._counts, defaultdict(int)
        for name, count in counts.items():
            try:
                self._stats.inc_value(f"denoise/{name}", count)
            except Exception as error:  # noqa: BLE001 - a project's own collector, which may be anywhere
                self._counts[name] += count
                if not self._reported:
                    self._reported = True
                    logger.error("Stats: cannot count denoise/%s: %r; it is tried again", name, error)

    def add_result(self, result: Result) -> None:
        """Count one page by its result."""
        if result.reason in SKIPPED_REASONS or (result.reason == "scripts" and not result.method):
            self.add(f"skipped/{result.reason}")
            return
        self.add("pages")
        if result.reason == "error":
            self.add("error")
        elif result.reason == "few_siblings":
            self.add("fallback")
        elif result.reason in COUNTED_REASONS:
            self.add(result.reason)
        if result.page is None or result.selection is None:
            return
        kept, chars = result.selection.kept, result.page.columns.chars[result.page.columns.text_rows]
        kept_rows, kept_chars = int(kept.sum()), int(chars[kept].sum())
        counts = self._counts
        counts[f"method/{result.method}"] += 1
        counts["rows/kept"] += kept_rows
        counts["rows/removed"] += len(kept) - kept_rows
        counts["chars/kept"] += kept_chars
        counts["chars/removed"] += int(chars.sum()) - kept_chars

    def add_comparison(self, result: Result, method: Method) -> None:
        """Count a hit if the page was compared with siblings, or a miss if its site had too few of them.

        method: the method that was asked for.
        """
        if not result.method:
            return
        if result.siblings:
            self.add("template/hit")
        elif method.max_siblings:
            self.add("template/miss")

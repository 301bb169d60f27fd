"""Raises the downloader's limit (CONCURRENT_REQUESTS) by the pages that wait for a warm-up, so that others go on."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import attrs

if TYPE_CHECKING:
    from scrapy.core.downloader import Downloader
    from scrapy.crawler import Crawler

MIN_PLACE_BYTES = 1024
"""The least number of bytes that a page counts, as in Scrapy's own limit for responses that wait."""


class Places:
    """Adds a place for each page and each fetch that is in one only to wait, so that a host waits for itself alone.

    Bounded in bytes as Scrapy bounds what waits for callbacks (SCRAPER_SLOT_MAX_ACTIVE_SIZE): above it pages keep their
    places, and nothing more is downloaded. A downloader of a project's own that has no limit to raise stays as it is.
    """

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler
        self.most = crawler.settings.getint("SCRAPER_SLOT_MAX_ACTIVE_SIZE")
        self.waiting = 0

    @contextmanager
    def left(self, size: int = 0, after: float = 0.0) -> Iterator[None]:
        """Let another request have this one's place until the end of the block.

        size: bytes of a page that waits with its response; 0 for a fetch, of which each such page has a few. after:
        seconds for which it keeps its place before.
        """
        place = _Place(self, max(size, MIN_PLACE_BYTES) if size else 0)
        begin = asyncio.get_running_loop().call_later(after, place.leave)
        try:
            yield
        finally:
            begin.cancel()
            place.take_back()

    def downloader(self) -> Downloader | None:
        """None where there is no limit to raise."""
        downloader = getattr(self._crawler.engine, "downloader", None)
        return downloader if getattr(downloader, "total_concurrency", 0) > 0 else None

    def look(self) -> None:
        """Let the engine look for a request to send, which it does by itself every five seconds."""
        slot = getattr(self._crawler.engine, "_slot", None)
        if slot is not None:
            slot.nextcall.schedule()


@attrs.define
class _Place:
    places: Places
    size: int
    downloader: Downloader | None = None
    """Whose limit is raised."""

    def leave(self) -> None:
        if self.places.waiting + self.size <= self.places.most and (downloader := self.places.downloader()) is not None:
            self.downloader = downloader
            self.places.waiting += self.size
            downloader.total_concurrency += 1
            self.places.look()

    def take_back(self) -> None:
        if self.downloader is not None:
            self.places.waiting -= self.size
            self.downloader.total_concurrency -= 1

"""Warm-up by holding: the first items of a site wait until siblings of their pages are known."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from typing import TYPE_CHECKING

import attrs

from scrapy_denoise.crawl.templates.cache import TemplateCache
from scrapy_denoise.crawl.templates.fetch_siblings import MIN_SIBLINGS
from scrapy_denoise.page import Page

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

CHECK_SECONDS = 0.1
"""Seconds between two checks of the items that are held."""

MAX_HOLDING_PAGES = 20
"""Items of a site do not wait once so many of its pages are known: a layout that is unknown by then is rare."""


@attrs.define(eq=False)
class _Held:
    key: str
    page: Page
    pages: int
    """Known pages of the site at the last check."""
    free: asyncio.Event = attrs.field(factory=asyncio.Event)


class ItemHold:
    """Holds up to `limit` items, each until siblings of its page are known, or until no more pages can come.

    No more pages can come when the crawl has nothing to do but the held items, when it stops, and when Scrapy
    downloads nothing because too much is waiting (SCRAPER_SLOT_MAX_ACTIVE_SIZE). Above the limit the item held
    longest is released. No item is lost: the pipeline holds an item by not returning it, and Scrapy waits for the
    pipeline before it closes the spider.
    """

    def __init__(self, crawler: Crawler, templates: TemplateCache, limit: int, count: Callable[[str], None]) -> None:
        self._crawler = crawler
        self._templates = templates
        self._limit = limit
        self._count = count
        self._held: OrderedDict[int, _Held] = OrderedDict()
        self._watch: asyncio.Task[None] | None = None

    async def until_known(self, key: str, page: Page) -> None:
        """Return when enough siblings of the page are known, or no more pages can come."""
        site = await self._templates.get(key)
        if site.pages >= MAX_HOLDING_PAGES or len(site.siblings(page, MIN_SIBLINGS).signatures) >= MIN_SIBLINGS:
            return
        held = _Held(key, page, site.pages)
        self._held[id(held)] = held
        self._count("warmup/held")
        if len(self._held) > self._limit:
            self._release(next(iter(self._held.values())))
        if self._watch is None or self._watch.done():
            self._watch = asyncio.ensure_future(self._look())
        try:
            await held.free.wait()
        finally:
            self._held.pop(id(held), None)
        if self._watch.done() and not self._watch.cancelled():
            self._watch.result()  # raises what it has ended with

    def _release(self, held: _Held) -> None:
        self._held.pop(id(held), None)
        held.free.set()

    async def _look(self) -> None:
        try:
            await self._release_items()
        finally:  # whatever it ends with, no item waits for ever
            for held in list(self._held.values()):
                self._release(held)

    async def _release_items(self) -> None:
        idle = 0
        while self._held:
            await asyncio.sleep(CHECK_SECONDS)
            # Two checks in a row, since a callback may be about to yield its next request.
            idle = idle + 1 if self._nothing_comes() else 0
            for held in list(self._held.values()):
                if idle >= 2 or await self._is_known(held):
                    self._release(held)

    async def _is_known(self, held: _Held) -> bool:
        site = await self._templates.get(held.key)
        if site.pages == held.pages:
            return False
        held.pages = site.pages
        return len(site.siblings(held.page, MIN_SIBLINGS).signatures) >= MIN_SIBLINGS

    def _nothing_comes(self) -> bool:
        """True if no page can come until held items are released."""
        engine = self._crawler.engine
        slot = getattr(engine, "_slot", None)
        if engine is None or slot is None or slot.closing is not None or not engine.running:
            return True
        waiting = engine.scraper.slot
        if waiting is None or waiting.closing is not None or waiting.needs_backout():
            return True
        starting = getattr(engine, "_start", None) is not None
        return not (waiting.queue or engine.downloader.active or starting or slot.scheduler.has_pending_requests())

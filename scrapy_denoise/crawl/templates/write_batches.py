"""Writes what a crawl has learned to the store in batches, and keeps what the store could not take."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable, Mapping

from scrapy_denoise.crawl.guarded_store import Guard, WrongAnswer
from scrapy_denoise.sites import SiteTemplate
from scrapy_denoise.sites.layout import Layout
from scrapy_denoise.sites.stores import DamagedTemplates, NotMerged, TemplateStore

logger = logging.getLogger(__name__)

WRITE_SECONDS_A_SITE = 0.1
"""Seconds that writing a batch may take for each of its sites, beyond the timeout."""

MAX_LAST_WRITES = 2
"""How often what is left is written at the end, where it fails."""


class WriteBatches:
    """The pages that were learned and are not in the store yet, by site key.

    A batch is written after `batch_pages` pages or `batch_seconds`, whichever comes first, in the background and one
    at a time. A store that has failed is tried again after `batch_seconds` at the earliest; until then the pages of up
    to `max_sites` sites are kept, and those of others are lost (``store/lost``).

    on_stored: called with the keys of a batch and with the numbers of pages that the store then has of them, as far as
    it returns them.
    """

    def __init__(
        self,
        store: TemplateStore,
        guard: Guard,
        batch_pages: int,
        batch_seconds: float,
        max_sites: int,
        count: Callable[[str], None],
        on_stored: Callable[[Collection[str], Mapping[str, int]], None],
    ) -> None:
        self._store = store
        self._guard = guard
        self._batch_pages = batch_pages
        self._batch_seconds = batch_seconds
        self._max_sites = max_sites
        self._count = count
        self._on_stored = on_stored
        self._pending: OrderedDict[str, SiteTemplate] = OrderedDict()
        self._pending_pages = 0
        self._writing: OrderedDict[str, SiteTemplate] = OrderedDict()
        self._batch: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._lost_pages = 0

    @property
    def pages(self) -> int:
        """Pages that are not in the store yet."""
        return sum(site.pages for batch in (self._pending, self._writing) for site in batch.values())

    def pending(self, key: str) -> SiteTemplate | None:
        """What waits for the next batch."""
        return self._pending.get(key)

    def being_written(self, key: str) -> SiteTemplate | None:
        """What the batch has that is being written."""
        return self._writing.get(key)

    def add(self, key: str, slot: int, layout: Layout) -> None:
        """Add what was learned of a page (`SiteTemplate.learned_from`)."""
        self._pending.setdefault(key, SiteTemplate()).add(slot, layout)
        self._pending_pages += 1
        if self._pending_pages >= self._batch_pages:
            self._start()
        elif self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(self._batch_seconds, self._start)

    async def until_written(self, key: str) -> None:
        """Wait while a batch with this site is being written, for the store's time limit at most."""
        if self._batch is not None and key in self._writing:
            await asyncio.wait([self._batch], timeout=self._guard.timeout)

    async def flush(self) -> None:
        """Write what there is; return when the store has taken it or failed. One that has failed may not be asked."""
        if self._batch is not None:
            await asyncio.wait([self._batch])
        self._start()
        if self._batch is not None:
            await asyncio.wait([self._batch])

    async def close(self) -> None:
        """Write what is left. What cannot be written is lost."""
        if self._timer is not None:
            self._timer.cancel()
        if self._batch is not None:
            limit = self._guard.timeout + WRITE_SECONDS_A_SITE * len(self._writing)
            await asyncio.wait([self._batch], timeout=limit)
        for _ in range(MAX_LAST_WRITES):
            if self._pending:
                await self._write()
        self._drop_oldest(len(self._pending))

    def log_lost(self) -> None:
        """Log how many pages were lost, if any."""
        if self._lost_pages:
            logger.warning(
                "Template store: %d learned pages of this crawl could not be stored and are lost", self._lost_pages
            )

    def _start(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._pending and (self._batch is None or self._batch.done()) and self._guard.ready("write"):
            self._batch = asyncio.ensure_future(self._write())

    async def _write(self) -> None:
        batch, self._pending, self._pending_pages = self._pending, OrderedDict(), 0
        self._writing = batch
        left = set(batch)

        async def merge() -> None:
            try:
                stored = await self._store.merge(dict(batch))
                left.clear()  # whatever it answers: it has not failed
                answered = stored is None or isinstance(stored, Mapping)
                self._on_stored(batch, stored if stored and answered else {})
                if not answered:
                    raise WrongAnswer(f"expected the numbers of pages as an answer, got {type(stored).__name__}")
            except DamagedTemplates as error:
                left.clear()  # the others are written; these can never be
                self._count_lost(batch[key] for key in error.keys if key in batch)
                raise
            except NotMerged as error:
                left.intersection_update(error.keys)
                raise

        # A batch is written in the background, so it may take the time that its sites need.
        await self._guard.ask("write", merge, self._guard.timeout + WRITE_SECONDS_A_SITE * len(batch))
        self._writing = OrderedDict()
        self._put_back({key: batch[key] for key in batch if key in left})
        if not self._guard.works("write"):  # a slow store that works will take everything later
            self._drop_oldest(len(self._pending) - self._max_sites)
        elif not self._guard.works("read"):
            site = next(iter(batch))
            self._guard.probe("read", lambda: self._store.get(site), SiteTemplate, early=True)

    def _put_back(self, unwritten: Mapping[str, SiteTemplate]) -> None:
        """Let what could not be written be the oldest part of the next batch."""
        newer, self._pending = self._pending, OrderedDict(unwritten)
        for key, template in newer.items():
            if key in self._pending:
                self._pending[key].update(template)
            else:
                self._pending[key] = template

    def _drop_oldest(self, sites: int) -> None:
        """Drop the learned pages of this many sites, the oldest first."""
        self._count_lost(self._pending.popitem(last=False)[1] for _ in range(sites))

    def _count_lost(self, templates: Iterable[SiteTemplate]) -> None:
        for template in templates:
            self._lost_pages += template.pages
            for _ in range(template.pages):
                self._count("store/lost")

"""The templates of one crawl: a bounded cache in front of the store, written in batches."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable

from scrapy_denoise.page import Page
from scrapy_denoise.sites import SiteTemplate
from scrapy_denoise.sites.stores import DamagedTemplates, StoreError, TemplateStore

logger = logging.getLogger(__name__)

SITE_SECONDS = 0.1
"""Seconds more that a batch may take to be written, for each of its sites."""


class SiteTemplates:
    """Templates by site key, as one crawler sees them.

    A template is read from the store when its site is first met. What is learned is used at once and written
    out after `batch_pages` pages or `batch_seconds`, whichever comes first. No call waits for the store longer
    than `timeout` seconds. A store that fails is reported once through the log and every time through
    `count("store/error")`; the crawl then goes on in memory, and what was learned is tried again with the next batch,
    for up to `cache_sites` sites.
    """

    def __init__(
        self,
        store: TemplateStore,
        cache_sites: int,
        batch_pages: int,
        batch_seconds: float,
        timeout: float,
        count: Callable[[str], None],
    ) -> None:
        self._store = store
        self._cache_sites = cache_sites
        self._batch_pages = batch_pages
        self._batch_seconds = batch_seconds
        self._timeout = timeout
        self._count = count
        self._usable = False
        self._reported: set[str] = set()
        self._cache: OrderedDict[str, SiteTemplate] = OrderedDict()
        self._loading: dict[str, asyncio.Future[SiteTemplate]] = {}
        self._pending: OrderedDict[str, SiteTemplate] = OrderedDict()
        self._pending_pages = 0
        self._writing: OrderedDict[str, SiteTemplate] = OrderedDict()
        self._flush: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None

    async def open(self) -> None:
        try:
            await asyncio.wait_for(self._store.open(), self._timeout)
            self._usable = True
        except (StoreError, asyncio.TimeoutError) as error:
            self._report("open", error)

    async def get(self, key: str) -> SiteTemplate:
        """The template of a site; an empty one where nothing is known."""
        template = self._cache.get(key)
        if template is not None:
            self._cache.move_to_end(key)
            return template
        loading = self._loading.get(key)
        if loading is None:
            loading = self._loading[key] = asyncio.ensure_future(self._load(key))
            loading.add_done_callback(lambda _: self._loading.pop(key, None))
        return await loading

    async def _load(self, key: str) -> SiteTemplate:
        template = None
        if self._usable:
            try:
                if self._flush is not None and key in self._writing:
                    await asyncio.wait([self._flush], timeout=self._timeout)
                template = await asyncio.wait_for(self._store.get(key), self._timeout)
            except (StoreError, asyncio.TimeoutError) as error:
                self._report("read", error)
        template = template or SiteTemplate()
        if key in self._pending:
            template.update(self._pending[key])
        self._cache[key] = template
        while len(self._cache) > self._cache_sites:
            self._cache.popitem(last=False)
        return template

    def learn(self, key: str, page: Page) -> bool:
        """Add a page to its site's template; True where this made the template usable."""
        template = self._cache.get(key)
        before = template.usable if template is not None else True
        if template is not None and template.redesigned(page):
            self._count("template/redesign")
            logger.info("%s looks different now: its template is learned anew beside the old one", key)
        era = template.era if template is not None else None
        pending = self._pending.get(key, SiteTemplate())
        if not pending.learn(page, era=era):
            return False
        self._pending[key] = pending
        if template is not None:
            template.learn(page, era=era)
        self._pending_pages += 1
        if self._pending_pages >= self._batch_pages:
            self._start_flush()
        elif self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(self._batch_seconds, self._start_flush)
        return not before and template is not None and template.usable

    async def close(self) -> None:
        """Write what is left, and close the store."""
        if self._timer is not None:
            self._timer.cancel()
        if self._flush is not None:
            await asyncio.wait([self._flush], timeout=self._timeout + SITE_SECONDS * len(self._writing))
        if self._pending:
            await self._write()
        if self._usable:
            try:
                await asyncio.wait_for(self._store.close(), self._timeout)
            except (StoreError, asyncio.TimeoutError) as error:
                self._report("close", error)

    def _start_flush(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._pending and (self._flush is None or self._flush.done()):
            self._flush = asyncio.ensure_future(self._write())

    async def _write(self) -> None:
        batch, self._pending, self._pending_pages = self._pending, OrderedDict(), 0
        self._writing = batch
        try:
            if not self._usable:
                raise StoreError("the store is not open")
            # A batch is written behind the crawl's back, so it may take the time that its sites need.
            await asyncio.wait_for(self._store.merge(batch), self._timeout + SITE_SECONDS * len(batch))
        except DamagedTemplates as error:
            self._report("write", error)  # the others are written
        except asyncio.TimeoutError as error:
            # The store may still finish it: written twice would count pages twice, so it is not tried again.
            self._report("write", error)
        except StoreError as error:
            if self._usable:
                self._report("write", error)
            for key, template in self._pending.items():
                if key in batch:
                    batch[key].update(template)
                else:
                    batch[key] = template
            self._pending = batch
            while len(self._pending) > self._cache_sites:
                self._pending.popitem(last=False)
        finally:
            self._writing = OrderedDict()

    def _report(self, doing: str, error: BaseException) -> None:
        """Count a failure; log it if it is the first of its kind and says something new."""
        self._count("store/error")
        kind = "damaged" if isinstance(error, DamagedTemplates) else doing
        reason = str(error) or f"no answer within {self._timeout:g} s"
        if not {kind, reason} & self._reported:
            self._reported |= {kind, reason}
            logger.error("Template store: cannot %s: %s. The crawl goes on with what is in memory.", doing, reason)

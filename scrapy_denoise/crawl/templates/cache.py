"""The templates of one crawl: a bounded cache in front of the store, which is written in batches."""

from __future__ import annotations

import asyncio
import logging
import math
from collections import OrderedDict
from collections.abc import Callable, Collection, Mapping

from scrapy_denoise.crawl.guarded_store import Guard, now
from scrapy_denoise.crawl.templates.write_batches import WriteBatches
from scrapy_denoise.page import Page
from scrapy_denoise.sites import SiteTemplate
from scrapy_denoise.sites.layout import NO_SCORES, Scores
from scrapy_denoise.sites.stores import TemplateStore
from scrapy_denoise.sites.stores.memory import eviction_candidate

logger = logging.getLogger(__name__)

CACHE_SITES = 200
"""Templates that a crawl keeps in memory, in front of the store; those of other sites are read again."""

BATCH_PAGES, BATCH_SECONDS = 1_000, 5.0
"""Learned pages are written after so many or after this time, whichever comes first: a process that is killed loses at
most one batch. A store that has failed is asked again after this time."""

MAX_ROWS = 4_000_000
"""Rows of the samples of all templates in memory, about 60 bytes each; above it the largest template is dropped."""

MIN_SETTLED_PAGES = 100
"""Known pages of a site from which its template is not read again after a batch: other crawls add little then."""


class TemplateCache:
    """Templates by site key, as one crawl sees them.

    A template is read from the store when its site is first met. Learned pages are used at once, and written to the
    store after `batch_pages` pages or `batch_seconds`, whichever comes first.

    A page waits for a template for `wait` seconds at most, and not at all while answers take longer: it is then cleaned
    alone, which is counted as ``store/late``, and the site's next page has the template. `ask_ahead` begins to read it.

    No call waits for the store longer than `timeout` seconds, and no call waits for a store that has failed (`Guard`).
    Such a store is tried again in the background, after `batch_seconds` at the earliest; until then the crawl goes on
    in memory. Learned pages are kept for up to `cache_sites` sites. When the store works again they are written, and
    the templates that could not be read are read. `count` is called with ``store/error`` for each failure and with
    ``store/lost`` for each learned page that could not be kept; the log has their number at the end.
    """

    def __init__(
        self,
        store: TemplateStore,
        cache_sites: int,
        batch_pages: int,
        batch_seconds: float,
        timeout: float,
        count: Callable[[str], None],
        wait: float = math.inf,
    ) -> None:
        self._store = store
        self._cache_sites = cache_sites
        self._count = count
        self.guard = Guard(
            store,
            "Template store",
            timeout,
            batch_seconds,
            count,
            error="store/error",
            consequence="The crawl goes on with what is in memory.",
            late="store/late",
            goes_on="Pages of sites that are not known yet are cleaned alone until it is faster, and what they teach "
            "is kept.",
            wait=wait,
            recovered=self._recovered,
        )
        self._cache: OrderedDict[str, SiteTemplate] = OrderedDict()
        self._unread: set[str] = set()
        self._stale: set[str] = set()
        self._overtaken: set[str] = set()  # read from the store while pages of them were written to it
        self._loading: dict[str, asyncio.Future[SiteTemplate]] = {}
        self._unwritten = WriteBatches(
            store, self.guard, batch_pages, batch_seconds, cache_sites, count, on_stored=self._stored
        )

    async def open(self) -> None:
        await self.guard.open("read")

    async def get(self, key: str) -> SiteTemplate:
        """The template of a site; an empty one where nothing is known."""
        template = self._cache.get(key)
        if template is not None and key not in self._stale:
            self._cache.move_to_end(key)
            return template
        loading = self._start_loading(key)
        if not await self.guard.is_in_time("read", loading):
            return SiteTemplate() if template is None else template
        return loading.result()

    def ask_ahead(self, key: str) -> None:
        """Begin to read the template of a site of which a page will come soon, if it has to be read."""
        if key and (key not in self._cache or key in self._stale):
            self._start_loading(key)

    def _start_loading(self, key: str) -> asyncio.Future[SiteTemplate]:
        loading = self._loading.get(key)
        if loading is None:
            loading = self._loading[key] = asyncio.ensure_future(self._load(key))
            loading.add_done_callback(lambda done: self._loaded(key, done))
        return loading

    def _loaded(self, key: str, loading: asyncio.Future[SiteTemplate]) -> None:
        self._loading.pop(key, None)
        if not loading.cancelled():
            loading.exception()  # retrieved, where nobody waits any longer

    async def _load(self, key: str) -> SiteTemplate:
        stored = None
        known = self._cache.get(key)
        self._stale.discard(key)
        if self.guard.works("read"):
            deadline = now() + self.guard.timeout
            await self._unwritten.until_written(key)
            self._overtaken.discard(key)
            stored = await self.guard.ask("read", lambda: self._store.get(key), deadline - now(), SiteTemplate)
        else:
            self.guard.probe("read", lambda: self._store.get(key), SiteTemplate)
        if not self.guard.works("read"):
            self._unread.add(key)
        pending = self._unwritten.pending(key)
        if known is not None and (stored.pages if stored else 0) + (pending.pages if pending else 0) < known.pages:
            return known  # the store could not be read, or has lost what it had
        template = stored or SiteTemplate()
        for learned in (self._unwritten.being_written(key) if stored is None else None, pending):
            if learned is not None:
                template.update(learned)
        if known is not None:
            if known.has_same_pages(template):
                return known  # with everything that was computed from it
            template.take_redesign_state(known)
        self._cache[key] = template
        if key in self._overtaken:
            self._stale.add(key)
        while len(self._cache) > self._cache_sites:
            self._forget(eviction_candidate(self._cache, lambda key: self._cache[key].pages))
        while len(self._cache) > 1 and sum(template.rows for template in self._cache.values()) > MAX_ROWS:
            self._forget(max(self._cache, key=lambda key: self._cache[key].rows))
        return template

    def _forget(self, key: str) -> None:
        del self._cache[key]
        self._unread.discard(key)
        self._stale.discard(key)

    def learn(self, key: str, page: Page, scores: Scores = NO_SCORES) -> bool:
        """Add a page to its site's template; True where this made the template usable.

        scores: what the crawl's method keeps of the page (`Method.scores`).
        """
        template = self._cache.get(key)
        if template is not None and template.redesigned(page):
            self._count("template/redesign")
            logger.info("%s looks different now: its template is learned anew beside the old one", key)
        # A page that changes nothing in the template changes nothing in the store, which knows as much.
        known = template or self._unwritten.pending(key) or SiteTemplate()
        learned = known.learned_from(page, scores)
        if learned is None:
            return False
        self._unwritten.add(key, *learned)
        before = template is None or template.usable
        if template is not None:
            template.add(*learned)
        return not before and template is not None and template.usable

    @property
    def in_memory(self) -> Collection[SiteTemplate]:
        """The templates that are kept in memory."""
        return self._cache.values()

    @property
    def unwritten(self) -> int:
        """Pages that were learned and are not in the store yet."""
        return self._unwritten.pages

    async def flush(self) -> None:
        """Write what was learned, without waiting for a full batch; return when the store has taken it or failed.

        A store that has failed is not asked again before `batch_seconds` are over.
        """
        await self._unwritten.flush()

    async def close(self) -> None:
        """Write what is left, and close the store."""
        await self._unwritten.close()
        await self.guard.close()
        self._unwritten.log_lost()

    def _recovered(self, kind: str) -> None:
        """Let templates that could not be read be read when their site's next page comes."""
        if kind == "read":
            self._stale |= self._unread & self._cache.keys()
            self._unread.clear()

    def _stored(self, keys: Collection[str], stored: Mapping[str, int]) -> None:
        """Let these sites be read from the store again where other crawls have learned more of them.

        stored: the numbers of pages that are stored, of the sites for which the store returns one.
        """
        self._overtaken = self._overtaken.union(self._loading.keys() & set(keys)) & self._loading.keys()
        for key in keys:
            known = self._cache.get(key)
            if known is not None and known.pages < MIN_SETTLED_PAGES:
                pending = self._unwritten.pending(key)
                if stored.get(key) != known.pages - (pending.pages if pending else 0):
                    self._stale.add(key)

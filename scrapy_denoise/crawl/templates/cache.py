"""The templates of one crawl: a bounded cache in front of the store, which is written in batches."""

from __future__ import annotations

import asyncio
import logging
import math
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable, Mapping

from scrapy_denoise.crawl.guarded_store import Guard, WrongAnswer, now
from scrapy_denoise.page import Page
from scrapy_denoise.sites import SiteTemplate
from scrapy_denoise.sites.layout import NO_SCORES, Scores
from scrapy_denoise.sites.stores import DamagedTemplates, NotMerged, TemplateStore
from scrapy_denoise.sites.stores.memory import eviction_candidate

logger = logging.getLogger(__name__)

CACHE_SITES = 200
"""Templates that a crawl keeps in memory, in front of the store; those of other sites are read again."""

BATCH_PAGES, BATCH_SECONDS = 1_000, 5.0
"""Learned pages are written after so many or after this time, whichever comes first: a process that is killed loses at
most one batch. A store that has failed is asked again after this time."""

SITE_SECONDS = 0.1
"""Seconds that writing a batch may take for each of its sites, beyond the timeout."""

MAX_ROWS = 4_000_000
"""Rows of the samples of all templates in memory, about 60 bytes each; above it the largest template is dropped."""

FEW_PAGES = 100
"""Known pages of a site from which its template is not read again after a batch: other crawls add little then."""

LAST_TRIES = 2
"""How often what is left is written at the end, where it fails."""


class SiteTemplates:
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
        self._batch_pages = batch_pages
        self._batch_seconds = batch_seconds
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
        self._pending: OrderedDict[str, SiteTemplate] = OrderedDict()
        self._pending_pages = 0
        self._writing: OrderedDict[str, SiteTemplate] = OrderedDict()
        self._batch: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._lost = 0

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
            if self._batch is not None and key in self._writing:
                await asyncio.wait([self._batch], timeout=self.guard.timeout)
            self._overtaken.discard(key)
            stored = await self.guard.ask("read", lambda: self._store.get(key), deadline - now(), SiteTemplate)
        else:
            self.guard.probe("read", lambda: self._store.get(key), SiteTemplate)
        if not self.guard.works("read"):
            self._unread.add(key)
        pending = self._pending.get(key)
        if known is not None and (stored.pages if stored else 0) + (pending.pages if pending else 0) < known.pages:
            return known  # the store could not be read, or has lost what it had
        template = stored or SiteTemplate()
        for learned in (self._writing.get(key) if stored is None else None, self._pending.get(key)):
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
        pending = self._pending.get(key) or SiteTemplate()
        # A page that changes nothing in the template changes nothing in the store, which knows as much.
        learned = (template or pending).learned_from(page, scores)
        if learned is None:
            return False
        self._pending[key] = pending
        pending.add(*learned)
        before = template is None or template.usable
        if template is not None:
            template.add(*learned)
        self._pending_pages += 1
        if self._pending_pages >= self._batch_pages:
            self._start_batch()
        elif self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(self._batch_seconds, self._start_batch)
        return not before and template is not None and template.usable

    @property
    def in_memory(self) -> Collection[SiteTemplate]:
        """The templates that are kept in memory."""
        return self._cache.values()

    @property
    def unwritten(self) -> int:
        """Pages that were learned and are not in the store yet."""
        return sum(site.pages for batch in (self._pending, self._writing) for site in batch.values())

    async def flush(self) -> None:
        """Write what was learned, without waiting for a full batch; return when the store has taken it or failed.

        A store that has failed is not asked again before `batch_seconds` are over.
        """
        if self._batch is not None:
            await asyncio.wait([self._batch])
        self._start_batch()
        if self._batch is not None:
            await asyncio.wait([self._batch])

    async def close(self) -> None:
        """Write what is left, and close the store."""
        if self._timer is not None:
            self._timer.cancel()
        if self._batch is not None:
            await asyncio.wait([self._batch], timeout=self.guard.timeout + SITE_SECONDS * len(self._writing))
        for _ in range(LAST_TRIES):
            if self._pending:
                await self._write()
        self._lose(len(self._pending))
        await self.guard.close()
        if self._lost:
            logger.warning(
                "Template store: %d learned pages of this crawl could not be stored and are lost", self._lost
            )

    def _start_batch(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._pending and (self._batch is None or self._batch.done()) and self.guard.ready("write"):
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
                self._read_again(batch, stored if stored and answered else {})
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
        await self.guard.ask("write", merge, self.guard.timeout + SITE_SECONDS * len(batch))
        self._writing = OrderedDict()
        newer, self._pending = self._pending, OrderedDict((key, batch[key]) for key in batch if key in left)
        for key, template in newer.items():
            if key in self._pending:
                self._pending[key].update(template)
            else:
                self._pending[key] = template
        if not self.guard.works("write"):  # a slow store that works will take everything later
            self._lose(len(self._pending) - self._cache_sites)
        elif not self.guard.works("read"):
            site = next(iter(batch))
            self.guard.probe("read", lambda: self._store.get(site), SiteTemplate, early=True)

    def _recovered(self, kind: str) -> None:
        """Let templates that could not be read be read when their site's next page comes."""
        if kind == "read":
            self._stale |= self._unread & self._cache.keys()
            self._unread.clear()

    def _read_again(self, keys: Iterable[str], stored: Mapping[str, int]) -> None:
        """Let these sites be read from the store again where other crawls have learned more of them.

        stored: the numbers of pages that are stored, of the sites of which the store tells.
        """
        self._overtaken = self._overtaken.union(self._loading.keys() & set(keys)) & self._loading.keys()
        for key in keys:
            known = self._cache.get(key)
            if known is not None and known.pages < FEW_PAGES:
                unwritten = self._pending[key].pages if key in self._pending else 0
                if stored.get(key) != known.pages - unwritten:
                    self._stale.add(key)

    def _lose(self, sites: int) -> None:
        """Drop the learned pages of this many sites, the oldest first."""
        self._count_lost(self._pending.popitem(last=False)[1] for _ in range(sites))

    def _count_lost(self, templates: Iterable[SiteTemplate]) -> None:
        for template in templates:
            self._lost += template.pages
            for _ in range(template.pages):
                self._count("store/lost")

"""Warm-up by fetching: before the first page of a layout is cleaned, a few similar pages are downloaded.

Papers 001 and 002 compare a page with similar pages of its site. They look for them among its links: candidates by
address (`candidate_links`), confirmed by structure.
"""

from __future__ import annotations

import asyncio
import logging
import math
from collections import OrderedDict
from collections.abc import Callable, Iterator
from itertools import islice
from typing import TYPE_CHECKING

import attrs
import numpy as np
from scrapy import Request
from scrapy.http import Response
from scrapy.http.request import NO_CALLBACK

from scrapy_denoise.crawl.responses import read_page
from scrapy_denoise.crawl.settings import DenoiseSettings
from scrapy_denoise.crawl.templates.cache import TemplateCache
from scrapy_denoise.crawl.templates.fetched_pages import FETCH_META, Fetch, FetchedPages
from scrapy_denoise.crawl.templates.places import Places
from scrapy_denoise.methods import Method
from scrapy_denoise.page import Page
from scrapy_denoise.page.signature import jaccard_similarity
from scrapy_denoise.page.url import is_home
from scrapy_denoise.sites import SiteTemplate
from scrapy_denoise.sites.sample_table import MIN_JACCARD
from scrapy_denoise.sites.sibling_links import candidate_links

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

logger = logging.getLogger(__name__)

MIN_SIBLINGS = 2
"""A page's layout is known once it has this many siblings, as many as a multi-page method needs."""

MAX_BUDGETS = 10_000
"""Sites whose budget is remembered; the budget of a site met longer ago starts again."""

MAX_FETCH_BYTES = 2 * 1024 * 1024
"""The most bytes of a fetched page; the download of a larger one is stopped."""

PLACE_SECONDS = 0.5
"""Pages of a site that wait occupy slots of the downloader for this many seconds, and release them then."""

MAX_FETCHED_LAYOUTS = 32
"""The most layouts of a site for which pages are fetched."""


@attrs.define(eq=False)
class _Budget:
    """What was spent on a site. lock: layouts take turns, since pages fetched for one may serve the next.

    waiting: pages of the site that wait. since: when the first of these began to, on the loop's clock.
    """

    requests: int = 0
    layouts: set[int] = attrs.field(factory=set)
    lock: asyncio.Lock = attrs.field(factory=asyncio.Lock)
    waiting: int = 0
    since: float = 0.0


class SiblingFetcher:
    """Fetches pages through Scrapy's downloader, with the robots.txt, delays, cookies and proxies of the crawl.

    It makes at most `DENOISE_WARMUP_REQUESTS` requests for a site. No page is downloaded twice: a page that the crawl
    has asked for is not fetched, and a fetched page answers the spider's own request when that comes, if it is of the
    same session (`FetchedPages`). A page waits no longer than `DENOISE_WARMUP_SECONDS` for the fetches of its site,
    after those of the site's other layouts. Where that takes longer than a moment, neither it nor they take places of
    the downloader from other sites (`Places`).
    """

    def __init__(
        self,
        crawler: Crawler,
        settings: DenoiseSettings,
        method: Method,
        templates: TemplateCache,
        count: Callable[[str], None],
    ) -> None:
        self._crawler = crawler
        self._settings = settings
        self._method = method
        self._templates = templates
        self._count = count
        self._sites: OrderedDict[str, _Budget] = OrderedDict()
        self._fetched = FetchedPages(crawler)
        self._places = Places(crawler)

    async def ensure_siblings(
        self, key: str, page: Page, size: int, request: Request, site: SiteTemplate
    ) -> SiteTemplate:
        """The site's template, with siblings of the page where some could be fetched.

        size: bytes of the page. request: the request that the page answers; the address of the page is the one after
        redirects.
        """
        # A home page has no siblings.
        if len(site.siblings(page, MIN_SIBLINGS).signatures) >= MIN_SIBLINGS or not page.url or is_home(page.url):
            return site
        budget = self._sites.setdefault(key, _Budget())
        self._sites.move_to_end(key)
        while len(self._sites) > MAX_BUDGETS:
            self._sites.popitem(last=False)
        now = asyncio.get_running_loop().time()
        if not budget.waiting:
            budget.since = now
        budget.waiting += 1
        try:
            # At first it keeps its place: more pages of a site on their way leave fewer to fetch.
            with self._places.left(size or 1, max(budget.since + PLACE_SECONDS - now, 0)):
                return await self._with_siblings(key, page, request, budget)
        finally:
            budget.waiting -= 1

    async def _with_siblings(self, key: str, page: Page, request: Request, budget: _Budget) -> SiteTemplate:
        async with budget.lock:
            site = await self._templates.get(key)
            layout = page.signature.frame
            spent = layout in budget.layouts or len(budget.layouts) >= MAX_FETCHED_LAYOUTS
            if spent or len(site.siblings(page, MIN_SIBLINGS).signatures) >= MIN_SIBLINGS:
                return site
            budget.layouts.add(layout)
            await self._fetch_siblings(key, page, request, budget)
            return await self._templates.get(key)

    async def _fetch_siblings(self, key: str, page: Page, request: Request, budget: _Budget) -> None:
        wanted, tries = self._settings.warmup_pages, 2 * self._settings.warmup_pages
        candidates = self._requests(page, request)
        now = asyncio.get_running_loop().time
        end = now() + self._settings.warmup_seconds
        self._count("warmup/waited")
        while wanted > 0 and now() < end:
            left = min(wanted, tries, self._settings.warmup_requests - budget.requests)
            # Begun one by one, so that each has an end even if finding the next candidate fails.
            fetches = [
                asyncio.ensure_future(self._is_sibling(key, page, *one)) for one in islice(candidates, max(left, 0))
            ]
            if not fetches:
                return
            tries -= len(fetches)
            budget.requests += len(fetches)
            done, late = await asyncio.wait(fetches, timeout=end - now())
            for task in late:  # they go on, since the crawl may ask for their pages, but this page does not wait
                task.add_done_callback(_read_error)
            for task in done:
                wanted -= task.result()
            if late:
                self._count("warmup/late")
                logger.info("Too slow for DENOISE_WARMUP_SECONDS, cleaned without more similar pages: %s", request.url)
                return

    async def _is_sibling(self, key: str, page: Page, request: Request, fetch: Fetch) -> bool:
        """Learn the page of a candidate as soon as it is there; whether it is a sibling of the page."""
        found = await self._fetch(request, fetch)
        # Read from a copy: the response that is kept for the crawl does not keep the tree.
        other = read_page(found.replace(), self._settings.max_size, self._settings.max_nodes) if found else None
        if not isinstance(other, Page):
            return False
        self._templates.learn(key, other, self._method.scores(other))
        similar = jaccard_similarity(page.signature.sketch, np.stack([other.signature.sketch]))[0] >= MIN_JACCARD
        if similar:
            self._count("warmup/siblings")
        return bool(similar)

    def _requests(self, page: Page, request: Request) -> Iterator[tuple[Request, Fetch]]:
        """Requests for the page's candidates, the best first, without pages that the crawl has asked for."""
        meta = {
            "dont_redirect": True,
            "dont_retry": True,
            "download_timeout": min(self._settings.warmup_seconds, request.meta.get("download_timeout") or math.inf),
            "download_maxsize": self._max_size(request),
        }
        for link in candidate_links(page, page.url or request.url):
            found = self._fetched.new_fetch(link, request, meta)
            if found is not None:
                yield found

    def _max_size(self, request: Request) -> int:
        """The most bytes that a fetch may have; in Scrapy's settings and in this extension's, 0 is no limit."""
        scrapy = request.meta.get("download_maxsize", self._crawler.settings.getint("DOWNLOAD_MAXSIZE"))
        return min(limit for limit in (MAX_FETCH_BYTES, self._settings.max_size, scrapy) if limit)

    async def _fetch(self, request: Request, fetch: Fetch) -> Response | None:
        """The response, which also answers the spider's own request of the page; None where it failed."""
        response = None
        try:
            assert self._crawler.engine is not None
            with self._places.left():
                response = await self._crawler.engine.download_async(request)
            if response.status != 200:
                response = None
        except Exception as error:  # noqa: BLE001 - not allowed, not there, too late: the crawl goes on without it
            logger.debug("Not fetched to learn from: %s (%r)", request.url, error)
        finally:
            self._fetched.end(fetch, response)
        return response

    def may_begin(self, request: Request) -> bool:
        """Whether a request may be sent: False for one of the warm-up whose page the crawl has asked for meanwhile."""
        if FETCH_META not in request.meta:
            return True
        begun = self._fetched.begin(request)
        if begun:
            self._count("warmup/requests")
        return begun

    async def response_for(self, request: Request) -> Response | None:
        """The response to a request of the crawl if its page was fetched already; each is given once."""
        if request.callback is NO_CALLBACK:
            return None
        response = await self._fetched.response_for(request)
        if response is None:
            return None
        self._count("warmup/served")
        return response.replace(request=request, flags=[*response.flags, LEARNED_FLAG])


def _read_error(task: asyncio.Task[bool]) -> None:
    """Log the error of a late fetch, for which nobody waits any more."""
    if not task.cancelled() and (error := task.exception()) is not None:
        logger.debug("Not learned from: %r", error)


LEARNED_FLAG = "denoise-learned"
"""The flag of a response whose page was learned when it was fetched."""

"""Ends the crawl of a site within its bounds, to the request."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol, cast

from scrapy import Request, signals
from scrapy.exceptions import IgnoreRequest
from scrapy.http.request import NO_CALLBACK

from scrapy_denoise.crawl.site.bounds import Bounds
from scrapy_denoise.crawl.site.ending import Counts

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from typing_extensions import Self


ANOTHER_SITE, INTERNAL = "Another site", "it leads to an address inside a network"
ENDED, GIVEN_UP = "The crawl has ended", "Pages like it have brought nothing new"
OVER = "It was asked for before"


class BoundedSpider(Protocol):
    """What the limits need of the spider, which is a `SiteSpider`."""

    bounds: Bounds
    counts: Counts
    end: Callable[[str], None]

    def may_ask(self, request: Request) -> bool: ...

    def is_of_site(self, request: Request) -> bool: ...

    def is_over(self, request: Request) -> bool: ...

    def is_given_up(self, request: Request) -> bool: ...

    def keep(self, request: Request) -> None: ...


class OwnSite:
    """A downloader middleware, before that of robots.txt: lets no request pass to another site, as after a redirect.

    Of a site outside of this network none passes to an address inside, even of the first page and of robots.txt."""

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        return cls(crawler)

    def process_request(self, request: Request) -> None:
        spider = cast(BoundedSpider, self._crawler.spider)
        if not spider.may_ask(request):
            raise IgnoreRequest(INTERNAL)
        if request.callback is not NO_CALLBACK and not spider.is_of_site(request):
            raise IgnoreRequest(ANOTHER_SITE)


class SiteLimits:
    """A downloader middleware, behind that of robots.txt: lets no request pass above the number of pages, after the
    time, or where pages like it have brought nothing new since it was made.

    What waits when the crawl ends is kept for the next run of its job.
    """

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler
        self._timer: asyncio.TimerHandle | None = None
        self._ending: asyncio.Task[None] | None = None
        self._reason = ""

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        limits = cls(crawler)
        crawler.signals.connect(limits.spider_opened, signals.spider_opened)
        crawler.signals.connect(limits.spider_closed, signals.spider_closed)
        return limits

    @property
    def _spider(self) -> BoundedSpider:
        return cast(BoundedSpider, self._crawler.spider)

    def spider_opened(self) -> None:
        self._spider.end = self.end
        if minutes := self._spider.bounds.minutes:
            self._timer = asyncio.get_running_loop().call_later(minutes * 60, self.end, "minutes")

    def spider_closed(self) -> None:
        if self._timer is not None:
            self._timer.cancel()

    def end(self, reason: str) -> None:
        """Close the spider: what is being downloaded is still read."""
        if not self._reason:
            self._reason = reason
            assert self._crawler.engine is not None
            self._ending = asyncio.ensure_future(self._crawler.engine.close_spider_async(reason=reason))

    def process_request(self, request: Request) -> None:
        if request.callback is NO_CALLBACK:
            return
        spider = self._spider
        if self._reason:
            spider.keep(request)
            raise IgnoreRequest(ENDED)
        if spider.is_over(request):
            raise IgnoreRequest(OVER)
        if spider.is_given_up(request):
            spider.counts.given_up += 1
            raise IgnoreRequest(GIVEN_UP)
        spider.counts.asked += 1
        if spider.bounds.pages and spider.counts.asked >= spider.bounds.pages:
            self.end("pages")

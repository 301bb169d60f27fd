"""The downloader middleware: every HTML page is cleaned on its way to the spider."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from scrapy import Request
from scrapy.exceptions import IgnoreRequest
from scrapy.http import Response

from scrapy_denoise.crawl.cleaner import Cleaner, checked_type
from scrapy_denoise.crawl.responses import set_result

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from typing_extensions import Self


class DenoiseMiddleware:
    """Computes what `denoised(response)` gives, learns the site's template, and leaves the response as it is.

    Per request: ``meta["denoise"]`` is False (the page is left alone), True, or a dict with some of "method",
    "profile", "favor", "options" and "boxes".
    """

    process_request: Callable[[Request], Awaitable[Response | None] | None]
    """Only with ``DENOISE_WARMUP = "fetch"`` and in a crawl with a browser: Scrapy asks for it by name, and no request
    waits where it is absent."""

    process_exception: Callable[[Request, Exception], Request | None]
    """Only in a crawl with a browser, which may fail."""

    def __init__(self, cleaner: Cleaner) -> None:
        self._cleaner = cleaner
        if cleaner.browser_pages is not None:
            self.process_request = self._on_request
            self.process_exception = self._on_exception
        elif cleaner.warmup is not None:
            self.process_request = self._fetched

    def _on_request(self, request: Request) -> Awaitable[Response | None] | None:
        assert self._cleaner.browser_pages is not None
        with self._cleaner.optional("browser"):
            self._cleaner.browser_pages.watch(request)
        return None if self._cleaner.warmup is None else self._fetched(request)

    async def _fetched(self, request: Request) -> Response | None:
        """The response to a request, if the warm-up has fetched its page already; else None."""
        assert self._cleaner.warmup is not None
        allowed = True
        with self._cleaner.optional("warmup"):
            allowed = checked_type(self._cleaner.warmup.may_begin(request), bool)
            response = await self._cleaner.warmup.response_for(request)
            if response is not None:
                return checked_type(response, Response)
        if not allowed:
            raise IgnoreRequest("The crawl has asked for this page itself")
        return None

    def _on_exception(self, request: Request, exception: Exception) -> Request | None:
        assert self._cleaner.browser_pages is not None
        with self._cleaner.optional("browser"):
            again = self._cleaner.browser_pages.lost(request)
            return None if again is None else checked_type(again, Request)
        return None

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        return cls(Cleaner.of_crawl(crawler))

    async def process_response(self, request: Request, response: Response) -> Response | Request:
        if not self._cleaner.reaches_spider(request, response):
            return response
        result = await self._cleaner.clean(request, response)
        if self._cleaner.browser_pages is not None:
            with self._cleaner.optional("browser"):
                again = self._cleaner.browser_pages.again(request, response, result)
                if again is not None:
                    return checked_type(again, Request)
        if self._cleaner.settings.replace_body and result:
            response = response.replace(body=result.html.encode("utf-8"), encoding="utf-8")
        set_result(response, result, request)
        if result.method:
            response.flags.append("denoised")
        return response

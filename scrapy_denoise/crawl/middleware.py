"""The downloader middleware: every HTML page is cleaned once, and its site learned, on its way to the spider."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Any

from scrapy import Request, signals
from scrapy.exceptions import NotConfigured
from scrapy.http import Response
from scrapy.http.request import NO_CALLBACK

from scrapy_denoise.api import denoise_page
from scrapy_denoise.crawl.results import read_page, set_result
from scrapy_denoise.crawl.settings import DenoiseSettings
from scrapy_denoise.crawl.stats import PageStats
from scrapy_denoise.crawl.templates import SiteTemplates
from scrapy_denoise.crawl.view_samples import ViewSamples
from scrapy_denoise.crawl.warmup import LEARNED, WarmUp
from scrapy_denoise.methods import Method, get_method
from scrapy_denoise.result import Result

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from scrapy.statscollectors import StatsCollector
    from typing_extensions import Self

logger = logging.getLogger(__name__)

META_KEYS = {"method": str, "profile": str, "options": Mapping}


class DenoiseMiddleware:
    """Computes what `denoised(response)` gives, learns the site's template, and leaves the response as it is.

    Per request: ``meta["denoise"]`` is False (the page is left alone), True, or a dict with "method", "profile" and
    "options".
    """

    process_request: Callable[[Request], Awaitable[Response | None]]
    """Only with warm-up: Scrapy looks for it, and without it no request waits for it."""

    def __init__(self, settings: DenoiseSettings, stats: StatsCollector) -> None:
        self.settings = settings
        self.method = settings.make_method()
        self.stats = PageStats(stats)
        self.templates = SiteTemplates(
            settings.make_store(),
            settings.cache_sites,
            settings.store_batch_pages,
            settings.store_batch_seconds,
            settings.store_timeout,
            lambda name: stats.inc_value(f"denoise/{name}"),
        )
        self.views = (
            ViewSamples(settings.view_folder(), settings.view_samples, settings.cache_sites, self.stats.add)
            if settings.view_samples
            else None
        )
        self.warmup: WarmUp | None = None
        self._reported: set[str] = set()

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        settings = DenoiseSettings.read(crawler.settings)
        if not settings.enabled:
            raise NotConfigured
        assert crawler.stats is not None
        middleware = cls(settings, crawler.stats)
        if settings.warmup == "fetch":
            middleware.warmup = WarmUp(crawler, settings, middleware.method, middleware.templates, middleware.stats.add)
            middleware.process_request = middleware.warmup.response_for
        crawler.signals.connect(middleware.spider_opened, signals.spider_opened)
        crawler.signals.connect(middleware.stats.flush, signals.spider_idle)
        crawler.signals.connect(middleware.spider_closed, signals.spider_closed)
        return middleware

    async def spider_opened(self) -> None:
        await self.templates.open()

    async def spider_closed(self) -> None:
        self.stats.flush()
        await self.templates.close()

    async def process_response(self, request: Request, response: Response) -> Response:
        if request.callback is NO_CALLBACK:  # robots.txt, images, files: nobody's page
            return response
        try:
            result = await self._result(request, response)
        except Exception as error:  # noqa: BLE001 - no page may stop the crawl
            self._report(type(error).__name__, f"{response.url}: {error!r}; the response goes on as it is", True)
            result = Result(reason="error", url=response.url)
        self.stats.add_result(result)
        if self.settings.replace_body and result:
            response = response.replace(body=result.html.encode("utf-8"), encoding="utf-8")
        set_result(response, result)
        if result.method:
            response.flags.append("denoised")
        return response

    async def _result(self, request: Request, response: Response) -> Result:
        options = request.meta.get("denoise", True)
        if options is False:
            return Result(reason="disabled", url=response.url)
        method = self._method(options)
        page = read_page(response, self.settings.maxsize, self.settings.max_nodes)
        if isinstance(page, Result):
            return page
        key = self.settings.site_key(response.url)
        if not key:
            result = denoise_page(page, method)
            if self.views is not None:
                await self.views.add("no site", result, None)
            return result
        site = await self.templates.get(key)
        if self.warmup is not None and response.status == 200:
            site = await self.warmup.known(key, page, request, site)
        # Decided before it is learned: a page is no evidence about itself.
        result = denoise_page(page, method, site)
        self._count_template(method, result)
        if self.views is not None:
            await self.views.add(key, result, site)
        learn = self.settings.learn and response.status == 200 and LEARNED not in response.flags
        if learn and self.templates.learn(key, page, method.scores(page)):
            logger.info("Template of %s is usable after %d pages", key, site.pages)
        return result

    def _method(self, options: Any) -> Method:
        """The method for one request; a wrong option is reported once and the setting used instead."""
        if options is not True:
            try:
                return self._chosen(_checked(options))
            except ValueError as error:
                self.stats.add("error")
                message = f"request.meta['denoise'] is {options!r}: {error}. The settings are used."
                self._report(message, message)
        return self.method

    def _chosen(self, options: Mapping[str, Any]) -> Method:
        """The method of a request; the options in the settings are for the method in the settings."""
        name = options.get("method", self.settings.method)
        common = self.settings.method_options if name == self.settings.method else {}
        return get_method(name, options.get("profile", self.settings.profile), {**common, **options.get("options", {})})

    def _count_template(self, method: Method, result: Result) -> None:
        """A hit: the page was compared with its siblings. A miss: it would have been, had there been enough."""
        if not result.method:
            return
        if result.siblings:
            self.stats.add("template/hit")
        elif method.max_siblings:
            self.stats.add("template/miss")

    def _report(self, kind: str, message: str, trace: bool = False) -> None:
        """Log a problem of a kind the first time that it occurs (the stats count every time)."""
        if kind not in self._reported and len(self._reported) < 100:
            self._reported.add(kind)
            logger.error("%s", message, exc_info=trace)


def _checked(options: object) -> dict[str, Any]:
    """The options in a request's meta. Raises ValueError, with what is allowed, for others."""
    if not isinstance(options, Mapping):
        raise ValueError("allowed are True, False, or a dict")
    if not all(name in META_KEYS and isinstance(value, META_KEYS[name]) for name, value in options.items()):
        raise ValueError("allowed in the dict are method and profile, each a name, and options, a dict")
    return dict(options)

"""`Cleaner`, which the components of a crawl share: settings, methods, templates of the sites, stats."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from scrapy import Request, signals
from scrapy.exceptions import NotConfigured
from scrapy.http import Response
from scrapy.http.request import NO_CALLBACK
from scrapy.spidermiddlewares.httperror import HttpError, HttpErrorMiddleware
from scrapy.utils.reactor import is_asyncio_reactor_installed

from scrapy_denoise.api import denoise_page, read_html
from scrapy_denoise.corrections.correction import METHOD, Correction
from scrapy_denoise.crawl.browser_pages import BrowserPages
from scrapy_denoise.crawl.corrected_pages import CorrectedPages
from scrapy_denoise.crawl.duplicates.lookup import Duplicates
from scrapy_denoise.crawl.responses import read_page
from scrapy_denoise.crawl.setting_values import SettingError
from scrapy_denoise.crawl.settings import DenoiseSettings, draws_pages
from scrapy_denoise.crawl.stats import PageStats
from scrapy_denoise.crawl.templates.cache import BATCH_PAGES, BATCH_SECONDS, CACHE_SITES, TemplateCache
from scrapy_denoise.crawl.templates.fetch_siblings import LEARNED_FLAG, SiblingFetcher
from scrapy_denoise.crawl.templates.hold_items import ItemHold
from scrapy_denoise.crawl.templates.page_threads import PageThreads
from scrapy_denoise.crawl.view_samples import ViewSamples
from scrapy_denoise.methods import Method, get_method
from scrapy_denoise.methods.method import NO_BOXES
from scrapy_denoise.page import Page, UnreadablePage
from scrapy_denoise.page.rendering.rendered import RenderedPage
from scrapy_denoise.result import Result
from scrapy_denoise.sites import SiteTemplate

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from typing_extensions import Self

logger = logging.getLogger(__name__)

META_KEYS = {"method": str, "profile": str, "favor": str, "options": Mapping, "boxes": bool}
T = TypeVar("T")

MAX_REPORTS = 100
"""Kinds of problems that are logged; later kinds are only counted."""


class Cleaner:
    """Cleans the pages of one crawl and learns its sites.

    It is a Scrapy extension that the add-on enables, so there is one for each crawler, and the middleware, the
    pipeline, the commands and code of a project share it: ``crawler.get_extension(Cleaner)``.
    """

    def __init__(self, crawler: Crawler, settings: DenoiseSettings) -> None:
        assert crawler.stats is not None
        self.settings = settings
        self.method = settings.make_method()
        self.stats = PageStats(crawler.stats)
        self.threads = PageThreads(settings.threads)
        self.templates = TemplateCache(
            settings.make_store(),
            CACHE_SITES,
            BATCH_PAGES,
            BATCH_SECONDS,
            settings.store_timeout,
            self.stats.add,
            settings.store_wait,
        )
        self.corrected = CorrectedPages(settings.read_corrections(), self.stats.add)
        self.warmup: SiblingFetcher | None = None
        if settings.warmup == "fetch":
            self.warmup = SiblingFetcher(crawler, settings, self.method, self.templates, self.stats.add)
        self._hold: ItemHold | None = None
        if settings.warmup == "hold":
            self._hold = ItemHold(crawler, self.templates, settings.warmup_items, self.stats.add)
        self.browser_pages: BrowserPages | None = None
        """None in a crawl without a browser."""
        if draws_pages(crawler.settings):
            self.browser_pages = BrowserPages(settings, self.stats)
        self.duplicates: Duplicates | None = None
        if settings.duplicates != "off":
            index = settings.make_duplicates(crawler.settings.get("BOT_NAME") or "")
            self.duplicates = Duplicates(
                index, settings.store_timeout, self.stats.add, settings.duplicates_types, settings.store_wait
            )
        self._samples: ViewSamples | None = None
        if settings.view_samples:
            self._samples = ViewSamples(settings.view_folder(), settings.view_samples, CACHE_SITES, self.stats.add)
        self._crawler = crawler
        self._http_errors: HttpErrorMiddleware | None = None
        self._reported: set[str] = set()

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Raises SettingError for a wrong setting, and where the crawl does not run on asyncio."""
        settings = DenoiseSettings.read(crawler.settings)
        if not settings.enabled:
            raise NotConfigured
        if crawler.settings.getbool("TWISTED_REACTOR_ENABLED", True) and not is_asyncio_reactor_installed():
            raise SettingError(
                "TWISTED_REACTOR", crawler.settings.get("TWISTED_REACTOR"),
                "'twisted.internet.asyncioreactor.AsyncioSelectorReactor', which is Scrapy's default: "
                "scrapy-denoise needs asyncio",
            )  # fmt: skip
        cleaner = cls(crawler, settings)
        crawler.signals.connect(cleaner.spider_opened, signals.spider_opened)
        crawler.signals.connect(cleaner.request_reached_downloader, signals.request_reached_downloader)
        crawler.signals.connect(cleaner.stats.flush, signals.spider_idle)
        crawler.signals.connect(cleaner.spider_closed, signals.spider_closed)
        return cleaner

    @classmethod
    def of_crawl(cls, crawler: Crawler) -> Self:
        """The crawl's cleaner. Raises NotConfigured where it has none."""
        cleaner = crawler.get_extension(cls)
        if cleaner is None:
            raise NotConfigured("scrapy-denoise is switched off, or scrapy_denoise.Addon is not in ADDONS")
        return cleaner

    async def spider_opened(self) -> None:
        self._http_errors = self._crawler.get_spider_middleware(HttpErrorMiddleware)
        with self.optional("template"):
            await self.templates.open()
        if self.duplicates is not None:
            with self.optional("duplicates"):
                await self.duplicates.open()

    def request_reached_downloader(self, request: Request) -> None:
        """Ask for the template of a page's site while the page is downloaded."""
        if request.callback is not NO_CALLBACK and request.meta.get("denoise", True) is not False:
            with self.optional("template"):
                self.templates.ask_ahead(self.settings.site_key(request.url))

    async def spider_closed(self) -> None:
        with self.optional("template"):
            await self.templates.close()
        if self.duplicates is not None:
            with self.optional("duplicates"):
                await self.duplicates.close()
        self.threads.close()
        self.stats.flush()  # the last: to close may fail, which is counted

    def reaches_spider(self, request: Request, response: Response) -> bool:
        """Whether a callback will get this response.

        Callbacks get no response to a request of Scrapy itself (robots.txt, images, files), and none with a status
        that the crawl's HttpErrorMiddleware filters, such as 404: the settings, the spider and the request's meta
        decide which those are.
        """
        if request.callback is NO_CALLBACK:
            return False
        if self._http_errors is None or 200 <= response.status < 300:
            return True
        try:
            # The engine ties the response to its request only after the downloader middlewares.
            self._http_errors.process_spider_input(Response(response.url, response.status, request=request))
        except HttpError:
            return False
        return True

    async def clean(self, request: Request, response: Response) -> Result:
        """Extract the content of a response, learn the page for its site's template and count it. Never raises."""
        try:
            result = await self._clean(request, response)
        except Exception as error:  # noqa: BLE001 - no page may stop the crawl
            self.report(type(error).__name__, f"{response.url}: {error!r}; the response goes on as it is", trace=True)
            result = Result(reason="error", url=response.url)
        if result.detail:
            self.report(result.reason, f"{response.url} is not cleaned: {result.detail}", logging.WARNING)
        if result.reason == NO_BOXES:
            message = (
                f"{response.url}: the requested method (DENOISE_METHOD) needs pages that a browser has drawn, "
                f"with DENOISE_BOXES, and none has drawn this one; {result.method} ran"
            )
            self.report(NO_BOXES, message, logging.WARNING)
        with self.optional("stats"):
            self.stats.add_result(result)
        return result

    async def _clean(self, request: Request, response: Response) -> Result:
        options = request.meta.get("denoise", True)
        if options is False:
            return Result(reason="disabled", url=response.url)
        method, key = self.method_for(options), self.settings.site_key(response.url)
        async with self.threads.page(key) as turn:
            return await self._clean_in_turn(request, response, method, key, turn)

    async def _clean_in_turn(
        self, request: Request, response: Response, method: Method, key: str, turn: Callable[[], Awaitable[object]]
    ) -> Result:
        """turn: see `PageThreads.page`."""
        drawn = self._drawn(request)
        page = await self.threads.run(read_page, response, self.settings.max_size, self.settings.max_nodes, drawn)
        if isinstance(page, UnreadablePage):
            return denoise_page(page, method)
        if drawn is not None and self.browser_pages is not None:
            with self.optional("browser"):
                self.browser_pages.count(page)
        await turn()
        ok = response.status == 200
        site = await self.site_of(key)
        if site is not None and self.warmup is not None and ok:
            with self.optional("warmup"):
                known = await self.warmup.ensure_siblings(key, page.with_hidden, len(response.body), request, site)
                site = checked_type(known, SiteTemplate)
        # Decided before it is learned: a page is not evidence about itself.
        correction = self.correction_of(response.url)
        result = await self._decided(page, method, site, correction, response.status)
        with self.optional("stats"):
            if correction is not None and ok:
                self.corrected.add(correction, result)
            if site is not None and result.method != METHOD:
                self.stats.add_comparison(result, method)
        view = None
        if self._samples is not None:
            with self.optional("views"):
                view = self._samples.add(key or "no site", result, site)
        if site is not None and self.settings.learn and ok and LEARNED_FLAG not in response.flags:
            with self.optional("learning"):
                self._learn(key, page.with_hidden, method, site)
        if view is not None:  # written when the page is learned: the next page of the site does not wait for it
            with self.optional("views"):
                await view
        if self.duplicates is not None and result and ok:
            with self.optional("duplicates"):
                result.duplicate_of = checked_type(await self.duplicates.earlier_page(result, response.url), str)
        return result

    async def clean_html(self, html: str | bytes, url: str | None) -> Result:
        """The content of a page that an item carries, compared with its site; not learned and not counted.

        With ``DENOISE_WARMUP = "hold"`` it comes once siblings of the page are known, or none can come.
        """
        key = self.settings.site_key(url) if url else ""
        async with self.threads.page(key) as turn:
            page = await self.threads.run(read_html, html, url, None, self.settings.max_size, self.settings.max_nodes)
            if isinstance(page, UnreadablePage):
                return denoise_page(page, self.method)
            if key and self._hold is not None:
                with self.optional("hold"):
                    await self._hold.until_known(key, page)
            await turn()
            return await self._decided(page, self.method, await self.site_of(key), self.correction_of(url))

    async def site_of(self, key: str) -> SiteTemplate | None:
        """The template of a site; None for an empty key, which stands for pages that belong to no site. Never
        raises."""
        with self.optional("template"):
            return checked_type(await self.templates.get(key), SiteTemplate) if key else None
        return None

    def correction_of(self, url: str | None) -> Correction | None:
        """The correction for an address. Never raises."""
        with self.optional("correction"):
            found = self.corrected.corrections.for_url(url)
            return None if found is None else checked_type(found, Correction)
        return None

    def _drawn(self, request: Request) -> RenderedPage | None:
        """What a browser has drawn of the answer to a request."""
        if self.browser_pages is not None:
            with self.optional("browser"):
                found = self.browser_pages.taken(request)
                return None if found is None else checked_type(found, RenderedPage)
        return None

    async def _decided(
        self,
        page: Page,
        method: Method,
        site: SiteTemplate | None,
        correction: Correction | None,
        status: int = 200,
    ) -> Result:
        """The content of a page, without that of types that are not wanted; from the page alone where its site's
        template or correction make the method fail."""
        decide, run = partial(self._of_wanted_type, page, method, status=status), self.threads.run
        if site is None and correction is None:
            return await run(decide)
        with self.optional("comparison"):
            result = await run(decide, site, correction)
            if result.reason == "error" and (alone := await run(decide)).reason != "error":
                self._failed("comparison", f"what is known of the site makes {method.name} fail on {page.url}")
                return alone
            return result
        return await run(decide)

    def _of_wanted_type(
        self,
        page: Page,
        method: Method,
        site: SiteTemplate | None = None,
        correction: Correction | None = None,
        *,
        status: int,
    ) -> Result:
        return denoise_page(page, method, site, correction, status).limited_to(self.settings.page_types)

    @contextmanager
    def optional(self, part: str) -> Iterator[None]:
        """A context for optional steps: an exception within is counted and logged (once for each step), not raised."""
        try:
            yield
        except Exception as error:  # noqa: BLE001 - whatever fails beside a page, the page is cleaned
            self._failed(part, repr(error), trace=True)

    def _failed(self, part: str, reason: str, trace: bool = False) -> None:
        self.stats.add(f"failed/{part}")
        self.report(f"failed {part}", f"Pages go on without this part, {part}, where it fails: {reason}", trace=trace)

    def report(self, kind: str, message: str, level: int = logging.ERROR, trace: bool = False) -> None:
        """Log a problem, the first time that one of its kind occurs."""
        if kind not in self._reported and len(self._reported) < MAX_REPORTS:
            self._reported.add(kind)
            logger.log(level, "%s", message, exc_info=trace)

    def _learn(self, key: str, page: Page, method: Method, site: SiteTemplate) -> None:
        if self.templates.learn(key, page, method.scores(page)):
            logger.info("Template of %s is usable after %d pages", key, site.pages)

    def method_for(self, options: object) -> Method:
        """The method for one request. A wrong option in its meta is reported, and the method of the settings is
        used."""
        if options is not True:
            try:
                return self._chosen(_checked(options))
            except ValueError as error:
                self.stats.add("error")
                message = f"request.meta['denoise'] is {options!r}: {error}. The settings are used."
                self.report(message, message)
        return self.method

    def _chosen(self, options: Mapping[str, Any]) -> Method:
        """The method of a request; the options in the settings are for the method in the settings."""
        name = options.get("method", self.settings.method)
        common = self.settings.method_options if name == self.settings.method else {}
        favor = {"favor": options["favor"]} if "favor" in options else {}
        given = {**common, **favor, **options.get("options", {})}
        return get_method(name, options.get("profile", self.settings.profile), given)


def _checked(options: object) -> dict[str, Any]:
    """The options in a request's meta. Raises ValueError, with what is allowed, for others."""
    if not isinstance(options, Mapping):
        raise ValueError("allowed are True, False, or a dict")
    if not all(name in META_KEYS and isinstance(value, META_KEYS[name]) for name, value in options.items()):
        raise ValueError(
            "allowed in the dict are method, profile and favor, each a name, options, a dict, and boxes, a bool"
        )
    return dict(options)


def checked_type(value: object, kind: type[T]) -> T:
    """Check the type of a value from a component that a project may have replaced. Raises TypeError for another
    type."""
    if not isinstance(value, kind):
        raise TypeError(f"expected {kind.__name__}, got {type(value).__name__}")
    return value

"""The item pipeline: items made elsewhere, whose HTML fields are to be cleaned."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

from itemadapter import ItemAdapter
from scrapy.exceptions import NotConfigured

from scrapy_denoise.api import denoise_page, read_html
from scrapy_denoise.crawl.hold import Hold
from scrapy_denoise.crawl.middleware import DenoiseMiddleware
from scrapy_denoise.crawl.settings import DenoiseSettings
from scrapy_denoise.crawl.templates import SiteTemplates
from scrapy_denoise.methods import get_method
from scrapy_denoise.page import Page

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from typing_extensions import Self


logger = logging.getLogger(__name__)


class DenoisePipeline:
    """Fills fields of items from an HTML field of theirs, as ``DENOISE_ITEM_FIELDS`` says.

    ``{"html": {"text": "text", "headline": "title"}}``: of the HTML in the field "html", the content's text into
    "text", the title into "headline". An output field may be the input field. The item's "url", where it has one,
    finds the site's template and makes links absolute. Items without the input field pass unchanged; a type
    of items that has no such output field, or cannot be changed, is reported once.
    """

    def __init__(self, settings: DenoiseSettings, crawler: Crawler) -> None:
        self.settings = settings
        self.crawler = crawler
        self._method = get_method(settings.method, settings.profile, settings.method_options)
        self._hold: Hold | None = None
        self._reported: set[str] = set()

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        settings = DenoiseSettings.read(crawler.settings)
        if not settings.enabled or not settings.item_fields:
            raise NotConfigured
        return cls(settings, crawler)

    async def process_item(self, item: Any) -> Any:
        adapter = ItemAdapter(item)
        for field, outputs in self.settings.item_fields.items():
            html = adapter.get(field)
            if isinstance(html, str | bytes) and html:
                await self._fill(adapter, html, outputs.items())
        return item

    async def _fill(self, adapter: ItemAdapter, html: str | bytes, outputs: Any) -> None:
        url = adapter.get("url")
        url = url if isinstance(url, str) else None
        middleware = self.crawler.get_downloader_middleware(DenoiseMiddleware)
        key = self.settings.site_key(url) if url else ""
        result = page = read_html(html, url, None, self.settings.maxsize, self.settings.max_nodes)
        if isinstance(page, Page):
            site = None
            if key and middleware is not None:
                await self._until_known(middleware.templates, key, page)
                site = await middleware.templates.get(key)
            result = denoise_page(page, self._method, site)
        for output, wanted in outputs:
            try:
                adapter[output] = getattr(result, wanted)
            except (KeyError, AttributeError) as error:  # no such field, or an item that is frozen
                self._count("denoise/error")
                self._report(type(adapter.item).__name__, output, wanted, error)
                return
        self._count("denoise/items")

    async def _until_known(self, templates: SiteTemplates, key: str, page: Page) -> None:
        """With DENOISE_WARMUP = "hold": wait until siblings of an item's page are known, or none can come."""
        if self.settings.warmup != "hold":
            return
        if self._hold is None:
            self._hold = Hold(self.crawler, templates, self.settings.warmup_items, self._count)
        if await self._hold.may_wait(key):
            await self._hold.until_known(key, page)

    def _count(self, stat: str) -> None:
        if self.crawler.stats is not None:
            self.crawler.stats.inc_value(stat)

    def _report(self, item: str, output: str, wanted: str, error: Exception) -> None:
        """Log an item type that cannot be filled, once; its items go on as they are."""
        if item not in self._reported and len(self._reported) < 100:
            self._reported.add(item)
            message = "DENOISE_ITEM_FIELDS: cannot put %r of the page into the field %r of %s (%r); its items go on"
            logger.error(message, wanted, output, item, error)

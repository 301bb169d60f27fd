"""The item pipeline: it cleans HTML that items carry."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from itemadapter import ItemAdapter
from scrapy.exceptions import NotConfigured

from scrapy_denoise.crawl.cleaner import Cleaner
from scrapy_denoise.crawl.item_fields import field_value
from scrapy_denoise.result import Result

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from typing_extensions import Self


class DenoisePipeline:
    """Fills fields of items from an HTML field of theirs, as ``DENOISE_ITEM_FIELDS`` says.

    ``{"html": {"text": "text", "headline": "title"}}``: of the HTML in the field "html", the content's text into
    "text", the title into "headline". An output field may be the input field. The item's "url", where it has one,
    finds the site's template and makes links absolute. Items without the input field pass unchanged; a type
    of items that has no such output field, or cannot be changed, is reported once.
    """

    def __init__(self, cleaner: Cleaner) -> None:
        self._cleaner = cleaner

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        cleaner = Cleaner.of(crawler)
        if not cleaner.settings.item_fields:
            raise NotConfigured("DENOISE_ITEM_FIELDS is empty")
        return cls(cleaner)

    async def process_item(self, item: Any) -> Any:
        adapter = ItemAdapter(item)
        url = adapter.get("url")
        for field, outputs in self._cleaner.settings.item_fields.items():
            html = adapter.get(field)
            if isinstance(html, str | bytes) and html:
                result = await self._cleaner.clean_html(html, url if isinstance(url, str) else None)
                self._fill(adapter, outputs, result)
        return item

    def _fill(self, adapter: ItemAdapter, outputs: Mapping[str, str], result: Result) -> None:
        for output, wanted in outputs.items():
            value = field_value(result, wanted)
            try:
                adapter[output] = value
            except (KeyError, AttributeError) as error:  # no such field, or an item that is frozen
                self._cleaner.stats.add("error")
                item = type(adapter.item).__name__
                self._cleaner.report(
                    f"item {item}",
                    f"DENOISE_ITEM_FIELDS: cannot put {wanted!r} of the page into the field {output!r} of {item} "
                    f"({error!r}); its items go on",
                )
                return
        self._cleaner.stats.add("items")

"""The item pipeline: cleans the HTML in items, and replaces results and blocks in items by plain data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from itemadapter import ItemAdapter

from scrapy_denoise.crawl.cleaner import Cleaner
from scrapy_denoise.crawl.item_fields import field_value
from scrapy_denoise.document.block_list.block import Block
from scrapy_denoise.result import Result

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from typing_extensions import Self


class DenoisePipeline:
    """Fills fields of items from their HTML, as ``DENOISE_ITEM_FIELDS`` says, and replaces results in items by dicts.

    ``{"html": {"text": "text", "headline": "title"}}``: of the HTML in the field "html", the content's text into
    "text", the title into "headline". An output field may be the input field. The item's "url", where it has one,
    finds the site's template and makes links absolute. Items without the input field pass unchanged; a type
    of items that has no such output field, or cannot be changed, is reported once.

    A field that holds a `Result`, a `Block` or a list of blocks gets their ``to_dict`` instead, which every feed
    exporter can write; it writes the other parts of a result itself.
    """

    def __init__(self, cleaner: Cleaner) -> None:
        self._cleaner = cleaner

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        return cls(Cleaner.of_crawl(crawler))

    async def process_item(self, item: Any) -> Any:
        fields = self._cleaner.settings.item_fields
        if type(item) is dict and not fields and not any(map(_has_functions, item.values())):
            return item  # as most items are, which an adapter takes longer to look through
        adapter = ItemAdapter(item)
        for field in [field for field, value in adapter.items() if _has_functions(value)]:
            self._set(adapter, field, _as_data(adapter[field]), "the result as data")
        url = adapter.get("url")
        for field, outputs in fields.items():
            html = self._html(adapter, field)
            if html:
                result = await self._cleaner.clean_html(html, url if isinstance(url, str) else None)
                self._fill(adapter, outputs, result)
        return item

    def _html(self, adapter: ItemAdapter, field: str) -> str | bytes | None:
        """The HTML in a field; of a list, as `ItemLoader` makes of every field, its parts one after the other."""
        html = adapter.get(field)
        if isinstance(html, list | tuple) and html and all(isinstance(part, str) for part in html):
            return "".join(html)
        if html is None or isinstance(html, str | bytes):
            return html
        self._cleaner.stats.add("error")
        item = type(adapter.item).__name__
        self._cleaner.report(
            f"item {item} {field}",
            f"DENOISE_ITEM_FIELDS: the field {field!r} of {item} holds {type(html).__name__}, not HTML; it is left",
        )
        return None

    def _fill(self, adapter: ItemAdapter, outputs: Mapping[str, str], result: Result) -> None:
        for output, wanted in outputs.items():
            if not self._set(adapter, output, field_value(result, wanted), f"{wanted!r} of the page"):
                return
        self._cleaner.stats.add("items")

    def _set(self, adapter: ItemAdapter, field: str, value: Any, what: str) -> bool:
        """Set a field of an item. Returns False, and reports it, if the item does not take the field."""
        try:
            adapter[field] = value
        except (KeyError, AttributeError) as error:  # no such field, or an item that is frozen
            self._cleaner.stats.add("error")
            item = type(adapter.item).__name__
            self._cleaner.report(
                f"item {item}",
                f"DENOISE_ITEM_FIELDS: cannot put {what} into the field {field!r} of {item} ({error!r}); its items go "
                "on",
            )
            return False
        return True


def _has_functions(value: object) -> bool:
    """Whether this is a part of a result that no feed exporter can write."""
    if isinstance(value, list):
        return bool(value) and all(isinstance(part, Block) for part in value)
    return isinstance(value, Result | Block)


def _as_data(value: Any) -> Any:
    return [_as_data(part) for part in value] if isinstance(value, list) else value.to_dict()

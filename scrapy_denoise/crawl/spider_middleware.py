"""The spider middleware: of a page whose content another page has, items are dropped and requests go on."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Any

from scrapy import Request
from scrapy.exceptions import NotConfigured
from scrapy.http import Response

from scrapy_denoise.crawl.cleaner import Cleaner
from scrapy_denoise.crawl.responses import result_of

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from typing_extensions import Self


class DuplicatesMiddleware:
    """With ``DENOISE_DUPLICATES = "drop"``: what a callback gives for a duplicate page, but for its requests, is
    dropped before it reaches a pipeline or a feed."""

    def __init__(self, cleaner: Cleaner) -> None:
        self._stats = cleaner.stats

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        cleaner = Cleaner.of(crawler)
        if cleaner.settings.duplicates != "drop":
            raise NotConfigured
        return cls(cleaner)

    async def process_spider_output(self, response: Response, result: AsyncIterator[Any]) -> AsyncIterator[Any]:
        found = result_of(response)
        duplicate = found is not None and found.duplicate_of
        async for one in result:
            if duplicate and not isinstance(one, Request):
                self._stats.add("duplicates/items")
            else:
                yield one

"""The spider middleware for ``DENOISE_DUPLICATES = "drop"``: drops the items of duplicate pages, not their requests."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Any

from scrapy import Request
from scrapy.exceptions import DropItem, NotConfigured
from scrapy.http import Response
from scrapy.utils.log import logformatter_adapter

from scrapy_denoise.crawl.cleaner import Cleaner
from scrapy_denoise.crawl.responses import result_of

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from typing_extensions import Self


logger = logging.getLogger(__name__)


class DuplicatesMiddleware:
    """With ``DENOISE_DUPLICATES = "drop"``: what a callback gives for a duplicate page, but for its requests, is
    dropped before it reaches a pipeline or a feed."""

    def __init__(self, cleaner: Cleaner, crawler: Crawler) -> None:
        self._stats = cleaner.stats
        self._crawler = crawler

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        cleaner = Cleaner.of_crawl(crawler)
        if cleaner.settings.duplicates != "drop":
            raise NotConfigured
        return cls(cleaner, crawler)

    async def process_spider_output(self, response: Response, result: AsyncIterator[Any]) -> AsyncIterator[Any]:
        found = result_of(response)
        duplicate = found is not None and found.duplicate_of
        async for one in result:
            if duplicate and not isinstance(one, Request):
                self._stats.add("duplicates/items")
                self._log(one, response, duplicate)
            else:
                yield one

    def _log(self, item: Any, response: Response, duplicate_of: str) -> None:
        """The line that Scrapy writes for an item that a pipeline drops, with the setting for the level of such lines
        and the project's formatter (``LOG_FORMATTER``)."""
        reason = DropItem(f"{response.url} has the content of {duplicate_of}")
        formatter, spider = self._crawler.logformatter, self._crawler.spider
        if formatter is None or spider is None:
            return
        line = formatter.dropped(item, reason, response, spider)
        if line is not None:
            logger.log(*logformatter_adapter(line), extra={"spider": spider, "item": item})

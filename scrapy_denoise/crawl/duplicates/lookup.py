"""Duplicates while crawling: whether an earlier page of the project has the content of a page."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection
from typing import Any

from scrapy_denoise.crawl.duplicates.index import DuplicateIndex
from scrapy_denoise.result import Result
from scrapy_denoise.sites.stores import StoreError

logger = logging.getLogger(__name__)

PAUSE = 5.0
"""Seconds for which an index that has failed is not asked."""


class Duplicates:
    """The contents of a project as one crawl sees them.

    A page for which the index gives no answer within `timeout` seconds is not a duplicate. An index that has failed is
    not asked for PAUSE seconds: a crawl never stops for it. The log has the first failure. types: the page types
    (`Result.page_type`) that are compared; empty for all.
    """

    def __init__(
        self, index: DuplicateIndex, timeout: float, count: Callable[[str], None], types: Collection[str] = ()
    ) -> None:
        self._index = index
        self._timeout = timeout
        self._count = count
        self._types = types
        self._open = self._told = False
        self._failed_at: float | None = None

    async def open(self) -> None:
        await self._asked(lambda: asyncio.sleep(0))

    async def of(self, result: Result, url: str) -> str:
        """The address of the earlier page that has this content, the canonical one that it states or its own; empty
        where this is the first."""
        content = result.fingerprint if not self._types or result.page_type in self._types else None
        now = asyncio.get_running_loop().time()
        if content is None or (self._failed_at is not None and now - self._failed_at < PAUSE):
            return ""
        earlier = await self._asked(lambda: self._index.seen(url, content, result.canonical))
        if earlier is None:
            return ""
        self._count("duplicates/exact" if earlier.exact else "duplicates/near")
        return str(earlier.url)

    async def close(self) -> None:
        if self._open:
            await self._asked(self._index.close)

    async def _asked(self, call: Callable[[], Any]) -> Any:
        async def opened() -> Any:
            if not self._open:
                await self._index.open()
                self._open = True
            return await call()

        try:
            answer = await asyncio.wait_for(opened(), self._timeout)
            self._failed_at = None
            return answer
        except (StoreError, asyncio.TimeoutError) as error:
            self._failed_at = asyncio.get_running_loop().time()
            self._count("duplicates/error")
            if not self._told:
                self._told = True
                reason = str(error) or f"no answer within {self._timeout:g} s"
                logger.error("Duplicates: %s. The crawl goes on; pages are not compared meanwhile.", reason)
            return None

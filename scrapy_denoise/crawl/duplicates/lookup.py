"""Finds duplicates while crawling: pages whose content an earlier page of the project has."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Awaitable, Callable, Collection

from scrapy_denoise.crawl.duplicates.index import DuplicateIndex, DuplicateOf
from scrapy_denoise.crawl.guarded_store import Guard
from scrapy_denoise.result import Result

RETRY_SECONDS = 5.0
"""Seconds to wait before an index that has failed is asked again."""


class Duplicates:
    """The contents of a project as one crawl sees them.

    A page waits for the index for `wait` seconds at most, and not at all while answers take longer: it then counts as
    no duplicate (``duplicates/late``), and its content is known once the answer has come. An index that gives none
    within `timeout` seconds has failed, and is asked again RETRY_SECONDS seconds later, in the background (`Guard`): a
    crawl never stops for it. types: the page types (`Result.page_type`) that are compared; empty for all.
    """

    def __init__(
        self,
        index: DuplicateIndex,
        timeout: float,
        count: Callable[[str], None],
        types: Collection[str] = (),
        wait: float = math.inf,
    ) -> None:
        self._index = index
        self._count = count
        self._types = types
        self.guard = Guard(
            index,
            "Duplicates",
            timeout,
            RETRY_SECONDS,
            count,
            error="duplicates/error",
            consequence="The crawl goes on; pages are not compared meanwhile.",
            late="duplicates/late",
            goes_on="Pages go on as no duplicates until it is faster, and later ones are compared with them.",
            wait=wait,
        )

    async def open(self) -> None:
        await self.guard.open("compare")

    async def earlier_page(self, result: Result, url: str) -> str:
        """The address (canonical, or else its own) of an earlier page with this content; empty if this is the first."""
        content = result.fingerprint if not self._types or result.page_type in self._types else None
        if content is None:
            return ""

        def compare() -> Awaitable[DuplicateOf | None]:
            return self._index.find_or_add(url, content, result.canonical)

        if not self.guard.works("compare"):
            self.guard.probe("compare", compare, DuplicateOf)
            return ""
        asking = asyncio.ensure_future(self.guard.ask("compare", compare, answers=DuplicateOf))
        if not await self.guard.is_in_time("compare", asking) or (earlier := asking.result()) is None:
            return ""
        self._count("duplicates/exact" if earlier.exact else "duplicates/near")
        return str(earlier.url)

    async def close(self) -> None:
        await self.guard.close()

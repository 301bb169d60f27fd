"""Duplicates while crawling: whether an earlier page of the project has the content of a page."""

from __future__ import annotations

from collections.abc import Callable, Collection

from scrapy_denoise.crawl.duplicates.index import DuplicateIndex, Earlier
from scrapy_denoise.crawl.guarded_store import Guard
from scrapy_denoise.result import Result

PAUSE = 5.0
"""Seconds for which an index that has failed is not asked."""


class Duplicates:
    """The contents of a project as one crawl sees them.

    A page for which the index gives no answer within `timeout` seconds is not a duplicate. An index that has failed is
    asked again PAUSE seconds later, in the background (`Guard`): a crawl never stops for it. types: the page types
    (`Result.page_type`) that are compared; empty for all.
    """

    def __init__(
        self, index: DuplicateIndex, timeout: float, count: Callable[[str], None], types: Collection[str] = ()
    ) -> None:
        self._index = index
        self._count = count
        self._types = types
        self.guard = Guard(
            index, "Duplicates", timeout, PAUSE, count, "duplicates/error",
            "The crawl goes on; pages are not compared meanwhile.",
        )  # fmt: skip

    async def open(self) -> None:
        await self.guard.open("compare")

    async def of(self, result: Result, url: str) -> str:
        """The address of the earlier page that has this content, the canonical one that it states or its own; empty
        where this is the first."""
        content = result.fingerprint if not self._types or result.page_type in self._types else None
        if content is None:
            return ""
        if not self.guard.works("compare"):
            self.guard.probe("compare", lambda: self._index.seen(url, content, result.canonical), Earlier)
            return ""
        earlier = await self.guard.ask(
            "compare", lambda: self._index.seen(url, content, result.canonical), answers=Earlier
        )
        if earlier is None:
            return ""
        self._count("duplicates/exact" if earlier.exact else "duplicates/near")
        return str(earlier.url)

    async def close(self) -> None:
        await self.guard.close()

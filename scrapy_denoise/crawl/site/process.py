"""The process of a crawl from the command line, which Ctrl-C ends in order whenever it comes."""

from __future__ import annotations

import asyncio

from scrapy.crawler import AsyncCrawlerProcess, Crawler

PAUSE = 0.02
"""Seconds between two looks at whether the crawl has begun."""


class SiteProcess(AsyncCrawlerProcess):
    """Scrapy's own process stops a crawl that is running. One that is being opened it would leave as it is, half open,
    and a job of it would count as killed: it is waited for until it runs, and stopped then."""

    _is_stopping = False

    async def stop(self) -> None:
        """Stop the crawls, and wait until they have ended; the second time without waiting for any to begin."""
        if not self._is_stopping:
            self._is_stopping = True
            # A crawl that has ended is not among the crawlers.
            while not all(map(_runs, self.crawlers)):
                await asyncio.sleep(PAUSE)
        await super().stop()


def _runs(crawler: Crawler) -> bool:
    try:
        return crawler.engine is not None and crawler.engine.running
    except RuntimeError:  # of newer releases of Scrapy, where it is not made yet
        return False

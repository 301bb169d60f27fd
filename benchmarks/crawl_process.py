"""A crawl in this process, as the benchmarks make it: with the add-on if there is a store for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from scrapy import Spider
    from scrapy.crawler import Crawler


def run_crawl(spider: type[Spider], store: str = "") -> Crawler:
    """Crawl to the end. store: the SQLite file of the add-on's templates; empty: without the add-on."""
    from scrapy.crawler import AsyncCrawlerProcess

    settings: dict[str, Any] = {
        "LOG_LEVEL": "ERROR",
        "TELNETCONSOLE_ENABLED": False,
        "CONCURRENT_REQUESTS_PER_DOMAIN": 16,
    }
    if store:
        settings |= {"ADDONS": {"scrapy_denoise.Addon": 500}, "DENOISE_STORE_PATH": store}
    process = AsyncCrawlerProcess(settings)
    crawler = process.create_crawler(spider)
    process.crawl(crawler)
    process.start()
    return crawler

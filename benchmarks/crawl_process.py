"""A crawl in this process, as the benchmarks make it: with the add-on if there is a store for it.

`speed.py --crawl` starts it in a process of its own and compares the crawls without and with the add-on.

python benchmarks/crawl_process.py PROXY ADDRESSES ROUNDS [STORE [THREADS]]    # such a crawl alone, as JSON
"""

from __future__ import annotations

import json
import resource
import sys
from collections.abc import AsyncIterator, Iterable, Iterator
from pathlib import Path
from time import process_time, thread_time
from typing import TYPE_CHECKING, Any

from scrapy import Request, Spider
from scrapy.crawler import AsyncCrawlerProcess

from scrapy_denoise import denoised

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from scrapy.http import Response


class PageSpider(Spider):
    """Takes a title from each page and, of a crawl with the add-on, the text.

    cpu: the CPU seconds of the process from the spider's start to its end, without imports. reactor: those of the
    thread that runs Scrapy.
    """

    name = "crawl"
    cpu = reactor = 0.0

    def __init__(self, urls: Iterable[str], proxy: str, clean: bool) -> None:
        super().__init__()
        self.urls = urls
        self.proxy = proxy
        self.clean = clean

    async def start(self) -> AsyncIterator[Any]:
        self.cpu -= process_time()
        self.reactor -= thread_time()
        for url in self.urls:
            yield Request(url, dont_filter=True, meta={"proxy": self.proxy})

    def parse(self, response: Response) -> Iterator[dict[str, Any]]:
        title = response.css("title::text").get()
        yield {"title": title, "text": denoised(response).text} if self.clean else {"title": title}

    def closed(self, reason: str) -> None:
        self.cpu += process_time()
        self.reactor += thread_time()


def run_crawl(
    spider: type[PageSpider], urls: Iterable[str], proxy: str, store: str = "", threads: str = "0"
) -> Crawler:
    """Crawl to the end. store: the SQLite file of the add-on's templates; empty: without the add-on. threads: of the
    add-on."""
    settings: dict[str, Any] = {
        "LOG_LEVEL": "ERROR",
        "TELNETCONSOLE_ENABLED": False,
        "CONCURRENT_REQUESTS_PER_DOMAIN": 16,
    }
    if store:
        settings |= {"ADDONS": {"scrapy_denoise.Addon": 500}, "DENOISE_STORE_PATH": store, "DENOISE_THREADS": threads}
    process = AsyncCrawlerProcess(settings)
    crawler = process.create_crawler(spider)
    process.crawl(crawler, urls=urls, proxy=proxy, clean=bool(store))
    process.start()
    return crawler


def main() -> None:
    proxy, addresses, rounds, *store = sys.argv[1:]
    urls = json.loads(Path(addresses).read_text()) * int(rounds)
    crawler = run_crawl(PageSpider, urls, proxy, *store)
    assert crawler.stats is not None
    assert isinstance(crawler.spider, PageSpider)
    found = {
        "items": crawler.stats.get_value("item_scraped_count", 0),
        "seconds": crawler.stats.get_value("elapsed_time_seconds"),
        "cpu": crawler.spider.cpu,
        "reactor": crawler.spider.reactor,
        "memory": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss,
        "cleaned": crawler.stats.get_value("denoise/pages", 0),
    }
    json.dump(found, sys.stdout)


if __name__ == "__main__":
    main()

"""How many articles the crawl of a site finds with its requests, and in which order, beside two other crawls.

``python benchmarks/site_crawl.py [--pages N]`` serves two invented newspapers with traps on this machine
(newspapers.py), and crawls each by ``scrapy-denoise crawl``, by Scrapy following all links breadth first, and by
``focused_crawler`` of trafilatura where that is installed. It prints for each crawl the requests and the articles that
were asked for, after how many requests .98 of all and the newest twentieth were, the articles in a hundred requests
until then (of all requests where it never was), and in which share of pairs of articles of different age the newer one
came first.

trafilatura takes no links to numbers of hosts and asks for nothing on this machine: so it crawls the address
``http://NAME.example/``, and its two functions that fetch are given the server's address in place of that. Its pause of
five seconds between requests and its check of addresses are switched off by its own settings, ``SLEEP_TIME`` and
``SSRF_PROTECTION``.
"""

import argparse
import subprocess
import sys
from bisect import bisect_left
from importlib.util import find_spec

from newspapers import Courier, Gazette, Newspaper, Server

SHARE = 0.98
"""Of all articles, until which requests are counted."""

NEWEST = 20
"""Every so-manieth article, of the newest, is what a news monitor wants."""

ALL_LINKS = """
import sys
import scrapy
from scrapy.crawler import AsyncCrawlerProcess
from scrapy.linkextractors import LinkExtractor

class All(scrapy.Spider):
    name = "all"
    start_urls = [sys.argv[1]]
    def parse(self, response):
        yield from response.follow_all(LinkExtractor().extract_links(response))

process = AsyncCrawlerProcess({"LOG_LEVEL": "ERROR", "CLOSESPIDER_PAGECOUNT": int(sys.argv[2]), "DEPTH_PRIORITY": 1,
    "SCHEDULER_DISK_QUEUE": "scrapy.squeues.PickleFifoDiskQueue",
    "SCHEDULER_MEMORY_QUEUE": "scrapy.squeues.FifoMemoryQueue"})
process.crawl(All)
process.start()
"""

FOCUSED = """
import logging
import sys
from copy import deepcopy
from trafilatura import settings, spider

logging.disable(logging.CRITICAL)
local, most, public = sys.argv[1], int(sys.argv[2]), f"http://{sys.argv[3]}.example/"
config = deepcopy(settings.DEFAULT_CONFIG)
config["DEFAULT"].update({"SLEEP_TIME": "0", "SSRF_PROTECTION": "off"})
fetch_url, fetch_response = spider.fetch_url, spider.fetch_response

def response_of(url, **options):
    response = fetch_response(url.replace(public, local), **options)
    if response is not None:
        response.url = response.url.replace(local, public)
    return response

spider.fetch_response = response_of
spider.fetch_url = lambda url, **options: fetch_url(url.replace(public, local), **options)
spider.focused_crawler(public, max_seen_urls=most, config=config)
"""

CRAWLS = {
    "scrapy-denoise crawl": (
        "-m", "scrapy_denoise", "crawl", "URL", "-o", "/dev/null", "--pages", "MOST", "-s", "AUTOTHROTTLE_ENABLED=0",
    ),
    "all links": ("-c", ALL_LINKS, "URL", "MOST"),
    "focused_crawler": ("-c", FOCUSED, "URL", "MOST", "NAME"),
}  # fmt: skip
"""The arguments of Python for each crawl."""


def asked_by(crawl: str, newspaper: Newspaper, most: int) -> list[str]:
    """The paths that a crawl asks for, up to a number."""
    server = Server(newspaper)
    known = {"URL": server.address, "MOST": str(most), "NAME": newspaper.name}
    try:
        subprocess.run([sys.executable, *(known.get(part, part) for part in CRAWLS[crawl])], check=False)
    finally:
        server.close()
    return server.asked[:most]


def figures(asked: list[str], articles: dict[str, int]) -> dict[str, float | None]:
    """What was asked for. articles: the age of each, by its path. Of an article the first request counts, also one with
    a session."""
    found: dict[str, int] = {}
    for number, path in enumerate(asked, 1):
        place = path.partition("?")[0].partition(";")[0]
        if place in articles:
            found.setdefault(place, number)
    wanted = -(-int(SHARE * 1_000) * len(articles) // 1_000)
    times = sorted(found.values())
    until = times[wanted - 1] if len(times) >= wanted else None
    newest = sorted(articles, key=lambda place: articles[place])[: max(len(articles) // NEWEST, 1)]
    monitored = [found.get(place) for place in newest]
    count = wanted if until else len(times)
    return {
        "requests": len(asked),
        "articles": len(times),
        "until": until,
        "rate": 100 * count / max(until or len(asked), 1),
        "newest": None if None in monitored else max(number for number in monitored if number),
        "newer": newer_first([articles[place] for place in found]),
    }


def newer_first(ages: list[int]) -> float | None:
    """In which share of pairs of different age the newer one comes first: 1 for newest first, .5 for any order."""
    before: list[int] = []
    right = pairs = 0
    for place, age in enumerate(ages):
        at = bisect_left(before, age)
        right += at
        same = bisect_left(before, age + 1) - at
        pairs += place - same
        before.insert(at, age)
    return right / pairs if pairs else None


def main() -> None:
    """Prints a line a crawl."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pages", type=int, default=1_500, help="requests of each crawl (default: %(default)s)")
    parser.add_argument("--only", action="append", choices=CRAWLS, help="this crawl; again for another (default: all)")
    parser.add_argument("--site", action="append", choices=("gazette", "courier"), help="this one alone")
    parser.add_argument("--small", action="store_true", help="small newspapers, to try it")
    options = parser.parse_args()
    for newspaper in (Gazette(12), Courier(60)) if options.small else (Gazette(), Courier()):
        if options.site and newspaper.name not in options.site:
            continue
        for crawl in options.only or CRAWLS:
            if crawl == "focused_crawler" and find_spec("trafilatura") is None:
                print(f"{crawl}: trafilatura is not installed")
                continue
            found = figures(asked_by(crawl, newspaper, options.pages), newspaper.articles)
            print(
                f"{newspaper.name:9}{crawl:22}{found['requests']:6} requests  {found['articles']:5} of"
                f" {len(newspaper.articles)} articles  {SHARE} after {found['until']}  {found['rate']:5.1f} in a"
                f" hundred  newest {100 // NEWEST} % after {found['newest']}  newer first {found['newer'] or 0:.3f}",
                flush=True,
            )


if __name__ == "__main__":
    main()

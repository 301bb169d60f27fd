"""The spiders that the tests start, with the real Scrapy (see crawling.py).

python spiders.py SPIDER JOB     prints each item, then the stats that are numbers, as lines of JSON
python spiders.py refused JOB    prints the error that stops a crawl, for each of several settings
"""

import dataclasses
import hashlib
import importlib
import json
import sys

import attrs
import scrapy
from lxml import etree
from scrapy.core.downloader.handlers.http11 import HTTP11DownloadHandler
from scrapy.crawler import AsyncCrawlerProcess
from scrapy.linkextractors import LinkExtractor
from scrapy.spiders import CrawlSpider, Rule

from scrapy_denoise import denoised

SETTINGS = {
    "LOG_LEVEL": "ERROR",
    "TELNETCONSOLE_ENABLED": False,
    "REMOTE_CONTROL_ENABLED": False,
    "RETRY_ENABLED": False,
    "CONCURRENT_REQUESTS": 1,
    "HTTPERROR_ALLOW_ALL": True,
    "ADDONS": {"scrapy_denoise.Addon": 500},
    "FEEDS": {"stdout:": {"format": "jsonlines"}},
}

# What turns markup into a tree.
PARSERS = ("fromstring", "HTML", "XML", "parse")


class Pages(scrapy.Spider):
    """Yields what each response was, what is its content, and which requests failed."""

    name = "pages"

    async def start(self):
        for request in self.requests:
            yield scrapy.Request(**request, dont_filter=True, errback=self.failed)

    def parse(self, response):
        page = denoised(response)
        # lxml itself takes a minute for a tag with 80,000 attributes
        is_page = isinstance(response, scrapy.http.HtmlResponse) and page.reason != "too_large"
        yield {
            "path": response.url.split("/", 3)[3],
            "asked": response.request.method,
            "status": response.status,
            "body": hashlib.sha1(response.body).hexdigest(),
            "flags": response.flags,
            "links": response.css("a::attr(href)").getall() if is_page else [],
            "text": page.text,
            "title": page.title,
            "method": page.method,
            "reason": page.reason,
        }

    def failed(self, failure):
        yield {"path": failure.request.url.split("/", 3)[3], "error": failure.type.__name__}


class ResultItems(Pages):
    """Yields an item with the whole result in a field."""

    def parse(self, response):
        page = denoised(response)
        yield {"url": response.url, "page": page, "noise": page.noise, "first": page.blocks[0], "links": page.links}


class ScrapyItem(scrapy.Item):
    kind, url, html, text, headline = (scrapy.Field() for _ in range(5))


@dataclasses.dataclass
class DataclassItem:
    kind: str
    url: str
    html: str
    text: str = ""
    headline: str = ""


@attrs.define
class AttrsItem:
    kind: str
    url: str
    html: str
    text: str = ""
    headline: str = ""


@dataclasses.dataclass
class ItemWithoutText:
    kind: str
    html: str


@attrs.frozen
class FrozenItem:
    kind: str
    html: str
    text: str = ""
    headline: str = ""


class HtmlItems(scrapy.Spider):
    """Yields every page as an item with its HTML."""

    name = "html_items"

    async def start(self):
        for request in self.requests:
            yield scrapy.Request(**request, dont_filter=True)

    def parse(self, response):
        yield {"url": response.url, "html": response.text}


class Items(scrapy.Spider):
    """Yields every page as each kind of item, and items that cannot be filled."""

    name = "items"

    async def start(self):
        for request in self.requests:
            yield scrapy.Request(**request)

    def parse(self, response):
        for kind in (dict, ScrapyItem, DataclassItem, AttrsItem):
            yield kind(kind=kind.__name__, url=response.url, html=response.text)
        yield ItemWithoutText("ItemWithoutText", response.text)
        yield FrozenItem("FrozenItem", response.text)
        yield {"kind": "no html", "url": response.url}
        yield {"kind": "no page", "html": None}
        yield {"kind": "bytes", "raw": response.body}


class Links(scrapy.Spider):
    """Yields every page as an item, and follows its links."""

    name = "links"

    async def start(self):
        for request in self.requests:
            yield scrapy.Request(**request)

    def parse(self, response):
        yield {"path": response.url.split("/", 3)[3], "duplicate_of": denoised(response).duplicate_of}
        yield from response.follow_all(css="a")


class Follow(CrawlSpider):
    """Follows every link, as a project does that has not thought of broken ones."""

    name = "follow"
    rules = (Rule(LinkExtractor(), callback="parse_page", follow=True),)

    async def start(self):
        for request in self.requests:
            yield scrapy.Request(**request)

    def parse_page(self, response):
        yield {"path": response.url.split("/", 3)[3], "status": response.status, "method": denoised(response).method}


class SlotTimes(HTTP11DownloadHandler):
    """Counts as stats when each request was sent, in milliseconds of the clock that the download delay goes by."""

    async def download_request(self, request):
        slot = self._crawler.engine.downloader.slots[request.meta["download_slot"]]
        self._crawler.stats.set_value(f"slot/{request.url}", int(1000 * slot.lastseen))
        return await super().download_request(request)


SPIDERS = {
    "Pages": Pages,
    "Items": Items,
    "HtmlItems": HtmlItems,
    "ResultItems": ResultItems,
    "Follow": Follow,
    "Links": Links,
}


def patched(settings):
    """The settings of a job; a name with dots is a constant of a module, which gets the value."""
    for name in [name for name in settings if "." in name]:
        module, _, constant = name.rpartition(".")
        assert hasattr(importlib.import_module(module), constant)
        setattr(importlib.import_module(module), constant, settings.pop(name))
    return settings


def main(spider, job):
    parses = 0

    def counted(parser):
        def parse(*arguments, **options):
            nonlocal parses
            parses += 1
            return parser(*arguments, **options)

        return parse

    for name in PARSERS:
        setattr(etree, name, counted(getattr(etree, name)))
    process = AsyncCrawlerProcess(SETTINGS | patched(job["settings"]))
    crawler = process.create_crawler(spider)
    process.crawl(crawler, requests=job["requests"])
    process.start()
    stats = {name: value for name, value in crawler.stats.get_stats().items() if isinstance(value, int)}
    print(json.dumps({"stats": stats | {"parses": parses}}))


def refused(job):
    """Prints, for each of several settings, the error that stops a crawl with them; nothing for one that runs."""
    process = AsyncCrawlerProcess(SETTINGS)
    tasks = [
        process.crawl(type("Refused", (Pages,), {"custom_settings": settings}), requests=job["requests"])
        for settings in job["settings"]
    ]
    process.start()
    for task in tasks:
        error = task.exception()
        print(json.dumps(f"{type(error).__name__}: {error}" if error else ""))


if __name__ == "__main__":
    name, job = sys.argv[1], json.loads(sys.argv[2])
    refused(job) if name == "refused" else main(SPIDERS[name], job)

"""Faults in the parts of a crawl that stand beside the page: crawls one after the other, each with one fault.

python faults.py ADDRESS FOLDER PART     a line of JSON for each fault: what it was, the texts, the stats, the log
"""

import inspect
import json
import logging
import sqlite3
import sys
from types import SimpleNamespace
from urllib.parse import urlsplit

import redis
import scrapy
from scrapy.crawler import AsyncCrawlerRunner
from scrapy.utils.defer import deferred_from_coro
from scrapy.utils.reactor import install_reactor

from scrapy_denoise import denoised
from scrapy_denoise.crawl import cleaner as of_a_crawl
from scrapy_denoise.crawl.browser_pages import BrowserPages
from scrapy_denoise.crawl.cleaner import Cleaner
from scrapy_denoise.sites.stores import MemoryStore, StoreError

of_a_crawl.BATCH_PAGES, of_a_crawl.BATCH_SECONDS = 2, 0.05

PAGES = 6

KINDS = {
    "OSError": OSError(5, "Input/output error"),
    "RuntimeError": RuntimeError("broken"),
    "StoreError": StoreError("the store says so"),
    "sqlite3": sqlite3.DatabaseError("database disk image is malformed"),
    "redis": redis.ConnectionError("connection refused"),
    "wrong type": None,
}

PARTS = {
    "store": (lambda cleaner: cleaner.templates._store, ("open", "get", "merge", "close")),
    "templates": (lambda cleaner: cleaner.templates, ("open", "get", "learn", "close")),
    "index": (lambda cleaner: cleaner.duplicates._index, ("open", "find_or_add", "close")),
    "corrections": (lambda cleaner: cleaner.corrected.corrections, ("for_url",)),
    "corrected": (lambda cleaner: cleaner.corrected, ("add",)),
    "warmup": (lambda cleaner: cleaner.warmup, ("ensure_siblings", "may_begin", "response_for", "_requests")),
    "hold": (lambda cleaner: cleaner._hold, ("until_known", "_is_known", "_nothing_comes")),
    "views": (lambda cleaner: cleaner._samples, ("add", "_write", "_known")),
    "stats": (lambda cleaner: cleaner.stats._stats, ("inc_value",)),
    "counts": (lambda cleaner: cleaner.stats, ("add_result", "add_comparison")),
    "browser": (lambda cleaner: cleaner.browser_pages, ("watch", "taken", "again")),
}


class Fault:
    def __init__(self, part, method, kind, always):
        self.part, self.method, self.kind, self.always = part, method, kind, always
        self.raised = 0

    def put_into(self, cleaner):
        if self.part == "browser":
            cleaner.browser_pages = BrowserPages(cleaner.settings, cleaner.stats)
        if self.part == "stats":  # Scrapy's collector finds its own methods, whatever its attributes are
            cleaner.stats._stats = SimpleNamespace(inc_value=cleaner.stats._stats.inc_value)
        if self.part == "corrections":  # which cannot be changed
            cleaner.corrected.corrections = SimpleNamespace(for_url=cleaner.corrected.corrections.for_url)
        part = PARTS[self.part][0](cleaner)
        setattr(part, self.method, self.broken(getattr(part, self.method)))

    def broken(self, method):
        def answer(*arguments, **options):
            if self.raised and not self.always:
                return method(*arguments, **options)
            self.raised += 1
            if KINDS[self.kind] is None:
                return ["of another type"]
            raise KINDS[self.kind]

        if not inspect.iscoroutinefunction(method):
            return answer

        async def coroutine(*arguments, **options):
            found = answer(*arguments, **options)
            return await found if inspect.isawaitable(found) else found

        return coroutine


class Pages(scrapy.Spider):
    name = "faults"

    async def start(self):
        for number in range(PAGES):
            yield scrapy.Request(f"{self.address}/{number}", dont_filter=True)

    def parse(self, response):
        found = denoised(response)
        yield {"url": response.url, "html": response.text, "text": found.text, "reason": found.reason}


class Log(logging.Handler):
    def __init__(self):
        super().__init__(logging.WARNING)
        self.messages = []

    def emit(self, record):
        self.messages.append(record.getMessage())


async def crawl(address, folder, fault):
    settings = {
        "TELNETCONSOLE_ENABLED": False, "REMOTE_CONTROL_ENABLED": False, "LOG_ENABLED": False,
        "RETRY_ENABLED": False, "CONCURRENT_REQUESTS": 2,
        "ADDONS": {"scrapy_denoise.Addon": 500}, "DENOISE_STORE": "memory",
        "DENOISE_ITEM_FIELDS": {"html": {"cleaned": "text"}},
    }  # fmt: skip
    if fault.part == "index":
        settings["DENOISE_DUPLICATES"] = "mark"
    if fault.part in ("hold", "warmup"):
        settings["DENOISE_WARMUP"] = "hold" if fault.part == "hold" else "fetch"
    if fault.part == "views":
        settings |= {"DENOISE_VIEW_SAMPLES": 3, "DENOISE_VIEW_PATH": f"{folder}/views"}
    if fault.part in ("corrections", "corrected"):
        settings["DENOISE_CORRECTIONS"] = f"{folder}/corrections.toml"
    log, items = Log(), []
    logging.getLogger().addHandler(log)
    create = Cleaner.__init__

    def broken(cleaner, *arguments):
        create(cleaner, *arguments)
        fault.put_into(cleaner)

    Cleaner.__init__ = broken
    runner = AsyncCrawlerRunner(settings)
    crawler = runner.create_crawler(Pages)
    crawler.signals.connect(lambda item: items.append(item), scrapy.signals.item_scraped, weak=False)
    try:
        await runner.crawl(crawler, address=address)
    finally:
        Cleaner.__init__ = create
        logging.getLogger().removeHandler(log)
    store = crawler.get_extension(Cleaner).templates._store
    site = await MemoryStore.get(store, urlsplit(address).netloc)
    return {
        "fault": [fault.part, fault.method, fault.kind, fault.always],
        "raised": fault.raised,
        "items": [{name: item.get(name) for name in ("url", "text", "cleaned", "reason")} for item in items],
        "stats": {name: value for name, value in crawler.stats.get_stats().items() if name.startswith("denoise/")},
        "log": log.messages,
        "stored": site.pages if site is not None else 0,
    }


async def main(address, folder, part):
    _, methods = PARTS[part]
    for method in methods:
        for kind in KINDS:
            for always in (False, True):
                print(json.dumps(await crawl(address, folder, Fault(part, method, kind, always))), flush=True)


if __name__ == "__main__":
    install_reactor("twisted.internet.asyncioreactor.AsyncioSelectorReactor")
    from twisted.internet.task import react

    react(lambda _: deferred_from_coro(main(*sys.argv[1:])))

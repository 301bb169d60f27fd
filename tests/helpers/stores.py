"""Template stores in tests: calls on an open store, small sites to put into it, other processes that use it."""

import asyncio
import subprocess
import sys
from pathlib import Path

from scrapy_denoise import SiteTemplate
from scrapy_denoise.crawl.templates.cache import TemplateCache
from scrapy_denoise.page import Page

NAMES = [
    "a", "a}", "{a}", "a}:template", "denoise:v1:{a}:template", "a\r\nFLUSHALL\r\n", "a*", "a?", "a%7D", "a ", "ä",
    "\ud800", "a\0", "x" * 5000, "x" * 4999 + "y", "[::1]:8080", "a:80", "a:template",
]  # fmt: skip
"""Site keys that a store could take for something else."""


def page(i, host="e.example"):
    body = f"<nav>Home</nav><main><p>Story {'abcdefghij'[i % 10] * (i + 1)} of the river.</p></main>"
    return Page.from_html(body, url=f"http://{host}/{i}")


def learned(*numbers):
    """The template of a site that has the pages of these numbers."""
    site = SiteTemplate()
    for i in numbers:
        site.learn(page(i))
    return site


async def used(store, *calls):
    await store.open()
    try:
        return [await call(store) for call in calls][-1]
    finally:
        await store.close()


def run(store, *calls):
    """Open the store, make the calls one after the other, close it; the answer of the last call."""
    return asyncio.run(used(store, *calls))


def templates(store, errors, cache_sites=10, batch_pages=1000):
    """What a crawl puts in front of its store."""
    return TemplateCache(store, cache_sites, batch_pages, 600.0, 600.0, errors.append)


WORKER = """
import asyncio
from helpers.stores import learned
from scrapy_denoise.sites.stores import RedisStore, SQLiteStore
async def main():
    store = {store}
    await store.open()
    for i in range({first}, {last}):
        await store.merge(dict.fromkeys({keys}, learned(i)))
    await store.close()
asyncio.run(main())
"""


def worker(store, numbers, keys):
    """A process that opens the store, an expression, and merges the pages of a range into sites, page by page."""
    script = WORKER.format(store=store, first=numbers.start, last=numbers.stop, keys=list(keys))
    return subprocess.Popen([sys.executable, "-c", script], cwd=Path(__file__).parents[1])  # where `helpers` is found

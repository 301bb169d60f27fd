"""Small crawls of mutated pages whose template store and index of duplicates fail at any call, or have damaged files.

Whatever they do, every page gets a template and a result, and what was learned is stored or counted as lost.
"""

import asyncio
import inspect
import sqlite3
from collections import Counter
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from fuzz.properties import Broken
from scrapy_denoise.api import denoise_page
from scrapy_denoise.crawl.duplicates.index import SQLiteDuplicates
from scrapy_denoise.crawl.duplicates.lookup import Duplicates
from scrapy_denoise.crawl.templates.cache import TemplateCache
from scrapy_denoise.methods import get_method
from scrapy_denoise.page import Page, PageTooLarge
from scrapy_denoise.sites import SiteTemplate
from scrapy_denoise.sites.stores import SQLiteStore, StoreError

EVERY = 10
"""Of so many pages, one is crawled with its siblings too."""

ROUNDS = 2
"""How often a crawl visits its pages."""

SECONDS = 30.0
"""Time limit of a call, which no file on this machine takes."""

FAULTS = [
    UnicodeDecodeError("utf-8", b"\xff", 0, 1, "invalid start byte"), KeyError("missing"), OSError(5, "input/output"),
    RuntimeError("broken"), StoreError("the store says so"), sqlite3.DatabaseError("malformed"), MemoryError(), None,
]  # fmt: skip
"""What a call raises; None: it answers with another type."""


class Faulty:
    """A store, or an index, of which some calls fail before they do anything, and some answer with another type."""

    def __init__(self, inner: Any, rng: Random, share: float) -> None:
        self.inner = inner
        self.share = share
        self._rng = rng

    def __getattr__(self, name: str) -> Any:
        method = getattr(self.inner, name)
        if not inspect.iscoroutinefunction(method):
            return method

        async def call(*arguments: Any, **options: Any) -> Any:
            fault = self._rng.choice(FAULTS) if self._rng.random() < self.share else False
            if isinstance(fault, Exception):
                raise fault
            answer = await method(*arguments, **options)
            return ["of another type"] if fault is None else answer

        return call


def check_crawl(pages: list[bytes], rng: Random) -> None:
    """Crawl these pages as a site. Raises Broken."""
    with TemporaryDirectory() as folder:
        asyncio.run(_crawl([page for html in pages if (page := _page(html)) is not None], rng, Path(folder)))


def _page(html: bytes) -> Page | None:
    try:
        return Page.from_html(html, "https://a.example/page")
    except PageTooLarge:
        return None


async def _crawl(pages: list[Page], rng: Random, folder: Path) -> None:
    counts, auto = Counter[str](), get_method("auto")
    path, damages = folder / "t.sqlite", rng.random() < 0.3
    share = rng.choice([0.0, 0.1, 0.5, 1.0])
    store = Faulty(SQLiteStore(path), rng, share)
    index = Faulty(SQLiteDuplicates(folder / "d.sqlite", 1_000, 1.0), rng, share)

    def count(name: str) -> None:
        counts[name] += 1

    templates = TemplateCache(store, 20, rng.randint(1, 4), 0.0, SECONDS, count)
    duplicates = Duplicates(index, SECONDS, count)
    undisturbed = SiteTemplate()
    await templates.open()
    await duplicates.open()
    for number, page in enumerate(pages * ROUNDS):
        if damages and rng.random() < 0.2:
            _damage(rng, rng.choice([path, folder / "d.sqlite"]))
        site = await templates.get("a.example")
        if not isinstance(site, SiteTemplate):
            raise Broken("a crawl gives no template", repr(site))
        result = denoise_page(page, auto, site)
        if result.reason == "error":
            raise Broken("a page in a crawl fails", result.detail)
        templates.learn("a.example", page)
        undisturbed.learn(page)
        if not isinstance(found := await duplicates.earlier_page(result, f"https://a.example/{number}"), str):
            raise Broken("a crawl gives no address of a duplicate", repr(found))
        if rng.random() < 0.3:
            await templates.flush()
    store.share = index.share = 0.0
    await templates.close()
    await duplicates.close()
    if not damages:
        await _check_stored(path, undisturbed.pages - counts["store/lost"])


async def _check_stored(path: Path, pages: int) -> None:
    """Check that so many pages are in a store, or more: those of a write that failed late count twice."""
    store = SQLiteStore(path)
    await store.open()
    found = await store.get("a.example")
    await store.close()
    if (found.pages if found else 0) < pages:
        raise Broken("a crawl loses pages unsaid", f"{found.pages if found else 0} of {pages}")


def _damage(rng: Random, path: Path) -> None:
    """Change, or cut off, some bytes of a file."""
    if not path.exists() or not (size := path.stat().st_size):
        return
    with path.open("r+b") as file:
        if rng.random() < 0.2:
            file.truncate(rng.randrange(size))
            return
        for _ in range(rng.choice([1, 30, 1000])):
            file.seek(rng.randrange(size))
            file.write(bytes([rng.randrange(256)]))

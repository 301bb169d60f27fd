"""What each step costs a page inside a crawl: milliseconds, the share of Scrapy's parse, and calls.

`speed.py --tree` prints the table. A crawl of served pages runs in a process of its own, in which the functions of
STEPS are replaced by ones that note the CPU time of their thread. A step's time is without that of the steps inside it,
and a coroutine's without what runs while it waits. What the crawl takes beyond its steps is Scrapy's own work.

python benchmarks/crawl_costs.py PROXY ADDRESSES ROUNDS [STORE]    # such a crawl alone; with a store, the add-on is on
"""

from __future__ import annotations

import gc
import importlib
import json
import os
import subprocess
import sys
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Generator, Mapping
from functools import cached_property, wraps
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import local
from time import thread_time
from types import CoroutineType
from typing import Any, Protocol

from rich.console import Console
from rich.table import Table

CRAWL = "scrapy_denoise.crawl."
SITES = "scrapy_denoise.sites."

STEPS = {
    "parse, selector": ["scrapy.http.response.text.TextResponse.selector", CRAWL + "results.parse_bytes"],
    "decoding (Scrapy's response.text)": ["scrapy.http.response.text.TextResponse.text"],
    "middleware": [CRAWL + "middleware.DenoiseMiddleware.process_response", CRAWL + "cleaner.Cleaner.clean"],
    "check of the markup": [CRAWL + "results.check_markup"],
    "markup behind its end": ["scrapy_denoise.page.Page.past_its_end"],
    "reading the response": [CRAWL + "cleaner.read_page"],
    "walk into columns": ["scrapy_denoise.page.Page.from_tree"],
    "template, from the cache": [CRAWL + "site_templates.SiteTemplates.get"],
    "template, from the store": [CRAWL + "site_templates.SiteTemplates._load"],
    "features": ["scrapy_denoise.blocks.text_blocks.TextBlocks.__init__"],
    "trees": [
        "scrapy_denoise.blocks.BlockScores.of_blocks",
        "scrapy_denoise.blocks.BlockScores.completing",
        "scrapy_denoise.blocks.BlockScores.of_rows",
    ],
    "signature": ["scrapy_denoise.page.Page.signature", "scrapy_denoise.page.Page.digest"],
    "table of samples": [SITES + "siblings.SampleTable.__init__"],
    "choosing siblings": [SITES + "siblings.SampleTable.alike", SITES + "siblings.SampleTable.other_articles"],
    "agreement": [SITES + "siblings.Comparison.__init__", SITES + "siblings.Comparison.agreement"],
    "cut": ["scrapy_denoise.methods.auto.auto.decide"],
    "tables and lists whole": ["scrapy_denoise.api.completed"],
    "title, dateline, captions": ["scrapy_denoise.api.body"],
    "decision, what is left": [CRAWL + "cleaner.denoise_page"],
    "statistics": [CRAWL + "stats.PageStats.add_result", CRAWL + "stats.PageStats.add_comparison"],
    "learning": [CRAWL + "site_templates.SiteTemplates.learn"],
    "learning: redesigns": [SITES + "template.SiteTemplate.redesigned"],
    "learning: what a page adds": [SITES + "template.SiteTemplate.learned_from"],
    "merging": [SITES + "template.SiteTemplate.add"],
    "storing": [
        CRAWL + "site_templates.SiteTemplates._write",
        SITES + "stores.sqlite.SQLiteStore._open",
        SITES + "stores.sqlite.SQLiteStore._merge",
        SITES + "stores.sqlite.SQLiteStore._get",
        SITES + "stores.sqlite.SQLiteStore._close",
    ],
    "futures, executor": [SITES + "stores.sqlite.SQLiteStore._run", CRAWL + "site_templates.SiteTemplates._within"],
    "text": ["scrapy_denoise.result.Result.text"],
    "pipeline": [CRAWL + "pipeline.DenoisePipeline.process_item"],
}
"""Step -> the functions, methods and properties that are it."""

COLLECTION = "garbage collection, freeing"
"""A collection with the freeing of what it finds; what no cycle holds is freed in the step that drops it."""

OTHER = "all else (Scrapy)"
PARSE = "parse, selector"
TOTAL = "all"
ROUNDS = 10
MIN_PAGES = 5
"""Pages of a size below which they are not crawled."""


Costs = dict[str, tuple[float, float]]
"""Of each step the seconds and the calls a page."""


class ServedPage(Protocol):
    """A page as the example server takes it."""

    url: str
    body: bytes
    content_type: str


class Clock:
    """Adds up the CPU time of steps, each without the steps inside it."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = defaultdict(float)
        self.calls: dict[str, int] = defaultdict(int)
        self._threads = local()

    def enter(self) -> None:
        stack = self._threads.__dict__.setdefault("stack", [])
        stack.append([thread_time(), 0.0])  # when it began, and the seconds of the steps inside it

    def leave(self, step: str) -> None:
        stack = self._threads.stack
        began, inside = stack.pop()
        spent = thread_time() - began
        self.seconds[step] += spent - inside
        if stack:
            stack[-1][1] += spent

    def collected(self, phase: str, _: object) -> None:
        """A callback of the garbage collector."""
        if phase == "start":
            self.enter()
        else:
            self.leave(COLLECTION)
            self.calls[COLLECTION] += 1

    def timed(self, step: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """The same function, with its time noted; of a coroutine that of each part between two waits."""

        @wraps(function)
        def call(*arguments: Any, **named: Any) -> Any:
            self.calls[step] += 1
            self.enter()
            try:
                answer = function(*arguments, **named)
            finally:
                self.leave(step)
            return _Parts(self, step, answer) if isinstance(answer, CoroutineType) else answer

        return call

    def watch(self, step: str, name: str) -> None:
        """Replace what has that name, in its module or class, by the same with its time noted.

        Raises LookupError where there is nothing of that name: its time would be in the step around it.
        """
        owner, attribute, found = found_at(name)
        if isinstance(found, property):
            assert found.fget is not None
            setattr(owner, attribute, property(self.timed(step, found.fget)))
        elif isinstance(found, cached_property):
            replaced = cached_property(self.timed(step, found.func))
            replaced.__set_name__(owner, attribute)
            setattr(owner, attribute, replaced)
        elif isinstance(found, classmethod):
            setattr(owner, attribute, classmethod(self.timed(step, found.__func__)))
        elif isinstance(found, type):
            self.watch(step, f"{name}.__init__")
        else:
            setattr(owner, attribute, self.timed(step, found))


class _Parts:
    """An awaitable that runs a coroutine and notes the time of its parts."""

    def __init__(self, clock: Clock, step: str, coroutine: CoroutineType[Any, Any, Any]) -> None:
        self._clock = clock
        self._step = step
        self._coroutine = coroutine

    def __await__(self) -> Generator[Any, Any, Any]:
        send: Callable[[], Any] = lambda: self._coroutine.send(None)  # noqa: E731
        while True:
            self._clock.enter()
            try:
                waiting = send()
            except StopIteration as end:
                return end.value
            finally:
                self._clock.leave(self._step)
            try:
                answer = yield waiting
                send = lambda answer=answer: self._coroutine.send(answer)  # noqa: E731
            except BaseException as error:  # noqa: BLE001 - the coroutine's to handle
                send = lambda error=error: self._coroutine.throw(error)  # noqa: E731


def found_at(name: str) -> tuple[Any, str, Any]:
    """The module or class that has what is named, the name there, and what it is. Raises LookupError."""
    *parts, attribute = name.split(".")
    for n in range(len(parts), 0, -1):
        try:
            owner: Any = importlib.import_module(".".join(parts[:n]))
        except ImportError:
            continue
        try:
            for part in parts[n:]:
                owner = getattr(owner, part)
            return owner, attribute, owner.__dict__[attribute]
        except (AttributeError, KeyError):
            break
    raise LookupError(f"a step names {name}, which does not exist")


def print_crawl_costs(name: str, pages: list[ServedPage], sizes: Mapping[str, int], rounds: int = ROUNDS) -> None:
    """Crawl pages of each size, each page so often, the add-on off and on, and print the steps of both crawls.

    sizes: by their names the numbers of bytes below which a page is of that size, in rising order.
    """
    groups: dict[str, list[ServedPage]] = defaultdict(list)
    for page in pages:
        groups[next(size for size, most in sizes.items() if len(page.body) < most)].append(page)
    table = Table(title=f"{name}, in a crawl: ms a page, share of the parse, calls a page", title_justify="left")
    table.add_column("step")
    crawls: list[dict[str, Costs]] = []
    for size in sizes:
        if len(groups[size]) >= MIN_PAGES:
            crawls.append(_crawled(groups[size], rounds))
            table.add_column(f"{size} ({len(groups[size])})", justify="right")
            table.add_column("add-on off", justify="right")
    spent: dict[str, float] = defaultdict(float)
    for found in crawls:
        for step, (seconds, _) in found["on"].items():
            spent[step] += seconds
    for step in sorted(spent, key=lambda step: (step != TOTAL, -spent[step])):
        cells = []
        for found in crawls:
            parse, _ = found["on"][PARSE]
            for mode in ("on", "off"):
                seconds, calls = found[mode].get(step, (0.0, 0.0))
                times = f"{calls:5.2f}" if calls else "     "
                cells.append(f"{seconds * 1e3:.3f}  {seconds / parse:.2f}  {times}" if seconds else "")
        table.add_row(step, *cells)
    Console(width=60 + 50 * len(crawls)).print(table)


def _crawled(pages: list[ServedPage], rounds: int) -> dict[str, Costs]:
    """The costs of a page in a crawl without and one with the add-on."""
    from example_site.server import ExampleServer

    environment = {k: v for k, v in os.environ.items() if k.lower() not in ("http_proxy", "no_proxy")}
    found = {}
    with ExampleServer(pages) as server, TemporaryDirectory() as folder:
        addresses = Path(folder, "addresses.json")
        addresses.write_text(json.dumps([page.url for page in pages]))
        for mode, store in (("off", []), ("on", [str(Path(folder, "templates.sqlite"))])):
            arguments = [sys.executable, __file__, server.proxy_url, str(addresses), str(rounds), *store]
            done = subprocess.run(arguments, stdout=subprocess.PIPE, text=True, check=True, env=environment)
            found[mode] = {step: (seconds, calls) for step, seconds, calls in json.loads(done.stdout)}
    return found


def crawl(clock: Clock, proxy: str, urls: list[str], rounds: int, store: str = "") -> float:
    """Crawl each address so often, with the add-on if there is a store; CPU seconds of the process."""
    from crawl_process import PageSpider, run_crawl

    class WatchedSpider(PageSpider):
        async def start(self) -> AsyncIterator[Any]:
            gc.callbacks.append(clock.collected)
            async for request in super().start():
                yield request

        def closed(self, reason: str) -> None:
            super().closed(reason)
            gc.callbacks.remove(clock.collected)

    crawler = run_crawl(WatchedSpider, urls * rounds, proxy, store)
    assert crawler.stats is not None
    if crawler.stats.get_value("item_scraped_count") != rounds * len(urls):
        sys.exit(f"the crawl gave {crawler.stats.get_value('item_scraped_count')} of {rounds * len(urls)} items")
    assert isinstance(crawler.spider, WatchedSpider)
    return crawler.spider.cpu


def main() -> None:
    proxy, addresses, rounds, *store = sys.argv[1:]
    urls = json.loads(Path(addresses).read_text())
    clock = Clock()
    for step, names in STEPS.items():
        for name in names:
            clock.watch(step, name)
    cpu = crawl(clock, proxy, urls, int(rounds), *store)
    clock.seconds[OTHER] = cpu - sum(clock.seconds.values())
    clock.seconds[TOTAL] = cpu
    n = int(rounds) * len(urls)
    json.dump([(step, seconds / n, clock.calls[step] / n) for step, seconds in clock.seconds.items()], sys.stdout)


if __name__ == "__main__":
    main()

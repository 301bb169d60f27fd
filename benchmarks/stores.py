"""Stores of templates, measured: rates, crawls with each store, processes side by side.

    python benchmarks/stores.py --rates 10000 100000 1000000   a store that holds this number of templates
    python benchmarks/stores.py --crawl                        a crawl with each store, beside the memory store
    python benchmarks/stores.py --fleet                        two processes beside one, on one queue and one Redis

Without an option: all of them, small. Redis is a server of its own, without persistence; a million templates take
9 GB of memory there, and as much of the disk in SQLite. Ratios are taken within one run: on a machine that others
use, seconds by the clock say little.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from rich.progress import track

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "example_project"))

import fleet
from example_site import build
from example_site.server import ExampleServer
from sites import console, learned, synthetic, table

from scrapy_denoise import SiteTemplate
from scrapy_denoise.sites import dump
from scrapy_denoise.sites.stores import RedisStore, SQLiteStore
from scrapy_denoise.sites.stores.redis import redis_key

BATCH_SITES, BATCH_PAGES = 50, 10
LOOKUPS, BATCHES = 3_000, 40
FILL = 500  # templates that are put into a store at once
RUNS = 3


async def rates(counts: list[int], redis: str) -> None:
    """Rates of a store with this many templates. It is filled with packed ones: to merge a million would take long."""
    kinds = [learned(synthetic(100 * kind + i, kind) for i in range(40)) for kind in range(8)]
    more = [learned(synthetic(100 * kind + 50 + i, kind) for i in range(BATCH_PAGES)) for kind in range(8)]
    found = table(
        "Stores, by the clock", "store", "templates", "filled, s", "bytes each", "opening, ms",
        "lookups a second (CPU, ms)", f"sites merged a second, {BATCH_PAGES} pages each (CPU, ms)",
        "templates list, s", "its memory, MB",
    )  # fmt: skip
    for count in counts:
        with tempfile.TemporaryDirectory() as folder:
            found.add_row("SQLite", f"{count:,}", *await _in_sqlite(Path(folder, "t.sqlite"), count, kinds, more))
        found.add_row("Redis", f"{count:,}", *await _in_redis(redis, count, kinds, more))
    console.print(found)


async def _in_sqlite(path: Path, count: int, kinds: list[SiteTemplate], more: list[SiteTemplate]) -> list[str]:
    store = SQLiteStore(path)
    await store.open()
    await store.close()
    packed = [dump(site) for site in kinds]
    start = time.perf_counter()
    connection = sqlite3.connect(path)
    for first in track(range(0, count, FILL), "Filling SQLite"):
        numbers = range(first, min(first + FILL, count))
        rows = [(_site(i), kinds[i % 8].pages, 0, packed[i % 8]) for i in numbers]
        with connection:
            connection.executemany("INSERT INTO sites (key, pages, updated, template) VALUES (?, ?, ?, ?)", rows)
    connection.close()
    filled = time.perf_counter() - start
    size = path.stat().st_size / count
    rates = await _rates(SQLiteStore(path, 60), count, more)
    return [f"{filled:.1f}", f"{size:,.0f}", *rates, *_listing(str(path))]


async def _in_redis(redis: str, count: int, kinds: list[SiteTemplate], more: list[SiteTemplate]) -> list[str]:
    import redis as client

    packed = [dump(site) for site in kinds]
    with client.Redis.from_url(redis) as connection:
        connection.flushdb(asynchronous=True)
        before = int(connection.info("memory")["used_memory"])
        start = time.perf_counter()
        for first in track(range(0, count, FILL), "Filling Redis"):
            pipeline = connection.pipeline(transaction=False)
            for i in range(first, min(first + FILL, count)):
                fields = {"version": "v", "template": packed[i % 8], "pages": kinds[i % 8].pages, "site": _site(i)}
                pipeline.hset(redis_key(_site(i)), mapping={**fields, "updated": 0})
            pipeline.execute()
        filled = time.perf_counter() - start
        size = (int(connection.info("memory")["used_memory"]) - before) / count
        rates = await _rates(RedisStore(redis, 60), count, more)
        listing = _listing(redis)
        connection.flushdb(asynchronous=True)
    return [f"{filled:.1f}", f"{size:,.0f}", *rates, *listing]


def _listing(store: str) -> list[str]:
    """Seconds by the clock and megabytes that ``scrapy-denoise templates list`` takes, in a process of its own."""
    command = [sys.executable, "-m", "scrapy_denoise", "templates", "list", "--store", store]
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        sys.exit(f"templates list failed: {status}")
    return [f"{time.perf_counter() - start:.1f}", f"{usage.ru_maxrss / 1024:,.0f}"]


def _site(number: int) -> str:
    return f"site{number}.example"


async def _rates(store: SQLiteStore | RedisStore, count: int, more: list[SiteTemplate]) -> list[str]:
    numbers = random.Random(1)
    start = time.perf_counter()
    await store.open()
    await store.get(_site(0))
    opening = time.perf_counter() - start

    async def look_up() -> None:
        for _ in range(LOOKUPS):
            await store.get(_site(numbers.randrange(count)))

    async def merge() -> None:
        for _ in range(BATCHES):
            batch = (numbers.randrange(count) for _ in range(BATCH_SITES))
            await store.merge({_site(i): more[i % 8] for i in batch})

    rates = []
    for work, sites in ((look_up, LOOKUPS), (merge, BATCHES * BATCH_SITES)):
        start, cpu = time.perf_counter(), time.process_time()
        await work()
        seconds, cpu = time.perf_counter() - start, time.process_time() - cpu
        rates.append(f"{sites / seconds:,.0f} ({cpu / sites * 1e3:.2f})")
    await store.close()
    return [f"{opening * 1e3:.1f}", *rates]


CRAWL = """
import json, sys, time, scrapy
from scrapy.crawler import AsyncCrawlerProcess
job = json.loads(sys.stdin.readline())
class Crawl(scrapy.Spider):
    name = "crawl"
    async def start(self):
        self.cpu = -time.process_time()  # after the imports, which are not a cost of pages
        for round in range(job["rounds"]):
            for url in job["urls"]:
                yield scrapy.Request(url, dont_filter=True, meta={"proxy": job["proxy"]})
    def parse(self, response):
        yield {"title": response.css("title::text").get()}
    def closed(self, reason):
        self.cpu += time.process_time()
settings = {"LOG_LEVEL": "ERROR", "TELNETCONSOLE_ENABLED": False, "CONCURRENT_REQUESTS_PER_DOMAIN": 16,
            "ADDONS": {"scrapy_denoise.Addon": 500}, **job["settings"]}
process = AsyncCrawlerProcess(settings)
crawler = process.create_crawler(Crawl)
process.crawl(crawler)
process.start()
stats = crawler.stats.get_stats()
pages, errors = (stats.get(f"denoise/{name}", 0) for name in ("pages", "store/error"))
print(crawler.spider.cpu, stats["elapsed_time_seconds"], pages, errors)
"""


def crawl(redis: str, rounds: int) -> None:
    """The same crawl with each store, in turn; ratios to the memory store, median of the runs."""
    pages = build(0)
    cpu: dict[str, list[float]] = defaultdict(list)
    clock: dict[str, list[float]] = defaultdict(list)
    with ExampleServer(pages) as server, tempfile.TemporaryDirectory() as folder:
        for run in track(range(RUNS), "Crawling"):
            for name, settings in {
                "memory": {"DENOISE_STORE": "memory"},
                "SQLite": {"DENOISE_STORE_PATH": str(Path(folder, f"{run}.sqlite"))},
                "Redis": {"DENOISE_STORE_URL": redis},
            }.items():
                job = {
                    "urls": [page.url for page in pages],
                    "rounds": rounds,
                    "proxy": server.proxy_url,
                    "settings": settings,
                }
                used, seconds, cleaned, errors = map(float, _python(CRAWL, json.dumps(job)).split())
                if errors or cleaned < 0.9 * rounds * len(pages):
                    sys.exit(
                        f"the crawl with {name} cleaned {cleaned:.0f} pages and had {errors:.0f} errors of the store"
                    )
                cpu[name].append(used)
                clock[name].append(seconds)
    found = table(
        f"A crawl of {rounds * len(pages):,} pages, median of {RUNS} runs",
        "store", "CPU, ms a page", "throughput by CPU time", "by the clock",
    )  # fmt: skip
    for name in cpu:
        by_cpu, by_clock = (
            statistics.median(memory / own for memory, own in zip(times["memory"], times[name], strict=True))
            for times in (cpu, clock)
        )
        milliseconds = statistics.median(cpu[name]) / (rounds * len(pages)) * 1e3
        found.add_row(name, f"{milliseconds:.2f}", f"{by_cpu:.3f}", f"{by_clock:.3f}")
    console.print(found)


def _python(code: str, job: str) -> str:
    environment = {name: value for name, value in os.environ.items() if "proxy" not in name.lower()}
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, input=job + "\n", stdout=subprocess.PIPE, text=True, check=True, env=environment)
    return done.stdout


def side_by_side(redis: str, rounds: int) -> None:
    """One process that crawls all, and two that crawl a half each, with their templates in one Redis."""
    pages = build(0)
    by_clock, by_cpu = [], []
    with ExampleServer(pages) as server:
        for _ in track(range(RUNS), "Crawling side by side"):
            spent = {}
            for processes in (1, 2):
                jobs = [
                    {
                        "urls": [page.url for page in pages[number::processes]], "rounds": rounds,
                        "proxy": server.proxy_url, "settings": {"DENOISE_STORE_URL": redis},
                    }
                    for number in range(processes)
                ]  # fmt: skip
                with ThreadPoolExecutor(processes) as threads:
                    outputs = list(threads.map(lambda job: _python(CRAWL, json.dumps(job)), jobs))
                used, seconds, cleaned, errors = zip(*(map(float, output.split()) for output in outputs), strict=True)
                if sum(errors) or sum(cleaned) < 0.9 * rounds * len(pages):
                    sys.exit(f"{processes} processes cleaned {sum(cleaned):.0f} pages, {sum(errors):.0f} store errors")
                spent[processes] = max(used), max(seconds)
            by_cpu.append(spent[1][0] / spent[2][0])
            by_clock.append(spent[1][1] / spent[2][1])
    found = table(
        f"Two processes beside one, {rounds * len(pages):,} pages, median of {RUNS} runs", "measured", "times as fast"
    )
    found.add_row("by the CPU time of the slower one, as if each had a core", f"{statistics.median(by_cpu):.2f}")
    found.add_row("by the clock, with the server on the same cores", f"{statistics.median(by_clock):.2f}")
    console.print(found)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rates", nargs="+", type=int, default=[], metavar="N", help="templates in the store")
    for name in ("crawl", "fleet"):
        parser.add_argument(f"--{name}", action="store_true")
    parser.add_argument("--rounds", type=int, default=5, help="of the example sites in a crawl (default: %(default)s)")
    options = parser.parse_args()
    chosen = any((options.rates, options.crawl, options.fleet))
    with fleet.own_redis() as redis:
        if options.rates or not chosen:
            asyncio.run(rates(options.rates or [1_000, 4_000], redis))
        if options.crawl or not chosen:
            crawl(redis, options.rounds)
        if options.fleet or not chosen:
            side_by_side(redis, options.rounds)


if __name__ == "__main__":
    main()

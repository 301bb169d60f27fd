"""Several processes crawl the example sites together: one queue (scrapy-redis), one template store, both in Redis.

    pip install "scrapy-denoise[redis]" scrapy-redis
    python fleet.py                               # starts a redis-server of its own, where it finds one
    python fleet.py --processes 3 --redis redis://127.0.0.1:6379/5

On several machines the processes are started by hand, each with the settings below; nothing else changes.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

PROJECT = Path(__file__).resolve().parent
sys.path.insert(0, str(PROJECT))

KEY = "fleet"  # scrapy-redis names its keys by the spider


def settings(redis: str) -> dict[str, Any]:
    """What each process needs, wherever it runs."""
    return {
        # One queue, and one filter of duplicates.
        "SCHEDULER": "scrapy_redis.scheduler.Scheduler",
        "DUPEFILTER_CLASS": "scrapy_redis.dupefilter.RFPDupeFilter",
        "SCHEDULER_PERSIST": True,  # or the process that ends first empties the queue
        "REDIS_URL": redis,
        "MAX_IDLE_TIME_BEFORE_CLOSE": 5,  # seconds without work; 0: wait for more addresses, for ever
        # One template store, at REDIS_URL.
        "ADDONS": {"scrapy_denoise.Addon": 500},
        "DENOISE_STORE": "redis",
    }


def work(redis: str, output: str, processes: int) -> None:
    """One process: crawl what the queue gives until there is nothing left."""
    import redis as client
    from example_project.spiders.articles import ArticlesSpider
    from scrapy.crawler import AsyncCrawlerProcess
    from scrapy_redis.spiders import RedisMixin

    class FleetSpider(RedisMixin, ArticlesSpider):  # type: ignore[misc]
        name = KEY
        redis_key = f"{KEY}:start_urls"
        redis_batch_size = 1  # each process begins with one address, so that all have something to do

        @classmethod
        def from_crawler(cls, crawler: Any, *args: Any, **kwargs: Any) -> FleetSpider:
            spider: FleetSpider = super().from_crawler(crawler, *args, **kwargs)
            spider.setup_redis(crawler)
            spider.spider_idle_start_time = int(time.time())  # now, not when scrapy-redis was imported
            return spider

        async def start(self) -> AsyncIterator[Any]:
            for request in self.next_requests():
                yield request

    feeds = {output: {"format": "jsonlines", "overwrite": True}}
    quiet = {"LOG_LEVEL": "ERROR", "TELNETCONSOLE_ENABLED": False, "REMOTE_CONTROL_ENABLED": False}
    process = AsyncCrawlerProcess({**settings(redis), **quiet, "FEEDS": feeds})
    crawler = process.create_crawler(FleetSpider)
    process.crawl(crawler)
    # The example is done in a second or two: all processes begin together, or one has done it all.
    with client.Redis.from_url(redis) as connection:
        connection.incr(f"{KEY}:ready")
        deadline = time.monotonic() + 30
        while int(connection.get(f"{KEY}:ready") or 0) < processes and time.monotonic() < deadline:
            time.sleep(0.02)
    process.start()
    stats = crawler.stats.get_stats() if crawler.stats else {}
    print(json.dumps({name: value for name, value in stats.items() if isinstance(value, int)}))


def crawl(redis: str, proxy: str, processes: int, folder: Path) -> list[dict[str, int]]:
    """Crawl the example sites; the stats of each process. Its items are in folder/N.jsonl."""
    import redis as client
    from example_project.spiders.articles import ArticlesSpider

    with client.Redis.from_url(redis) as connection:
        connection.delete(*(f"{KEY}:{name}" for name in ("requests", "dupefilter", "start_urls", "ready")))
        connection.rpush(f"{KEY}:start_urls", *(json.dumps({"url": url}) for url in ArticlesSpider.start_urls))
    environment = {name: value for name, value in os.environ.items() if "proxy" not in name.lower()}
    workers = [
        subprocess.Popen(
            [sys.executable, __file__, "--worker", str(folder / f"{number}.jsonl"), "--processes", str(processes)],
            stdout=subprocess.PIPE, text=True, env={**environment, "http_proxy": proxy, "FLEET_REDIS": redis},
        )
        for number in range(processes)
    ]  # fmt: skip
    outputs = [worker.communicate()[0] for worker in workers]
    if any(worker.returncode for worker in workers):
        raise SystemExit("a process of the crawl failed; see above")
    return [json.loads(output.splitlines()[-1]) for output in outputs]


async def templates(redis: str) -> dict[str, int]:
    """The sites in the store, and how many pages were learned of each."""
    from scrapy_denoise.sites.stores import RedisStore

    store = RedisStore(redis)
    await store.open()
    try:
        return {site.key: site.pages async for site in store.sites()}
    finally:
        await store.close()


@contextmanager
def own_redis() -> Iterator[str]:
    """A redis-server on a free port, for as long as the example runs."""
    if shutil.which("redis-server") is None:
        raise SystemExit("no redis-server here (Debian: apt install redis-server); or give --redis URL")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        options = ["--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", folder]
        server = subprocess.Popen(["redis-server", *options], stdout=subprocess.DEVNULL)
        try:
            while True:
                try:
                    socket.create_connection(("127.0.0.1", port)).close()
                    break
                except OSError:
                    if server.poll() is not None:
                        raise SystemExit("redis-server did not start") from None
                    time.sleep(0.05)
            yield f"redis://127.0.0.1:{port}/0"
        finally:
            server.terminate()
            server.wait()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--processes", type=int, default=2, metavar="N", help="default: %(default)s")
    parser.add_argument("--redis", metavar="URL", help="use this Redis; its keys fleet:* are overwritten")
    parser.add_argument("--worker", metavar="FILE", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if missing := [name for name in ("redis", "scrapy_redis") if find_spec(name) is None]:
        raise SystemExit(f"no module {missing[0]} here: pip install 'scrapy-denoise[redis]' scrapy-redis")
    if options.worker:
        return work(os.environ["FLEET_REDIS"], options.worker, options.processes)
    if options.redis is None:
        with own_redis() as redis:
            return show(redis, options.processes)
    return show(options.redis, options.processes)


def show(redis: str, processes: int) -> None:
    from example_site import build
    from example_site.server import ExampleServer

    idle = []
    with ExampleServer(build(0)) as server, tempfile.TemporaryDirectory() as folder:
        for number, stats in enumerate(crawl(redis, server.proxy_url, processes, Path(folder)), 1):
            pages, items = stats.get("denoise/pages", 0), stats.get("item_scraped_count", 0)
            hits = stats.get("denoise/template/hit", 0)
            if not pages:
                idle.append(number)
            print(f"process {number}: {pages} pages, {items} items, {hits} pages compared with others of their site")
    for site, pages in sorted(asyncio.run(templates(redis)).items()):
        print(f"  {site}: {pages} pages learned, by all processes together")
    if idle:
        raise SystemExit(f"process {', '.join(map(str, idle))} of {processes} has crawled no page")


if __name__ == "__main__":
    main()

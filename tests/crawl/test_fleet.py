"""Two processes, one queue, one template store: the worked example with scrapy-redis."""

import asyncio
import json

import pytest
from example_site import build
from example_site.server import ExampleServer
from helpers.redis_server import RedisServer, need_redis

from scrapy_denoise.sites import dump
from scrapy_denoise.sites.stores import RedisStore


@pytest.fixture(scope="module")
def crawled(tmp_path_factory):
    """The example sites, crawled by one process and by two, each with a store of its own."""
    need_redis()
    pytest.importorskip("scrapy_redis")
    import fleet

    found = {}
    with RedisServer() as server, ExampleServer(build(0)) as sites:
        for processes in (1, 2):
            folder = tmp_path_factory.mktemp(f"fleet{processes}")
            url = f"{server.url[:-1]}{processes}"
            stats = fleet.crawl(url, sites.proxy_url, processes, folder)
            items = [json.loads(line) for file in sorted(folder.iterdir()) for line in file.open()]
            found[processes] = stats, items, asyncio.run(stored(url)), asyncio.run(fleet.templates(url))
    return found


async def stored(url):
    store = RedisStore(url)
    await store.open()
    try:
        return {site.key: dump(await store.get(site.key)) async for site in store.sites()}
    finally:
        await store.close()


def test_two_processes_share_the_work(crawled):
    stats, items, _, _ = crawled[2]
    _, alone, _, _ = crawled[1]
    assert len(stats) == 2
    assert all(process["denoise/pages"] > 0 for process in stats)
    assert all("denoise/store/error" not in process for process in stats)
    assert sorted(item["url"] for item in items) == sorted(item["url"] for item in alone)
    assert len({item["url"] for item in items}) == len(items) > 80


def test_two_processes_learn_what_one_that_sees_all_pages_learns(crawled):
    assert crawled[2][2] == crawled[1][2]
    assert len(crawled[2][2]) == 9


def test_what_is_stored_can_be_listed(crawled):
    _, _, _, pages = crawled[2]
    assert sum(pages.values()) == sum(process["denoise/pages"] for process in crawled[2][0])

"""Stores that fail in the middle of a crawl and come back: nothing waits, and nothing that was learned is lost."""

import asyncio
import logging
import sqlite3

import pytest
from helpers.redis_server import RedisServer, need_redis, raw
from helpers.stores import learned, page, run
from helpers.virtual_time import run_in_virtual_time

from scrapy_denoise.crawl.templates.cache import TemplateCache
from scrapy_denoise.sites import dump
from scrapy_denoise.sites.stores import MemoryStore, RedisStore, SQLiteStore

TURNS = 20
"""Of the event loop, in which everything is done that waits for nothing outside of it."""

LONG = 600
"""Seconds for a store that works, on a machine that does other things too."""


class Crawl:
    """Pages through the crawl's templates, as the middleware hands them on."""

    def __init__(self, store, timeout=LONG, cache_sites=20, batch_seconds=0.05):
        self.counts = []
        self.templates = TemplateCache(store, cache_sites, 4, batch_seconds, timeout, self.counts.append)

    async def __aenter__(self):
        await self.templates.open()
        return self

    async def __aexit__(self, *_):
        await self.templates.close()

    async def visit(self, *numbers, key="a"):
        """Learn these pages; how many of them had to wait for the store."""
        waits = 0
        for i in numbers:
            template = asyncio.ensure_future(self.templates.get(key))
            for _ in range(TURNS):
                await asyncio.sleep(0)
            waits += not template.done()
            await template
            self.templates.learn(key, page(i))
            await asyncio.sleep(0.01)
        return waits

    async def until(self, condition):
        """Wait until something has happened, however busy the machine is."""
        for _ in range(LONG * 20):
            if condition():
                return
            await self.templates.flush()
            await asyncio.sleep(0.05)
        raise AssertionError("it has not happened")

    async def settle(self):
        """Until all is written."""
        await self.until(lambda: not self.templates.unwritten)

    async def fail(self):
        """Until the store has failed."""
        await self.until(lambda: self.errors)

    @property
    def errors(self):
        return self.counts.count("store/error")


@pytest.fixture(autouse=True)
def log(caplog):
    caplog.set_level(logging.INFO)
    return caplog


def complaints(log):
    return [record.message for record in log.records if record.message.startswith("Template store: cannot")]


@pytest.fixture
def server():
    need_redis()
    with RedisServer() as server:
        yield server


def test_redis_stopped_and_started_again(server, log):
    async def crawl():
        async with Crawl(RedisStore(server.url, timeout=LONG)) as crawl:
            await crawl.visit(*range(10))
            await crawl.settle()
            server.stop()
            await crawl.visit(*range(10, 20))
            await crawl.visit(*range(5), key="new")
            await crawl.fail()
            server.start()
            await crawl.settle()
            await crawl.visit(*range(20, 30))
            return crawl.errors, crawl.counts

    errors, counts = asyncio.run(crawl())
    assert errors >= 1
    assert "store/lost" not in counts
    assert len(complaints(log)) == 1
    assert "Template store: works again" in log.messages
    assert dump(run(RedisStore(server.url), lambda store: store.get("a"))) == dump(learned(*range(30)))
    assert run(RedisStore(server.url), lambda store: store.get("new")).pages == 5


def test_a_template_that_could_not_be_read_is_read_when_redis_is_back(server):
    run(RedisStore(server.url), lambda store: store.merge({"a": learned(*range(5))}))
    server.stop()

    async def crawl():
        async with Crawl(RedisStore(server.url, timeout=LONG)) as crawl:
            await crawl.visit(7)
            alone = (await crawl.templates.get("a")).pages
            server.start()
            await crawl.settle()
            await crawl.visit(8, 9)
            await crawl.settle()
            return alone, (await crawl.templates.get("a")).pages

    assert asyncio.run(crawl()) == (1, 8)


async def slow_proxy(port, answers):
    """Hands on to a port of this machine, each answer when the event `answers` is set."""

    async def pump(reader, writer, late):
        try:
            while data := await reader.read(65536):
                if late:
                    await answers.wait()
                writer.write(data)
                await writer.drain()
        except OSError:
            pass
        finally:
            writer.close()

    async def serve(reader, writer):
        there, back = await asyncio.open_connection("127.0.0.1", port)
        await asyncio.gather(pump(reader, back, False), pump(there, writer, True))

    return await asyncio.start_server(serve, "127.0.0.1", 0)


def test_slow_redis_slows_the_crawl_by_one_time_limit_at_most(server, log):
    async def crawl():
        answers = asyncio.Event()
        answers.set()
        proxy = await slow_proxy(server.port, answers)
        url = f"redis://127.0.0.1:{proxy.sockets[0].getsockname()[1]}/0"
        async with Crawl(RedisStore(url, timeout=LONG), cache_sites=100) as crawl:
            await crawl.visit(*range(4))
            await crawl.settle()
            answers.clear()
            crawl.templates.guard.timeout = 1
            waits = [await crawl.visit(i, key=f"site{i}") for i in range(50)]
            answers.set()
            crawl.templates.guard.timeout = LONG
            await crawl.settle()
            await crawl.visit(4, 5)
        proxy.close()
        return crawl.errors, waits

    errors, waits = asyncio.run(crawl())
    assert errors >= 1
    assert waits == [1] + [0] * 49  # the first page waits for the time limit, and no other does
    assert len(complaints(log)) == 1
    for i in range(50):
        assert run(RedisStore(server.url), lambda store, i=i: store.get(f"site{i}")).pages >= 1


class SlowToEnd(MemoryStore):
    """A store that does not answer, and takes its time to end when it is told to."""

    opens = True

    async def _hang(self):
        try:
            await asyncio.sleep(60)
        finally:
            await asyncio.sleep(0.45)

    async def open(self):
        if not self.opens:
            await asyncio.sleep(0.4)

    async def get(self, key):
        return await self._hang()

    async def merge(self, learned):
        await self._hang()


def test_a_store_that_does_not_end_when_it_is_cancelled_is_not_waited_for():
    async def crawl(visit):
        store = SlowToEnd()
        async with Crawl(store, timeout=0.5) as crawl:
            start = asyncio.get_running_loop().time()
            pages = await visit(store, crawl)
            waited = asyncio.get_running_loop().time() - start - 0.01 * pages  # for which `visit` itself waits
            late = set(crawl.templates.guard._late)
        assert all(task.done() for task in late)  # before the store is closed
        return waited

    async def reads(store, crawl):
        await crawl.visit(*range(8))
        return 8

    async def opens_first(store, crawl):
        store.opens = crawl.templates.guard.is_open = False
        await crawl.visit(0)
        return 1

    async def waits_for_its_batch(store, crawl):
        crawl.templates.learn("a", page(0))
        writing = asyncio.ensure_future(crawl.templates.flush())
        await asyncio.sleep(0)
        await crawl.visit(1)
        assert not writing.done()  # it may take longer than a page waits
        return 1

    for visit in (reads, opens_first, waits_for_its_batch):
        assert run_in_virtual_time(crawl(visit)) == pytest.approx(0.5, abs=0.02), visit  # one time limit, not two


def test_redis_out_of_memory(server, log):
    async def crawl():
        async with Crawl(RedisStore(server.url)) as crawl:
            await crawl.visit(*range(4))
            await crawl.settle()
            raw(server.url, "CONFIG", "SET", "maxmemory", 1)
            await crawl.visit(*range(4, 8))
            await crawl.fail()
            raw(server.url, "CONFIG", "SET", "maxmemory", 0)
            await crawl.settle()
            await crawl.visit(*range(8, 12))
            return crawl.errors

    assert asyncio.run(crawl()) >= 1
    assert len(complaints(log)) == 1
    assert "maxmemory" in complaints(log)[0]
    assert dump(run(RedisStore(server.url), lambda store: store.get("a"))) == dump(learned(*range(12)))


def test_a_wrong_password(log):
    need_redis()

    async def crawl():
        async with Crawl(RedisStore(server.url.replace("right", "wrong"))) as crawl:
            await crawl.visit(*range(8))
            assert (await crawl.templates.get("a")).pages == 8
            return crawl

    with RedisServer(password="right-password") as server:
        done = asyncio.run(crawl())
    assert done.errors >= 1
    assert done.counts.count("store/lost") == 8
    assert len(complaints(log)) == 1
    assert "password" in log.text
    assert "wrong-password" not in log.text


def test_what_is_kept_for_a_store_that_does_not_come_back_is_bounded(tmp_path):
    path = tmp_path / "t.sqlite"
    path.write_bytes(b"no\0database" * 200)

    async def crawl():
        async with Crawl(SQLiteStore(path, keep_damaged=True), cache_sites=5, batch_seconds=0.01) as crawl:
            for i in range(30):
                await crawl.visit(1, 2, key=f"site{i}")
            await crawl.until(lambda: len(crawl.templates._unwritten._pending) <= 6)
            return crawl, len(crawl.templates._unwritten._pending), len(crawl.templates._cache)

    crawl, pending, cached = asyncio.run(crawl())
    assert pending <= 6
    assert cached <= 5
    assert crawl.counts.count("store/lost") == 60


def test_a_locked_file(tmp_path, log):
    path = tmp_path / "t.sqlite"

    async def crawl():
        async with Crawl(SQLiteStore(path, timeout=0.1)) as crawl:
            await crawl.visit(*range(4))
            await crawl.settle()
            holder = sqlite3.connect(path, isolation_level=None)
            holder.execute("BEGIN IMMEDIATE")
            await crawl.visit(*range(4, 12))
            await crawl.fail()
            holder.close()
            await crawl.settle()
            await crawl.visit(*range(12, 16))
            return crawl.errors

    assert asyncio.run(crawl()) >= 1
    assert len(complaints(log)) == 1
    assert "locked" in complaints(log)[0]
    assert dump(run(SQLiteStore(path), lambda store: store.get("a"))) == dump(learned(*range(16)))


def test_a_file_that_is_removed(tmp_path, log):
    path = tmp_path / "t.sqlite"

    async def crawl():
        async with Crawl(SQLiteStore(path)) as crawl:
            await crawl.visit(*range(4))
            await crawl.settle()
            for file in tmp_path.iterdir():
                file.unlink()
            await crawl.visit(*range(4, 12))
            await crawl.fail()
            await crawl.settle()
            return (await crawl.templates.get("a")).pages

    assert asyncio.run(crawl()) == 12
    assert len(complaints(log)) == 1
    assert "the file was removed" in complaints(log)[0]
    assert dump(run(SQLiteStore(path), lambda store: store.get("a"))) == dump(learned(*range(4, 12)))


class Slow(MemoryStore):
    """A store that takes a second for each answer."""

    seconds = 1.0

    async def get(self, key):
        await asyncio.sleep(self.seconds)
        return await super().get(key)


def test_a_page_waits_no_longer_than_its_bound(log):
    async def crawl():
        store, counts, waited = Slow(), [], []
        await store.merge({f"site{number}": learned(1, 2) for number in range(9)})
        templates = TemplateCache(store, 20, 1000, 600.0, LONG, counts.append, wait=0.25)

        async def visit(key):
            begun = asyncio.get_running_loop().time()
            site = await templates.get(key)
            waited.append(asyncio.get_running_loop().time() - begun)
            templates.learn(key, page(7))
            return site.pages

        await templates.open()
        pages = [await visit(f"site{number}") for number in range(4)]  # the first page of each: cleaned alone
        await asyncio.sleep(2)
        pages += [await visit(f"site{number}") for number in range(4)]  # read meanwhile, with what was learned
        store.seconds = 0.1
        pages.append(await visit("site4"))  # not waited for, since the last answer was slow; this one is not
        await asyncio.sleep(2)
        pages.append(await visit("site5"))
        templates.ask_ahead("site6")
        await asyncio.sleep(2)
        pages.append(await visit("site6"))
        await templates.close()
        return pages, waited, counts, (await MemoryStore.get(store, "site0")).pages

    pages, waited, counts, stored = run_in_virtual_time(crawl())
    assert pages == [0] * 4 + [4] * 4 + [0] + [3] * 2
    assert waited == pytest.approx([0.25, 0, 0, 0] + [0] * 4 + [0, 0.1, 0], abs=0.01)
    assert counts == ["store/late"] * 5
    assert stored == 4
    assert [message for message in log.messages if "no answer within 0.25 s" in message] == log.messages


def test_an_error_that_cannot_be_shown_is_reported_too(log):
    class Unreadable(Exception):
        def __str__(self):
            return b"\xe9".decode()

    class Broken(MemoryStore):
        async def get(self, key):
            raise Unreadable

    async def crawl():
        async with Crawl(Broken()) as crawl:
            await crawl.visit(1)
            return crawl.counts

    assert "store/error" in asyncio.run(crawl())
    assert complaints(log) == ["Template store: cannot read: Unreadable. The crawl goes on with what is in memory."]


@pytest.mark.parametrize("close_first", [False, True])
def test_a_store_that_can_be_read_and_not_written(log, close_first):
    class ReadOnly(MemoryStore):
        broken = True

        async def merge(self, learned):
            if self.broken:
                raise ValueError("full.")  # the errors of some clients are sentences
            return await super().merge(learned)

    async def crawl():
        store = ReadOnly()
        async with Crawl(store) as crawl:
            for number in range(5):
                await crawl.visit(number)
                await crawl.visit(number, key=f"new{number}")  # a successful read
                await crawl.templates.flush()
            if not close_first:
                store.broken = False
                await crawl.settle()
        return crawl.counts.count("store/lost"), await MemoryStore.get(store, "a")

    lost, stored = asyncio.run(crawl())
    assert complaints(log) == [
        "Template store: cannot write: ValueError: full. The crawl goes on with what is in memory."
    ]
    if close_first:
        assert (lost, stored) == (10, None)
        assert "Template store: works again" not in log.messages
        assert log.messages[-1] == "Template store: 10 learned pages of this crawl could not be stored and are lost"
    else:
        assert (lost, stored.pages) == (0, 5)
        assert log.messages[-1] == "Template store: works again"

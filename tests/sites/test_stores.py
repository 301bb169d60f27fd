"""The stores: what is merged stays, adds up, and is never destroyed by what goes wrong."""

import asyncio
import logging
import os
import shutil
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

import pytest
from helpers.small_disks import fill, mounted
from helpers.stores import learned, page, run, templates, worker

from scrapy_denoise.page import Page
from scrapy_denoise.sites import dump
from scrapy_denoise.sites.stores import MemoryStore, SQLiteStore, StoreError


def test_what_was_merged_is_there_the_next_time(tmp_path):
    path = tmp_path / "below" / "t.sqlite"
    run(SQLiteStore(path), lambda store: store.merge({"a": learned(1, 2)}))
    assert dump(run(SQLiteStore(path), lambda store: store.get("a"))) == dump(learned(1, 2))
    assert run(SQLiteStore(path), lambda store: store.get("b")) is None


def test_the_memory_store_is_bounded():
    store = MemoryStore(max_sites=2)
    asyncio.run(store.merge({key: learned(1) for key in "abc"}))
    assert asyncio.run(store.get("a")) is None
    assert asyncio.run(store.get("c")).pages == 1


def test_two_processes_learn_into_one_file_and_the_counts_add_up(tmp_path):
    path = tmp_path / "t.sqlite"
    workers = [worker(f"SQLiteStore({str(path)!r}, timeout=30)", range(i, i + 20), "a") for i in (0, 20)]
    assert [process.wait(300) for process in workers] == [0, 0]
    assert dump(run(SQLiteStore(path), lambda store: store.get("a"))) == dump(learned(*range(40)))


def test_a_new_file_that_another_process_is_writing_is_waited_for(tmp_path):
    path = tmp_path / "t.sqlite"
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        ended = []

        async def open_meanwhile():
            store = SQLiteStore(path, timeout=60)
            opening = asyncio.ensure_future(store.open())
            await asyncio.wait([opening], timeout=0.3)
            ended.append(opening.done())
            other.execute("ROLLBACK")
            await opening
            await store.close()

        asyncio.run(open_meanwhile())
    assert ended == [False]


def test_a_file_that_another_process_makes_first_is_used(tmp_path):
    path = tmp_path / "t.sqlite"
    run(SQLiteStore(path), lambda store: store.merge({"a": learned(1)}))
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        SQLiteStore(path)._create(connection)  # as where the file was still empty when it was looked at
    assert dump(run(SQLiteStore(path), lambda store: store.get("a"))) == dump(learned(1))


def test_a_file_that_is_no_database_is_left_alone_where_that_is_wanted(tmp_path):
    path = tmp_path / "t.sqlite"
    path.write_bytes(b"no\0database" * 200)
    with pytest.raises(StoreError, match="not a database"):
        run(SQLiteStore(path, keep_damaged=True))
    assert path.read_bytes() == b"no\0database" * 200


def test_a_full_disk_is_an_error_and_what_is_stored_stays(tmp_path):
    run(SQLiteStore(tmp_path / "t.sqlite"), lambda store: store.merge({"a": learned(*range(8))}))
    with mounted(tmp_path / "disk", "-o", "size=200k") as folder:
        path = Path(shutil.copy(tmp_path / "t.sqlite", folder))
        fill(folder)
        with pytest.raises(StoreError, match="is there space left"):
            run(SQLiteStore(path), lambda store: store.merge({"a": learned(9), "b": learned(*range(40))}))
        (folder / "filler").unlink()
        assert dump(run(SQLiteStore(path), lambda store: store.get("a"))) == dump(learned(*range(8)))


def test_a_file_that_cannot_be_written_is_read(tmp_path):
    path = tmp_path / "t.sqlite"
    run(SQLiteStore(path), lambda store: store.merge({"a": learned(1)}))
    before = path.read_bytes()
    path.chmod(0o444)
    bound = os.access(path, os.W_OK)  # root may write any file, but not on a read-only mount
    if bound and subprocess.run(["mount", "--bind", "-o", "ro", path, path], capture_output=True).returncode:
        pytest.skip("root writes any file, and cannot mount here")
    try:
        assert run(SQLiteStore(path), lambda store: store.get("a")).pages == 1
        with pytest.raises(StoreError, match="readonly"):
            run(SQLiteStore(path), lambda store: store.merge({"a": learned(2)}))
    finally:
        if bound:
            subprocess.run(["umount", path], check=True)
    assert path.read_bytes() == before


def test_a_folder_that_cannot_be_made_is_an_error(tmp_path):
    with mounted(tmp_path / "disk") as folder:
        subprocess.run(["mount", "-o", "remount,ro", folder], check=True)
        with pytest.raises(StoreError):
            run(SQLiteStore(folder / "new" / "t.sqlite"), lambda store: store.get("a"))


def test_a_newer_schema_is_left_alone(tmp_path):
    path = tmp_path / "t.sqlite"
    run(SQLiteStore(path), lambda store: store.merge({"a": learned(1)}))
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA user_version = 99")
    with pytest.raises(StoreError, match="schema version 99"):
        run(SQLiteStore(path))


def test_a_locked_file_is_an_error_after_the_timeout(tmp_path):
    path = tmp_path / "t.sqlite"
    run(SQLiteStore(path), lambda store: store.merge({"a": learned(1)}))
    holder = sqlite3.connect(path, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    try:
        with pytest.raises(StoreError, match="locked"):
            run(SQLiteStore(path, timeout=0.1), lambda store: store.merge({"a": learned(2)}))
    finally:
        holder.close()


# --- in front of the store: what a crawl uses ---------------------------------------------------------------


def test_a_small_cache_loses_no_page(tmp_path):
    store = SQLiteStore(tmp_path / "t.sqlite")

    async def crawl():
        cache = templates(store, errors := [], cache_sites=2, batch_pages=3)
        await cache.open()
        for i in range(30):
            key = f"site{i % 5}"
            await cache.get(key)
            cache.learn(key, page(i, key))
            await asyncio.sleep(0.005)
        await cache.close()
        return errors

    assert asyncio.run(crawl()) == []
    for site in range(5):
        assert run(SQLiteStore(tmp_path / "t.sqlite"), lambda store, s=site: store.get(f"site{s}")).pages == 6


class SlowStore(MemoryStore):
    """Writes when it is told to."""

    def __init__(self):
        super().__init__()
        self.go_on = asyncio.Event()

    async def merge(self, learned):
        await self.go_on.wait()
        await super().merge(learned)


def test_a_slow_store_loses_no_page_either():
    async def crawl():
        store = SlowStore()
        cache = templates(store, errors := [], cache_sites=2, batch_pages=1)
        await cache.open()
        for i in range(5):  # the first one's batch is being written while the others come
            await cache.get(f"site{i}")
            cache.learn(f"site{i}", page(i))
            await asyncio.sleep(0)
        store.go_on.set()
        await cache.close()
        return errors, [(await store.get(f"site{i}")).pages for i in range(5)]

    assert asyncio.run(crawl()) == ([], [1] * 5)


def test_what_another_crawl_has_learned_is_seen_after_a_batch(tmp_path):
    async def crawls():
        one, other = (templates(SQLiteStore(tmp_path / "t.sqlite"), [], batch_pages=3) for _ in range(2))
        for crawl in (one, other):
            await crawl.open()
            await crawl.get("a")  # nothing is known yet
        for crawl, numbers in ((one, range(3)), (other, range(3, 6))):
            for i in numbers:
                await crawl.get("a")
                crawl.learn("a", page(i))
            await crawl.flush()
        found = (await other.get("a")).pages
        for crawl in (one, other):
            await crawl.close()
        return found

    assert asyncio.run(crawls()) == 6


class CountingStore(MemoryStore):
    """Counts how often it is read."""

    reads = 0

    async def get(self, key):
        self.reads += 1
        return await super().get(key)


def test_a_site_that_nobody_else_added_to_is_not_read_again():
    async def crawl(store):
        cache = templates(store, [], batch_pages=2)
        await cache.open()
        for i in range(9):
            await cache.get("a")
            cache.learn("a", page(i))
            await cache.flush()
        pages = (await cache.get("a")).pages
        await cache.close()
        return pages, store.reads

    store = CountingStore()
    assert asyncio.run(crawl(store)) == (9, 1)
    assert asyncio.run(crawl(store)) == (18, 2)
    assert run(store, lambda store: store.merge({"a": learned(2), "b": learned(3)})) == {"a": 19, "b": 1}


def test_a_template_that_nobody_else_added_to_is_kept_with_all_that_was_computed_of_it(tmp_path):
    async def crawls():
        one, other = (templates(SQLiteStore(tmp_path / "t.sqlite"), [], batch_pages=3) for _ in range(2))
        for crawl in (one, other):
            await crawl.open()
        found = []
        for crawl, numbers in ((one, range(3)), (one, range(3, 6)), (other, range(6, 9)), (one, range(9, 12))):
            for i in numbers:
                await crawl.get("a")
                crawl.learn("a", page(i))
            await crawl.flush()
            template = await one.get("a")
            found.append((template, template.pages))
        for crawl in (one, other):
            await crawl.close()
        return found

    (first, _), (second, two_batches), _, (fourth, all_batches) = asyncio.run(crawls())
    assert first is second
    assert fourth is not second
    assert (two_batches, all_batches) == (6, 12)


def test_a_redesign_is_counted_once_and_the_log_names_the_site(caplog):
    async def crawl():
        cache = templates(MemoryStore(), counts := [], batch_pages=10)
        await cache.open()
        for i in range(60):
            await cache.get("a.example")
            menu = "".join(
                f"<a href=/{word}>{'Old' if i < 40 else 'New'} {word}</a>" for word in ("home", "sea", "sky")
            )
            body = f"<nav>{menu}</nav><p>Story {'abcdefghij'[i % 10] * (i + 1)}</p>"
            cache.learn("a.example", Page.from_html(body, url=f"http://a.example/{i}"))
            await asyncio.sleep(0)
        await cache.close()
        return counts

    caplog.set_level(logging.INFO)
    assert asyncio.run(crawl()) == ["template/redesign"]
    assert "a.example looks different now: its template is learned anew beside the old one" in caplog.messages


def test_what_was_learned_up_to_the_last_batch_survives_a_kill(tmp_path):
    async def crawl():
        cache = templates(SQLiteStore(tmp_path / "t.sqlite"), [], batch_pages=4)
        await cache.open()
        for i in range(10):
            await cache.get("a")
            cache.learn("a", page(i))
            if cache._unwritten._batch is not None:
                await cache._unwritten._batch
        # no close: the process is gone

    asyncio.run(crawl())
    assert run(SQLiteStore(tmp_path / "t.sqlite"), lambda store: store.get("a")).pages == 8


def test_a_store_that_fails_is_reported_once_and_the_crawl_goes_on(tmp_path, caplog):
    path = tmp_path / "t.sqlite"
    path.write_bytes(b"no\0database" * 200)

    async def crawl():
        cache = templates(SQLiteStore(path, keep_damaged=True), errors := [], batch_pages=2)
        await cache.open()
        for i in range(6):
            site = await cache.get("a")
            cache.learn("a", page(i))
            await asyncio.sleep(0.01)
        await cache.close()
        return errors, site.pages

    with caplog.at_level(logging.ERROR):
        errors, pages = asyncio.run(crawl())
    assert pages == 6
    assert errors
    assert [record.message.count("not a database") for record in caplog.records] == [1]
    assert path.read_bytes() == b"no\0database" * 200

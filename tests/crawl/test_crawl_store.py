"""Crawls whose store is killed, full, read-only, damaged or newer: they go on, and nothing stored is lost."""

import asyncio
import shutil
import sqlite3
import subprocess
import threading
import time
from pathlib import Path

import pytest
from helpers.crawling import HTML, crawl, serve, start, story
from helpers.redis_server import RedisServer, need_redis
from helpers.small_disks import fill, mounted

from scrapy_denoise.crawl.settings import DenoiseSettings
from scrapy_denoise.sites.stores import RedisStore, SQLiteStore

CLEANER = "scrapy_denoise.crawl.cleaner"
PAGES = 8


# What else happens when a page is asked for.
HOOKS = {}


def answer(path):
    HOOKS.get(path, lambda: None)()
    return 200, HTML, story(int(path.strip("/")))


@pytest.fixture(scope="module")
def site():
    with serve(answer) as (address, _):
        yield address


@pytest.fixture
def hooks():
    yield HOOKS
    HOOKS.clear()


def visit(address, path, first=0, pages=PAGES, **settings):
    """A crawl with the store at `path`; gives its stats and its log."""
    requests = [f"{address}/{i}" for i in range(first, first + pages)]
    items, stats, log = crawl(requests, {"DENOISE_STORE_PATH": str(path), **settings})
    assert [item["path"] for item in items] == [str(i) for i in range(first, first + pages)]
    assert all(item["text"] for item in items)
    return stats, log


def stored(path, address):
    """What the store holds of the site."""

    async def read():
        store = SQLiteStore(path)
        await store.open()
        try:
            return await store.get(address.removeprefix("http://"))
        finally:
            await store.close()

    return asyncio.run(read())


@pytest.fixture(scope="module")
def filled(site, tmp_path_factory):
    path = tmp_path_factory.mktemp("store") / "filled.sqlite"
    visit(site, path)
    assert stored(path, site).pages == PAGES
    return path


@pytest.fixture
def known(filled, tmp_path):
    """A store that a crawl has filled."""
    return Path(shutil.copy(filled, tmp_path / "known.sqlite"))


def complaints(log):
    return [line for line in log.splitlines() if "Template store:" in line]


def goes_on_in_memory(stats, log, *, hits):
    """One message, and from the second page on the site is known."""
    assert len(complaints(log)) == 1, log
    assert "The crawl goes on with what is in memory." in log
    assert "Traceback" not in log
    assert stats["denoise/pages"] == PAGES
    assert stats["denoise/store/error"] >= 1
    assert stats.get("denoise/template/hit", 0) == hits


def test_after_a_kill_the_next_crawl_has_what_was_learned_up_to_the_last_batch(site, hooks, tmp_path):
    path = tmp_path / "t.sqlite"
    settings = {f"{CLEANER}.BATCH_PAGES": 4, f"{CLEANER}.BATCH_SECONDS": 600}
    reached, over = threading.Event(), threading.Event()
    hooks["/10"] = lambda: reached.set() or over.wait(240)
    process = start([f"{site}/{i}" for i in range(20)], {"DENOISE_STORE_PATH": str(path), **settings})
    try:
        assert reached.wait(120)  # ten pages are learned: two batches of four, and two pages more
        deadline = time.monotonic() + 120
        while (found := stored(path, site)) is None or found.pages < 8:
            assert time.monotonic() < deadline
            time.sleep(0.05)
    finally:
        process.kill()
        process.communicate()
        over.set()
    assert process.returncode == -9
    assert stored(path, site).pages == 8
    stats, log = visit(site, path, first=11, **settings)
    assert not log
    assert stats["denoise/template/hit"] == PAGES
    assert "denoise/template/miss" not in stats
    assert stored(path, site).pages == 8 + PAGES


def test_a_disk_that_fills_up_in_the_crawl(site, hooks, known, tmp_path):
    with mounted(tmp_path / "disk", "-o", "size=400k") as folder:
        path = Path(shutil.copy(known, folder))
        hooks["/24"] = lambda: fill(folder)
        stats, log = visit(site, path, first=20, **{f"{CLEANER}.BATCH_PAGES": 2})
        goes_on_in_memory(stats, log, hits=PAGES)
        assert "full" in log
        (folder / "filler").unlink()
        assert stored(path, site).pages >= PAGES


def test_a_folder_that_cannot_be_written(site, known, tmp_path):
    with mounted(tmp_path / "disk") as folder:
        path = Path(shutil.copy(known, folder))
        subprocess.run(["mount", "-o", "remount,ro", folder], check=True)
        stats, log = visit(site, path, first=20)
        goes_on_in_memory(stats, log, hits=PAGES)
        assert "readonly" in log
        assert path.read_bytes() == known.read_bytes()


def test_a_database_that_is_damaged(site, known):
    whole = known.read_bytes()
    damaged = whole[:4096] + b"\xff" * (len(whole) - 4096)
    known.write_bytes(damaged)
    stats, log = visit(site, known, DENOISE_STORE_KEEP_DAMAGED=True)
    goes_on_in_memory(stats, log, hits=PAGES - 1)
    assert "malformed" in log
    assert known.read_bytes() == damaged


def test_a_damaged_database_is_set_aside_and_a_new_one_begun(site, known):
    damaged = known.read_bytes()[:4096] + b"\xff" * 8192
    known.write_bytes(damaged)
    stats, log = visit(site, known)
    assert f"{known} is damaged: it is now known.sqlite.damaged-1, and a new file is begun" in log
    assert known.with_name("known.sqlite.damaged-1").read_bytes() == damaged
    assert "denoise/store/lost" not in stats
    assert stored(known, site).pages == PAGES


def test_a_database_of_a_newer_release(site, known):
    with sqlite3.connect(known) as connection:
        connection.execute("PRAGMA user_version = 99")
    connection.close()
    before = known.read_bytes()
    stats, log = visit(site, known)
    goes_on_in_memory(stats, log, hits=PAGES - 1)
    assert "schema version 99, this release knows 1: use a newer release" in log
    assert known.read_bytes() == before


def test_redis_stopped_in_the_middle_and_started_again(site, hooks):
    need_redis()

    async def read(url):
        store = RedisStore(url)
        await store.open()
        try:
            return await store.get(site.removeprefix("http://"))
        finally:
            await store.close()

    with RedisServer(password="hill-valley-1955") as server:
        hooks["/2"], hooks["/5"] = server.stop, server.start
        settings = {"DENOISE_STORE_URL": server.url, f"{CLEANER}.BATCH_PAGES": 1, f"{CLEANER}.BATCH_SECONDS": 0.1}
        requests = [f"{site}/{i}" for i in range(PAGES)]
        items, stats, log = crawl(requests, {**settings, "DOWNLOAD_DELAY": 0.2, "LOG_LEVEL": "DEBUG"})
        assert [item["path"] for item in items] == [str(i) for i in range(PAGES)]
        assert stats["denoise/store/error"] >= 1
        assert "denoise/store/lost" not in stats
        assert log.count("Template store: cannot") == 1
        assert log.count("Template store: works again") == 1
        assert asyncio.run(read(server.url)).pages >= PAGES  # a write whose answer was lost is made again
    assert "hill-valley" not in log


def test_another_process_creates_the_data_folder_at_the_same_time(tmp_path, monkeypatch):
    asked = []

    def created_meanwhile(name):
        asked.append(name)
        if len(asked) == 1:
            raise FileExistsError(17, "File exists", ".scrapy")
        return str(tmp_path / name)

    monkeypatch.setattr("scrapy_denoise.crawl.settings.data_path", created_meanwhile)
    assert DenoiseSettings().make_store().path == tmp_path / "denoise/templates.sqlite"

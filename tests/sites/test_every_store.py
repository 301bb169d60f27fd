"""What holds of every template store: in memory, in a file, in Redis, and the store of the documentation."""

import asyncio
import sqlite3
from contextlib import closing
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import msgpack
import pytest
from helpers.redis_server import RedisServer, need_redis, raw
from helpers.stores import NAMES, learned, page, run, templates

from scrapy_denoise import SiteTemplate
from scrapy_denoise.sites import dump
from scrapy_denoise.sites.stores import (
    DamagedTemplates,
    MemoryStore,
    NotMerged,
    RedisStore,
    SQLiteStore,
    StoreError,
)
from scrapy_denoise.sites.stores.redis import redis_key

NAMES = [name for name in NAMES if name.isprintable() or name.isascii()]  # a file holds no lone surrogates


@pytest.fixture(scope="module")
def redis():
    need_redis()
    with RedisServer() as server:
        yield server


def example():
    """The module of docs/writing-a-store."""
    spec = spec_from_file_location("folder_store", Path(__file__).parents[2] / "docs" / "examples" / "folder_store.py")
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(params=["memory", "sqlite", "redis", "example"])
def store(request, tmp_path):
    if request.param == "redis":
        server = request.getfixturevalue("redis")
        server.send("FLUSHALL")
        return RedisStore(server.url)
    if request.param == "example":
        return example().FolderStore(tmp_path / "templates")
    return MemoryStore() if request.param == "memory" else SQLiteStore(tmp_path / "t.sqlite")


def again(store):
    """The same store, for another call of `run`: one that was closed is not opened again."""
    return SQLiteStore(store.path) if isinstance(store, SQLiteStore) else store


def test_merging_twice_is_learning_all(store):
    async def merged(opened):
        await opened.merge({"a": learned(0, 1, 2)})
        await opened.merge({"a": learned(3, 4), "b": learned(5)})
        return [await opened.get(key) for key in ("a", "b", "none")]

    one, other, none = run(store, merged)
    assert dump(one) == dump(learned(0, 1, 2, 3, 4))
    assert (one.pages, other.pages, none) == (5, 1, None)


def test_whatever_a_site_is_called_it_has_its_own_template(store):
    async def stored(opened):
        await opened.merge({name: learned(i) for i, name in enumerate(NAMES)})
        return [await opened.get(name) for name in NAMES]

    assert [dump(site) for site in run(store, stored)] == [dump(learned(i)) for i in range(len(NAMES))]


def test_an_empty_template_merges_too(store):
    found = run(store, lambda opened: opened.merge({"a": SiteTemplate()}), lambda opened: opened.get("a"))
    assert found.pages == 0


def write(store, server, key, value):
    """Put other bytes where a store has a template."""
    if isinstance(store, MemoryStore):
        store._packed[key] = value
    elif isinstance(store, SQLiteStore):
        with closing(sqlite3.connect(store.path)) as connection, connection:
            connection.execute("UPDATE sites SET template = ? WHERE key = ?", (value, key))
    elif isinstance(store, RedisStore):
        raw(server().url, "HSET", redis_key(key), "template", value)
    else:
        store._path(key).write_bytes(value)


def read(store, server, key):
    if isinstance(store, MemoryStore):
        return store._packed[key]
    if isinstance(store, SQLiteStore):
        with closing(sqlite3.connect(store.path)) as connection:
            return connection.execute("SELECT template FROM sites WHERE key = ?", (key,)).fetchone()[0]
    if isinstance(store, RedisStore):
        return raw(server().url, "HGET", redis_key(key), "template")
    return store._path(key).read_bytes()


NEWER = msgpack.packb(msgpack.unpackb(dump(learned(1)), strict_map_key=False) | {"version": 99})


@pytest.mark.parametrize(("value", "why"), [(b"\x00\xff", "not a site template"), (NEWER, "schema version 99")])
@pytest.mark.parametrize("store", ["sqlite", "redis", "example"], indirect=True)
def test_what_cannot_be_read_is_left_alone_and_the_others_are_written(store, value, why, request):
    server = lambda: request.getfixturevalue("redis")  # noqa: E731
    run(store, lambda opened: opened.merge({"a": learned(1), "b": learned(1)}))
    write(store, server, "a", value)

    async def merged(opened):
        with pytest.raises(DamagedTemplates, match=why) as caught:
            await opened.merge({"a": learned(2), "b": learned(2)})
        return set(caught.value.keys), (await opened.get("b")).pages

    assert run(again(store), merged) == ({"a"}, 2)
    assert read(store, server, "a") == value
    with pytest.raises(StoreError, match=why):
        run(again(store), lambda opened: opened.get("a"))


@pytest.mark.parametrize("store", ["sqlite", "redis"], indirect=True)
def test_a_crawl_goes_on_beside_what_cannot_be_read(store, request, caplog):
    """It costs that site alone, the log has one line, and the site is learned in memory."""
    server = lambda: request.getfixturevalue("redis")  # noqa: E731
    run(store, lambda opened: opened.merge({"a": learned(1), "b": learned(1)}))
    write(store, server, "a", NEWER)

    async def crawl():
        cache = templates(again(store), errors := [])
        await cache.open()
        for i in range(2, 8):
            for key in "ab":
                await cache.get(key)
                cache.learn(key, page(i))
            await cache.flush()
        found = [(await cache.get(key)).pages for key in "ab"]
        await cache.close()
        return errors, found

    errors, found = asyncio.run(crawl())
    assert errors.count("store/error") >= 2
    assert found == [6, 7]
    told = [message for message in caplog.messages if message.startswith("Template store: cannot")]
    assert len(told) == 1
    assert "a: a site template of schema version 99" in told[0]
    assert read(store, server, "a") == NEWER
    assert run(again(store), lambda opened: opened.get("b")).pages == 7


@pytest.mark.parametrize("store", ["memory", "sqlite", "redis"], indirect=True)
def test_forget(store):
    async def forgotten(opened):
        await opened.merge({"a": learned(1), "b": learned(1)})
        answers = [await opened.forget("a"), await opened.forget("a")]
        return answers, await opened.get("a"), (await opened.get("b")).pages

    assert run(store, forgotten) == ([True, False], None, 1)


def test_a_key_that_a_file_cannot_hold_is_an_error_of_the_store(tmp_path):
    with pytest.raises(StoreError):
        run(SQLiteStore(tmp_path / "t.sqlite"), lambda opened: opened.get("a\ud800"))


def test_the_example_says_what_is_to_be_merged_again(tmp_path):
    store = example().FolderStore(tmp_path)
    store._path("b").with_suffix(".part").mkdir()

    async def merged(opened):
        with pytest.raises(NotMerged) as caught:
            await opened.merge({"a": learned(0), "b": learned(1), "c": learned(2)})
        return caught.value.keys

    assert run(store, merged) == {"b", "c"}

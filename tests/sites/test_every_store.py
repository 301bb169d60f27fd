"""What holds of every template store: in memory, in a file, in Redis."""

import pytest
from helpers.redis_server import RedisServer, need_redis
from helpers.stores import NAMES, learned, run

from scrapy_denoise import SiteTemplate
from scrapy_denoise.sites import dump
from scrapy_denoise.sites.stores import MemoryStore, RedisStore, SQLiteStore, StoreError

NAMES = [name for name in NAMES if name.isprintable() or name.isascii()]  # a file holds no lone surrogates


@pytest.fixture(scope="module")
def redis():
    need_redis()
    with RedisServer() as server:
        yield server


@pytest.fixture(params=["memory", "sqlite", "redis"])
def store(request, tmp_path):
    if request.param == "redis":
        server = request.getfixturevalue("redis")
        server.send("FLUSHALL")
        return RedisStore(server.url)
    return MemoryStore() if request.param == "memory" else SQLiteStore(tmp_path / "t.sqlite")


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


def test_a_key_that_a_file_cannot_hold_is_an_error_of_the_store(tmp_path):
    with pytest.raises(StoreError):
        run(SQLiteStore(tmp_path / "t.sqlite"), lambda opened: opened.get("a\ud800"))

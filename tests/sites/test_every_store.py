"""What holds of every template store: in memory, in a file, in Redis, and the store of the documentation."""

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest
from helpers.redis_server import RedisServer, need_redis
from helpers.stores import NAMES, learned, run

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


def test_the_example_leaves_a_damaged_template_alone_and_merges_the_others(tmp_path):
    store = example().FolderStore(tmp_path)
    store._path("a").write_bytes(b"no template")

    async def merged(opened):
        with pytest.raises(DamagedTemplates) as caught:
            await opened.merge({"a": learned(0), "b": learned(1)})
        return caught.value.keys, (await opened.get("b")).pages

    assert run(store, merged) == ({"a"}, 1)
    assert store._path("a").read_bytes() == b"no template"
    with pytest.raises(StoreError, match="the template of a: not a site template"):
        run(store, lambda opened: opened.get("a"))


def test_the_example_says_what_is_to_be_merged_again(tmp_path):
    store = example().FolderStore(tmp_path)
    store._path("b").with_suffix(".part").mkdir()

    async def merged(opened):
        with pytest.raises(NotMerged) as caught:
            await opened.merge({"a": learned(0), "b": learned(1), "c": learned(2)})
        return caught.value.keys

    assert run(store, merged) == {"b", "c"}

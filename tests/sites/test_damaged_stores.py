"""Damaged SQLite files: set aside under another name, and the crawl goes on, learns and stores as with a new one."""

import asyncio
import os
import random
import sqlite3
import sys
from contextlib import suppress
from itertools import chain

import pytest
from helpers.stores import learned, page, run

from scrapy_denoise.crawl.duplicates.index import SQLiteDuplicates
from scrapy_denoise.crawl.templates.cache import TemplateCache
from scrapy_denoise.document.fingerprint import fingerprint_of
from scrapy_denoise.sites.stores import SQLiteStore, StoreError
from scrapy_denoise.sites.stores.damaged_files import is_text_file

FILES = 500
SITES = 30
TIMES = 20  # that two threads are let run, which meet in another way each time
PAGES = 4


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    path = tmp_path_factory.mktemp("whole") / "t.sqlite"
    run(SQLiteStore(path), lambda store: store.merge({f"site{n}": learned(*range(n % 5 + 1)) for n in range(SITES)}))
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE sites SET updated = 1700000000")  # the same bytes whenever the test runs
    connection.close()
    assert not path.with_name("t.sqlite-wal").exists()
    return path.read_bytes()


def damaged(whole, seed):
    """The bytes of a file with some of them changed, cut off, swapped or overwritten."""
    source = random.Random(seed)
    data = bytearray(whole)
    kind = seed % 5
    if kind == 0:
        for _ in range(source.choice((1, 3, 30, 300))):
            data[source.randrange(len(data))] = source.randrange(256)
    elif kind == 1:
        return bytes(data[: source.randrange(1, len(data))])
    elif kind == 2:  # the header and the schema
        for _ in range(source.choice((1, 2, 8))):
            data[source.randrange(4096)] = source.randrange(256)
    elif kind == 3:
        start = source.randrange(len(data))
        data[start : start + source.randrange(1, 4096)] = source.randbytes(source.randrange(1, 4096))
    else:
        one, other = (4096 * source.randrange(len(data) // 4096) for _ in range(2))
        data[one : one + 4096], data[other : other + 4096] = data[other : other + 4096], data[one : one + 4096]
    return bytes(data)


async def crawled(store):
    """Pages of a known site, of another and of a new one; the counts of the crawl, and what it knows at the end."""
    counts = []
    templates = TemplateCache(store, 20, 3, 0.0, 600.0, counts.append)
    await templates.open()
    for number in range(PAGES):
        for key in ("site7", "site28", "new"):
            await templates.get(key)
            templates.learn(key, page(20 + number))
        await templates.flush()
    known = [(await templates.get(key)).pages for key in ("site7", "site28", "new")]
    await templates.close()
    return counts, known


@pytest.mark.slow
def test_whatever_is_damaged_the_crawl_goes_on(whole, tmp_path):
    set_aside = refused = short = 0
    for seed in range(FILES):
        path = tmp_path / f"{seed}.sqlite"
        path.write_bytes(damaged(whole, seed))
        counts, known = asyncio.run(crawled(SQLiteStore(path)))
        assert min(known) >= PAGES, seed
        aside = path.with_name(f"{path.name}.damaged-1")
        set_aside += aside.exists()
        lost = counts.count("store/lost")
        refused += lost > 0
        if not lost:  # all of it was stored
            stored = run(SQLiteStore(path), lambda store: store.get("new"))
            assert stored is not None, seed
            short += stored.pages < PAGES
    assert set_aside > FILES / 4
    # A file of another application or of a newer release is left alone, and one template may be unreadable.
    assert refused < FILES / 4
    # What was written to a place that cannot be read when the damage is noticed is in the old file alone.
    assert short < FILES / 50


def test_what_is_written_while_a_reader_sets_the_file_aside_is_in_the_new_one(whole, tmp_path):
    leaves = [start for start in range(4096, len(whole), 4096) if whole[start] == 0x0D]  # pages of the table's rows
    damaged = whole[: leaves[1]] + bytes(4096) + whole[leaves[1] + 4096 :]  # new rows go into the last one

    async def read_and_written(store):
        await store.open()
        try:
            calls = [(store.get(f"site{n}"), store.merge({f"new{n}": learned(n)})) for n in range(SITES)]
            answers = await asyncio.gather(*chain(*calls), return_exceptions=True)
            assert any(isinstance(answer, StoreError) for answer in answers[::2])
            return {key for answer in answers[1::2] if isinstance(answer, dict) for key in answer}
        finally:
            await store.close()

    async def known(store):
        return {site.key async for site in store.sites()}

    for number in range(TIMES):
        path = tmp_path / f"{number}.sqlite"
        path.write_bytes(damaged)
        written = asyncio.run(read_and_written(SQLiteStore(path)))
        assert written <= run(SQLiteStore(path), known)


def test_a_damaged_file_is_kept_under_another_name_with_a_message(tmp_path, caplog):
    path = tmp_path / "t.sqlite"
    for number in (1, 2):
        path.write_bytes(b"no\0database" * 200)
        run(SQLiteStore(path), lambda store: store.merge({"a": learned(1)}))
        assert path.with_name(f"t.sqlite.damaged-{number}").read_bytes() == b"no\0database" * 200
        assert caplog.messages[-2] == f"{path} is damaged: it is now t.sqlite.damaged-{number}, and a new file is begun"
        assert run(SQLiteStore(path), lambda store: store.get("a")).pages == 1


TEXTS = {
    "json": b'{"/news/1": {"title": "Harbour wall"}}',
    "short": b"{}",  # SQLite takes a file of one byte for an empty one
    "lines": "Brücke über die Ache\r\n\tzwei\n".encode() * 900,
    "cut": "€".encode() * 4096,
    "latin": "Brücke über die Ache\n".encode("latin-1") * 30,
    "gbk": "老渡口的最后一位摆渡人\n".encode("gbk") * 30,
    "utf-16": "Harbour wall, 老渡口\n".encode("utf-16") * 1,
}


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_a_text_file_is_left_as_it_is(tmp_path, text):
    path = tmp_path / "gold.json"
    path.write_bytes(text)

    async def first(store):
        with pytest.raises(StoreError, match=r"gold\.json: a text file, not a database; it is left as it is"):
            await store.open()
        with pytest.raises(StoreError):
            await store.open()
        with suppress(StoreError):
            await store.close()

    asyncio.run(first(SQLiteStore(path)))
    asyncio.run(first(SQLiteDuplicates(path, 100, 90)))
    assert path.read_bytes() == text
    assert [file.name for file in tmp_path.iterdir()] == ["gold.json"]
    assert is_text_file(path)


def test_a_database_with_damage_is_no_text(whole, tmp_path):
    path = tmp_path / "t.sqlite"
    for data in (b"", whole, whole[:9], b"x" + whole[1:], bytes(4096), b"SQLite format 3\0" + b"text" * 99):
        path.write_bytes(data)
        assert not is_text_file(path)
    assert not is_text_file(tmp_path)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such permissions")
def test_what_a_store_writes_is_the_users_alone(tmp_path):
    path = tmp_path / "denoise" / "t.sqlite"

    async def modes():
        store, index = SQLiteStore(path), SQLiteDuplicates(path.with_name("d.sqlite"), 100, 90)
        await store.open()
        await index.open()
        await store.merge({"a": learned(1)})
        await index.find_or_add("a", fingerprint_of("so many words of a story " * 9))
        found = {file.name: file.stat().st_mode & 0o777 for file in (path.parent, *path.parent.iterdir())}
        await store.close()
        await index.close()
        return found

    old = os.umask(0o022)
    try:
        found = asyncio.run(modes())
        assert {"denoise", "t.sqlite", "t.sqlite-wal", "t.sqlite-shm", "d.sqlite", "d.sqlite-wal"} <= found.keys()
        assert found.pop("denoise") == 0o700
        assert set(found.values()) == {0o600}
        path.write_bytes(b"no\0database" * 200)
        run(SQLiteStore(path), lambda store: store.merge({"a": learned(1)}))
    finally:
        os.umask(old)
    assert {one.stat().st_mode & 0o777 for one in (path, path.with_name("t.sqlite.damaged-1"))} == {0o600}


def test_files_of_other_applications_are_left_alone(tmp_path):
    path = tmp_path / "t.sqlite"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE theirs (x)")
        connection.execute("PRAGMA user_version = 1")
    before = path.read_bytes()
    with pytest.raises(StoreError, match="another application"):
        run(SQLiteStore(path))
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir() if "damaged" in file.name] == []


def test_damaged_indexes_of_duplicates(tmp_path):
    async def seen(index, *urls):
        await index.open()
        try:
            return [await index.find_or_add(url, fingerprint_of("so many words of a story " * 9)) for url in urls]
        finally:
            await index.close()

    asyncio.run(seen(SQLiteDuplicates(tmp_path / "whole.sqlite", 100, 90), "a"))
    whole, new = (tmp_path / "whole.sqlite").read_bytes(), 0
    for seed in range(FILES // 5):
        path = tmp_path / f"{seed}.sqlite"
        path.write_bytes(damaged(whole, seed))
        with suppress(StoreError):  # a scheme of another release, as far as the file says
            asyncio.run(seen(SQLiteDuplicates(path, 100, 90), "b", "c"))
        new += path.with_name(f"{path.name}.damaged-1").exists()
    assert new

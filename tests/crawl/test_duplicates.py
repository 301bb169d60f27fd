"""Duplicates while crawling: what is found, what is kept between crawls, what is forgotten, what fails."""

import asyncio
import random
import sqlite3
import time

import pytest
from helpers.crawling import HTML, crawl, serve
from helpers.redis_server import RedisServer, need_redis, raw
from helpers.virtual_time import run_in_virtual_time
from scrapy.settings import Settings

from scrapy_denoise.crawl import SettingError
from scrapy_denoise.crawl.duplicates import index as duplicate_index
from scrapy_denoise.crawl.duplicates import redis_index as shared_duplicates
from scrapy_denoise.crawl.duplicates.index import DuplicateOf, SQLiteDuplicates
from scrapy_denoise.crawl.duplicates.lookup import Duplicates
from scrapy_denoise.crawl.duplicates.redis_index import RedisDuplicates
from scrapy_denoise.crawl.settings import DenoiseSettings
from scrapy_denoise.document.fingerprint import BANDS, fingerprint_of, minhash_rows, stated_rows
from scrapy_denoise.document.identity import Identity, differ
from scrapy_denoise.result import Result
from scrapy_denoise.sites.stores import StoreError

WORDS = [f"{first}{last}" for first in "bcdfghklmnprst" for last in ("ala", "eno", "iru", "osu", "uma", "ytt")]


def words(seed, length=300):
    source = random.Random(seed)
    return [source.choice(WORDS) for _ in range(length)]


def mark(number, changed=0):
    """The fingerprint of a made text, of which the first words may be others."""
    return fingerprint_of(" ".join([*words(1000 + number, changed), *words(number)[changed:]]))


@pytest.fixture(scope="module")
def server():
    need_redis()
    with RedisServer() as server:
        yield server


@pytest.fixture(params=["sqlite", "memory", "redis"])
def index(request, tmp_path):
    if request.param != "redis":
        path = tmp_path / "x.sqlite" if request.param == "sqlite" else None
        return lambda limit=100, days=90.0: SQLiteDuplicates(path, limit, days)
    server = request.getfixturevalue("server")
    server.send("FLUSHALL")
    return lambda limit=100, days=90.0: RedisDuplicates(server.url, "project", limit, days)


def ask(index, *pages):
    """What an index says of pages (address, fingerprint, and the canonical address if any), one after the other."""

    async def run():
        await index.open()
        try:
            return [await index.find_or_add(*page) for page in pages]
        finally:
            await index.close()

    return asyncio.run(run())


def test_exact_and_near(index):
    assert ask(index(), ("a", mark(1)), ("b", mark(1)), ("c", mark(1, 9)), ("d", mark(2)), ("e", mark(1, 200))) == [
        None, DuplicateOf("a", True), DuplicateOf("a", False), None, None,
    ]  # fmt: skip


def test_a_page_is_no_duplicate_of_itself(index):
    assert ask(index(), ("a", mark(1)), ("a", mark(1)), ("a", mark(1, 9)), ("b", mark(1))) == [
        None, None, None, DuplicateOf("a", True),
    ]  # fmt: skip


def test_the_most_similar_one_is_named(index):
    assert ask(index(), ("a", mark(1)), ("b", mark(1, 180)), ("c", mark(1, 5)))[1:] == [None, DuplicateOf("a", False)]


def test_a_copy_with_a_long_tail_cut_off_is_found_and_a_quotation_is_not(index):
    whole = words(1, 600)
    cut, quoted = (fingerprint_of(" ".join(whole[:length])) for length in (280, 50))
    assert ask(index(), ("a", fingerprint_of(" ".join(whole))), ("b", quoted), ("c", cut)) == [
        None, None, DuplicateOf("a", False),
    ]  # fmt: skip


def of_thing(number, changed=0, **stated):
    """The fingerprint of a made text whose page states something."""
    text = " ".join([*words(1000 + number, changed), *words(number)[changed:]])
    return fingerprint_of(text, Identity(**stated))


@pytest.mark.parametrize(
    ("stated", "other"),
    [
        ({"title": "Armchair Pennine"}, {"title": "Armchair Quarry"}),
        ({"sku": "CH-100"}, {"sku": "CH-101"}),
        ({"gtin": "4006381333931"}, {"gtin": "4006381333948"}),
        ({"price": "12.50"}, {"price": "13.50"}),
        ({"values": ("62 cm", "4 kg")}, {"values": ("71 cm", "4 kg")}),
    ],
    ids=["title", "sku", "gtin", "price", "table"],
)
@pytest.mark.parametrize("changed", [0, 9], ids=["equal words", "near"])
def test_what_pages_state_tells_them_apart(index, changed, stated, other):
    pages = [("a", of_thing(1, **stated)), ("b", of_thing(1, changed, **other)), ("c", of_thing(1, **other)),
             ("d", of_thing(1, **stated)), ("e", of_thing(1, 5))]  # fmt: skip
    a, b, c, d, e = ask(index(), *pages)
    assert (a, b, c.url, d) == (None, None, "b", DuplicateOf("a", True))
    assert e is not None  # it states nothing


@pytest.mark.parametrize("field", ["title", "values"])
def test_one_word_tells_many_things_apart(field):
    def stated(number):
        words = ["Oslo chair of the valley", f"{number} cm"]
        return {"title": " ".join(words)} if field == "title" else {"values": ("4 kg", "62 cm high", *words)}

    things = [of_thing(1, **stated(number)) for number in range(300)]
    rows = stated_rows(minhash_rows([thing.minhash for thing in things]))
    assert all(differ(rows[number : number + 1], rows).sum() == len(things) - 1 for number in range(len(things)))


def test_a_title_with_the_name_of_the_site_and_a_table_that_lost_a_row_are_no_difference(index):
    whole = {"title": "The river rose - Gazette", "values": ("62 cm", "4 kg")}
    cut = {"title": "The river rose", "values": ("62 cm",)}
    assert ask(index(), ("a", of_thing(1, **whole)), ("b", of_thing(1, **cut))) == [None, DuplicateOf("a", True)]


def test_the_canonical_page_stands_for_the_others(index):
    found = ask(
        index(), ("print", mark(1), "main"), ("amp", mark(1, 9), "main"), ("main", mark(1)), ("print", mark(1), "main"),
        ("mirror", mark(1)), ("main", mark(1)),
    )  # fmt: skip
    assert [earlier and earlier.url for earlier in found] == [None, "main", None, "main", "main", None]


def test_the_threshold_is_a_setting(tmp_path):
    pages = [("a", mark(1)), ("b", mark(1, 30))]
    for similar, of in ((None, DuplicateOf("a", False)), (0.95, None), (0.3, DuplicateOf("a", False))):
        assert ask(SQLiteDuplicates(None, 9, 9, similar=similar), *pages)[1] == of


def test_many_pages_with_some_words_in_common_do_not_hide_a_copy(index, monkeypatch):
    monkeypatch.setattr(duplicate_index, "MAX_CANDIDATES", 5)
    others = [(str(n), fingerprint_of(" ".join([*words(1)[:90], *words(n + 10, 210)]))) for n in range(60)]
    assert ask(index(), ("a", mark(1)), *others, ("b", mark(1, 9)))[-1] == DuplicateOf("a", False)


def test_contents_are_bounded_and_the_oldest_go_first(index, monkeypatch):
    monkeypatch.setattr(duplicate_index, "FORGET_BATCH", 5)
    pages = [(str(n), mark(n)) for n in range(30)]
    found = ask(index(limit=10), *pages, ("new", mark(29)), ("old", mark(0)))
    assert found[30:] == [DuplicateOf("29", True), None]


@pytest.mark.parametrize("kind", ["sqlite", "redis"])
def test_the_next_crawl_knows_them(request, tmp_path, kind):
    def new():
        if kind == "sqlite":
            return SQLiteDuplicates(tmp_path / "x.sqlite", 100, 90)
        return RedisDuplicates(request.getfixturevalue("server").url, "next", 100, 90)

    assert ask(new(), ("a", mark(1))) == [None]
    assert ask(new(), ("a", mark(1)), ("b", mark(1))) == [None, DuplicateOf("a", True)]


def test_projects_in_one_redis_are_apart(server):
    server.send("FLUSHALL")
    for project in ("one", "two", "t}{wo"):
        assert ask(RedisDuplicates(server.url, project, 9, 90), ("a", mark(1))) == [None]


def test_old_contents_are_forgotten(tmp_path, monkeypatch):
    path = tmp_path / "x.sqlite"
    ask(SQLiteDuplicates(path, 100, 1), ("a", mark(1)))
    now = time.time()
    monkeypatch.setattr(duplicate_index.time, "time", lambda: now + 2 * 86_400)
    assert ask(SQLiteDuplicates(path, 100, 1), ("b", mark(2)), ("b", mark(1))) == [None, None]
    with sqlite3.connect(path) as connection:
        assert connection.execute("SELECT url FROM contents").fetchall() == [("b",), ("b",)]
        assert connection.execute("SELECT count(*) FROM bands").fetchone() == (2 * BANDS,)


def test_redis_forgets_by_itself(server):
    server.send("FLUSHALL")
    ask(RedisDuplicates(server.url, "age", 9, 2), ("a", mark(1)))
    keys = raw(server.url, "KEYS", "*")
    assert len(keys) == BANDS + 2
    ages = [raw(server.url, "TTL", key) for key in keys if not key.endswith(b"seen")]
    assert all(2 * 86_400 - 60 < age <= 2 * 86_400 for age in ages)


def test_redis_tells_bands_under_one_key_apart_and_drops_the_oldest(server, monkeypatch):
    server.send("FLUSHALL")
    monkeypatch.setattr(shared_duplicates, "_REST", 32)  # one key for all values of a band
    monkeypatch.setattr(shared_duplicates, "ALWAYS_ENTRIES", 3)
    pages = [(str(n), mark(n)) for n in range(5)]
    copies = [("copy of 4", mark(4, 9)), ("copy of 2", mark(2, 9)), ("copy of 1", mark(1, 9))]
    found = ask(RedisDuplicates(server.url, "one key", 9, 2), *pages, *copies)
    assert found == [None] * 5 + [DuplicateOf("4", False), DuplicateOf("2", False), None]
    bands = [key for key in raw(server.url, "KEYS", "*") if b":b:" in key]
    assert len(bands) == BANDS
    assert {raw(server.url, "STRLEN", key) for key in bands} == {3 * 12}


@pytest.mark.parametrize("scheme", ["PRAGMA user_version = 9", "CREATE TABLE theirs (x)"])
def test_files_of_others_are_left_alone(tmp_path, scheme):
    path = tmp_path / "x.sqlite"
    with sqlite3.connect(path) as connection:
        connection.execute(scheme)
    before = path.read_bytes()
    with pytest.raises(StoreError, match="DENOISE_STORE_PATH"):
        ask(SQLiteDuplicates(path, 9, 9), ("a", mark(1)))
    assert path.read_bytes() == before


class _Broken:
    def __init__(self):
        self.asked = 0

    async def open(self):
        pass

    async def find_or_add(self, url, content, canonical):
        self.asked += 1
        if self.asked == 1:
            raise StoreError("no answer")
        await asyncio.sleep(600)

    async def close(self):
        pass


def test_an_index_that_fails_stops_nothing(caplog):
    counts, broken = [], _Broken()

    async def run():
        found = Duplicates(broken, 0.05, counts.append)
        result = Result()
        result.fingerprint = mark(1)
        asked = [await found.earlier_page(result, "a"), await found.earlier_page(result, "a")]
        found.guard.pause = -1
        asked.append(await found.earlier_page(result, "a"))  # in the background, and nobody waits for it
        await found.close()
        return asked

    assert asyncio.run(run()) == ["", "", ""]
    assert (broken.asked, counts) == (2, ["duplicates/error"] * 2)
    assert [record.getMessage() for record in caplog.records] == [
        "Duplicates: cannot compare: no answer. The crawl goes on; pages are not compared meanwhile."
    ]


def test_a_page_waits_for_a_slow_index_no_longer_than_its_bound(caplog):
    class Slow(SQLiteDuplicates):
        seconds = 1.0

        async def open(self):
            self._open()

        async def find_or_add(self, url, content, canonical=""):
            await asyncio.sleep(self.seconds)
            return self._seen(url, content, canonical)

        async def close(self):
            self._close()

    async def crawl():
        index, counts, waited = Slow(None, 100, 1), [], []
        found = Duplicates(index, 5.0, counts.append, wait=0.25)

        async def visit(url, number):
            begun = asyncio.get_running_loop().time()
            result = Result()
            result.fingerprint = mark(number)
            earlier = await found.earlier_page(result, url)
            waited.append(asyncio.get_running_loop().time() - begun)
            return earlier

        await found.open()
        earlier = [await visit(f"a{number}", number) for number in range(3)]  # the second is not waited for
        await asyncio.sleep(2)
        index.seconds = 0.1
        earlier.append(await visit("b0", 0))  # not waited for either, since the last answer was slow; this one is not
        await asyncio.sleep(2)
        earlier += [await visit(f"b{number}", number) for number in (1, 2)]  # compared with those that were late
        index.seconds = 60.0
        earlier += [await visit("c1", 1)]
        await asyncio.sleep(10)  # dead
        earlier += [await visit("d1", 1)]
        await found.close()
        return earlier, waited, counts

    earlier, waited, counts = run_in_virtual_time(crawl())
    assert earlier == ["", "", "", "", "a1", "a2", "", ""]
    assert waited == pytest.approx([0.25, 0, 0, 0, 0.1, 0.1, 0.25, 0], abs=0.01)
    assert [name for name in counts if name == "duplicates/late"] == ["duplicates/late"] * 5
    assert [record.getMessage() for record in caplog.records] == [
        "Duplicates: no answer within 0.25 s. Pages go on as no duplicates until it is faster, and later ones are "
        "compared with them.",
        "Duplicates: cannot compare: no answer within 5 s. The crawl goes on; pages are not compared meanwhile.",
    ]


# In a crawl


def page(number, links=(), site="Gazette", note=""):
    """A page of a site: its own template around a made article."""
    sentences = [" ".join(words(number)[n : n + 15]).capitalize() + "." for n in range(0, 300, 15)]
    body = "".join(f"<p>{' '.join(sentences[n : n + 4])}</p>" for n in range(0, 20, 4))
    nav = "".join(f"<li><a href={link}>{link.strip('/')} of {site}</a>" for link in links)
    return (
        f"<title>Story {number}</title><ul class=nav>{nav}</ul><h1>Story {number}</h1><div>{body}{note}</div>"
        f"<div class=foot>Copyright {site}</div>"
    )


SITE = {
    "/1": page(1, ["/2", "/print/1"]),
    "/print/1": page(1, ["/3"], "Gazette, print version"),
    "/2": page(2, ["/mirror/2"]),
    "/mirror/2": page(2, ["/4"], "Mirror", "<p>We reproduce this by kind permission.</p>"),
    "/3": page(3),
    "/4": page(4),
}


def crawled(tmp_path, duplicates, start="/1", **more):
    settings = {
        "DENOISE_STORE_WAIT": 60,  # on a busy machine too every page gets its answer
        **more,
        "DENOISE_DUPLICATES": duplicates,
        "DENOISE_STORE_PATH": str(tmp_path / "store" / "t.sqlite"),
    }
    with serve(lambda path: (200, HTML, SITE[path]) if path in SITE else (404, HTML, "")) as (address, _):
        items, stats, _ = crawl([address + start], settings, "Links")
    return {f"/{item['path']}": item["duplicate_of"].replace(address, "") for item in items}, stats


def test_duplicates_are_marked(tmp_path):
    items, stats = crawled(tmp_path, "mark")
    assert items.keys() == SITE.keys()
    assert {path: of for path, of in items.items() if of} == {"/print/1": "/1", "/mirror/2": "/2"}
    assert stats["denoise/duplicates/exact"] + stats["denoise/duplicates/near"] == 2
    assert "denoise/duplicates/items" not in stats
    assert (tmp_path / "store" / "t-duplicates.sqlite").exists()


def test_items_of_duplicates_are_dropped_and_their_links_followed(tmp_path):
    items, stats = crawled(tmp_path, "drop")
    assert set(items) == {"/1", "/2", "/3", "/4"}
    assert stats["denoise/duplicates/items"] == 2
    assert stats["item_scraped_count"] == 4


def test_each_dropped_item_is_a_line_in_the_log(tmp_path):
    settings = {"DENOISE_DUPLICATES": "drop", "DENOISE_STORE": "memory", "LOG_LEVEL": "INFO"}
    with serve(lambda path: (200, HTML, SITE[path]) if path in SITE else (404, HTML, "")) as (address, _):
        _, _, log = crawl([f"{address}/1"], settings, "Links")
    lines = [line for line in log.splitlines() if "WARNING: Dropped: " in line]
    assert len(lines) == 2
    for path, of in (("/print/1", "/1"), ("/mirror/2", "/2")):
        assert sum(f"{address}{path} has the content of {address}{of}" in line for line in lines) == 1


def test_only_the_named_types_are_compared(tmp_path):
    for name, dropped in (("product", 0), ("article,other", 2)):
        items, stats = crawled(tmp_path / name, "drop", DENOISE_DUPLICATES_TYPES=name)
        assert (len(items), stats.get("denoise/duplicates/items", 0)) == (len(SITE) - dropped, dropped)


def test_off_looks_for_none(tmp_path):
    items, stats = crawled(tmp_path, "off")
    assert set(items.values()) == {""}
    assert not [name for name in stats if "duplicates" in name]


def test_settings_are_checked():
    for name, value in (("", "on"), ("_MAX", 0), ("_DAYS", -1), ("_SIMILAR", 2), ("_TYPES", ["shop"])):
        with pytest.raises(SettingError, match=f"DENOISE_DUPLICATES{name}"):
            DenoiseSettings.read(Settings({f"DENOISE_DUPLICATES{name}": value}))

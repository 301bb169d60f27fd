"""scrapy-denoise templates: on an SQLite file and on a real Redis."""

import asyncio
import errno
import json
import os
import re
import sqlite3
import sys

import msgpack
import pytest
from helpers.redis_server import RedisServer, need_redis
from helpers.sites import address, article, listing
from helpers.sites import learned as site_of
from helpers.stores import learned, run

from scrapy_denoise.cli.main import main
from scrapy_denoise.cli.templates import copy as transfer
from scrapy_denoise.cli.terminal import printable
from scrapy_denoise.sites import dump
from scrapy_denoise.sites.stores import RedisStore, SQLiteStore, StoreError

EVIL = "evil\x1b[2J\x07\u202e.example"


@pytest.fixture(scope="module")
def server():
    need_redis()
    with RedisServer() as server:
        yield server


@pytest.fixture(params=["sqlite", "redis"])
def store(request, tmp_path):
    """The name of a store with some sites in it."""
    if request.param == "redis":
        server = request.getfixturevalue("server")
        server.send("FLUSHALL")
        name, made = server.url, RedisStore(server.url)
    else:
        name = str(tmp_path / "t.sqlite")
        made = SQLiteStore(name)
    sites = {
        "a.example": site_of(*range(20)).merge(site_of(*range(50, 55), page=listing)),
        "b.example": learned(1, 2),
        EVIL: learned(3),
    }
    run(made, lambda store: store.merge(sites))
    return name


def opened(name):
    return RedisStore(name) if "://" in name else SQLiteStore(name)


def known(name, key):
    return run(opened(name), lambda store: store.get(key))


def call(capsys, *arguments):
    status = main(["templates", *map(str, arguments)])
    out, err = capsys.readouterr()
    return status, out, err


def test_list(store, capsys):
    status, out, err = call(capsys, "list", "--store", store)
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert lines[0].split() == ["site", "pages", "layouts", "size", "written"]
    assert lines[1].split()[:3] == ["a.example", "25", "2"]
    assert lines[1].endswith("now")
    assert [line.split()[0] for line in lines[2:4]] == ["b.example", printable(EVIL)]
    assert lines[4].startswith("3 sites, 28 pages, ")
    assert "\x1b[2J" not in out
    assert "\u202e" not in out


def test_list_sorted_and_limited(store, capsys):
    _, out, _ = call(capsys, "list", "--store", store, "--sort", "site", "--limit", "1")
    assert out.splitlines()[1].startswith("a.example")
    assert "2 not listed" in out
    _, out, _ = call(capsys, "list", "--store", store, "--json", "--sort", "pages")
    assert [json.loads(line)["site"] for line in out.splitlines()] == ["a.example", "b.example", EVIL]


def test_show(store, capsys):
    status, out, _ = call(capsys, "show", "a.example", "--store", store)
    assert status == 0
    assert "a.example: 25 pages seen, 2 layouts" in out
    assert "layout 1: 20 pages seen, 20 known, 8 of them with their structure" in out
    assert re.search(r"the newest was learned in the 30 days from \d{4}-\d\d-\d\d\n", out)
    assert "  100%  body/header/a, 4 characters" in out
    assert "  100%  body/header/nav/a, 5 characters" in out
    assert "  100%  body/footer, 7 characters" in out
    assert "article/p" not in out
    _, out, _ = call(capsys, "show", "a.example", "--store", store, "--json")
    layout = json.loads(out)["layouts"][0]
    assert (layout["pages"], layout["samples"]) == (20, 8)
    assert layout["repeated"][0] == {"path": "body/header/a", "texts": 1, "chars": 4, "share": 1.0}


def test_show_with_a_page_in_words(store, capsys, tmp_path):
    (tmp_path / "page.html").write_text(article(99, text="A new \x1b]0;title\x07 story"))
    status, out, _ = call(
        capsys, "show", "a.example", "--store", store, "--page", tmp_path / "page.html", "--url", address(99)
    )
    assert status == 0
    assert "8 siblings" in out
    assert "  100%  Home\n" in out
    assert "    0%  A new" in out
    assert "\x1b" not in out
    assert "\x07" not in out


def test_a_long_text_is_one_line(store, capsys, tmp_path):
    (tmp_path / "page.html").write_text(article(99, text="rain and wind " * 40))
    _, out, _ = call(capsys, "show", "a.example", "--store", store, "--page", tmp_path / "page.html")
    assert all(line.startswith("  ") for line in out.splitlines()[2:])


@pytest.mark.parametrize("days", ["-1", "nan", "soon"])
@pytest.mark.parametrize("action", ["forget", "prune"])
def test_days_that_are_none_delete_nothing(store, capsys, action, days):
    status, _, err = call(capsys, action, "--older-than", days, "--yes", "--store", store)
    assert (status, f"'{days}' is not a number of days from 0 up" in err) == (2, True)
    assert known(store, "a.example") is not None


def test_forget(store, capsys):
    status, out, err = call(capsys, "forget", EVIL, "none\x07.example", "--store", store)
    assert (status, out) == (1, "1 site forgotten\n")
    assert "nothing is known of none\\x07.example" in err
    status, out, err = call(capsys, "forget", "--fewer-pages", 10, "--store", store)
    assert status == 2
    assert "give --yes" in err
    assert call(capsys, "forget", "--fewer-pages", 10, "--yes", "--store", store)[:2] == (0, "1 site forgotten\n")
    assert call(capsys, "forget", "--older-than", 1, "--yes", "--store", store)[:2] == (0, "0 sites forgotten\n")
    assert known(store, "a.example").pages == 25
    for wrong in ([], ["a.example", "--older-than", "1"]):
        assert call(capsys, "forget", *wrong, "--store", store)[0] == 2


def test_export_and_import(store, capsys, tmp_path):
    file, other = tmp_path / "all.templates", tmp_path / "other.sqlite"
    assert call(capsys, "export", file, "--store", store)[:2] == (0, "3 sites exported\n")
    assert call(capsys, "import", file, "--store", other)[:2] == (0, "3 sites merged\n")
    for key in ("a.example", "b.example", EVIL):
        assert dump(known(str(other), key)) == dump(known(store, key))
    assert call(capsys, "export", file, "b.example", "none", "--store", store)[:2] == (1, "1 site exported\n")
    assert call(capsys, "import", file, file, "--store", other)[0] == 0
    assert known(str(other), "b.example").pages == 6


@pytest.mark.skipif(sys.platform == "win32", reason="files have the permissions of their folder there")
def test_an_export_is_as_private_as_the_store(store, capsys, tmp_path):
    file = tmp_path / "all.templates"
    call(capsys, "export", file, "--store", store)
    assert file.stat().st_mode & 0o777 == 0o600
    file.chmod(0o640)
    call(capsys, "export", file, "--store", store)
    assert file.stat().st_mode & 0o777 == 0o640


def test_an_export_that_fails_leaves_the_file_that_was_there(store, capsys, tmp_path, monkeypatch):
    file = tmp_path / "all.templates"
    file.write_bytes(b"old")

    def full(template):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(transfer, "dump", full)
    status, _, err = call(capsys, "export", file, "--store", store)
    assert status == 2
    assert f"cannot write {file}: No space left on device" in err
    assert file.read_bytes() == b"old"
    assert list(tmp_path.glob(".*")) == []


def test_merge(store, capsys, tmp_path):
    other = str(tmp_path / "other.sqlite")
    run(SQLiteStore(other), lambda store: store.merge({"b.example": learned(2, 3), "c.example": learned(4)}))
    assert call(capsys, "merge", other, "--store", store)[:2] == (0, "2 sites merged\n")
    assert dump(known(store, "b.example")) == dump(learned(1, 2).merge(learned(2, 3)))
    assert known(store, "c.example").pages == 1
    assert known(other, "b.example").pages == 2


def test_a_store_is_not_merged_into_itself(store, capsys, tmp_path):
    pages = known(store, "b.example").pages
    (tmp_path / "link.sqlite").symlink_to(store)
    for name in [store] if "://" in store else [store, tmp_path / "link.sqlite"]:
        status, _, err = call(capsys, "merge", name, "--store", store)
        assert (status, f"{name} is the store that is merged into" in err) == (2, True)
    assert known(store, "b.example").pages == pages


def test_a_merge_of_an_exported_file_names_the_import(store, capsys, tmp_path):
    file = tmp_path / "all.templates"
    call(capsys, "export", file, "--store", store)
    status, out, err = call(capsys, "merge", file, "--store", store)
    assert (status, out) == (2, "")
    assert "all.templates is an exported file; scrapy-denoise templates import merges it" in err


def test_a_file_of_something_else_is_refused(tmp_path, capsys):
    store = str(tmp_path / "t.sqlite")
    head = msgpack.packb({"format": "scrapy-denoise templates", "version": 2})
    site, end = msgpack.packb(["a", dump(learned(1))]), msgpack.packb({"sites": 1})
    for name, data in {
        "empty": b"", "text": b"hello", "other": msgpack.packb([1, 2]), "entry": head + site + b"\x01",
        "more": head + site + site + end, "behind": head + site + end + site, "none": head + end,
    }.items():  # fmt: skip
        (tmp_path / name).write_bytes(data)
        status, _, err = call(capsys, "import", tmp_path / name, "--store", store)
        assert status == 2, name
        assert "Traceback" not in err
        assert str(tmp_path / name) in err
    assert not (tmp_path / "t.sqlite").exists()


def test_an_export_that_was_cut_short_is_refused_before_anything_is_merged(store, capsys, tmp_path):
    file, cut, other = tmp_path / "all.templates", tmp_path / "cut.templates", tmp_path / "other.sqlite"
    assert call(capsys, "export", file, "--store", store)[0] == 0
    whole = file.read_bytes()
    for length in range(0, len(whole), 7):
        cut.write_bytes(whole[:length])
        status, out, err = call(capsys, "import", file, cut, "--store", other)
        assert (status, out) == (2, ""), length
        assert str(cut) in err
    assert not other.exists()
    assert call(capsys, "import", file, "--store", other)[:2] == (0, "3 sites merged\n")


@pytest.mark.parametrize("action", ["import", "merge"])
def test_a_store_that_fails_on_the_way_says_what_is_merged(action, tmp_path, capsys, monkeypatch):
    made = SQLiteStore(tmp_path / "t.sqlite")
    run(made, lambda store: store.merge({f"{n}.example": learned(n) for n in range(5)}))
    call(capsys, "export", tmp_path / "t.templates", "--store", tmp_path / "t.sqlite")
    monkeypatch.setattr("scrapy_denoise.cli.templates.copy.MERGED_SITES", 2)
    merge, batches = SQLiteStore.merge, []

    async def fills_up(store, templates):
        batches.append(templates)
        if len(batches) == 3:
            raise StoreError("other.sqlite: database or disk is full")
        return await merge(store, templates)

    monkeypatch.setattr(SQLiteStore, "merge", fills_up)
    source = tmp_path / ("t.templates" if action == "import" else "t.sqlite")
    assert call(capsys, action, source, "--store", tmp_path / "other.sqlite") == (
        2,
        "",
        "scrapy-denoise: error: other.sqlite: database or disk is full; 4 sites merged before, whose pages the same "
        "call would count twice\n",
    )


def test_a_source_that_is_missing_leaves_no_empty_target(capsys, tmp_path):
    target = tmp_path / "target.sqlite"
    status, _, err = call(capsys, "merge", tmp_path / "none.sqlite", "--store", target)
    assert (status, "no such file" in err) == (2, True)
    assert list(tmp_path.iterdir()) == []


def test_prune(tmp_path, capsys):
    store = str(tmp_path / "t.sqlite")
    run(SQLiteStore(store), lambda store: store.merge({f"site{number}": learned(1) for number in range(9)}))
    with sqlite3.connect(store) as connection:
        connection.execute("UPDATE sites SET updated = updated - 86400 * substr(key, 5)")
    connection.close()
    assert call(capsys, "prune", "--store", store)[0] == 2
    pruned = call(capsys, "prune", "--older-than", "6.5", "--yes", "--store", store)
    assert pruned[:2] == (0, "2 sites forgotten, 7 sites left\n")
    pruned = call(capsys, "prune", "--max-sites", "2", "--yes", "--store", store)
    assert pruned[:2] == (0, "5 sites forgotten, 2 sites left\n")
    assert [known(store, f"site{number}") is not None for number in range(3)] == [True, True, False]


def test_a_crawl_prunes_its_file_when_it_opens_it(tmp_path):
    path = tmp_path / "t.sqlite"
    run(SQLiteStore(path), lambda store: store.merge({f"site{number}": learned(1) for number in range(9)}))
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE sites SET updated = updated - 86400 * substr(key, 5)")
    connection.close()
    run(SQLiteStore(path, expire_days=6.5), lambda store: store.get("site6"))  # which counts as used now
    assert [known(str(path), f"site{number}") is not None for number in (6, 7, 8)] == [True, False, False]
    run(SQLiteStore(path, max_sites=2), lambda store: store.get("site0"))
    assert [number for number in range(9) if known(str(path), f"site{number}")] == [0, 6]


def test_what_cannot_be_read_is_told_and_the_rest_is_done(tmp_path, capsys):
    store = str(tmp_path / "t.sqlite")
    run(SQLiteStore(store), lambda store: store.merge({"a": learned(1), "b": learned(1)}))
    with sqlite3.connect(store) as connection:
        connection.execute("UPDATE sites SET template = x'00ff' WHERE key = 'a'")
    connection.close()
    status, out, _ = call(capsys, "list", "--store", store)
    assert status == 0
    assert [line.split()[:3] for line in out.splitlines()[1:3]] == [["a", "1", "?"], ["b", "1", "1"]]
    status, out, err = call(capsys, "export", tmp_path / "file", "--store", store)
    assert (status, out) == (1, "1 site exported\n")
    assert "a: not a site template" in err
    assert call(capsys, "show", "a", "--store", store)[0] == 2
    other = str(tmp_path / "other.sqlite")
    run(SQLiteStore(other), lambda store: store.merge({key: learned(1, 2) for key in "abc"}))
    status, out, err = call(capsys, "merge", other, "--store", store)
    assert (status, out) == (1, "2 sites merged\n")
    assert "a: not a site template" in err


OWN_STORE = """
from scrapy_denoise.sites.stores import SQLiteStore
class Store(SQLiteStore):
    def __init__(self):
        super().__init__({path!r})
def wrong():
    raise OSError("no disk")
"""


def test_which_store(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("DENOISE_STORE_URL", raising=False)
    status, _, err = call(capsys, "list")
    assert status == 2
    assert "which store? Give --store FILE" in err
    assert "no such file" in call(capsys, "list", "--store", "none.sqlite")[2]
    assert not (tmp_path / "none.sqlite").exists()
    assert (
        "error: --store takes a file, a class, or an address such as redis://"
        in call(capsys, "list", "--store", "http://:secret@h")[2]
    )
    status, _, err = call(capsys, "list", "--store", "redis://:secret@127.0.0.1:1/0")
    assert status == 2
    assert "secret" not in err
    run(SQLiteStore(tmp_path / "t.sqlite"), lambda store: store.merge({"a.example": learned(1)}))
    monkeypatch.setenv("DENOISE_STORE_URL", str(tmp_path / "t.sqlite"))
    assert "a.example" in call(capsys, "list")[1]
    monkeypatch.delenv("DENOISE_STORE_URL")
    (tmp_path / "scrapy.cfg").write_text("[settings]\ndefault = own_settings\n")
    (tmp_path / "own_settings.py").write_text(f"DENOISE_STORE_PATH = {str(tmp_path / 't.sqlite')!r}\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("SCRAPY_SETTINGS_MODULE", "")  # put back afterwards, as Scrapy sets it itself
    monkeypatch.delenv("SCRAPY_SETTINGS_MODULE")
    assert "a.example" in call(capsys, "list")[1]
    (tmp_path / "own_shop.py").write_text("import own_driver")
    (tmp_path / "own_store.py").write_text(OWN_STORE.format(path=str(tmp_path / "own.sqlite")))
    for name, message in (
        (
            "own_store.Other",
            "own_store.Other: cannot be imported: Module 'own_store' doesn't define any object named 'Other'",
        ),
        ("own_shop.Store", "own_shop.Store: cannot be imported: No module named 'own_driver'"),
        ("no_store.Store", "no_store.Store: no such file, and no class with this import path"),
        ("./no_store.Store", "no_store.Store: no such file, and no class with this import path"),
        ("no_store.sqlite", "no_store.sqlite: no such file"),
    ):
        assert call(capsys, "list", "--store", name)[::2] == (2, f"scrapy-denoise: error: {message}\n")
    assert "not a class that can be called without arguments" in call(capsys, "list", "--store", "own_store.wrong")[2]
    assert "has no functions sites and forget" in call(capsys, "list", "--store", "collections.OrderedDict")[2]
    (tmp_path / "own_settings.py").write_text("DENOISE_STORE = 'own_store.Store'\n")
    monkeypatch.delitem(sys.modules, "own_settings")
    run(SQLiteStore(tmp_path / "own.sqlite"), lambda store: store.merge({"own.example": learned(1)}))
    assert "own.example" in call(capsys, "list", "--store", "own_store.Store")[1]
    assert "own.example" in call(capsys, "list")[1]
    assert call(capsys, "merge", tmp_path / "t.sqlite")[0] == 0
    assert known(str(tmp_path / "own.sqlite"), "a.example").pages == 1


def test_a_long_list_is_read_in_parts(tmp_path, capsys):
    store = str(tmp_path / "t.sqlite")
    site = dump(learned(1))

    async def fill():
        opened = SQLiteStore(store)
        await opened.open()
        await opened.close()

    asyncio.run(fill())
    with sqlite3.connect(store) as connection:
        connection.executemany(
            "INSERT INTO sites (key, template, pages, updated) VALUES (?, ?, ?, 0)",
            ((f"site{i}.example", site, i) for i in range(2500)),
        )
    connection.close()
    _, out, _ = call(capsys, "list", "--store", store, "--limit", 3)
    assert [line.split()[0] for line in out.splitlines()[1:4]] == [f"site{i}.example" for i in (2499, 2498, 2497)]
    assert "2,500 sites" in out
    _, out, _ = call(capsys, "list", "--store", store, "--limit", 0)
    lines = out.splitlines()
    assert lines[0].split() == ["site", "pages", "size", "written"]
    assert [line.split()[:2] for line in lines[1:3]] == [["site2499.example", "2,499"], ["site2498.example", "2,498"]]
    assert len(lines) == 2502


@pytest.mark.parametrize("key", ["", "x" * 5_000_000, "a\ud800.example"], ids=["empty", "5 MB", "surrogate"])
def test_a_key_that_no_site_has_is_refused_before_anything_is_merged(key, capsys, tmp_path):
    file, target = tmp_path / "x.templates", tmp_path / "t.sqlite"
    entries = [transfer.FILE_HEADER, ["a.example", dump(learned(1))], [key, dump(learned(2))], {transfer.END_MARK: 2}]
    file.write_bytes(b"".join(msgpack.packb(entry, unicode_errors="surrogatepass") for entry in entries))
    status, _, err = call(capsys, "import", file, "--store", target)
    assert (status, "entry 2 has a key that no site has" in err, len(err) < 400) == (2, True, True)
    assert not target.exists()


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "not a file that `scrapy-denoise templates export` of this version wrote"),
        (msgpack.packb(transfer.FILE_HEADER) + b"\x91" * 100_000, "damaged, or cut short (StackError)"),
    ],
    ids=["empty", "nested"],
)
def test_what_is_wrong_with_a_file_is_said_once(content, why, capsys, tmp_path):
    file = tmp_path / "x.templates"
    file.write_bytes(content)
    status, _, err = call(capsys, "import", file, "--store", tmp_path / "t.sqlite")
    assert (status, err) == (2, f"scrapy-denoise: error: {file}: {why}\n")

"""QuarkDuplicate: groups of equal and nearly equal contents, and who represents them."""

import json
import random
from datetime import datetime, timezone
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from helpers.archive_bytes import members, record

from scrapy_denoise.cli import main as cli
from scrapy_denoise.corpus.analysis.duplicate_groups import CONTENT_COLUMNS, Contents, duplicate_groups, group_rows
from scrapy_denoise.corpus.output.schema import DOCUMENTS
from scrapy_denoise.document.fingerprint import Fingerprint, fingerprint_of
from scrapy_denoise.document.identity import Identity

WORDS = [f"{first}{last}" for first in "bcdfghklmnprst" for last in ("ala", "eno", "iru", "osu", "uma", "ytt")]


def text(number, changed=0, length=300):
    source, other = random.Random(number), random.Random(number + 1000)
    words = [source.choice(WORDS) for _ in range(length)]
    return " ".join([*(other.choice(WORDS) for _ in range(changed)), *words[changed:]])


def contents(*pages):
    """Pages: address, text, day of the month, and where it was read."""
    rows = []
    for url, said, day, *source in pages:
        mark = said if isinstance(said, Fingerprint) else fingerprint_of(said)
        fetched = datetime(2024, 1, day, tzinfo=timezone.utc) if day else None
        rows.append({
            "url": url, "source": "".join(source), "fetched": fetched,
            "digest": mark and mark.digest.hex(), "minhash": mark and mark.minhash,
        })  # fmt: skip
    schema = pa.schema([DOCUMENTS.field(name) for name in CONTENT_COLUMNS])
    return Contents.from_batches([pa.RecordBatch.from_pylist(rows[n : n + 3], schema) for n in range(0, len(rows), 3)])


def groups(*pages, **options):
    found = contents(*pages)
    chosen = duplicate_groups(found, **options)
    return {found.urls[n]: found.urls[one] for n, one in enumerate(chosen) if one != n}


def test_exact_and_near_duplicates():
    pages = [("a", text(1), 1), ("b", text(1), 2), ("c", text(1, 9), 3), ("d", text(2), 1), ("e", text(1, 250), 1)]
    assert groups(*pages) == {"b": "a", "c": "a"}
    assert groups(*pages, similar=1) == {"b": "a"}


def test_a_copy_with_a_long_tail_cut_off_is_in_the_group_and_a_quotation_is_not():
    whole = text(1, length=600)
    cut, quoted = (" ".join(whole.split()[:length]) for length in (280, 50))
    pages = [("whole", whole, 1), ("cut", cut, 2), ("quoted", quoted, 3)]
    assert groups(*pages) == {"cut": "whole"}
    assert groups(*pages, similar=0.9) == {}


def test_the_representative_does_not_depend_on_the_order():
    pages = [("long", text(1), 2), ("bb", text(1), 2), ("aa", text(1, 3), 2), ("late", text(1), 5), ("x", text(1), 0)]
    for seed in range(5):
        random.Random(seed).shuffle(pages)
        assert set(groups(*pages).values()) == {"aa"}
    assert set(groups(*pages, ("first", text(1, 5), 1)).values()) == {"first"}


def test_the_canonical_page_represents_its_group():
    def copy(changed=0, canonical="http://a.example/main"):
        return fingerprint_of(text(1, changed), Identity(canonical=canonical))

    copies = [("http://a.example/p", copy(), 1), ("http://a.example/amp", copy(3), 2)]
    pages = [*copies, ("http://a.example/main", text(1), 9)]
    assert set(groups(*pages).values()) == {"http://a.example/main"}
    assert set(groups(*pages, similar=1).values()) == {"http://a.example/main"}
    assert set(groups(*copies).values()) == {"http://a.example/p"}  # the canonical page is not there
    other = ("http://a.example/other", fingerprint_of(text(2), Identity(canonical="http://a.example/amp")), 1)
    assert set(groups(*copies, other).values()) == {"http://a.example/p"}  # named by a page of no group


@pytest.mark.parametrize("options", [{}, {"similar": 1}])
def test_different_things_in_the_same_words_are_in_groups_of_their_own(options):
    def thing(sku):
        return fingerprint_of(text(1), Identity(sku=sku))

    pages = [("a1", thing("A"), 1), ("b1", thing("B"), 2), ("a2", thing("A"), 3), ("b2", thing("B"), 4)]
    assert groups(*pages, **options) == {"a2": "a1", "b2": "b1"}


def test_pages_without_an_address_are_told_apart_by_their_sources():
    pages = [("", text(1), 0, "two/a.html"), ("", text(1), 0, "two/b.html"), ("", text(2), 0, "two/c.html")]
    assert len(contents(*pages).urls) == 3
    assert groups(*pages) == {"two/b.html": "two/a.html"}


def test_short_contents_are_in_no_group():
    assert groups(("a", "Please wait.", 1), ("b", "Please wait.", 1)) == {}
    assert groups() == {}


def test_many_pages_of_one_content_and_many_of_none():
    pages = [(f"same{n:03}", text(1, n % 3), 1) for n in range(200)] + [
        (f"p{n:04}", text(n + 2), 1) for n in range(400)
    ]
    random.Random(3).shuffle(pages)
    assert groups(*pages) == {f"same{n:03}": "same000" for n in range(1, 200)}


def test_rows_of_a_group_stand_together():
    found = contents(("b", text(1), 2), ("c", text(2), 1), ("a", text(1, 9), 1), ("d", text(2), 2), ("e", text(3), 1))
    rows = pa.Table.from_batches(group_rows(found, duplicate_groups(found))).to_pylist()
    assert [(row["url"], row["representative"], row["pages"], row["exact"]) for row in rows] == [
        ("a", "a", 2, True), ("b", "a", 2, False), ("c", "c", 2, True), ("d", "c", 2, True),
    ]  # fmt: skip
    assert rows[1]["similarity"] == pytest.approx(0.9, abs=0.1)


def html(number, nav, foot):
    sentences = [" ".join(text(number).split()[n : n + 15]).capitalize() + "." for n in range(0, 300, 15)]
    return f"<ul>{nav}</ul><h1>Story</h1><div>{''.join(f'<p>{one}</p>' for one in sentences)}</div><div>{foot}</div>"


@pytest.mark.parametrize("form", ["parquet", "jsonl"])
def test_the_command(tmp_path, capsys, form):
    """Two mirrors of one article under different templates, and another article under the template of the first."""
    one, two = (
        "<li><a href=/1>Home</a><li><a href=/2>News</a>",
        "<li><a href=/x>Start</a><li><a href=/y>All articles</a>",
    )
    pages = [
        record("http://a.example/1", html(1, one, "Copyright A")),
        record("http://a.example/2", html(2, one, "Copyright A")),
        record("http://b.example/x", html(1, two, "All rights reserved by B")),
    ]  # fmt: skip
    (tmp_path / "x.warc.gz").write_bytes(members(*pages))
    folder, out = str(tmp_path / "content"), str(tmp_path / "groups.parquet")
    flags = ["--jobs", "1", "--format", form, "--columns", "digest,minhash"]
    assert cli.main(["corpus", "clean", str(tmp_path / "x.warc.gz"), "--out", folder, *flags]) == 0
    assert cli.main(["corpus", "duplicates", folder, "--out", out]) == 0
    assert "3 pages with a fingerprint; 2 of them in 1 group," in capsys.readouterr().err
    rows = pq.read_table(out).to_pylist()
    assert {row["url"] for row in rows} == {"http://a.example/1", "http://b.example/x"}
    assert cli.main(["corpus", "rank", folder, "--out", out]) == 2
    assert "without the column 'blocks'" in capsys.readouterr().err


@pytest.mark.parametrize("form", ["parquet", "jsonl"])
def test_identical_files_of_a_folder_are_a_group(tmp_path, capsys, monkeypatch, form):
    monkeypatch.chdir(tmp_path)
    Path("two").mkdir()
    for name, number in (("a.html", 1), ("b.html", 1), ("c.html", 2)):
        Path("two", name).write_text(html(number, "<li><a href=/1>Home</a>", "Copyright"))
    assert cli.main(["corpus", "clean", "two", "--out", "content", "--jobs", "1", "--format", form]) == 0
    for command in ("duplicates", "rank"):
        assert cli.main(["corpus", command, "content", "--out", f"{command}.parquet"]) == 0
    assert "3 pages with a fingerprint; 2 of them in 1 group," in capsys.readouterr().err
    found = pq.read_table("duplicates.parquet").to_pylist()
    assert [(row["url"], row["representative"], row["exact"]) for row in found] == [
        ("two/a.html", "two/a.html", True), ("two/b.html", "two/a.html", True),
    ]  # fmt: skip
    ranked = {row["url"] for row in pq.read_table("rank.parquet").to_pylist()}
    assert {"two/a.html", "two/b.html", "two/c.html"} <= ranked


@pytest.mark.parametrize("command", [["duplicates"], ["rank"], ["classify", "apply", "--model", "m"]])
def test_a_parquet_file_has_no_name_of_another_format(tmp_path, capsys, command):
    first, *others = command
    assert cli.main(["corpus", first, *others[:1], str(tmp_path), *others[1:], "--out", "groups.csv"]) == 2
    assert "name it groups.parquet" in capsys.readouterr().err


def test_other_folders(tmp_path, capsys):
    for command in ("duplicates", "rank"):
        assert cli.main(["corpus", command, str(tmp_path), "--out", str(tmp_path / "x")]) == 2
        assert "is not a folder that corpus clean wrote" in capsys.readouterr().err
    (tmp_path / "_corpus.json").write_text('{"complete": false, "call": {}, "summary": {}}')
    assert cli.main(["corpus", "rank", str(tmp_path), "--out", str(tmp_path / "x")]) == 2
    assert "not complete" in capsys.readouterr().err
    older = {"version": "0.9", "complete": True, "summary": {}}
    older["call"] = {"schema": 2, "form": "parquet", "cleaning": {"columns": []}}
    (tmp_path / "_corpus.json").write_text(json.dumps(older))
    for command in ("duplicates", "rank"):
        assert cli.main(["corpus", command, str(tmp_path), "--out", str(tmp_path / "x")]) == 2
        assert "was written by another release (0.9)" in capsys.readouterr().err
    assert not (tmp_path / "x").exists()

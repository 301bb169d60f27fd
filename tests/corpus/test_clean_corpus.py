"""``scrapy-denoise corpus clean`` with the local engine: what is written, and that nothing half-made looks whole."""

import errno
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pyarrow as pa
import pyarrow.dataset as ds
import pyarrow.parquet as pq
import pytest
from helpers.archive_bytes import members, record, story

from scrapy_denoise import SiteTemplate, denoise
from scrapy_denoise.cli import main as cli
from scrapy_denoise.corpus.input import splits
from scrapy_denoise.corpus.input.files import Reading, read_file
from scrapy_denoise.corpus.input.pages import InputError, RawPage
from scrapy_denoise.corpus.output import folder as folder_module
from scrapy_denoise.corpus.output.folder import BucketWriter, OutputFolder
from scrapy_denoise.corpus.output.reader import read_documents
from scrapy_denoise.corpus.output.schema import DOCUMENTS
from scrapy_denoise.corpus.run import local as local_engine
from scrapy_denoise.corpus.run import watched_reading
from scrapy_denoise.corpus.run.local import LocalEngine
from scrapy_denoise.corpus.run.run import CleaningRun
from scrapy_denoise.corpus.run.site_passes import ERA, SLICE_PAGES, UNLIMITED_ROWS, CorpusOptions, SiteCleaner, merged
from scrapy_denoise.document.fingerprint import LENGTH
from scrapy_denoise.sites import load
from scrapy_denoise.sites.template import MAX_ROWS

SITES = {"a.example": SLICE_PAGES + 9, "b.example": 5, "c.example": 1}
PAGES = [(f"http://{site}/{n}", story(n, site)) for site, count in SITES.items() for n in range(count)]


def archive(path, pages=PAGES):
    path.write_bytes(members(*(record(url, html) for url, html in pages)))
    return path


@pytest.fixture
def run(capsys, tmp_path):
    def call(*argv):
        out = [] if "--out" in argv else ["--out", str(tmp_path / "out")]
        status = cli.main(["corpus", "clean", *map(str, argv), *out, "--jobs", "1", "--buckets", "4"])
        return status, capsys.readouterr().err

    return call


def rows(folder):
    found = ds.dataset(folder, format="parquet", partitioning="hive").to_table().to_pylist()
    return sorted(found, key=lambda row: row["url"])


def by_hand(pages=PAGES):
    """What `denoise` says of each page with the template of all pages of its site."""
    sites = {}
    for url, html in pages:
        sites.setdefault(url.split("/")[2], SiteTemplate()).learn(html, url, era=ERA)
    return {url: denoise(html, url, site=sites[url.split("/")[2]]) for url, html in pages}


def test_rows_are_what_denoise_says_with_the_site(run, tmp_path):
    status, error = run(archive(tmp_path / "x.warc.gz"))
    assert (status, error.strip()) == (0, f"scrapy-denoise: 79 pages of 3 sites in {tmp_path}/out; left out: none")
    found, expected = rows(tmp_path / "out"), by_hand()
    assert [row["url"] for row in found] == sorted(expected)
    for row in found:
        result = expected[row["url"]]
        assert (row["text"], row["title"], row["markdown"]) == (result.text, result.title, result.markdown)
        assert (row["method"], row["page_type"], row["reason"]) == ("auto", result.page_type, result.reason)
        assert row["siblings"] == result.siblings
        assert row["confidence"] == pytest.approx(result.confidence)
        assert row["metadata"]["title"] == result.metadata.title
        assert [block["text"] for block in row["blocks"] if block["kept"]] == [block.text for block in result.blocks]
        assert len(row["blocks"]) == len(result.blocks) + len(result.noise)
        assert (row["site"], row["status"], row["fetched"].year) == (row["url"].split("/")[2], 200, 2024)
        assert len(row["minhash"]) == LENGTH
    assert "small print" not in found[0]["text"]


def test_a_row_says_where_its_page_was_read(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "in" / "deep").mkdir(parents=True)
    archive(tmp_path / "in" / "x.warc.gz", PAGES[-1:])
    (tmp_path / "in" / "deep" / "a.html").write_text(story(1))
    lines = ["no json", json.dumps({"html": story(2)}), json.dumps({"html": story(3), "url": "http://b.example/3"})]
    (tmp_path / "in" / "crawl.jsonl").write_text("\n".join(lines))
    pa.parquet.write_table(pa.table({"html": [story(4)], "url": [""]}), tmp_path / "in" / "p.parquet")
    assert run("in", "--columns", "text")[0] == 0
    assert {(row["source"], row["url"], row["site"]) for row in rows(tmp_path / "out")} == {
        ("in/x.warc.gz@0", PAGES[-1][0], "c.example"), ("in/deep/a.html", "", "in/deep"),
        ("in/crawl.jsonl:2", "", "in"), ("in/crawl.jsonl:3", "http://b.example/3", "b.example"),
        ("in/p.parquet:1", "", "in"),
    }  # fmt: skip
    (skip,) = map(json.loads, (tmp_path / "out" / "_skipped.jsonl").open())
    assert skip["source"] == "in/crawl.jsonl:1"


@pytest.mark.skipif(sys.platform in ("darwin", "win32"), reason="names of files are Unicode there")
def test_sources_that_are_not_utf_8_stay_different(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "in").mkdir()
    for number, name in enumerate(("m\udce4hle.html", "m\udcfchle.html")):
        (tmp_path / "in" / name).write_text(story(number))
    assert run("in", "--columns", "text")[0] == 0
    assert {row["source"] for row in rows(tmp_path / "out")} == {"in/m\\udce4hle.html", "in/m\\udcfchle.html"}


def test_what_is_said_to_be_html_has_a_row_wherever_it_comes_from(run, tmp_path):
    """A PDF and nothing at all: as files named .html, as responses of the type text/html, and as fields."""
    pdf, folder = b"%PDF-1.7\n" + b"\x80\0" * 99, tmp_path / "in"
    folder.mkdir()
    (folder / "a.html").write_bytes(pdf)
    (folder / "b.html").write_bytes(b"")
    responses = [record("http://a.example/1", pdf), record("http://a.example/2", b"")]
    responses.append(record("http://a.example/3", pdf, mime="application/pdf"))
    (folder / "x.warc.gz").write_bytes(members(*responses))
    pa.parquet.write_table(pa.table({"html": [pdf, b""], "url": ["", ""]}), folder / "p.parquet")
    status, error = run(folder)
    assert (status, error.endswith("left out: 1 not_html\n")) == (0, True)  # counted, and not in _skipped.jsonl
    reasons = {row["source"].partition(f"{folder}/")[2].partition("@")[0]: [] for row in rows(tmp_path / "out")}
    for row in rows(tmp_path / "out"):
        reasons[row["source"].partition(f"{folder}/")[2].partition("@")[0]].append(row["reason"])
    assert {name: sorted(found) for name, found in reasons.items()} == {
        "a.html": ["not_html"], "b.html": ["empty"], "x.warc.gz": ["empty", "not_html"],
        "p.parquet:1": ["not_html"], "p.parquet:2": ["empty"],
    }  # fmt: skip


def test_links_name_their_blocks(run, tmp_path):
    html = story(1).replace("</h1>", "</h1><p>A picture: <a href=/p><img src=x></a></p>")
    assert run(archive(tmp_path / "x.warc.gz", [("http://a.example/1", html)]))[0] == 0
    (row,) = rows(tmp_path / "out")
    links = [
        (link["url"].split("example")[1], link["text"], row["blocks"][link["block"]]["text"], link["kind"])
        for link in row["links"]
    ]
    assert links == [
        ("/", "Home", "Home News of a", "navigation"),
        ("/news", "News of a", "Home News of a", "navigation"),
        ("/p", "", "A picture:", "content"),
        ("/next/1", "Next", "Next", "pagination"),
    ]


def test_the_folder_is_a_table_by_bucket(run, tmp_path):
    run(archive(tmp_path / "x.warc.gz"))
    out = tmp_path / "out"
    schema = ds.dataset(out, format="parquet", partitioning="hive").schema
    assert schema.remove(schema.get_field_index("bucket")).equals(DOCUMENTS)
    assert sorted(path.name for path in out.iterdir() if path.name[0] == "_") == ["_corpus.json", "_skipped.jsonl"]
    sites = [{row["site"] for row in rows(place)} for place in out.glob("bucket=*")]
    assert sorted(site for some in sites for site in some) == sorted(SITES)


def test_json_lines_and_chosen_columns(run, tmp_path):
    assert run(archive(tmp_path / "x.warc.gz"), "--format", "jsonl", "--columns", "text, minhash,metadata")[0] == 0
    lines = [line for path in (tmp_path / "out").glob("bucket=*/pages.jsonl") for line in path.open()]
    found = [json.loads(line) for line in lines]
    assert {row["url"] for row in found} == {url for url, _ in PAGES}
    assert list(found[0]) == ["url", "source", "site", "fetched", "status", "text", "metadata", "minhash"]
    assert found[0]["fetched"] == "2024-01-02T03:04:05+00:00"
    assert found[0]["metadata"]["sources"] == {"title": "page", "language": "page"}


@pytest.mark.parametrize("form", ["jsonl", "parquet"])
def test_posts_and_comments_are_columns_where_they_are_named(run, tmp_path, form):
    said = "".join(
        f'<div class="comment"><b class="author">{name}</b> <time datetime="2024-05-0{day}">May {day}, 2024</time>'
        f"<p>The bridge was closed for {day} days, and nobody knew of it.</p></div>"
        for day, name in enumerate(("Ann", "Ben", "Cleo"), 1)
    )
    text = "<p>The river rose in the night, and by the morning the lower road was under water.</p>" * 4
    page = f"<article><h1>The river</h1>{text}</article><h2>Comments</h2><section class=comments>{said}</section>"
    path = archive(tmp_path / "x.warc.gz", [("http://a.example/1", page)])
    assert run(path, "--format", form, "--columns", "posts,comments")[0] == 0
    if form == "jsonl":
        (row,) = [json.loads(line) for path in (tmp_path / "out").glob("bucket=*/pages.jsonl") for line in path.open()]
    else:
        (row,) = rows(tmp_path / "out")
    result = denoise(page, "http://a.example/1")
    assert [one["author"] for one in row["comments"]] == ["Ann", "Ben", "Cleo"]
    for name, found in (("comments", result.comments), ("posts", result.posts)):
        assert row[name] == [{"rating": None, "best": None, "stated": False, **one.to_dict()} for one in found]


# One algebra


def test_any_order_and_division_learns_the_same_template():
    pages = [RawPage(url, html.encode(), url, "a.example") for url, html in PAGES[: SITES["a.example"]]]
    cleaner = SiteCleaner(CorpusOptions())
    whole = cleaner.learn(pages)
    for seed in range(3):
        source = random.Random(seed)
        source.shuffle(pages)
        cuts = sorted(source.sample(range(len(pages)), 3))
        parts = [cleaner.learn(pages[i:j]) for i, j in zip([0, *cuts], [*cuts, len(pages)], strict=True)]
        source.shuffle(parts)
        assert merged(parts) == whole


def test_the_order_of_the_input_does_not_matter(run, tmp_path):
    source, again = random.Random(7), PAGES.copy()
    source.shuffle(again)
    run(archive(tmp_path / "x.warc.gz"))
    half = len(again) // 2
    for name, part in (("y.warc.gz", again[:half]), ("z.warc.gz", again[half:])):
        archive(tmp_path / name, part)
    assert run(tmp_path / "y.warc.gz", tmp_path / "z.warc.gz", "--out", tmp_path / "other")[0] == 0
    one, other = ([{**row, "source": ""} for row in rows(tmp_path / name)] for name in ("out", "other"))
    assert one == other


@pytest.mark.parametrize("compress", [True, False])
def test_a_file_that_several_processes_read_has_the_same_rows(tmp_path, monkeypatch, compress):
    records = [record(url, html) for url, html in PAGES[:30] * 2]
    records[7] = record("http://a.example/7", story(7), lie=99)
    records[11] = record(PAGES[11][0], b"WARC/1.0\n" * 200)
    whole = members(*records) if compress else b"".join(records)
    path = tmp_path / ("x.warc.gz" if compress else "x.warc")
    # In the second file the length of a record is wrong by all that follows, so that it cannot be divided.
    lying = record("http://d.example/1", b"x", mime="image/png", lie=sum(map(len, records)))
    (tmp_path / "y.warc").write_bytes(records[0] + lying + b"".join(records))
    path.write_bytes(whole)
    found = []
    for size in (1 << 30, 3_000):
        monkeypatch.setattr(splits, "SPLIT_BYTES", size)
        out = tmp_path / str(size)
        run = CleaningRun((path, tmp_path / "y.warc"), Reading(), CorpusOptions(columns=("text",)), out, buckets=1)
        assert len(list(splits.splits_of(run.files))) == 1 or size == 3_000
        summary = LocalEngine(2).clean(run)
        table = pa.parquet.read_table(out / "bucket=00000" / "pages.parquet").to_pylist()
        found.append((table, summary, (out / "_skipped.jsonl").read_text()))
    assert found[0] == found[1]
    assert len(found[0][0]) >= 60


def test_a_large_site_is_learned_from_a_sample_that_its_addresses_decide(run, tmp_path):
    sample, large = 3, PAGES[: SITES["a.example"]]
    run(archive(tmp_path / "x.warc.gz"), "--site-sample", sample)
    pages = sorted((RawPage(url, html.encode(), url, "") for url, html in large), key=lambda page: page.rank)
    template = SiteCleaner(CorpusOptions()).learn(pages[:sample])
    expected = {row["url"]: row["siblings"] for row in SiteCleaner(CorpusOptions()).clean(pages, template)}
    found = {row["url"]: row["siblings"] for row in rows(tmp_path / "out")}
    assert {url: found[url] for url in expected} == expected
    assert set(expected.values()) == {sample - 1, sample}


def test_pages_can_be_cleaned_alone(run, tmp_path):
    run(archive(tmp_path / "x.warc.gz"), "--site-sample", "0")
    assert {row["siblings"] for row in rows(tmp_path / "out")} == {0}
    assert rows(tmp_path / "out")[0]["text"] == denoise(PAGES[0][1], PAGES[0][0]).text


# What goes wrong


def test_a_file_that_cannot_be_read_is_told_by_the_exit_status(run, tmp_path):
    (tmp_path / "a.warc").write_bytes(record("http://a.example/1", story(1)))
    (tmp_path / "b.parquet").write_bytes(b"not a table")
    status, error = run(tmp_path / "a.warc", tmp_path / "b.parquet")
    assert (status, "1 page of 1 site" in error, "1 unreadable" in error) == (1, True, True)
    assert run(tmp_path / "a.warc", tmp_path / "b.parquet", "--allow-truncated")[0] == 0


def test_damaged_and_hostile_pages(run, tmp_path):
    many = " ".join(f"x{i}=1" for i in range(20_000))
    pages = [
        record("http://a.example/1", story(1)), record("http://a.example/2", b"\x89PNG\r\n\x1a\n" + b"\0" * 99),
        record("http://a.example/3", "<p>" * 3000), record("http://a.example/4", b"\xff\xfe" * 40),
        record("http://a.example/5", story(5).encode("utf-16"), mime="text/html; charset=nonsense"),
        record("http://[bad/6", story(6)), record("http://a.example/7", f"<a {many}>"),
        record("http://a.example/8", story(8), lie=77), record("http://a.example/9", story(9)),
    ]  # fmt: skip
    (tmp_path / "x.warc.gz").write_bytes(members(*pages)[:-50])
    status, error = run(tmp_path / "x.warc.gz")
    found = {row["url"]: row for row in rows(tmp_path / "out")}
    assert status == 1
    assert len(found) == 8
    assert "1 truncated" in error
    assert "1 cut" in error or "1 damaged" in error
    again, error = run(tmp_path / "x.warc.gz", "--allow-truncated")
    assert (again, "1 truncated" in error, "complete before" in error) == (0, True, True)
    assert [found[f"http://a.example/{n}"]["reason"] for n in (2, 7)] == ["not_html", "too_large"]
    assert "rose in the night" in found["http://a.example/5"]["text"]
    assert found["http://[bad/6"]["site"] == ""
    skip, cut = map(json.loads, (tmp_path / "out" / "_skipped.jsonl").open())
    assert skip["source"].startswith(f"{tmp_path}/x.warc.gz@")
    assert (cut["source"], cut["reason"]) == (f"{tmp_path}/x.warc.gz", "truncated")
    assert "9 records were read" in cut["detail"]


class _Slow(SiteCleaner):
    """A page that hangs while it is read, one that hangs later, and one that kills its process."""

    def read(self, raw):
        if raw.url.endswith("b.example/2"):
            time.sleep(600)
        if raw.url.endswith("a.example/7"):
            os.kill(os.getpid(), signal.SIGKILL)
        return super().read(raw)

    def _row(self, raw, page, site):
        if raw.url.endswith("b.example/4"):
            time.sleep(600)
        return super()._row(raw, page, site)


class _SlowWork(local_engine._Work):
    cleaner = _Slow

    def __init__(self, path, buckets, reading, cleaning, seconds):
        super().__init__(path, buckets, reading, cleaning, seconds)
        self._cleaner = self.cleaner(cleaning)


@pytest.mark.slow
def test_pages_that_hang_or_kill_their_worker_are_left_out(tmp_path, monkeypatch):
    monkeypatch.setattr(local_engine, "_Work", _SlowWork)
    path = archive(tmp_path / "x.warc.gz")
    run = CleaningRun((path,), Reading(), CorpusOptions(columns=("text",)), tmp_path / "out", seconds=1.0, buckets=2)
    summary = LocalEngine(2).clean(run)
    assert summary.as_dict() == {"pages": 76, "sites": 3, "skipped": {"crashed": 1, "timeout": 2}}
    urls = {row["url"] for row in rows(tmp_path / "out")}
    assert {url for url, _ in PAGES} - urls == {
        "http://a.example/7", "http://b.example/2", "http://b.example/4",
    }  # fmt: skip


class _SlowToLearn(SiteCleaner):
    def learn(self, pages):
        return super().learn(page for page in pages if not page.url.endswith("a.example/7") or time.sleep(600))


class _SlowToLearnWork(_SlowWork):
    cleaner = _SlowToLearn


@pytest.mark.slow
def test_a_page_that_is_lost_while_its_template_is_learned_has_a_row(tmp_path, monkeypatch):
    monkeypatch.setattr(local_engine, "_Work", _SlowToLearnWork)
    monkeypatch.setattr("scrapy_denoise.corpus.run.tasks.SLICE_PAGES", 8)
    path = archive(tmp_path / "x.warc.gz")
    run = CleaningRun((path,), Reading(), CorpusOptions(columns=("text",)), tmp_path / "out", seconds=1.0, buckets=2)
    assert LocalEngine(1).clean(run).as_dict() == {"pages": len(PAGES), "sites": 3, "skipped": {}}
    assert {row["url"] for row in rows(tmp_path / "out")} == {url for url, _ in PAGES}


class _Raising(SiteCleaner):
    """Pages that raise while they are read, cleaned, and stored."""

    def read(self, raw):
        if raw.url.endswith("a.example/7") or raw.url.endswith("c.example/0"):
            raise LookupError("read \ud800")
        return super().read(raw)

    def _row(self, raw, page, site):
        if raw.url.endswith("b.example/4"):
            raise MemoryError
        row = super()._row(raw, page, site)
        return row | {"text": 7} if raw.url.endswith("a.example/9") else row


class _RaisingWork(_SlowWork):
    cleaner = _Raising


@pytest.mark.parametrize("slice_size", [SLICE_PAGES, 8])
def test_whatever_a_page_raises_is_its_own(tmp_path, monkeypatch, slice_size):
    monkeypatch.setattr(local_engine, "_Work", _RaisingWork)
    monkeypatch.setattr("scrapy_denoise.corpus.run.tasks.SLICE_PAGES", slice_size)
    path = archive(tmp_path / "x.warc.gz")
    run = CleaningRun((path,), Reading(), CorpusOptions(columns=("text",)), tmp_path / "out", buckets=2)
    summary = LocalEngine(1).clean(run)
    assert summary.as_dict() == {"pages": len(PAGES) - 4, "sites": 3, "skipped": {"error": 4}}
    bad = {"http://a.example/7", "http://a.example/9", "http://b.example/4", "http://c.example/0"}
    assert {url for url, _ in PAGES} - {row["url"] for row in rows(tmp_path / "out")} == bad
    told = list(map(json.loads, (tmp_path / "out" / "_skipped.jsonl").open()))
    assert len(told) == 4
    assert {one["detail"].split(":")[0] for one in told} >= {"LookupError", "MemoryError"}


def test_a_label_that_is_none_costs_nothing(run, tmp_path):
    labels = ("zlib", "hex", "idna", "undefined", "unicode_escape", "punycode", "none")
    table = {
        "url": [f"http://a.example/{n}" for n in range(2 * len(labels))],
        "html": [f"<meta charset={label}>{story(n)}<p>\xe9".encode() for n in (1, 2) for label in labels],
        "charset": [*labels, *[None] * len(labels)],
    }
    pa.parquet.write_table(pa.table(table), tmp_path / "a.parquet")
    assert run(tmp_path / "a.parquet")[0] == 0
    found = rows(tmp_path / "out")
    assert [row["reason"] for row in found] == [""] * 2 * len(labels)
    assert all("rose in the night" in row["text"] for row in found)


def test_a_run_goes_on_after_the_last_whole_bucket(tmp_path, monkeypatch):
    path = archive(tmp_path / "x.warc.gz")
    run = CleaningRun((path,), Reading(), CorpusOptions(columns=("text",)), tmp_path / "out", buckets=8)
    write, closed = BucketWriter.write, []

    def full(writer, batch):
        if closed:
            raise OSError(errno.ENOSPC, "No space left on device")
        write(writer, batch)

    def close(writer, original=BucketWriter.close):
        original(writer)
        closed.append(writer)

    with monkeypatch.context() as patch:
        patch.setattr(BucketWriter, "write", full)
        patch.setattr(BucketWriter, "close", close)
        with pytest.raises(OSError, match="No space"):
            LocalEngine(1).clean(run)
    (first,) = (tmp_path / "out").glob("bucket=*/pages.parquet")  # whole; the next is not there at all
    before = first.stat().st_mtime_ns
    assert json.loads((tmp_path / "out" / "_corpus.json").read_text())["complete"] is False
    assert LocalEngine(1).clean(run).pages == len(PAGES)
    assert first.stat().st_mtime_ns == before
    assert [row["url"] for row in rows(tmp_path / "out")] == sorted(url for url, _ in PAGES)
    assert not (tmp_path / "out" / "_work").exists()


def test_killed_while_it_writes(tmp_path):
    """Of a run that is killed, what stands in the folder is whole, and the same call completes it."""
    path = archive(
        tmp_path / "x.warc.gz", [(f"http://s{n}.example/{i}", story(i)) for n in range(30) for i in range(9)]
    )
    command = [
        sys.executable,
        "-m",
        "scrapy_denoise",
        "corpus",
        "clean",
        path,
        "--out",
        tmp_path / "out",
        "--jobs",
        "1",
    ]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, start_new_session=True)
    while process.poll() is None and not list((tmp_path / "out").glob("bucket=*/pages.parquet")):
        time.sleep(0.01)
    os.killpg(process.pid, signal.SIGKILL)
    process.communicate()
    pa.concat_tables(pa.parquet.read_table(part) for part in (tmp_path / "out").glob("bucket=*/pages.parquet"))
    assert subprocess.run(command, check=False, capture_output=True).returncode == 0
    assert len(rows(tmp_path / "out")) == 270


def test_the_same_call_again_does_nothing(run, tmp_path):
    path = archive(tmp_path / "x.warc.gz")
    first = run(path)
    times = [file.stat().st_mtime_ns for file in sorted((tmp_path / "out").rglob("*"))]
    told = first[1].removeprefix("scrapy-denoise: ")
    out = tmp_path / "out"
    assert run(path) == (0, f"scrapy-denoise: {out} was complete before this call, which changed nothing: {told}")
    assert [file.stat().st_mtime_ns for file in sorted((tmp_path / "out").rglob("*"))] == times


class _Killed(SiteCleaner):
    """A page kills its process while the file "memory ends" is beside the input: once, if that is empty."""

    def _row(self, raw, page, site):
        memory = Path(raw.source).parent / "memory ends"
        if raw.url.endswith("a.example/7") and memory.exists():
            if memory.stat().st_size == 0:
                memory.unlink()
            os.kill(os.getpid(), signal.SIGKILL)
        return super()._row(raw, page, site)


class _KilledWork(_SlowWork):
    cleaner = _Killed


def test_a_worker_that_the_system_kills_changes_no_row(tmp_path, monkeypatch, run):
    path = archive(tmp_path / "x.warc.gz")
    run(path, "--columns", "text", "--out", tmp_path / "undisturbed")
    undisturbed = rows(tmp_path / "undisturbed")
    monkeypatch.setattr(local_engine, "_Work", _KilledWork)
    (tmp_path / "memory ends").touch()  # once
    assert run(path, "--columns", "text")[0] == 0
    assert not (tmp_path / "memory ends").exists()
    assert rows(tmp_path / "out") == undisturbed


def test_what_was_left_out_as_crashed_is_tried_again_by_the_next_call(tmp_path, monkeypatch, run):
    path = archive(tmp_path / "x.warc.gz")
    run(path, "--columns", "text", "--out", tmp_path / "undisturbed")
    undisturbed = rows(tmp_path / "undisturbed")
    monkeypatch.setattr(local_engine, "_Work", _KilledWork)
    (tmp_path / "memory ends").write_text("always")
    status, error = run(path, "--columns", "text")
    assert (status, "left out: 1 crashed" in error) == (0, True)
    # The others have the template that they would have had.
    assert rows(tmp_path / "out") == [row for row in undisturbed if not row["url"].endswith("a.example/7")]
    (tmp_path / "memory ends").unlink()
    status, error = run(path, "--columns", "text")
    assert (status, "left out: none" in error, "changed nothing" in error) == (0, True, False)
    assert rows(tmp_path / "out") == undisturbed
    assert "changed nothing" in run(path, "--columns", "text")[1]


def _hangs_or_dies_after_five(path, *arguments, **options):
    for number, item in enumerate(read_file(path, *arguments, **options)):
        if number == 5 and path.name.startswith("hangs"):
            time.sleep(600)
        if number == 5 and path.name.startswith("dies"):
            os.kill(os.getpid(), signal.SIGKILL)
        yield item


class _HangingWork(local_engine._Work):
    def _stored(self, split, skip_page):
        watched_reading.read_file = _hangs_or_dies_after_five
        return super()._stored(split, skip_page)


def test_a_worker_that_hangs_or_dies_while_it_reads_is_given_up(tmp_path, monkeypatch):
    names = ["a.warc.gz", "dies.warc.gz", "hangs.warc.gz"]
    paths = [
        archive(tmp_path / name, [(f"http://{name[0]}.example/{i}", story(i)) for i in range(8)]) for name in names
    ]
    monkeypatch.setattr(local_engine, "_Work", _HangingWork)
    run = CleaningRun(
        tuple(paths), Reading(), CorpusOptions(columns=("text",)), tmp_path / "out", seconds=1.0, buckets=2
    )
    summary = LocalEngine(2).clean(run)
    assert summary.as_dict() == {"pages": 18, "sites": 3, "skipped": {"unread": 2}}
    skips = {skip["source"]: skip for skip in map(json.loads, (tmp_path / "out" / "_skipped.jsonl").open())}
    assert skips[str(paths[1])]["detail"].startswith("its process died when 5 records were read")
    assert "when 5 records were read; those that follow are left out" in skips[str(paths[2])]["detail"]
    monkeypatch.undo()
    assert LocalEngine(2).clean(run).as_dict() == {"pages": 24, "sites": 3, "skipped": {}}


def test_a_file_that_was_not_read_to_its_end_is_told_by_the_exit_status(tmp_path, run):
    archive(tmp_path / "a.warc.gz", [(f"http://a.example/{i}", story(i)) for i in range(3)])
    os.mkfifo(tmp_path / "hangs.jsonl")  # to open it waits for ever, as nobody writes
    paths = tmp_path / "a.warc.gz", tmp_path / "hangs.jsonl", "--page-seconds", "1"
    status, error = run(*paths)
    assert status == 1
    assert "3 pages of 1 site" in error
    assert "left out: 1 unread (see " in error
    (skip,) = map(json.loads, (tmp_path / "out" / "_skipped.jsonl").open())
    assert skip["detail"].endswith("when 0 records were read; those that follow are left out")
    status, error = run(*paths, "--allow-truncated")  # and tries again
    assert (status, "1 unread" in error, "complete before" in error) == (0, True, False)


@pytest.mark.parametrize("name", ["no.parquet", "no.wacz"])
def test_a_file_that_was_not_read_at_all_is_told_by_the_exit_status(tmp_path, run, name):
    archive(tmp_path / "a.warc.gz", [(f"http://a.example/{i}", story(i)) for i in range(3)])
    (tmp_path / name).write_bytes(b"\x00 nothing that can be read \xff" * 40)
    status, error = run(tmp_path / "a.warc.gz", tmp_path / name)
    assert status == 1
    assert "3 pages of 1 site" in error
    assert "left out: 1 unreadable (see " in error
    status, error = run(tmp_path / "a.warc.gz", tmp_path / name)
    assert (status, "complete before" in error) == (1, True)
    status, _ = run(tmp_path / "a.warc.gz", tmp_path / name, "--allow-truncated")
    assert status == 0


# Two runs at once


def test_two_runs_on_one_output(tmp_path):
    """The second ends at once, with a sentence; the first is as if it had been alone."""
    path = archive(
        tmp_path / "x.warc.gz", [(f"http://s{n}.example/{i}", story(i)) for n in range(30) for i in range(9)]
    )
    command = [sys.executable, "-m", "scrapy_denoise", "corpus", "clean", path, "--jobs", "1", "--format", "jsonl"]
    command += ["--buckets", "1", "--out"]
    first = subprocess.Popen([*command, tmp_path / "out"], stderr=subprocess.PIPE, text=True)
    refused = 0
    for wanted in ("_corpus.json", "_work/*.jsonl"):  # while it reads, and while it writes
        while first.poll() is None and not list((tmp_path / "out").glob(wanted)):
            time.sleep(0.01)
        for flags in ([], ["--overwrite"]):
            second = subprocess.run([*command, tmp_path / "out", *flags], check=False, capture_output=True, text=True)
            if second.returncode == 0:  # the first had written all, and was about to end
                assert first.wait(timeout=10) == 0
            elif first.poll() is None:
                refused += 1
                assert second.returncode == 2
                assert second.stderr.count("\n") == 1
                assert f"{tmp_path}/out is being written by process {first.pid} on " in second.stderr
    assert refused
    assert "270 pages of 30 sites" in first.communicate()[1]
    assert subprocess.run([*command, tmp_path / "alone"], check=False, capture_output=True).returncode == 0
    written = [tmp_path / name / "bucket=00000" / "pages.jsonl" for name in ("out", "alone")]
    assert written[0].read_bytes() == written[1].read_bytes()


@pytest.mark.parametrize("damage", ["zeros", "cut", "gone", "more"])
def test_complete_is_what_was_read_back(run, tmp_path, damage):
    path = archive(tmp_path / "x.warc.gz")
    first = run(path, "--format", "jsonl", "--buckets", "2")
    whole = sorted((tmp_path / "out").glob("bucket=*/pages.jsonl"))[0]
    data = whole.read_bytes()
    if damage == "more":
        (tmp_path / "out" / "bucket=00009").mkdir()
        (tmp_path / "out" / "bucket=00009" / "pages.jsonl").write_bytes(data)
    else:
        whole.write_bytes({"zeros": data[:50] + bytes(len(data) - 50), "cut": data[:-1], "gone": b""}[damage])
    if damage == "gone":
        whole.unlink()
    status, error = run(path, "--format", "jsonl", "--buckets", "2")
    assert status == 2
    assert f"{tmp_path}/out is not complete: bucket=0000" in error
    if damage != "more":
        with pytest.raises(InputError, match=r"out.*bucket=0000"):  # nor do the analyses read a part of it
            list(read_documents(tmp_path / "out", ("url", "text")))
    assert run(path, "--format", "jsonl", "--buckets", "2", "--overwrite") == first


def test_a_disk_that_is_full_at_once_refuses_no_later_call(run, tmp_path, monkeypatch):
    path = archive(tmp_path / "x.warc.gz", PAGES[:3])

    def full(*_, **options):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("scrapy_denoise.corpus.output.folder.json.dumps", full)
        assert run(path) == (2, f"scrapy-denoise: error: cannot write {tmp_path}/out: No space left on device\n")
    assert not (tmp_path / "out").exists()
    assert run(path)[0] == 0


def test_folders_of_others_are_left_alone(run, tmp_path):
    path = archive(tmp_path / "x.warc.gz", PAGES[:3])
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "letters.txt").write_text("mine")
    for flags in ([], ["--overwrite"]):
        status, error = run(path, *flags)
        assert status == 2
        assert "give another --out" in error
    assert [file.name for file in (tmp_path / "out").iterdir()] == ["letters.txt"]


def test_another_call_replaces_only_when_told(run, tmp_path):
    path = archive(tmp_path / "x.warc.gz", PAGES[-3:])
    run(path)
    status, error = run(path, "--columns", "text")
    assert (status, "--overwrite to replace it" in error) == (2, True)
    assert run(path, "--columns", "text", "--overwrite")[0] == 0
    assert set(rows(tmp_path / "out")[0]) == {"url", "source", "site", "fetched", "status", "text", "bucket"}


@pytest.mark.parametrize(
    ("flags", "why"),
    [
        (["--columns", "txt"], "no column 'txt'; there are: url, source, site"),
        (["--status", "ok"], "give numbers"),
        (["--option", "min_expected_f1=2"], "min_expected_f1"),
        (["--jobs", "0"], "whole number from 1 up"),
    ],
)
def test_options_that_are_wrong(run, tmp_path, flags, why):
    status, error = run(archive(tmp_path / "x.warc.gz", PAGES[:1]), *flags)
    assert (status, error.count("\n")) == (2, 1)
    assert why in error


def test_inputs_without_a_page(run, tmp_path):
    (tmp_path / "x.wet.warc.gz").write_bytes(members(record(kind="conversion")))
    status, error = run(tmp_path / "x.wet.warc.gz")
    assert status == 2
    assert "WAT and WET" in error
    assert "no such file" in run(tmp_path / "gone.warc")[1]
    (tmp_path / "y.warc").write_bytes(record(status="404 Not Found"))
    assert "left out: 1 status" in run(tmp_path / "y.warc", "--out", tmp_path / "other")[1]


def test_columns_that_no_line_has(run, tmp_path):
    path = tmp_path / "x.jsonl"
    path.write_text("\n".join(json.dumps({"address": url, "body": html}) for url, html in PAGES[-3:]))
    assert run(path, "--url-column", "adress", "--html-column", "body") == (
        2,
        f"scrapy-denoise: error: {path}: no column 'adress' in any line; there are: address, body "
        "(--html-column, --url-column)\n",
    )
    status, error = run(path, "--url-column", "address", "--out", tmp_path / "other")
    assert (status, "no column 'html' in any line; there are: address, body" in error) == (2, True)
    assert not (tmp_path / "out").exists()
    assert run(path, "--url-column", "address", "--html-column", "body")[0] == 0
    assert [row["url"] for row in rows(tmp_path / "out")] == sorted(url for url, _ in PAGES[-3:])


def test_lines_without_a_page_are_told(run, tmp_path):
    (tmp_path / "x.jsonl").write_text('{"html": null}\n{"html": 3}\n')
    status, error = run(tmp_path / "x.jsonl")
    assert status == 2
    assert f"left out: 2 damaged; the first: {tmp_path}/x.jsonl:1: no page in the column 'html'" in error


def test_help_has_examples(capsys):
    with pytest.raises(SystemExit):
        cli.main(["corpus", "clean", "--help"])
    assert "scrapy-denoise corpus clean crawl.warc.gz --out content/" in capsys.readouterr().out


def large_page(number):
    """A page of many rows in one of six layouts, of which each has one page more than the one before."""
    layout = next(n for n in range(6) if number < (n + 1) * (n + 2) // 2)
    tag = ("section", "main", "aside", "nav", "article", "header")[layout]
    letter = "abcdefghijklmnopqrstu"[number]
    rows = "".join(f"<b><p>{letter}{row}</p></b>" for row in range(3_000))
    url = f"http://large.example/{number}"
    return RawPage(url, f"<{tag}>{rows}".encode(), url, "large.example")


def test_a_template_with_too_many_rows_is_the_same_however_the_work_is_divided():
    pages = list(map(large_page, range(21)))
    cleaner = SiteCleaner(CorpusOptions(columns=("text", "siblings")))
    whole = cleaner.learn(pages)
    parts = [cleaner.learn(pages[n::5]) for n in (3, 1, 4, 0, 2)]
    assert load(whole, UNLIMITED_ROWS).rows > MAX_ROWS
    assert merged(parts) == merged([merged(parts[:2]), merged(parts[2:])]) == whole
    found = list(cleaner.clean([pages[0], pages[-1]], whole))
    assert [row["siblings"] for row in found] == [0, 5]
    assert found == [row for n, row in enumerate(cleaner.clean_site(pages)) if n in (0, 20)]


def test_output_is_replaced_by_a_complete_one_alone(run, tmp_path):
    table = tmp_path / "x.parquet"
    pq.write_table(pa.table({"url": [url for url, _ in PAGES[-3:]], "html": [html for _, html in PAGES[-3:]]}), table)
    out = tmp_path / "out"
    assert run(table)[0] == 0
    before = contents(out)
    status, error = run(table, "--html-column", "body", "--overwrite")
    assert (status, "body" in error) == (2, True)
    assert contents(out) == before
    assert run(table)[0] == 0  # its call is still that of the output
    assert contents(out) == before


@pytest.mark.parametrize("stopped", ["setting aside", "reading", "writing"])
def test_a_stopped_call_that_replaces_output_loses_none(run, tmp_path, monkeypatch, stopped):
    """Whenever calls are stopped, the earlier output is there until one is complete."""
    path = archive(tmp_path / "x.warc.gz", PAGES[-3:])
    out = tmp_path / "out"
    run(path)
    before = contents(out)
    place = {
        "setting aside": (folder_module, "replacing"),
        "reading": (folder_module.OutputFolder, "_write_manifest"),
        "writing": (folder_module.OutputFolder, "finish"),
    }[stopped]
    for _ in range(2):
        with monkeypatch.context() as patch:
            patch.setattr(*place, interrupt)
            with pytest.raises(KeyboardInterrupt):
                OutputFolder(out, "parquet", {"another": "call"}, overwrite=True).finish({"pages": 0}, [])
    kept = {name.removeprefix("_replaced/"): data for name, data in contents(out).items()}
    assert {name: data for name, data in kept.items() if name != "_corpus.json"} == {
        name: data for name, data in before.items() if name != "_corpus.json"
    }
    assert run(path, "--columns", "text", "--overwrite")[0] == 0
    assert set(rows(out)[0]) == {"url", "source", "site", "fetched", "status", "text", "bucket"}
    assert not (out / "_replaced").exists()


def test_a_call_that_is_stopped_at_its_very_end_has_replaced_the_output(run, tmp_path, monkeypatch):
    table = tmp_path / "x.parquet"
    pq.write_table(pa.table({"url": [url for url, _ in PAGES[-3:]], "html": [html for _, html in PAGES[-3:]]}), table)
    out = tmp_path / "out"
    run(table)
    folder = OutputFolder(out, "parquet", {"another": "call"}, overwrite=True)
    shutil.copytree(out / "_replaced" / "bucket=00000", out / "bucket=00000")
    with monkeypatch.context() as patch:
        patch.setattr(shutil, "rmtree", interrupt)
        with pytest.raises(KeyboardInterrupt):
            folder.finish({"pages": ds.dataset(out / "bucket=00000").count_rows()}, [])
    assert OutputFolder(out, "parquet", {"another": "call"}).complete
    before = {name: data for name, data in contents(out).items() if not name.startswith("_work/")}
    assert run(table, "--html-column", "body", "--overwrite")[0] == 2
    assert contents(out) == before


def interrupt(*_, **__):
    raise KeyboardInterrupt


def contents(folder: Path) -> dict[str, bytes]:
    """All files of a folder but its lock."""
    files = [path for path in folder.rglob("*") if path.is_file() and path.name != ".lock"]
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


@pytest.mark.parametrize("command", [["clean", "pages"], ["rank", "content"], ["duplicates", "content"]])
def test_a_missing_extra_is_named_in_one_line(command, tmp_path):
    arguments = ["corpus", *command, "--out", "out"]
    without = "import sys; sys.modules['pyarrow'] = None"
    call = f"{without}; from scrapy_denoise.cli.main import main; sys.exit(main({arguments}))"
    done = subprocess.run([sys.executable, "-c", call], cwd=tmp_path, stderr=subprocess.PIPE, text=True)
    assert done.returncode == 2
    assert done.stderr.startswith("scrapy-denoise: error: archives need pyarrow")
    assert done.stderr.endswith("pip install 'scrapy-denoise[corpus]'\n")
    assert done.stderr.count("\n") == 1

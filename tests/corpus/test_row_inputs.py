"""Parquet files, JSON lines, HTML files and folders of them."""

import gzip
import json
import tracemalloc
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from helpers.archive_bytes import members, record

from scrapy_denoise.corpus.input import parquet_pages, tables
from scrapy_denoise.corpus.input.files import Reading, files_of, read_file
from scrapy_denoise.corpus.input.pages import InputError, RawPage, Skip
from scrapy_denoise.corpus.input.tables import BATCH_BYTES
from scrapy_denoise.corpus.run.page_store import PageStore

URL = "https://News.example.org/1"


def read(path, **how):
    return list(read_file(path, Reading(**how)))


def parquet(path, **columns):
    pq.write_table(pa.table(columns), path)
    return path


def test_parquet_with_texts_and_with_bytes(tmp_path):
    texts = read(parquet(tmp_path / "a.parquet", url=[URL], html=["<p>снег"], status=[200]))
    raw = read(parquet(tmp_path / "b.parquet", url=[URL], html=["снег".encode("cp1251")], charset=["cp1251"]))
    assert texts[0].html.decode() == "<p>снег"
    assert (texts[0].charset, texts[0].status, texts[0].site) == ("utf-8", 200, "news.example.org")
    assert (raw[0].charset, raw[0].html.decode("cp1251")) == ("cp1251", "снег")


def test_parquet_with_texts_that_are_not_utf8(tmp_path):
    """Other writers do not check it, and pyarrow raises for such a text."""
    given = pa.array([b"<p>\xff\xfe", b"<p>two"], pa.binary())
    wrong = pa.Array.from_buffers(pa.string(), 2, given.buffers())
    pages = read(parquet(tmp_path / "a.parquet", url=wrong, html=wrong))
    assert [page.html for page in pages] == [b"<p>\xff\xfe", b"<p>two"]
    assert pages[0].url == "<p>\ufffd\ufffd"


@pytest.mark.parametrize(
    ("column", "milliseconds"),
    [
        (pa.array([1_704_164_645, 10**12], pa.timestamp("s")), 1_704_164_645_000),  # the year 33658
        (pa.array([1_704_164_645_123_456, -(10**6)], pa.timestamp("us", tz="Nowhere/Else")), 1_704_164_645_123),
        (pa.array([1_704_164_645.5, 1e300]), 1_704_164_645_500),
        (pa.array([1, 10**8], pa.date32()), None),
        (pa.array(["2024-01-02T03:04:05Z", "0001-01-01T00:00:00+23:00"]), 1_704_164_645_000),
    ],
    ids=["years", "zone", "numbers", "dates", "texts"],
)
def test_times_that_python_does_not_have(tmp_path, column, milliseconds):
    path = parquet(tmp_path / "a.parquet", url=[URL] * 2, html=["<p>one", "<p>two"], fetched=column)
    assert [page.fetched for page in read(path)] == [milliseconds, None]


@pytest.mark.parametrize("time", [1e300, 1e16, -1e13, "0001-01-01T00:00:00+23:00"])
def test_a_page_without_a_time_that_can_be_stored(tmp_path, time):
    path, store = tmp_path / "a.jsonl", PageStore(tmp_path / "pages.sqlite", 4)
    path.write_text(json.dumps({"url": URL, "html": "<p>one", "fetched": time}))
    (page,) = read(path)
    assert page.fetched is None
    store.begin(0)
    store.add(page)
    store.end()
    store.close()


def test_texts_can_be_stored(tmp_path):
    row = {"url": "http://a.example/\ud800x", "html": "<p>\udfff", "charset": "\ud801"}
    (tmp_path / "a.jsonl").write_text(f"{json.dumps(row)}\n" + '["\\ud800"\n')
    page, skip = read(tmp_path / "a.jsonl")
    assert (page.url, page.html) == ("http://a.example/?x", b"<p>?")
    assert skip.detail.encode()


def test_the_columns_can_be_named(tmp_path):
    path = parquet(tmp_path / "a.parquet", address=[URL], body=["<p>x"], html=[1])
    (page,) = read(path, html="body", url="address", site_key="domain")
    assert (page.url, page.html, page.site) == (URL, b"<p>x", "example.org")


@pytest.mark.parametrize(
    ("columns", "why"),
    [
        ({"html": ["<p>"]}, "no column 'url'; there are: html"),
        ({"url": [URL], "body": ["<p>"]}, "no column 'html'; there are: url, body"),
        ({"url": [URL], "html": [3]}, "the column 'html' is int64"),
        ({"url": [[URL]], "html": ["<p>"]}, "the column 'url' is list"),
    ],
)
def test_missing_and_wrong_columns(tmp_path, columns, why):
    (skip,) = read(parquet(tmp_path / "a.parquet", **columns))
    assert skip.reason == "unreadable"
    assert why in skip.detail


def test_rows_without_a_page_cost_themselves(tmp_path):
    path = parquet(
        tmp_path / "a.parquet", url=[URL, None, URL], html=[None, "<p>one", "<p>two"], status=[200, 200, 404]
    )
    first, second, third = read(path)
    assert (first.reason, second.url, third.reason) == ("damaged", "", "status")


def test_damaged_parquet(tmp_path):
    path = parquet(tmp_path / "a.parquet", url=[URL] * 100, html=[f"<p>{n}" for n in range(100)])
    whole = path.read_bytes()
    path.write_bytes(whole[:-20] + b"\xff" * 16 + b"PAR1")
    assert [skip.reason for skip in read(path)] == ["unreadable"]
    for size in range(8, len(whole), 50):
        path.write_bytes(whole[:size])
        (skip,) = read(path)
        assert skip.reason == "truncated", size
        assert f"at byte {size:,}; 0 records" in skip.detail


def test_no_more_is_unpacked_of_a_parquet_file_than_a_row_or_a_bound(tmp_path):
    """64 rows that share a value of 20 MB are a file of some kilobytes."""
    path, body = tmp_path / "a.parquet", b"<p>" + b"x" * (20 << 20)
    pq.write_table(pa.table({"url": [URL] * 65, "html": [body] * 64 + [b"<p>small"]}), path, compression="zstd")
    assert path.stat().st_size < 50_000
    before = pa.total_allocated_bytes()
    most = 0
    kinds = []
    for one in read(path, max_size=10 << 20):
        most = max(most, pa.total_allocated_bytes() - before)
        kinds.append(one.reason if isinstance(one, Skip) else one.html)
    assert kinds == ["too_large"] * 64 + [b"<p>small"]
    assert most < 5 * len(body) + BATCH_BYTES


@pytest.mark.parametrize("dictionary", [True, False])
def test_what_is_stored_in_one_piece_is_told_before_it_is_read(tmp_path, monkeypatch, dictionary):
    monkeypatch.setattr(tables, "MAX_COLUMN_PIECE", 8 << 20)
    path = tmp_path / "a.parquet"
    schema = pa.schema({"url": pa.string(), "html": pa.string(), "note": pa.string()})
    how = {"use_dictionary": dictionary, "data_page_size": 64 << 20, "dictionary_pagesize_limit": 64 << 20}
    with pq.ParquetWriter(path, schema, compression="zstd", **how) as writer:
        for number, size in enumerate((1, 20 << 20, 3 << 20)):
            pages = [f"<p>{number} {n}" + "x" * size for n in range(2)]
            writer.write_table(pa.table({"url": [URL] * 2, "html": pages, "note": ["x" * (9 << 20)] * 2}, schema))
    assert path.stat().st_size < 100_000
    before, most, found = pa.total_allocated_bytes(), 0, []
    for one in read_file(path, Reading()):
        most = max(most, pa.total_allocated_bytes() - before)
        found.append(one)
    assert [one.reason if isinstance(one, Skip) else one.html[:6] for one in found] == [
        b"<p>0 0", b"<p>0 1", "too_large", b"<p>2 0", b"<p>2 1",
    ]  # fmt: skip
    assert found[2].source == f"{path}:3"
    assert found[2].detail.startswith("all 2 rows of a row group: the column 'html' stores 41,94")
    assert found[2].detail.endswith(" bytes in one data page; the limit is 8,388,608 (fixed)")
    assert found[3].source == f"{path}:5"
    assert most < 40 << 20


@pytest.mark.parametrize("version", ["1.0", "2.0"])
@pytest.mark.parametrize("compression", ["none", "zstd"])
def test_sizes_of_all_pieces_are_those_of_the_footer(tmp_path, version, compression):
    """With their headers, all pieces of a column are as long as the footer says."""
    values = [f"<p>{n * 7919 % 65537:x} {'y' * (n % 40)}" for n in range(20_000)]
    path = tmp_path / "a.parquet"
    pq.write_table(
        pa.table({"url": values, "html": [value.encode() for value in values], "fetched": list(range(20_000))}),
        path, data_page_version=version, compression=compression, data_page_size=5_000, write_statistics=True,
        row_group_size=7_000, dictionary_pagesize_limit=20_000,
    )  # fmt: skip
    file = pq.ParquetFile(path)
    with path.open("rb") as opened:
        for group in range(file.num_row_groups):
            for number in range(3):
                chunk = file.metadata.row_group(group).column(number)
                sizes = list(parquet_pages._pieces(opened, chunk))
                assert len(sizes) > 3
                assert sum(sizes) <= chunk.total_uncompressed_size <= sum(sizes) + 200 * len(sizes)


def test_headers_that_are_damaged(tmp_path):
    """No row is missing without a word, whatever byte of the headers is another."""
    path = parquet(tmp_path / "a.parquet", url=[URL] * 100, html=[f"<p>{n}" for n in range(100)])
    whole = path.read_bytes()
    for at in range(4, 200, 3):
        for value in (0, 0x0F, 0x15, 0x7F, 0x9C, 0xFF):
            path.write_bytes(whole[:at] + bytes([value]) + whole[at + 1 :])
            found = read(path)
            assert all(isinstance(one, Skip) or len(one.html) < 1_000 for one in found)
            assert len(found) == 100 or isinstance(found[-1], Skip)


@pytest.mark.parametrize("name", ["a.html", "a.jsonl", "a.jsonl.gz"])
def test_no_more_is_held_than_the_largest_page(tmp_path, name):
    path, page = tmp_path / name, b"<p>" + b"x" * (40 << 20)
    line = b'{"url": "' + URL.encode() + b'", "html": "' + page + b'"}\n{"html": "<p>two"}\n'
    data = page if name == "a.html" else line
    path.write_bytes(gzip.compress(data, 1) if name.endswith("gz") else data)
    tracemalloc.start()
    try:
        found = read(path, max_size=1 << 20)
        most = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert found[0].reason == "too_large"
    assert most < 12 << 20
    assert name == "a.html" or found[1].html == b"<p>two"


@pytest.mark.parametrize("name", ["a.jsonl", "a.jsonl.gz"])
def test_json_lines(tmp_path, name):
    lines = [
        json.dumps({"url": URL, "html": "<p>one", "fetched": "2024-01-02T03:04:05Z", "status": 200}),
        "", "no json", "[1]", json.dumps({"url": URL}), "[" * 100_000,
        json.dumps({"html": "<p>\ud800", "fetched": "soon", "status": "200", "url": 7}),
    ]  # fmt: skip
    data = "\n".join(lines).encode()
    path = tmp_path / name
    path.write_bytes(gzip.compress(data) if name.endswith("gz") else data)
    found = read(path)
    assert [isinstance(one, RawPage) for one in found] == [True, False, False, False, False, True]
    assert (found[0].fetched, found[0].status) == (1704164645000, 200)
    assert (found[-1].url, found[-1].fetched, found[-1].status, found[-1].html) == ("", None, None, b"<p>?")
    assert {skip.reason for skip in found[1:-1]} == {"damaged"}
    assert [one.source.rpartition(":")[2] for one in found] == ["1", "3", "4", "5", "6", "7"]


def test_json_lines_that_end_too_early(tmp_path):
    path = tmp_path / "a.jsonl.gz"
    data = json.dumps({"url": URL, "html": "<p>one"}).encode() + b"\n" + bytes(range(32, 256)) * 40
    path.write_bytes(gzip.compress(data)[:-30])
    page, skip = read(path)
    assert page.html == b"<p>one"
    assert (skip.reason, skip.source) == ("truncated", str(path))
    assert "1 records were read" in skip.detail
    (tmp_path / "b.jsonl").write_text('{"html": "<p>one"}\n{"html": "<p>t')
    assert [getattr(one, "reason", "page") for one in read(tmp_path / "b.jsonl")] == ["page", "truncated"]
    (tmp_path / "b.jsonl").write_text('{"html": "<p>one"}\n{"html": "<p>two"}')
    assert len(read(tmp_path / "b.jsonl")) == 2


def test_json_lines_with_damaged_compressed_data(tmp_path):
    path, rows = tmp_path / "a.jsonl.gz", [{"url": URL, "html": f"<p>{n} {n * 7919 % 65537:x}"} for n in range(2000)]
    data = bytearray(gzip.compress("\n".join(map(json.dumps, rows)).encode()))
    data[len(data) // 2 : len(data) // 2 + 40] = b"\xff" * 40
    path.write_bytes(data)
    assert read(path)[-1].reason == "damaged"


def test_the_name_of_a_file_may_be_another_than_its_path(tmp_path):
    """Spark's workers read absolute paths, and what is written has the names of the call."""
    (tmp_path / "x.warc.gz").write_bytes(members(record()))
    (tmp_path / "a.html").write_text("<p>one")
    (tmp_path / "a.jsonl").write_text(json.dumps({"html": "<p>two"}))
    parquet(tmp_path / "a.parquet", url=[""], html=["<p>three"])
    names = ["in/x.warc.gz", "in/a.html", "in/a.jsonl", "in/a.parquet"]
    found = [one for name in names for one in read_file(tmp_path / Path(name).name, Reading(), name)]
    assert [page.source for page in found] == ["in/x.warc.gz@0", "in/a.html", "in/a.jsonl:1", "in/a.parquet:1"]
    assert [page.site for page in found] == ["a.example", "in", "in", "in"]


def test_pages_above_the_limit(tmp_path):
    (skip,) = read(parquet(tmp_path / "a.parquet", url=[URL], html=["<p>" + "x" * 99]), max_size=50)
    assert (skip.reason, skip.source) == ("too_large", f"{tmp_path}/a.parquet:1")


def test_folders(tmp_path):
    for name in ("b/1.html", "b/2.HTM", "a/x.warc.gz", "a/_work/y.html", "a/.z.html", "notes.txt"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(members(record()) if name.endswith("gz") else b"<p>page")
    files = files_of([tmp_path, tmp_path / "b" / "1.html"])
    assert [path.relative_to(tmp_path).as_posix() for path in files] == ["a/x.warc.gz", "b/1.html", "b/2.HTM"]
    assert {page.site for path in files for page in read(path)} == {"a.example", (tmp_path / "b").as_posix()}


def test_inputs_that_are_none(tmp_path):
    (tmp_path / "notes.txt").write_text("x")
    for path, why in ((tmp_path, "no .warc"), (tmp_path / "gone", "no such"), (tmp_path / "notes.txt", "ends in none")):
        with pytest.raises(InputError, match=why):
            files_of([Path(path)])

"""WARC and WACZ files, whole and damaged."""

import gzip
import random
import zipfile

import attrs
import pyarrow as pa
import pytest
from helpers.archive_bytes import members, record

from scrapy_denoise.corpus.input import wacz
from scrapy_denoise.corpus.input.pages import InputError, RawPage, Skip
from scrapy_denoise.corpus.input.warc import MAX_OTHERS_FIRST, Span, read_archive

OK = frozenset([200])
URLS = [f"http://a.example/{n}" for n in range(4)]
PAGES = [record(url, f"<p>page {url}</p>") for url in URLS]


@pytest.fixture
def read(tmp_path):
    def call(data, name="x.warc.gz", max_size=1000, statuses=OK):
        path = tmp_path / name
        path.write_bytes(data)
        return list(read_archive(path, max_size, statuses))

    return call


def kinds(found):
    """The number of each page, and why the others are none."""
    return [int(one.url[-1]) if isinstance(one, RawPage) else one.reason for one in found]


def test_a_page_with_what_its_record_says(read):
    (page,) = read(members(record(URLS[1], "<p>снег</p>".encode("cp1251"), mime="text/html; charset=windows-1251")))
    assert (page.url, page.charset, page.status, page.fetched) == (URLS[1], "windows-1251", 200, 1704164645000)
    assert page.html.decode("cp1251") == "<p>снег</p>"
    assert page.source.endswith("x.warc.gz@0")


@pytest.mark.parametrize("join", [members, lambda *records: b"".join(records)])
def test_only_html_responses_are_pages(read, join):
    found = read(join(
        record(kind="request"), PAGES[0], record(mime="image/png"), record(status="404 Not Found"), PAGES[1],
        record(body=b""),
    ))  # fmt: skip
    assert kinds(found) == [0, "not_html", "status", 1, 1]
    assert found[-1].html == b""
    assert kinds(read(members(record(status="404 Not Found")), statuses=None)) == [1]


def test_transfer_and_content_encodings(read):
    zipped = record(URLS[1], gzip.compress(b"<p>hi</p>"), headers="Content-Encoding: gzip\r\n")
    chunked = record(URLS[2], b"9\r\n<p>hi</p>\r\n0\r\n\r\n", headers="Transfer-Encoding: chunked\r\n")
    assert [page.html for page in read(members(zipped, chunked))] == [b"<p>hi</p>"] * 2


# What is damaged costs itself and nothing else.


def test_a_member_that_ends_too_early(read):
    broken = gzip.compress(PAGES[1])[:-60]
    found = read(members(PAGES[0]) + broken + members(PAGES[2], PAGES[3]))
    assert kinds(found) == [0, "damaged", 2, 3]


def test_a_file_that_ends_too_early(read):
    found = read(members(*PAGES)[:-40])
    assert kinds(found)[:3] == [0, 1, 2]
    assert kinds(found)[3:] in (["cut", "truncated"], ["damaged", "truncated"])


@pytest.mark.parametrize("place", [0.3, 0.6, -3])
@pytest.mark.parametrize("number", [1, 3])
def test_a_damaged_record_is_told_once_with_its_own_place(read, place, number):
    draw = random.Random(1)
    packed = [members(record(url, bytes(draw.choices(b"abcdefgh", k=3000)))) for url in URLS]
    damaged = bytearray(packed[number])
    damaged[int(len(damaged) * place) if place > 0 else place] ^= 0xFF
    begin = sum(map(len, packed[:number]))
    packed[number] = bytes(damaged)
    found = read(b"".join(packed), max_size=5000)
    assert kinds(found) == [n if n != number else "damaged" for n in range(4)]
    assert found[number].source.endswith(f"@{begin}")


def test_bytes_that_were_changed(read):
    one = bytearray(gzip.compress(PAGES[1]))
    one[60:70] = b"XXXXXXXXXX"
    assert kinds(read(members(PAGES[0]) + bytes(one) + members(PAGES[2]))) == [0, "damaged", 2]


@pytest.mark.parametrize("compress", [True, False])
@pytest.mark.parametrize("lie", [5, 50, 1_000_000, 3_000_000_000])
def test_records_that_say_too_large_a_length(read, compress, lie):
    records = [PAGES[0], record(URLS[1], "<p>page</p>", lie=lie), PAGES[2], PAGES[3]]
    data = members(*records) if compress else b"".join(records)
    found = read(data, "x.warc.gz" if compress else "x.warc")
    assert kinds(found) == [0, 1, 2, 3]
    assert found[1].html == b"<p>page</p>"


@pytest.mark.parametrize("compress", [True, False])
@pytest.mark.parametrize("lie", [-5, -50, -100])
def test_records_that_say_too_small_a_length(read, compress, lie):
    records = [PAGES[0], record(URLS[1], "<p>page</p>" * 3, lie=lie), PAGES[2], PAGES[3]]
    data = members(*records) if compress else b"".join(records)
    found = kinds(read(data, "x.warc.gz" if compress else "x.warc"))
    assert [one for one in found if isinstance(one, int)] == [0, 2, 3]
    assert len(found) > 3


def test_a_body_in_another_encoding_than_it_says(read):
    lying = record(URLS[1], b"<p>hi</p>", headers="Content-Encoding: gzip\r\n")
    assert kinds(read(members(PAGES[0], lying, PAGES[2]))) == [0, "damaged", 2]


def test_large_records_are_not_held(read):
    large = record(URLS[1], b"x" * 50_000)
    found = read(members(PAGES[0], large, PAGES[2]))
    assert kinds(found) == [0, "too_large", 2]
    assert "--max-size" in found[1].detail


def test_what_is_large_in_the_end_is_told_once(read):
    bomb = record(URLS[1], gzip.compress(b"x" * 5_000_000), headers="Content-Encoding: gzip\r\n")
    assert kinds(read(members(PAGES[0], bomb, PAGES[2]))) == [0, "too_large", 2]
    assert kinds(read(PAGES[0] + bomb + PAGES[2], "x.warc")) == [0, "too_large", 2]


# A file that was cut says so, wherever it was cut but at the end of a record.


def zst(*records):
    return b"".join(pa.Codec("zstd").compress(one, asbytes=True) for one in records)


@pytest.mark.parametrize(
    ("name", "pack"), [("x.warc.gz", members), ("x.warc", lambda *some: b"".join(some)), ("x.warc.zst", zst)]
)
def test_an_archive_that_was_cut_says_so(read, name, pack):
    packed = [pack(page) for page in (*PAGES, record(kind="request"))]
    data = b"".join(packed)
    ends = {sum(map(len, packed[:n])) for n in range(len(packed) + 1)}
    ends |= {end - n for end in ends for n in range(1, 5)} if name == "x.warc" else set()  # the empty lines behind one
    for place in range(4, len(data) + 1, 3):
        told = [one for one in read(data[:place], name) if isinstance(one, Skip) and one.reason == "truncated"]
        assert len(told) == (place not in ends), place
        assert not told or f"at byte {place:,}" in told[0].detail
    assert "4 records were read" in read(data[:-9], name)[-1].detail or name == "x.warc.zst"


@pytest.mark.parametrize("packing", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
def test_a_package_that_was_cut_says_so(read, tmp_path, packing):
    path = tmp_path / "x.wacz"
    with zipfile.ZipFile(path, "w", packing) as package:
        package.writestr("archive/a.warc.gz", members(*PAGES)[:-30])
        package.writestr("archive/b.warc", PAGES[0])
    whole = path.read_bytes()
    assert kinds(read(whole, path.name))[-2:] == ["truncated", 0]
    assert kinds(read(whole[:-50], path.name)) == ["truncated"]


@pytest.mark.parametrize("packing", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
def test_a_package_is_read_once(monkeypatch, tmp_path, packing):
    """A wrong length lets the search for the next record go back. zipfile begins anew then: that is quadratic."""
    path, unpacked = tmp_path / "x.wacz", []
    with zipfile.ZipFile(path, "w", packing) as package:
        records = [record(URLS[n % 4], b"<p>page</p>", lie=77 if n < 299 else 0) for n in range(300)]
        package.writestr("archive/a.warc", b"".join(records))
    read1 = zipfile.ZipExtFile._read1

    def counted(file, size):
        unpacked.append(len(data := read1(file, size)))
        return data

    monkeypatch.setattr(zipfile.ZipExtFile, "_read1", counted)
    assert kinds(read_archive(path, 1000, OK)) == [n % 4 for n in range(300)]
    assert sum(unpacked) <= 300 * 1000


# A file in spans


def large(number, chars=400):
    """A record that does not become small by compression."""
    return record(URLS[number % 4], bytes(random.Random(number).choices(b"abcdefgh ", k=chars)))


def without_count(one):
    """A span says how many records it has read, and not how many the file has."""
    return attrs.evolve(one, detail="") if isinstance(one, Skip) and one.reason == "truncated" else one


LARGE = [large(number) for number in range(12)]
CUT = gzip.compress(LARGE[5])[:-40]
NESTED = record(URLS[1], LARGE[2] + LARGE[3], mime="application/warc")
LIES = record(URLS[1], b"x" * 300, mime="image/png", lie=1500)


@pytest.mark.parametrize(
    ("data", "apart"),
    [
        (members(*LARGE), True),
        (b"".join(LARGE), True),
        (members(*(one for page in LARGE for one in (record(kind="request"), page, record(kind="metadata")))), True),
        (members(*LARGE[:5]) + CUT + members(*LARGE[6:]), None),
        (members(*LARGE)[:-70], None),
        (b"".join([*LARGE[:4], LIES, *LARGE[5:]]), None),
        (b"".join([*LARGE[:4], NESTED, *LARGE[5:]]), None),
        (b"".join([*LARGE[:4], record(URLS[1], b"<p>page</p>", lie=700), *LARGE[5:]]), None),
        (gzip.compress(b"".join(LARGE)), None),
        (b"".join(gzip.compress(b"".join(LARGE[n : n + 3])) for n in range(0, 12, 3)), None),
        (members(*[record(kind="conversion")] * 9, *LARGE), None),
        (members(*[record(kind="metadata")] * 19), False),
        (b"hello " * 500, False),
    ],
    ids=[
        "members", "plain", "with others", "cut", "cut at the end", "swallowing", "nested", "lying", "one member",
        "members of several", "late", "wat", "none",
    ],
)  # fmt: skip
def test_spans_have_the_records_of_the_file_or_are_refused(tmp_path, data, apart):
    path = tmp_path / "x.warc"
    path.write_bytes(data)

    def read(span):
        return list(read_archive(path, 5000, OK, span=span))

    try:
        whole = read(None)
    except InputError:
        whole = None
    refused = []
    for step in range(700, len(data), 31):
        starts = range(0, len(data), step)
        try:
            found = [one for n in starts for one in read(Span(n, n + step if n != starts[-1] else None))]
        except InputError:
            refused.append(step)
        else:
            assert list(map(without_count, found)) == list(map(without_count, whole or []))
    if apart is not None:
        assert not refused if apart else len(refused) == len(range(700, len(data), 31))


# What is not an archive of pages


@pytest.mark.parametrize(
    "data",
    [b"", b"hello " * 500, gzip.compress(b"hello " * 500), members(b"WARC/1.0")],
    ids=["empty", "text", "packed text", "packed beginning"],
)
def test_other_files(read, data):
    with pytest.raises(InputError, match="no WARC file"):
        read(data)


@pytest.mark.parametrize("kind", ["metadata", "conversion"])
@pytest.mark.parametrize("count", [1, 2 * MAX_OTHERS_FIRST])
def test_wat_and_wet_are_refused(read, kind, count):
    with pytest.raises(InputError, match="WAT and WET"):
        read(members(*[record(kind=kind)] * count))


def test_metadata_beside_responses_is_passed_over(read):
    assert kinds(read(members(PAGES[0], *[record(kind="metadata")] * 50, PAGES[1]))) == [0, 1]


def test_wacz(read, tmp_path):
    path = tmp_path / "x.wacz"
    with zipfile.ZipFile(path, "w") as package:
        package.writestr("datapackage.json", "{}")
        package.writestr("archive/b.warc.gz", members(PAGES[1]))
        package.writestr("archive/a.warc.gz", members(PAGES[0]) + gzip.compress(PAGES[2])[:-60] + members(PAGES[3]))
    assert kinds(read_archive(path, 0, OK)) == [0, "damaged", 3, 1]


def test_no_wacz(read):
    with pytest.raises(InputError, match="no WACZ package"):
        read(b"PK nothing", "x.wacz")


@pytest.mark.parametrize(("local", "central", "value"), [(6, 8, 1), (8, 10, 99)], ids=["encrypted", "packing"])
def test_wacz_that_zipfile_cannot_read(tmp_path, local, central, value):
    path = tmp_path / "x.wacz"
    with zipfile.ZipFile(path, "w") as package:
        package.writestr("archive/a.warc", PAGES[0])
    data = bytearray(path.read_bytes())
    data[data.find(b"PK\x03\x04") + local] = value
    data[data.find(b"PK\x01\x02") + central] = value
    path.write_bytes(data)
    with pytest.raises(InputError, match="no WACZ package, or a damaged one"):
        list(read_archive(path, 0, OK))


def test_a_file_of_a_wacz_that_would_fill_the_disk(tmp_path, monkeypatch):
    monkeypatch.setattr(wacz, "MAX_UNPACKED_BYTES", 5 << 20)
    with zipfile.ZipFile(tmp_path / "x.wacz", "w", zipfile.ZIP_DEFLATED) as package:
        package.writestr("archive/a.warc", bytes(100 << 20))
    with pytest.raises(InputError, match=r"archive/a.warc unpacks to more than 5,242,880 bytes; unpack it first"):
        list(read_archive(tmp_path / "x.wacz", 0, OK))


def test_wacz_without_warc(tmp_path):
    with zipfile.ZipFile(tmp_path / "x.wacz", "w") as package:
        package.writestr("datapackage.json", "{}")
    with pytest.raises(InputError, match="no WARC file in this"):
        list(read_archive(tmp_path / "x.wacz", 0, OK))

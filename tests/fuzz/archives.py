"""Archives of mutated pages that were cut or changed anywhere: reading them never raises, and a cut is told."""

import gzip
import io
import json
import zipfile
from importlib.util import find_spec
from itertools import accumulate
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from helpers.archive_bytes import record

from fuzz.properties import Broken

EVERY = 5
"""Of so many pages, one is read from archives too."""

KINDS = (".warc", ".warc.gz", ".warc.zst", ".wacz", ".parquet", ".jsonl", ".jsonl.gz")

TOLD = ("truncated", "unreadable")


def archive(kind: str, pages: list[bytes]) -> tuple[bytes, set[int]]:
    """The bytes of an archive, and where it can be cut so that it looks whole."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    urls = [f"https://a.example/{n}" for n in range(len(pages))]
    file = io.BytesIO()
    if kind == ".parquet":
        pq.write_table(pa.table({"url": urls, "html": pages}), file)
    elif kind.startswith(".jsonl"):
        rows = [{"url": url, "html": page.decode("utf-8", "replace")} for url, page in zip(urls, pages, strict=True)]
        lines = [json.dumps(row).encode() + b"\n" for row in rows]
        if kind == ".jsonl":
            ends = list(accumulate(map(len, lines)))
            return b"".join(lines), {*ends, *(end - 1 for end in ends)}
        file.write(gzip.compress(b"".join(lines), mtime=0))
    else:
        records = [record(url, page) for url, page in zip(urls, pages, strict=True)]
        if kind == ".wacz":
            with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as package:
                package.writestr("archive/a.warc", b"".join(records))
        else:
            if kind == ".warc.gz":
                records = [gzip.compress(one, mtime=0) for one in records]
            elif kind == ".warc.zst":
                records = [pa.Codec("zstd").compress(one, asbytes=True) for one in records]
            ends = list(accumulate(map(len, records)))
            behind = 5 if kind == ".warc" else 1  # the empty lines behind a record
            return b"".join(records), {end - n for end in ends for n in range(behind)}
    return file.getvalue(), set()


def check_archive(pages: list[bytes], rng: Random) -> None:
    """Read an archive of these pages of some kind as it is, cut at one place, and with some bytes changed."""
    if find_spec("fastwarc") is None or find_spec("pyarrow") is None:
        return
    from scrapy_denoise.corpus.input.files import Reading, read_file
    from scrapy_denoise.corpus.input.pages import RawPage, Skip

    kind = rng.choice(KINDS)
    data, ends = archive(kind, pages)
    with TemporaryDirectory() as folder:
        path = Path(folder, f"a{kind}")

        def read(data: bytes) -> list[RawPage | Skip]:
            path.write_bytes(data)
            return list(read_file(path, Reading()))

        whole = read(data)
        if any(isinstance(one, Skip) for one in whole) or len(whole) != len(pages):
            raise Broken("an archive is not read as it was written", f"{kind}: {whole}")
        place = rng.randrange(1, len(data))
        found = read(data[:place])
        if place not in ends and not any(isinstance(one, Skip) and one.reason in TOLD for one in found):
            raise Broken("a cut archive looks whole", f"{kind}, {place} of {len(data)} bytes")
        changed = bytearray(data)
        for _ in range(rng.randint(1, 8)):
            changed[rng.randrange(len(changed))] = rng.randrange(256)
        read(bytes(changed))

"""The input of the Spark engine as rows: those of its files, whatever happens to the process that reads them."""

import os
import signal
import time

import pyarrow as pa
import pytest
from helpers.archive_bytes import members, record, story

from scrapy_denoise.corpus.input.files import Reading, read_file
from scrapy_denoise.corpus.spark import reading as spark_reading
from scrapy_denoise.corpus.spark.reading import FilesReading, InputFile, ReadWork, reader

READING = FilesReading(Reading(), 4, 1.0)


def archives(folder, names, pages=8):
    files = []
    for number, name in enumerate(names):
        path = folder / f"{name}.warc.gz"
        path.write_bytes(members(*(record(f"http://{name}.example/{n}", story(n)) for n in range(pages))))
        files.append(InputFile(10 + number, path.name, path))
    return files


def rows(files, reading=READING):
    """What is read of two groups of files."""
    numbers = pa.RecordBatch.from_pydict({"id": [0, 1]})
    batches = reader([files[:1], files[1:]], reading)(iter([numbers]))
    return [row for batch in batches for row in batch.to_pylist()]


class Unlucky(ReadWork):
    """The disk hangs, or the process dies, at the fifth record of some files; of others only the first time. Three rows
    are handed over at once."""

    def __init__(self, files, reading):
        spark_reading.SLICE_PAGES = 3
        super().__init__(files, reading)

    def __call__(self, place, progress):
        def told(source, step):
            why = progress(source, step)
            if not why and ", 5 records" in source:
                path = next(file.path for file in self._files if source.startswith(file.name))
                mark = path.with_suffix(".tried")
                if source.startswith("unlucky") and not mark.exists():
                    mark.touch()
                    os.kill(os.getpid(), signal.SIGKILL)
                if source.startswith("dies"):
                    os.kill(os.getpid(), signal.SIGKILL)
                if source.startswith("hangs"):
                    time.sleep(600)
            return why

        return super().__call__(place, told)


@pytest.mark.slow
def test_rows_are_those_of_the_files_though_processes_hang_or_die(tmp_path, monkeypatch):
    files = archives(tmp_path, ["a", "unlucky", "hangs", "dies", "b"])
    monkeypatch.setattr(spark_reading, "ReadWork", Unlucky)
    found = rows(files)
    for file in files:
        own = [row for row in found if row["input"] == file.number]
        assert [row["number"] for row in own] == list(range(len(own)))
        expected = [page.url for page in read_file(file.path, READING.how, file.name)]
        if file.name.startswith(("hangs", "dies")):
            *own, skip = own
            assert [row["url"] for row in own] == expected[:5]
            assert skip["reason"] == "unread"
            assert skip["detail"].startswith("no answer" if file.name.startswith("hangs") else "its process died")
            assert skip["source"] == file.name
            assert "when 5 records were read; those that follow are left out" in skip["detail"]
        else:
            assert [row["url"] for row in own] == expected
    assert [row["input"] for row in found] == sorted(row["input"] for row in found)


def test_what_cannot_be_read_is_a_row(tmp_path):
    (tmp_path / "x.warc.gz").write_bytes(b"no archive")
    found = rows([InputFile(0, "x.warc.gz", tmp_path / "x.warc.gz")])
    assert [(row["number"], row["reason"], row["html"]) for row in found] == [
        (0, "damaged", None), (1, "unreadable", None),
    ]  # fmt: skip
    assert rows([]) == []

"""The input of a run on Spark as rows, read in a process of its own, as a disk may hang."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import attrs

from scrapy_denoise.corpus.input.files import Reading
from scrapy_denoise.corpus.input.pages import RawPage, Skip
from scrapy_denoise.corpus.run.page_store import bucket_of
from scrapy_denoise.corpus.run.site_passes import SLICE_PAGES
from scrapy_denoise.corpus.run.tasks import MAX_BYTES
from scrapy_denoise.corpus.run.watched_reading import read_watched
from scrapy_denoise.corpus.spark.batches import Batches, Step
from scrapy_denoise.optional import pyarrow as pa
from scrapy_denoise.workers.pool import READ, SkipPage, WorkerPool

PAGES_SCHEMA = pa.schema(
    [
        ("input", pa.int32()),
        ("number", pa.int64()),
        ("bucket", pa.int32()),
        ("site", pa.string()),
        ("rank", pa.int64()),
        ("size", pa.int64()),
        ("source", pa.string()),
        ("url", pa.string()),
        ("charset", pa.string()),
        ("status", pa.int16()),
        ("fetched", pa.int64()),
        ("html", pa.binary()),
        ("reason", pa.string()),
        ("detail", pa.string()),
    ]
)
"""Pages, and what was left out. input, number: the file, and the record in it, in the order of the inputs."""


@attrs.frozen
class InputFile:
    """number: its place in the order of the inputs. name: that the call gives it."""

    number: int
    name: str
    path: Path


@attrs.frozen
class FilesReading:
    """How files become rows. seconds: the time limit of a record."""

    how: Reading
    buckets: int
    seconds: float


ReadCursor = tuple[int, int]
"""Of a row: the file among those of a task, and the record in it."""


def reader(groups: Sequence[Sequence[InputFile]], reading: FilesReading) -> Step:
    """From rows with the numbers of groups of files to PAGES_SCHEMA."""

    def read(batches: Batches) -> Batches:
        files = [file for batch in batches for number in batch.column(0).to_pylist() for file in groups[number]]
        place: ReadCursor | None = (0, 0)

        def tasks() -> Iterator[tuple[int, ReadCursor]]:
            number = 0
            while place is not None:
                yield number, place
                number += 1

        with WorkerPool(1, reading.seconds, ReadWork, files, reading) as workers:
            for _, done in workers.run(tasks()):
                if done.error:
                    raise RuntimeError(f"a worker failed:\n{done.error}")
                rows, place = done.answer  # before `tasks` is asked for the next one
                if rows is not None:
                    yield pa.ipc.read_record_batch(pa.py_buffer(rows), PAGES_SCHEMA)

    return read


class ReadWork:
    """What a worker process does with places of files: the rows from there on, as many as are handed over at once, and
    the place of the row that follows them.

    The rows are read on from task to task; a process in the place of one that hung or died reads the file up to there
    once more.
    """

    def __init__(self, files: Sequence[InputFile], reading: FilesReading) -> None:
        self._files = files
        self._reading = reading
        self._skip_page: SkipPage | None = None
        self._rows: Iterator[list[dict[str, Any]]] = iter(())
        self._next: ReadCursor | None = None

    def __call__(self, place: ReadCursor, skip_page: SkipPage) -> tuple[bytes | None, ReadCursor | None]:
        self._skip_page = skip_page
        if place != self._next:
            self._rows = slice_rows(self._from(place), lambda row: row["size"])
        some = next(self._rows, None)
        if some is None:
            return None, None
        last = some[-1]
        at = next(at for at, file in enumerate(self._files) if file.number == last["input"])
        self._next = at, last["number"] + 1
        return bytes(pa.RecordBatch.from_pylist(some, PAGES_SCHEMA).serialize()), self._next

    def _from(self, place: ReadCursor) -> Iterator[dict[str, Any]]:
        """The rows from a place on."""
        first, after = place
        for at, file in enumerate(self._files[first:], first):
            records = read_watched(file.path, self._reading.how, self._reading.seconds, self._tell, file.name)
            for number, entry in enumerate(records):
                if at > first or number >= after:
                    yield _page_row(entry, file.number, number, self._reading.buckets)

    def _tell(self, source: str, step: int = READ) -> str:
        """The `SkipPage` of the task that is under way."""
        assert self._skip_page is not None
        return self._skip_page(source, step)


def _page_row(entry: RawPage | Skip, place: int, number: int, buckets: int) -> dict[str, Any]:
    if isinstance(entry, Skip):
        return {"input": place, "number": number, "size": 0, **attrs.asdict(entry)}
    return {
        "input": place, "number": number, "bucket": bucket_of(entry.site, buckets), "rank": entry.rank - (1 << 63),
        "size": len(entry.html), **attrs.asdict(entry),
    }  # fmt: skip


def slice_rows(rows: Iterable[dict[str, Any]], size: Callable[[dict[str, Any]], int]) -> Iterator[list[dict[str, Any]]]:
    """Rows in lists of up to SLICE_PAGES, and of MAX_BYTES unless a single one has more."""
    some: list[dict[str, Any]] = []
    total = 0
    for row in rows:
        if some and (len(some) == SLICE_PAGES or total + size(row) > MAX_BYTES):
            yield some
            some, total = [], 0
        some.append(row)
        total += size(row)
    if some:
        yield some

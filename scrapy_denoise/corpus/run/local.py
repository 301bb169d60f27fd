"""The local engine: worker processes read and clean, one process gives them work and writes.

Pages are read once, into the store, one split of the input after another, and cleaned bucket by bucket. All workers
share every large WARC file and every bucket, and a large site is cleaned in slices, so a site with half of all pages
keeps all of them busy.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import Any

import attrs

from scrapy_denoise.corpus.input.files import Reading
from scrapy_denoise.corpus.input.pages import InputError, RawPage, Skip
from scrapy_denoise.corpus.input.splits import InputSplit, splits_of, undivided
from scrapy_denoise.corpus.output.folder import BucketWriter, OutputFolder
from scrapy_denoise.corpus.run.page_store import PageStore
from scrapy_denoise.corpus.run.run import CleaningRun, NothingRead, ProgressCallback, Summary, no_progress, nothing_read
from scrapy_denoise.corpus.run.schedule import Schedule
from scrapy_denoise.corpus.run.site_passes import CorpusOptions, SiteCleaner
from scrapy_denoise.corpus.run.tasks import Part, Task, tasks_of
from scrapy_denoise.corpus.run.watched_reading import read_watched
from scrapy_denoise.optional import pyarrow as pa
from scrapy_denoise.workers.pool import LEARN, READ, SkipPage, TaskResult, WorkerPool

MAX_TASKS_AHEAD = 6
"""Tasks for each worker that are under way or wait until those before them are written."""


@attrs.frozen
class LocalEngine:
    """Processes on this machine. jobs: how many read and clean pages."""

    jobs: int = 1
    name: str = "local"

    def clean(self, run: CleaningRun, watch: ProgressCallback = no_progress) -> Summary:
        with run.folder() as folder:
            if folder.complete:
                return Summary.from_dict(folder.summary)
            try:
                return self._clean(run, folder, watch)
            except NothingRead:
                folder.discard()
                raise

    def _clean(self, run: CleaningRun, folder: OutputFolder, watch: ProgressCallback) -> Summary:
        path = folder.work / "pages.sqlite"
        store = PageStore(path, run.buckets)
        work = path, run.buckets, run.reading, run.cleaning, run.seconds
        try:
            with WorkerPool(self.jobs, run.seconds, _Work, *work) as workers:
                _read(run, store, workers, watch)
                summary = store.summary()
                if not summary.pages:
                    raise nothing_read(store.skips(), summary)
                _clean(run, folder, store, workers, self.jobs * MAX_TASKS_AHEAD, watch)
            summary = store.summary()
            folder.finish(summary.as_dict(), store.skips(), store.buckets_to_try_again())
        except sqlite3.OperationalError as error:
            raise OSError(f"{path}: {error}") from error
        finally:
            store.close()
        return summary


def _read(run: CleaningRun, store: PageStore, workers: WorkerPool, watch: ProgressCallback) -> None:
    """Put all pages into the store; splits of the input that it has already are not read again."""
    splits = list(splits_of(run.files))
    missing = [split for split in splits if not store.has(split.number)]
    total = sum(split.size for split in splits)
    done = total - sum(split.size for split in missing)
    records = 0
    while missing:
        entangled = set()
        for _, found in workers.run((split.number, split) for split in missing):
            answer = _answer(found)
            if answer is None:
                entangled.add(found.task.files)
                continue
            records += answer
            done += found.task.size
            watch(f"Reading, {records:,} records", min(done, total), total)
        files = groupby(splits, key=attrgetter("files"))
        missing = [undivided(list(some)) for key, some in files if key in entangled]
    store.index()


def _answer(found: TaskResult[Any]) -> Any:
    """What a worker has given. Raises OSError where it could not store pages."""
    answer = found.whole_answer
    if isinstance(answer, NotStored):
        raise OSError(answer.why)
    return answer


def _clean(
    run: CleaningRun, folder: OutputFolder, store: PageStore, workers: WorkerPool, window: int, watch: ProgressCallback
) -> None:
    """Clean the pages of all buckets that are not there yet."""
    buckets = [bucket for bucket in store.buckets_in_use() if not folder.file_of(bucket).exists()]
    total = store.summary().pages
    done = total - sum(store.pages_of(bucket) for bucket in buckets)
    sample = run.cleaning.sample if SiteCleaner(run.cleaning).compares else 0
    schedule = Schedule((task for bucket in buckets for task in tasks_of(store, bucket, sample)), window)
    writer: BucketWriter | None = None
    current = -1
    try:
        for number, found in workers.run(schedule):
            answer, failed = _answer(found)
            for lost in (*found.lost, *failed):
                if lost.step != LEARN:  # it is cleaned later on, and has a row or is lost again
                    store.lose(found.task.bucket, lost.source, lost.reason, run.seconds, lost.detail)
            for task, rows in schedule.done(number, found.task, answer):
                if task.bucket != current:
                    if writer is not None:
                        writer.close()
                    writer, current = folder.writer(task.bucket, run.cleaning.schema), task.bucket
                assert writer is not None
                for batch in pa.ipc.open_stream(rows):
                    writer.write(batch)
                done += task.pages
                watch("Cleaning", done, total)
        if writer is not None:
            writer.close()
    except BaseException:
        if writer is not None:
            writer.abandon()
        raise


@attrs.frozen
class NotStored:
    """Why a worker could not store pages, such as a full disk."""

    why: str


class _Work:
    """What a worker process does: it stores the pages of a split of the input, or cleans those of a task."""

    def __init__(self, path: Path, buckets: int, reading: Reading, cleaning: CorpusOptions, seconds: float) -> None:
        self._path = path
        self._seconds = seconds
        self._reading = reading
        self._store = PageStore(path, buckets, writable=False)
        self._cleaner = SiteCleaner(cleaning)

    def __call__(self, work: InputSplit | Task, skip_page: SkipPage) -> Any:
        if isinstance(work, InputSplit):
            return self._stored(work, skip_page)
        return self._cleaned(work, skip_page), self._cleaner.failed()

    def _stored(self, split: InputSplit, skip_page: SkipPage) -> int | NotStored | None:
        """How many records a split has; None where it cannot be read apart from the rest of its file."""
        records = 0
        try:
            with closing(PageStore(self._path, self._store.buckets)) as store:
                store.begin(split.number, split.last)
                for path in split.files:
                    for page in read_watched(path, self._reading, self._seconds, skip_page, span=split.span):
                        if isinstance(page, Skip):
                            store.skip(page)
                        else:
                            store.add(page)
                        records += 1
                store.end()
        except sqlite3.OperationalError as error:
            return NotStored(f"{self._path}: {error}")
        except (InputError, OSError):
            if split.span is None:
                raise
            return None
        return records

    def _cleaned(self, task: Task, skip_page: SkipPage) -> bytes:
        """What is learned from the pages of a task, or their rows."""
        if task.learns:
            (part,) = task.parts
            return self._cleaner.learn(self._pages(task, part, skip_page, LEARN))
        rows: list[dict[str, Any]] = []
        for part in task.parts:
            pages = self._pages(task, part, skip_page)
            rows += (
                self._cleaner.clean_site(pages, skip_page) if part.whole else self._cleaner.clean(pages, task.template)
            )
        sink = pa.BufferOutputStream()
        batch = self._cleaner.table(rows)
        with pa.ipc.new_stream(sink, batch.schema) as stream:
            stream.write_batch(batch)
        return bytes(sink.getvalue())

    def _pages(self, task: Task, part: Part, skip_page: SkipPage, step: int = READ) -> Iterator[RawPage]:
        for page in self._store.site_pages(task.bucket, part.site, part.after, part.limit):
            if not skip_page(page.source, step):
                yield page

"""The local engine: one process reads and writes, the others clean.

Pages are read once, into the spill, and cleaned bucket by bucket. All workers share every bucket, and a large site is
cleaned in slices, so a site with half of all pages keeps all of them busy.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs

from scrapy_denoise.corpus.engine import CleaningRun, Summary, Watch, nothing_read, unwatched
from scrapy_denoise.corpus.inputs import read_file
from scrapy_denoise.corpus.isolation import Progress, Workers
from scrapy_denoise.corpus.optional_arrow import pyarrow as pa
from scrapy_denoise.corpus.output_folder import BucketWriter, OutputFolder
from scrapy_denoise.corpus.passes import Cleaner, Cleaning
from scrapy_denoise.corpus.raw_pages import InputError, RawPage, Skip
from scrapy_denoise.corpus.schedule import Schedule
from scrapy_denoise.corpus.spill import Spill
from scrapy_denoise.corpus.tasks import Task, tasks_of

AHEAD = 6
"""Tasks for each worker that are under way or wait until those before them are written."""

OF_METADATA = ("dateparser",)
"""What dates in less common words need, where it is installed. The process that the workers are forked from imports it
once, while pages are read, instead of each worker at its first such date."""

TOLD = 200
"""Records after which the progress is told while reading."""


@attrs.frozen
class LocalEngine:
    """Processes on this machine. jobs: how many clean pages."""

    jobs: int = 1
    name: str = "local"

    def clean(self, run: CleaningRun, watch: Watch = unwatched) -> Summary:
        folder = run.folder()
        if folder.complete:
            return Summary.of(folder.summary)
        path = folder.work / "pages.sqlite"
        spill = Spill(path, run.buckets)
        work = path, run.buckets, run.cleaning
        preload = OF_METADATA if "metadata" in run.cleaning.schema.names else ()
        try:
            # First, since what the workers import is imported while this process reads.
            with Workers[Task](self.jobs, run.seconds, _Work, *work, preload=preload) as workers:
                _read(run, spill, watch)
                summary = spill.summary()
                if not summary.pages:
                    raise InputError(nothing_read(spill.skips(), summary))
                _clean(run, folder, spill, workers, self.jobs * AHEAD, watch)
            summary = spill.summary()
            folder.finish(summary.as_dict(), spill.skips())
        except sqlite3.OperationalError as error:
            raise OSError(f"{path}: {error}") from error
        finally:
            spill.close()
        return summary


def _read(run: CleaningRun, spill: Spill, watch: Watch) -> None:
    """Put all pages into the spill; inputs that it has already are not read again."""
    total = sum(path.stat().st_size for path in run.files)
    done = records = 0
    for path in run.files:
        if spill.begin(str(path)):
            for page in read_file(path, run.reading):
                if isinstance(page, Skip):
                    spill.skip(page)
                else:
                    spill.add(page)
                records += 1
                if records % TOLD == 0:
                    watch(f"Reading, {records:,} records", done, total)
            spill.end(str(path))
        done += path.stat().st_size
        watch(f"Reading, {records:,} records", done, total)
    spill.index()


def _clean(
    run: CleaningRun, folder: OutputFolder, spill: Spill, workers: Workers[Task], window: int, watch: Watch
) -> None:
    """Clean the pages of all buckets that are not there yet."""
    buckets = [bucket for bucket in spill.buckets_in_use() if not folder.file_of(bucket).exists()]
    total = spill.summary().pages
    done = total - sum(spill.pages_of(bucket) for bucket in buckets)
    sample = run.cleaning.sample if Cleaner(run.cleaning).compares else 0
    schedule = Schedule((task for bucket in buckets for task in tasks_of(spill, bucket, sample)), window)
    writer: BucketWriter | None = None
    current = -1
    try:
        for number, found in workers.run(schedule):
            if found.error:
                raise RuntimeError(f"a worker failed:\n{found.error}")
            # What is lost while a template is learned is cleaned later on, and has a row or is lost again.
            for lost in () if found.task.learns else found.lost:
                spill.lose(lost.source, lost.reason, run.seconds)
            for task, answer in schedule.done(number, found.task, found.answer):
                if task.bucket != current:
                    if writer is not None:
                        writer.close()
                    writer, current = folder.writer(task.bucket, run.cleaning.schema), task.bucket
                assert writer is not None
                for batch in pa.ipc.open_stream(answer):
                    writer.write(batch)
                done += task.pages
                watch("Cleaning", done, total)
        if writer is not None:
            writer.close()
    except BaseException:
        if writer is not None:
            writer.abandon()
        raise


class _Work:
    """What a worker process does with a task."""

    def __init__(self, path: Path, buckets: int, cleaning: Cleaning) -> None:
        self._spill = Spill(path, buckets, writable=False)
        self._cleaner = Cleaner(cleaning)

    def __call__(self, task: Task, progress: Progress) -> bytes:
        if task.learns:
            (part,) = task.parts
            return self._cleaner.learn(self._pages(task, part.site, part.after, part.limit, progress))
        rows: list[dict[str, Any]] = []
        for part in task.parts:
            pages = self._pages(task, part.site, part.after, part.limit, progress)
            rows += (
                self._cleaner.clean_site(pages, progress) if part.whole else self._cleaner.clean(pages, task.template)
            )
        sink = pa.BufferOutputStream()
        batch = self._cleaner.table(rows)
        with pa.ipc.new_stream(sink, batch.schema) as stream:
            stream.write_batch(batch)
        return bytes(sink.getvalue())

    def _pages(
        self, task: Task, site: str, after: tuple[int, int] | None, limit: int, progress: Progress
    ) -> Iterator[RawPage]:
        for page in self._spill.site_pages(task.bucket, site, after, limit):
            if not progress(page.source):
                yield page

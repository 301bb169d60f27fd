"""The Spark engine: the functions of the local engine as steps of Spark jobs, for more pages than one machine takes.

Inputs are read once, into a Parquet folder under the output, and cleaned from there. Every step is a function of its
rows, and files of the output are renamed when they are whole, so Spark may repeat any task of a worker that is lost.
"""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any

import attrs

from scrapy_denoise.corpus.input.pages import InputError
from scrapy_denoise.corpus.input.truncation import UNREAD
from scrapy_denoise.corpus.output.folder import OutputFolder
from scrapy_denoise.corpus.run.run import CleaningRun, NothingRead, ProgressCallback, Summary, no_progress, nothing_read
from scrapy_denoise.corpus.run.site_passes import SiteCleaner
from scrapy_denoise.corpus.spark import steps as frames
from scrapy_denoise.corpus.spark.batches import ddl
from scrapy_denoise.corpus.spark.reading import PAGES_SCHEMA, FilesReading, InputFile, reader
from scrapy_denoise.optional import (
    DataFrame,
    PySparkException,
    SparkSession,
)
from scrapy_denoise.optional import functions as F
from scrapy_denoise.workers.pool import WorkersFailed, lost_detail

MAX_TASK_FAILURES = 4
"""Times that a task may fail in local mode, as in Spark's other modes."""

TASK_BYTES = 32 << 20
"""Bytes of HTML that a task cleans, and of input that one reads, in the mean."""

SUBMITTED = "PYSPARK_GATEWAY_PORT"
"""Set in the environment where ``spark-submit`` has started this process."""

BATCH_ROWS = 64
"""Rows that come to a function at a time: pages are large."""


@attrs.frozen
class SparkEngine:
    """Spark, as ``spark-submit`` sets it up; without that, this many workers on this machine.

    Inputs and output are paths that all workers see.
    """

    jobs: int = 2
    name: str = "spark"

    def clean(self, run: CleaningRun, watch: ProgressCallback = no_progress) -> Summary:
        with attrs.evolve(run, out=run.out.absolute()).folder() as folder:
            return Summary.from_dict(folder.summary) if folder.complete else self._clean(run, folder, watch)

    def _clean(self, run: CleaningRun, folder: OutputFolder, watch: ProgressCallback) -> Summary:
        spark = session(self.jobs)
        try:
            stored = _read(spark, run, folder, watch)
            summary = _summary(stored)
            if not summary.pages:
                raise nothing_read(_skips(stored), summary)
            read_in_part = UNREAD in summary.skipped  # of what follows there, each bucket may have pages
            _clean(stored, run, folder, summary, watch)
        except NothingRead:
            folder.discard()
            raise
        except PySparkException as error:
            raise WorkersFailed(f"Spark: {error}") from error
        lost = list(_lost(folder))
        summary.pages -= len(lost)
        summary.skipped += Counter(reason for _, _, reason, _ in lost)
        told = [
            {"source": source, "reason": reason, "detail": detail or lost_detail(reason, run.seconds)}
            for _, source, reason, detail in lost
        ]
        again: Iterable[int] = ()
        if read_in_part:
            again = range(run.buckets)
        elif any(reason == "crashed" for _, _, reason, _ in lost):
            again = {bucket for bucket, *_ in lost}
        folder.finish(summary.as_dict(), chain(_skips(stored), told), again)
        return summary


def session(jobs: int) -> Any:
    """A session of the Spark that runs this process, else of one on this machine, bound to its loopback address."""
    try:
        builder = SparkSession.builder.appName("scrapy-denoise")
        if SparkSession.getActiveSession() is None and SUBMITTED not in os.environ:
            # Else it is the "python3" of PATH, which is another where this environment is not activated.
            os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
            builder = builder.master(f"local[{jobs},{MAX_TASK_FAILURES}]").config("spark.driver.memory", "2g")
            builder = builder.config("spark.driver.bindAddress", "127.0.0.1").config("spark.driver.host", "127.0.0.1")
            builder = builder.config("spark.ui.enabled", "false").config("spark.ui.showConsoleProgress", "false")
        spark = builder.getOrCreate().newSession()
    except (PySparkException, OSError) as error:
        raise InputError(f"Spark does not start; it needs Java 17 or newer (JAVA_HOME): {error}") from error
    spark.conf.set("spark.sql.execution.arrow.maxRecordsPerBatch", str(BATCH_ROWS))
    return spark


def _read(spark: Any, run: CleaningRun, folder: OutputFolder, watch: ProgressCallback) -> DataFrame:
    """All pages, and what was left out, in a Parquet folder; inputs that it has already are not read again."""
    place = folder.work / "pages"
    if not (place / "_SUCCESS").exists():
        watch("Reading", 0, len(run.files))
        groups = _groups(run, spark.sparkContext.defaultParallelism)
        step = reader(groups, FilesReading(run.reading, run.buckets, run.seconds))
        numbers = spark.range(0, len(groups), 1, len(groups))
        numbers.mapInArrow(step, ddl(PAGES_SCHEMA)).write.mode("overwrite").parquet(place.absolute().as_uri())
        watch("Reading", len(run.files), len(run.files))
    found: DataFrame = spark.read.schema(ddl(PAGES_SCHEMA)).parquet(place.absolute().as_uri())
    return found


def _groups(run: CleaningRun, parallelism: int) -> list[list[InputFile]]:
    """The files in groups of about TASK_BYTES bytes, and at least two groups for each
    worker where there are enough."""
    sizes = [path.stat().st_size for path in run.files]
    bound = min(TASK_BYTES, sum(sizes) // (2 * parallelism) + 1)
    groups: list[list[InputFile]] = [[]]
    total = 0
    for number, (path, size) in enumerate(zip(run.files, sizes, strict=True)):
        if groups[-1] and total + size > bound:
            groups.append([])
            total = 0
        groups[-1].append(InputFile(number, str(path), path.absolute()))
        total += size
    return groups


def _clean(
    stored: DataFrame, run: CleaningRun, folder: OutputFolder, summary: Summary, watch: ProgressCallback
) -> None:
    spark = stored.sparkSession
    watch("Cleaning", 0, summary.pages)
    whole = [bucket for bucket in range(run.buckets) if folder.file_of(bucket).exists()]
    pages = stored.where(F.col("reason").isNull() & ~F.col("bucket").isin(whole)).drop("reason", "detail")
    ((size,),) = pages.agg(F.sum("size")).collect()
    if size is None:
        return
    parts = max(2 * spark.sparkContext.defaultParallelism, -(-size // TASK_BYTES))
    spark.conf.set("spark.sql.shuffle.partitions", str(parts))
    large = frames.large_sites(pages).cache()
    known = None
    if SiteCleaner(run.cleaning).compares:
        known = frames.templates(frames.samples(pages, large, run.cleaning.sample), run, parts)
    done = frames.cleaned(pages, large, known, run, parts)
    ordered = done.repartition(run.buckets, "bucket").sortWithinPartitions("bucket", "site", "rank", "part")
    ordered.mapInArrow(frames.writer(folder, run.cleaning), ddl(frames.WRITTEN_SCHEMA)).collect()
    large.unpersist()
    watch("Cleaning", summary.pages, summary.pages)


def _summary(stored: DataFrame) -> Summary:
    counts = {row["reason"]: row["count"] for row in stored.groupBy("reason").count().collect()}
    pages = counts.pop(None, 0)
    ((sites,),) = stored.where(F.col("reason").isNull()).agg(F.countDistinct("site")).collect()
    return Summary(pages, sites, Counter(counts))


def _skips(stored: DataFrame) -> Iterator[dict[str, Any]]:
    told = stored.where(F.col("detail") != "").orderBy("input", "number").select("source", "reason", "detail")
    return (row.asDict() for row in told.toLocalIterator())


def _lost(folder: OutputFolder) -> Iterator[tuple[int, str, str, str]]:
    """The bucket, the source, the reason and the detail of each page that was lost."""
    for path in sorted(folder.work.glob("lost-*.json")):
        bucket = int(path.stem.removeprefix("lost-"))
        for source, reason, detail in json.loads(path.read_text(encoding="utf-8")):
            yield bucket, source, reason, detail

"""The steps of a run on Spark, as functions of record batches for ``mapInArrow`` and of the frames that they make.

Pages are rows (`PAGES_SCHEMA`); a row with a reason is what was left out of the input. Small sites stay whole. The
pages of a large site are divided into slices by their ranks: each slice is cleaned for itself, with the site's
template, which comes as a row before its pages. So no worker gets more of one site than a slice.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any

import attrs

from scrapy_denoise.corpus.input.pages import RawPage
from scrapy_denoise.corpus.output.folder import BucketWriter, OutputFolder
from scrapy_denoise.corpus.run.run import CleaningRun
from scrapy_denoise.corpus.run.site_passes import SLICE_PAGES, CorpusOptions, merged
from scrapy_denoise.corpus.run.tasks import MAX_BYTES
from scrapy_denoise.corpus.spark.batches import Batches, Step, ddl
from scrapy_denoise.corpus.spark.pieces import SiteSlice, SliceWork, rows_of
from scrapy_denoise.corpus.spark.reading import slice_rows
from scrapy_denoise.optional import DataFrame, TaskContext, Window
from scrapy_denoise.optional import functions as F
from scrapy_denoise.optional import pyarrow as pa
from scrapy_denoise.workers.pool import WorkerPool

TEMPLATES_SCHEMA = pa.schema([("site", pa.string()), ("template", pa.binary())])

CLEANED_SCHEMA = pa.schema(
    [
        ("bucket", pa.int32()),
        ("site", pa.string()),
        ("rank", pa.int64()),
        ("part", pa.int32()),
        ("rows", pa.binary()),
        ("source", pa.string()),
        ("reason", pa.string()),
        ("detail", pa.string()),
    ]
)
"""Rows of the document view as a record batch, in the order of bucket, site and rank, and of the
parts of pages that may all have one rank; or a page that was lost."""

WRITTEN_SCHEMA = pa.schema([("bucket", pa.int32())])

N_RANKS = float(1 << 64)

WHOLE_SITE = -1
"""The slice of a small site, which is not divided."""


# --- pass 1 ---


def large_sites(pages: DataFrame) -> DataFrame:
    """The sites that are cleaned in slices: ``site``, ``pages``, ``slices``."""
    sites = pages.groupBy("site").agg(F.count("*").alias("pages"), F.sum("size").alias("bytes"))
    slices = F.ceil(F.greatest(F.col("pages") / SLICE_PAGES, F.col("bytes") / MAX_BYTES))
    return sites.where((F.col("pages") > SLICE_PAGES) | (F.col("bytes") > MAX_BYTES)).select(
        "site", "pages", slices.alias("slices")
    )


def samples(pages: DataFrame, large: DataFrame, count: int) -> DataFrame:
    """The pages that the templates of large sites are learned from: of each site those of the lowest ranks."""
    place = F.struct("rank", "input", "number")
    order = Window.partitionBy("site").orderBy("rank", "input", "number")
    several = large.where(F.col("pages") > 1).select("site")
    lowest = (
        pages.join(several, "site").select("site", "rank", "input", "number")
        .withColumn("n", F.row_number().over(order)).where(F.col("n") <= count)
        .groupBy("site").agg(F.max(place).alias("last"))
    )  # fmt: skip
    return pages.join(lowest, "site").where(place <= F.col("last")).drop("last")


def templates(sampled: DataFrame, run: CleaningRun, parts: int) -> DataFrame:
    """TEMPLATES_SCHEMA: one of each site, from what parts of its sample give."""
    part = F.pmod("rank", F.lit(4))
    learned = (
        sampled.withColumn("part", part).repartition(parts, "site", "part")
        .sortWithinPartitions("site", "part", "rank", "input", "number").mapInArrow(learner(run), ddl(TEMPLATES_SCHEMA))
    )  # fmt: skip
    by_site = learned.repartition(parts, "site").sortWithinPartitions("site")
    return by_site.mapInArrow(merge_templates, ddl(TEMPLATES_SCHEMA))


def learner(run: CleaningRun) -> Step:
    """From sampled pages, site by site, to what they say of the site's template."""

    def learn(batches: Batches) -> Batches:
        def pieces() -> Iterator[tuple[str, tuple[SiteSlice, ...]]]:
            for site, rows in groupby(_rows(batches), lambda row: row["site"]):
                for some in slice_rows(rows, lambda row: row["size"]):
                    yield site, (SiteSlice(tuple(map(_raw, some)), learns=True),)

        for site, (template,), _ in _worked(pieces(), run):
            yield pa.RecordBatch.from_pylist([{"site": site, "template": template}], TEMPLATES_SCHEMA)

    return learn


def merge_templates(batches: Batches) -> Batches:
    """Parts of templates, site by site, to one of each."""
    for site, rows in groupby(_rows(batches), lambda row: row["site"]):
        template = merged(row["template"] for row in rows)
        yield pa.RecordBatch.from_pylist([{"site": site, "template": template}], TEMPLATES_SCHEMA)


# --- pass 2 ---


def cleaned(pages: DataFrame, large: DataFrame, known: DataFrame | None, run: CleaningRun, parts: int) -> DataFrame:
    """CLEANED_SCHEMA. known: the templates of large sites, where methods compare pages."""
    share = F.col("rank") / F.lit(N_RANKS) + 0.5
    place = F.when(F.col("slices").isNull(), WHOLE_SITE).otherwise(
        F.least(F.floor(share * F.col("slices")), F.col("slices") - 1)
    )
    rows = pages.join(large.select("site", "slices"), "site", "left").withColumn("slice", place.cast("bigint"))
    rows = rows.drop("slices").withColumn("template", F.lit(None).cast("binary"))
    if known is not None:
        first = known.join(large.select("site", "slices"), "site")
        first = first.withColumn("slice", F.explode(F.sequence(F.lit(0).cast("bigint"), F.col("slices") - 1)))
        rows = rows.unionByName(first.drop("slices"), allowMissingColumns=True)
    ordered = rows.repartition(parts, "site", "slice").sortWithinPartitions(
        "site", "slice", F.col("rank").asc_nulls_first(), "input", "number"
    )
    return ordered.mapInArrow(cleaner(run), ddl(CLEANED_SCHEMA))


def cleaner(run: CleaningRun) -> Step:
    """From the pages of slices and small sites, each with its template before it, to CLEANED_SCHEMA."""

    def clean(batches: Batches) -> Batches:
        for firsts, answers, lost in _worked(_gathered(_pieces(batches)), run):
            found = [
                {"bucket": bucket, "site": site, "rank": rank, "part": part, "rows": answer}
                for (bucket, site, rank, part), answer in zip(firsts, answers, strict=True)
            ]
            found += [{"bucket": firsts[0][0], **attrs.asdict(one)} for one in lost]
            yield pa.RecordBatch.from_pylist(found, CLEANED_SCHEMA)

    return clean


First = tuple[int, str, int, int]


def _pieces(batches: Batches) -> Iterator[tuple[First, SiteSlice, int]]:
    for (_, place), rows in groupby(_rows(batches), lambda row: (row["site"], row["slice"])):
        template, pages = None, []
        first = next(rows)
        if first["template"] is not None:
            template = first["template"]
        else:
            pages.append(first)
        for part, some in enumerate(slice_rows(_chained(pages, rows), lambda row: row["size"])):
            key = some[0]["bucket"], some[0]["site"], some[0]["rank"], part
            size = sum(row["size"] for row in some)
            yield key, SiteSlice(tuple(map(_raw, some)), place == WHOLE_SITE, template=template), size


def _chained(some: list[dict[str, Any]], rows: Iterator[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    yield from some
    yield from rows


def _gathered(pieces: Iterator[tuple[First, SiteSlice, int]]) -> Iterator[tuple[list[First], tuple[SiteSlice, ...]]]:
    """Small pieces together, up to SLICE_PAGES pages and MAX_BYTES, to spare the ways between processes."""
    firsts: list[First] = []
    some: list[SiteSlice] = []
    count = total = 0
    for first, piece, size in pieces:
        if some and (count + len(piece.pages) > SLICE_PAGES or total + size > MAX_BYTES):
            yield firsts, tuple(some)
            firsts, some, count, total = [], [], 0, 0
        firsts.append(first)
        some.append(piece)
        count, total = count + len(piece.pages), total + size
    if some:
        yield firsts, tuple(some)


# --- writing ---


def writer(folder: OutputFolder, cleaning: CorpusOptions) -> Step:
    """From CLEANED_SCHEMA, ordered, to files of buckets; a row for each that is whole."""

    def write(batches: Batches) -> Batches:
        context = TaskContext.get()
        attempt = context.taskAttemptId() if context is not None else 0
        for bucket, rows in groupby(_rows(batches), lambda row: row["bucket"]):
            out = folder.writer(bucket, cleaning.schema, f".{attempt}")
            try:
                lost = _write(out, rows, cleaning)
            except BaseException:
                out.abandon()
                raise
            part = folder.work / f"lost-{bucket:05}.{attempt}"
            part.write_text(json.dumps(lost), encoding="utf-8")
            part.replace(folder.work / f"lost-{bucket:05}.json")
            out.close()
            yield pa.RecordBatch.from_pylist([{"bucket": bucket}], WRITTEN_SCHEMA)

    return write


def _write(out: BucketWriter, rows: Iterator[dict[str, Any]], cleaning: CorpusOptions) -> list[tuple[str, str, str]]:
    lost: list[tuple[str, str, str]] = []

    def answers() -> Iterator[bytes]:
        for row in rows:
            if row["reason"] is not None:
                lost.append((row["source"], row["reason"], row["detail"]))
            else:
                yield row["rows"]

    for batch in rows_of(answers(), cleaning):
        if batch.num_rows:
            out.write(batch)
    return lost


# --- in a task ---


def _rows(batches: Batches) -> Iterator[dict[str, Any]]:
    for batch in batches:
        yield from batch.to_pylist()


def _raw(row: dict[str, Any]) -> RawPage:
    return RawPage(**{field.name: row[field.name] for field in attrs.fields(RawPage)})


_workers: dict[tuple[Any, ...], WorkerPool] = {}
"""The process that cleans for this one, kept from task to task."""


def _worked(
    work: Iterable[tuple[Any, tuple[SiteSlice, ...]]], run: CleaningRun
) -> Iterator[tuple[Any, list[bytes], Any]]:
    """What is done of each work: its key, the answers, and what was lost; in its own process, as a page may hang."""
    key = repr(run.cleaning), run.seconds
    workers = _workers.pop(key, None) or WorkerPool(1, run.seconds, SliceWork, run.cleaning)
    keys = []

    def tasks() -> Iterator[tuple[int, tuple[SiteSlice, ...]]]:
        for number, (name, pieces) in enumerate(work):
            keys.append(name)
            yield number, pieces

    whole = False
    try:
        for number, done in workers.run(tasks()):
            if done.error:
                raise RuntimeError(f"a worker failed:\n{done.error}")
            answers, failed = done.answer
            yield keys[number], answers, (*done.lost, *failed)
        whole = True
    finally:
        if whole:
            _workers[key] = workers
        else:
            workers.close()

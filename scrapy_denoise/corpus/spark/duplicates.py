"""Groups of duplicates on Spark: those of `scrapy_denoise.corpus.analysis.duplicate_groups`, as joins of frames.

Spark's own MinHashLSH hashes sets with functions of its own, so its groups would not be those of a crawl and of the
local engine. Here the fingerprints are those that the document views have; Spark groups by their bands, joins the
candidates and finds the connected components by alternating stars (Kiveris et al., "Connected components in MapReduce
and beyond", 2014), which takes a number of rounds that grows with the logarithm of the size of the largest group.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from scrapy_denoise.corpus.analysis.duplicate_groups import CONTENT_COLUMNS, GROUPS, UNKNOWN_TIME
from scrapy_denoise.corpus.spark.batches import Batches, Step, ddl
from scrapy_denoise.corpus.spark.tables import document_frame, record_batches
from scrapy_denoise.document.fingerprint import SKETCHES, band_keys, minhash_rows, near, similarities, stated_rows
from scrapy_denoise.document.identity import STATED, address_hash, canonical_hash, differ
from scrapy_denoise.optional import DataFrame, Window
from scrapy_denoise.optional import functions as F
from scrapy_denoise.optional import pyarrow as pa

BANDED = pa.schema([("band", pa.int64()), ("url", pa.string())])

NAMED = pa.schema([("url", pa.string()), ("own", pa.binary()), ("named", pa.binary())])

PAIRS = pa.schema([("one", pa.string()), ("two", pa.string())])

_NEAR = ("one", "two", "minhash", "minhash2")


def spark_groups(spark: Any, folder: Path, similar: float | None = None) -> tuple[int, Iterator[Any]]:
    """The number of pages with a fingerprint, and the rows of GROUPS as record batches. similar: as of
    `duplicate_groups`. Raises InputError as `document_frame` does."""
    pages = _contents(document_frame(spark, folder, CONTENT_COLUMNS)).persist()
    edges = _exact(pages)
    if similar is None or similar < 1:
        edges = edges.union(_near(pages, similar))
    rows = _rows(pages, components(edges.distinct()))
    return pages.count(), record_batches(rows.orderBy("representative", F.col("url") != F.col("representative"), "url"),
                                         GROUPS)  # fmt: skip


def _contents(documents: DataFrame) -> DataFrame:
    """``url``, ``fetched``, ``digest``, ``minhash``: a row for each address, or source of pages without one."""
    fetched = F.coalesce(F.floor(F.unix_micros("fetched") / 1000).cast("bigint"), F.lit(int(UNKNOWN_TIME)))
    first = Window.partitionBy("url").orderBy("fetched", "digest")
    url = F.when(F.col("url") == "", F.col("source")).otherwise(F.col("url"))  # as `identity`
    rows = documents.where(F.col("minhash").isNotNull()).withColumn("fetched", fetched).withColumn("url", url)
    return rows.withColumn("n", F.row_number().over(first)).where(F.col("n") == 1).drop("n", "source")


def _exact(pages: DataFrame) -> DataFrame:
    """Each page with the first, and with the one before it, of the same digest where they state nothing different:
    ``one``, ``two``. Those that state the same are next to each other."""
    stated = F.substring("minhash", SKETCHES + 1, STATED)
    order = Window.partitionBy("digest").orderBy(stated, "url")
    sharing = pages.select(
        F.struct("url", "minhash").alias("two"),
        F.first(F.struct("url", "minhash")).over(order).alias("first"),
        F.lag(F.struct("url", "minhash")).over(order).alias("before"),
    )  # fmt: skip
    pairs = sharing.select("first", "two").union(sharing.where(F.col("before").isNotNull()).select("before", "two"))
    both = pairs.toDF("one", "two").where("one.url != two.url").select(
        F.col("one.url").alias("one"), F.col("two.url").alias("two"),
        F.col("one.minhash").alias("minhash"), F.col("two.minhash").alias("minhash2"),
    )  # fmt: skip
    return both.mapInArrow(_alike_pairs, ddl(PAIRS))


def _near(pages: DataFrame, similar: float | None) -> DataFrame:
    """Pairs of pages that share a band and are similar: each with the first and with the one before it that have the
    band."""
    banded = pages.select("url", "minhash").mapInArrow(_bands, ddl(BANDED))
    order = Window.partitionBy("band").orderBy("url")
    sharing = banded.select("url", F.first("url").over(order).alias("first"), F.lag("url").over(order).alias("before"))
    pairs = (
        sharing.select("first", "url").union(sharing.where(F.col("before").isNotNull()).select("before", "url"))
        .toDF("one", "two").where("one != two").distinct()
    )  # fmt: skip
    marks = pages.select("url", "minhash")
    both = (
        pairs.join(marks.withColumnRenamed("url", "one"), "one")
        .join(marks.toDF("two", "minhash2"), "two").select(*_NEAR)
    )  # fmt: skip
    return both.mapInArrow(_near_pairs(similar), ddl(PAIRS))


def _bands(batches: Batches) -> Batches:
    for batch in batches:
        keys = band_keys(_minhashes(batch.column(1)))
        urls = batch.column(0).take(pa.array(np.repeat(np.arange(batch.num_rows), keys.shape[1])))
        yield pa.RecordBatch.from_arrays([pa.array(keys.ravel()), urls.cast(pa.string())], schema=BANDED)


def _near_pairs(similar: float | None) -> Step:
    def pairs(batches: Batches) -> Batches:
        for batch in batches:
            found = pa.array(near(_minhashes(batch.column(2)), _minhashes(batch.column(3)), similar))
            columns = [batch.column(n).cast(pa.string()).filter(found) for n in (0, 1)]
            yield pa.RecordBatch.from_arrays(columns, schema=PAIRS)

    return pairs


def _alike_pairs(batches: Batches) -> Batches:
    """The pairs of pages whose facts do not differ, of pairs with similar texts (`_NEAR`)."""
    for batch in batches:
        one, two = (stated_rows(_minhashes(batch.column(n))) for n in (2, 3))
        alike = pa.array(~differ(one, two))
        columns = [batch.column(n).cast(pa.string()).filter(alike) for n in (0, 1)]
        yield pa.RecordBatch.from_arrays(columns, schema=PAIRS)


def _named(batches: Batches) -> Batches:
    """Pages with the hashes of their own and of their canonical addresses: columns of NAMED."""
    for batch in batches:
        own = [address_hash(url) for url in batch.column(0).to_pylist()]
        named = [canonical_hash(minhash) for minhash in batch.column(1).to_pylist()]
        columns = [batch.column(0).cast(pa.string()), pa.array(own, pa.binary()), pa.array(named, pa.binary())]
        yield pa.RecordBatch.from_arrays(columns, schema=NAMED)


def _minhashes(column: Any) -> Any:
    return minhash_rows(column.to_pylist())


def components(edges: DataFrame) -> DataFrame:
    """For each node of an edge the first node that it is connected with: ``url`` and ``first``.

    edges: ``one``, ``two``. Large stars tie the larger neighbours of a node to the least of all, small stars the
    others, until nothing changes.
    """
    known, before = edges.localCheckpoint(), None
    while True:
        known = _star(_star(known, large=True), large=False).distinct().localCheckpoint()
        now = known.agg(F.count("*"), F.sum(F.hash("one", "two").cast("bigint"))).collect()
        if now == before:
            return known.select(F.col("two").alias("url"), F.col("one").alias("first"))
        before = now


def _star(edges: DataFrame, large: bool) -> DataFrame:
    """Edges from the least neighbour of each node. large: to its larger neighbours, else to it and its smaller ones."""
    if large:
        near = edges.union(edges.select("two", "one")).toDF("node", "other")
    else:
        near = edges.select(F.greatest("one", "two"), F.least("one", "two")).toDF("node", "other")
    least = F.least(F.min("other").over(Window.partitionBy("node")), F.col("node"))
    stars = near.withColumn("least", least)
    found = stars.where("other > node").select("least", "other")
    if not large:
        found = stars.select("least", "other").union(stars.select("least", "node"))
    return found.toDF("one", "two").where("one != two").distinct()


def _rows(pages: DataFrame, found: DataFrame) -> DataFrame:
    """The rows of GROUPS, from pages and the first node of each component."""
    firsts = found.select("first").distinct().select(F.col("first").alias("url"), "first")
    members = pages.join(found.union(firsts), "url")
    members = members.join(pages.select("url", "minhash").mapInArrow(_named, ddl(NAMED)), "url")
    named = members.select("first", F.col("named").alias("own")).distinct().withColumn("canonical", F.lit(True))
    members = members.join(named, ["first", "own"], "left")
    group = Window.partitionBy("first")
    best = group.orderBy(F.col("canonical").isNull(), "fetched", F.length("url"), "url")
    parts = {name: F.first(name).over(best).alias(f"{name}2") for name in ("url", "digest", "minhash")}
    named = members.select("url", "digest", "minhash", *parts.values(), F.count("*").over(group).alias("pages"))
    return named.mapInArrow(_group_rows(), ddl(GROUPS))


def _group_rows() -> Step:
    def rows(batches: Batches) -> Batches:
        for batch in batches:
            column = {name: batch.column(n) for n, name in enumerate(batch.schema.names)}
            similar = similarities(_minhashes(column["minhash"]), _minhashes(column["minhash2"]))
            exact = [
                one == two for one, two in zip(*(column[n].to_pylist() for n in ("digest", "digest2")), strict=True)
            ]
            yield pa.RecordBatch.from_arrays(
                [
                    column["url"].cast(pa.string()), column["url2"].cast(pa.string()),
                    column["pages"].cast(pa.int32()), pa.array(exact), pa.array(similar.astype(np.float32)),
                ],
                schema=GROUPS,
            )  # fmt: skip

    return rows

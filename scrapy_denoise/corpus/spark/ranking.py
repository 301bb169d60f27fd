"""QuarkRank and PageRank on Spark: the iteration of `scrapy_denoise.corpus.analysis.ranking` as joins of frames.

A row of the frame of links is a link of one block: W_P = X Z is never made. Each round sends the rank of a page along
its links, f_p(b) / s_b of it along each link of block b, and sums what comes to a page.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from scrapy_denoise.corpus.analysis.page_graph import GRAPH_COLUMNS, Attention, linking_blocks, page_name
from scrapy_denoise.corpus.analysis.ranking import RANKED, Iteration
from scrapy_denoise.corpus.spark.batches import Batches, ddl
from scrapy_denoise.corpus.spark.tables import document_frame, record_batches
from scrapy_denoise.optional import DataFrame, Window
from scrapy_denoise.optional import functions as F
from scrapy_denoise.optional import pyarrow as pa

LINKS = pa.schema(
    [
        ("page", pa.string()),
        ("row", pa.int64()),
        ("block", pa.int32()),
        ("attention", pa.float64()),
        ("targets", pa.int32()),
        ("target", pa.string()),
    ]
)
"""A link of a block, with the number of its targets; a row without a target is a page."""


def spark_ranks(spark: Any, folder: Path, iteration: Iteration, outside: bool = True) -> Iterator[Any]:
    """The rows of RANKED as record batches, the highest ranks first. outside: as of `PageGraph.from_batches`.

    Raises InputError as `document_frame` does.
    """
    pages, quark, plain = links_of(document_frame(spark, folder, GRAPH_COLUMNS), outside)
    ranks = fixed_point(pages, quark, iteration).toDF("url", "rank")
    baseline = fixed_point(pages, plain, iteration).toDF("url", "page_rank")
    return record_batches(ranks.join(baseline, "url").orderBy(F.desc("rank"), "url"), RANKED)


def links_of(documents: DataFrame, outside: bool) -> tuple[DataFrame, DataFrame, DataFrame]:
    """The pages, ``page``, and the links of both ranks: ``page``, ``target``, and the ``share`` of the page's rank that
    goes along the link, a row for each block and target, or for PageRank for each target."""
    rows = documents.select(*GRAPH_COLUMNS, F.monotonically_increasing_id().alias("row"))
    found = rows.mapInArrow(_links, ddl(LINKS)).persist()
    pages = found.where(F.col("target").isNull()).select("page").distinct()
    links = found.where(F.col("target").isNotNull())
    if outside:
        pages = pages.union(links.select("target")).distinct()
    else:
        links = links.join(pages.toDF("target"), "target").withColumn("targets", _count("row", "block"))
    of_block = F.col("attention") / F.col("targets")
    attended = links.select("page", "target", of_block.alias("share"))
    total = F.sum("share").over(Window.partitionBy("page"))
    plain = links.select("page", "target").distinct().withColumn("share", 1 / _count("page"))
    return pages.persist(), attended.withColumn("share", F.col("share") / total).where("share > 0").persist(), plain


def _count(*columns: str) -> Any:
    return F.count("*").over(Window.partitionBy(*columns))


def _links(batches: Batches) -> Batches:
    for batch in batches:
        found: list[dict[str, Any]] = []
        for row in batch.to_pylist():
            page = page_name(row)
            found.append({"page": page})
            for number, (weight, urls) in enumerate(linking_blocks(row, Attention())):
                block = {
                    "page": page, "row": row["row"], "block": number, "attention": weight, "targets": len(urls),
                }  # fmt: skip
                found += [{**block, "target": url} for url in urls]
        yield pa.RecordBatch.from_pylist(found, LINKS)


def fixed_point(pages: DataFrame, links: DataFrame, iteration: Iteration) -> DataFrame:
    """The rank of each page, ``page`` and ``rank``, as of `power_iteration`. links: ``page``, ``target``, ``share``."""
    count, epsilon = pages.count(), iteration.epsilon
    links = links.persist()
    sources = links.select("page").distinct().withColumn("links", F.lit(True))
    dangling = F.col("links").isNull().alias("dangling")
    ranks = pages.join(sources, "page", "left").select("page", dangling, F.lit(1 / max(count, 1)).alias("rank"))
    ranks, _, lost = _measured(ranks.withColumn("change", F.lit(0.0)))
    for _ in range(iteration.most if count else 0):
        came = links.join(ranks, "page").groupBy("target").agg(F.sum(F.col("rank") * F.col("share")).alias("came"))
        followed = F.coalesce("came", F.lit(0.0)) + lost / count
        after = epsilon / count + (1 - epsilon) * followed
        both = ranks.join(came.withColumnRenamed("target", "page"), "page", "left").withColumn("after", after)
        change = F.abs(F.col("after") - F.col("rank")).alias("change")
        ranks, changed, lost = _measured(both.select("page", "dangling", F.col("after").alias("rank"), change))
        if changed < iteration.tolerance:
            break
    links.unpersist()
    return ranks.select("page", "rank")


def _measured(ranks: DataFrame) -> tuple[DataFrame, float, float]:
    """Ranks, computed, with the sum of their changes and that of the ranks of pages that link nowhere."""
    kept = ranks.localCheckpoint(eager=False)
    lost = F.sum(F.when(F.col("dangling"), F.col("rank")))
    ((changed, of_dangling),) = kept.agg(F.sum("change"), lost).collect()
    return kept, changed or 0.0, of_dangling or 0.0

"""Document views as frames of Spark, and frames as record batches for the file that a command writes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any

from scrapy_denoise.corpus.input.pages import InputError
from scrapy_denoise.corpus.output.reader import complete_manifest
from scrapy_denoise.corpus.spark.engine import TASK_BYTES, session
from scrapy_denoise.optional import DataFrame, PySparkException
from scrapy_denoise.optional import pyarrow as pa

BATCH_ROWS = 10_000
"""Rows of a record batch."""


@contextmanager
def spark_session(jobs: int) -> Iterator[Any]:
    """A session for the work of a command. Raises InputError where Spark does not start or fails."""
    spark = session(jobs)
    try:
        yield spark
    except PySparkException as error:
        raise InputError(f"Spark: {error}") from error


def document_frame(spark: Any, folder: Path, columns: tuple[str, ...]) -> DataFrame:
    """The rows of a folder that ``corpus clean`` wrote, with these columns. Raises InputError as `read_documents` does,
    and for a folder of JSON lines."""
    manifest = complete_manifest(folder, columns)
    if manifest["call"]["form"] != "parquet":
        raise InputError(f"{folder} has JSON lines; the engine spark reads Parquet (corpus clean --format parquet)")
    size = sum(path.stat().st_size for path in folder.glob("bucket=*/*.parquet"))
    parts = max(2 * spark.sparkContext.defaultParallelism, size // TASK_BYTES)
    spark.conf.set("spark.sql.shuffle.partitions", str(parts))
    found: DataFrame = spark.read.parquet(folder.absolute().as_uri()).select(*columns)
    return found


def record_batches(frame: DataFrame, schema: Any) -> Iterator[Any]:
    """The rows of a frame in their order, which come to this process partition by partition."""
    rows = (row.asDict() for row in frame.toLocalIterator())
    while some := list(islice(rows, BATCH_ROWS)):
        yield pa.RecordBatch.from_pylist(some, schema)

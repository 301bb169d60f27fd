"""What the extra ``spark`` installs, imported here and nowhere else: PySpark, which needs Java."""

from __future__ import annotations

try:
    from pyspark import TaskContext
    from pyspark.errors import PySparkException
    from pyspark.sql import DataFrame, SparkSession, Window
    from pyspark.sql import functions as F  # noqa: N812 - as Spark's documentation calls it
except ImportError as error:
    raise ImportError(
        "the engine spark needs pyspark; install it with: pip install 'scrapy-denoise[corpus,spark]'", name=error.name
    ) from error

__all__ = [
    "DataFrame",
    "F",
    "PySparkException",
    "SparkSession",
    "TaskContext",
    "Window",
]

"""What the extras install, imported here and nowhere else: where a library is missing, the error names its extra.

A library is imported when its name is asked for: ``from scrapy_denoise.optional import pyarrow as pa``.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import nh3 as nh3
    import pyarrow as pyarrow
    import skops as skops
    import tinycss2 as tinycss2
    from fastwarc.warc import ArchiveIterator as ArchiveIterator
    from fastwarc.warc import WarcRecord as WarcRecord
    from fastwarc.warc import WarcRecordType as WarcRecordType
    from pyspark import TaskContext as TaskContext
    from pyspark.errors import PySparkException as PySparkException
    from pyspark.sql import DataFrame as DataFrame
    from pyspark.sql import SparkSession as SparkSession
    from pyspark.sql import Window as Window
    from pyspark.sql import functions as functions
    from rensa import RMinHash as RMinHash
    from scipy.sparse import coo_array as coo_array
    from scipy.sparse import csr_array as csr_array
    from scipy.sparse.csgraph import connected_components as connected_components
    from sklearn.feature_extraction.text import TfidfVectorizer as TfidfVectorizer
    from sklearn.linear_model import LogisticRegression as LogisticRegression
    from sklearn.metrics import accuracy_score as accuracy_score
    from sklearn.metrics import f1_score as f1_score
    from sklearn.pipeline import Pipeline as Pipeline
    from sklearn.pipeline import make_pipeline as make_pipeline

_NEEDED = {
    "classify": "classification needs scikit-learn and skops",
    "corpus": "archives need pyarrow, SciPy and FastWARC",
    "corpus,spark": "the engine spark needs pyspark",
    "duplicates": "fingerprints of near-duplicates need rensa",
    "viewer": "the block viewer needs nh3 and tinycss2",
}
"""What needs an extra, by the extra."""

_MODULES = {
    "classify": {
        "skops.io": "skops",
        "sklearn.feature_extraction.text": "TfidfVectorizer",
        "sklearn.linear_model": "LogisticRegression",
        "sklearn.metrics": "accuracy_score f1_score",
        "sklearn.pipeline": "Pipeline make_pipeline",
    },
    "corpus": {
        "pyarrow.parquet": "pyarrow",
        "pyarrow.compute": "pyarrow",
        "fastwarc.warc": "ArchiveIterator WarcRecord WarcRecordType",
        "scipy.sparse": "coo_array csr_array",
        "scipy.sparse.csgraph": "connected_components",
    },
    "corpus,spark": {
        "pyspark": "TaskContext",
        "pyspark.errors": "PySparkException",
        "pyspark.sql": "DataFrame SparkSession Window functions",
    },
    "duplicates": {"rensa": "RMinHash"},
    "viewer": {"nh3": "nh3", "tinycss2": "tinycss2"},
}
"""The names that each module of an extra gives; the name of a library stands for the library with these modules."""

_FROM = {
    name: (extra, [module for module, names in modules.items() if name in names.split()])
    for extra, modules in _MODULES.items()
    for name in " ".join(modules.values()).split()
}


def __getattr__(name: str) -> Any:
    if name not in _FROM:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    extra, modules = _FROM[name]
    try:
        found = [import_module(module) for module in modules][-1]
    except ImportError as error:
        message = (
            f"{_NEEDED[extra]}; install what is missing ({error.name}) with: pip install 'scrapy-denoise[{extra}]'"
        )
        raise ImportError(message, name=error.name) from error
    return import_module(name) if modules[0].split(".")[0] == name else getattr(found, name)

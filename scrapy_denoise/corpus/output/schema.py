"""The schema of the output table, the document view.

The document view is the paper's TwDocView (paper 003), with its digest TwMd5 as the two fingerprints.
"""

from __future__ import annotations

from typing import Any

import attrs

from scrapy_denoise.document.metadata.metadata import Metadata
from scrapy_denoise.document.product.statements import Variant
from scrapy_denoise.optional import pyarrow as pa

TIME = pa.timestamp("us", tz="UTC")


def _metadata_type() -> Any:
    """A struct with the fields of `Metadata`."""
    maps = {"sources": pa.map_(pa.string(), pa.string()), "confidences": pa.map_(pa.string(), pa.float32())}
    fields = [
        (field.name, maps.get(field.name, pa.list_(pa.string()) if field.default == () else pa.string()))
        for field in attrs.fields(Metadata)
    ]
    return pa.struct(fields)


BLOCK = pa.struct(
    [
        ("type", pa.string()),
        ("text", pa.string()),
        ("kept", pa.bool_()),
        ("xpath", pa.string()),
        ("score", pa.float32()),
        ("box", pa.list_(pa.int32())),
    ]
)
LINK = pa.struct([("url", pa.string()), ("text", pa.string()), ("block", pa.int32()), ("kind", pa.string())])
ENTRY = pa.struct(
    [
        ("title", pa.string()),
        ("url", pa.string()),
        ("text", pa.string()),
        ("image", pa.string()),
        ("published", pa.string()),
        ("author", pa.string()),
        ("price", pa.string()),
        ("regular_price", pa.string()),
        ("currency", pa.string()),
        ("currency_raw", pa.string()),
        ("heading", pa.string()),
        ("position", pa.int32()),
        ("xpath", pa.string()),
        ("score", pa.float32()),
        ("advertisement", pa.bool_()),
    ]
)
POST = pa.struct(
    [
        ("text", pa.string()),
        ("author", pa.string()),
        ("published", pa.string()),
        ("rating", pa.float32()),
        ("best", pa.float32()),
        ("stated", pa.bool_()),
    ]
)
VARIANT = pa.struct([(field.name, pa.string()) for field in attrs.fields(Variant)])
PRODUCT = pa.struct(
    [
        *((name, pa.string()) for name in "name price regular_price currency currency_raw availability".split()),
        *((name, pa.string()) for name in "sku gtin gtin_kind mpn brand color size".split()),
        ("rating", pa.float32()),
        ("best", pa.float32()),
        ("reviews", pa.int32()),
        ("properties", pa.list_(pa.list_(pa.string()))),
        ("variants", pa.list_(VARIANT)),
        ("sources", pa.map_(pa.string(), pa.string())),
        ("confidences", pa.map_(pa.string(), pa.float32())),
    ]
)

DOCUMENTS = pa.schema(
    [
        ("url", pa.string()),
        ("source", pa.string()),
        ("site", pa.string()),
        ("fetched", TIME),
        ("status", pa.int16()),
        ("title", pa.string()),
        ("text", pa.string()),
        ("markdown", pa.string()),
        ("metadata", _metadata_type()),
        ("page_type", pa.string()),
        ("confidence", pa.float32()),
        ("reason", pa.string()),
        ("method", pa.string()),
        ("siblings", pa.int16()),
        ("blocks", pa.list_(BLOCK)),
        ("links", pa.list_(LINK)),
        ("next_page", pa.string()),
        ("digest", pa.string()),
        ("minhash", pa.binary()),
    ]
)
"""The document view, one row per page; docs/corpus.rst describes each column."""

OPTIONAL = pa.schema(
    [
        ("posts", pa.list_(POST)),
        ("comments", pa.list_(POST)),
        ("entries", pa.list_(ENTRY)),
        ("product", PRODUCT),
        ("terms", pa.map_(pa.string(), pa.float32())),
    ]
)
"""Columns that are written only if they are named."""

MAPS = (("metadata", "sources"), ("metadata", "confidences"), ("product", "sources"), ("product", "confidences"))
"""The fields of columns that are maps, which JSON lines have as objects."""

IDENTITY = ("url", "source", "site", "fetched", "status")
"""Columns that are always written."""


def documents_schema(columns: tuple[str, ...]) -> Any:
    """The document view with these columns alone, in its own order; all where none are named.

    Raises ValueError for a column that there is not.
    """
    fields = [*DOCUMENTS, *OPTIONAL]
    names = [field.name for field in fields]
    unknown = [name for name in columns if name not in names]
    if unknown:
        raise ValueError(f"no column {unknown[0]!r}; there are: {', '.join(names)}")
    wanted = {*columns, *IDENTITY} if columns else set(DOCUMENTS.names)
    return pa.schema([field for field in fields if field.name in wanted])

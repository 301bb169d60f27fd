"""Pages in Parquet files and JSON lines: a column with the HTML, one with the address, and others where they exist."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

from scrapy_denoise.corpus.optional_arrow import pyarrow as pa
from scrapy_denoise.corpus.raw_pages import InputError, RawPage, Skip

OTHERS = ("status", "charset", "fetched")
"""Columns that are used where they exist: status of the response, encoding of its header, time (ISO 8601, seconds since
1970, or a timestamp)."""

BATCH = 64
"""Rows of a Parquet file that are read at a time."""

MAX_LINE = 1 << 28
"""Bytes of a line of JSON; a longer one is skipped."""


def read_parquet(path: Path, html: str, url: str) -> Iterator[RawPage | Skip]:
    """The rows of a Parquet file. html, url: names of the columns with the page and its address.

    Raises InputError for a file that is none, or that has not these columns or has them with another type.
    """
    try:
        file = pa.parquet.ParquetFile(path)
        schema = file.schema_arrow
        for name in (html, url):
            if name not in schema.names:
                raise InputError(
                    f"{path}: no column {name!r}; there are: {', '.join(schema.names)} (--html-column, --url-column)"
                )
        texts = (pa.types.is_string, pa.types.is_large_string, pa.types.is_binary, pa.types.is_large_binary)
        for name in (html, url):
            if not any(fits(schema.field(name).type) for fits in texts):
                raise InputError(f"{path}: the column {name!r} is {schema.field(name).type}, not text or bytes")
        columns = [name for name in dict.fromkeys((html, url, *OTHERS)) if name in schema.names]
        number = 0
        for batch in file.iter_batches(BATCH, columns=columns):
            for row in batch.to_pylist():
                yield _row(row, html, url, f"{path}@{number}")
                number += 1
    except (pa.ArrowException, OSError) as error:
        raise InputError(f"{path}: no Parquet file, or a damaged one: {error}") from error


def read_json_lines(path: Path, html: str, url: str) -> Iterator[RawPage | Skip]:
    """The lines of a file of JSON objects, which may be compressed (``.gz``)."""
    number = 0
    with path.open("rb") as plain:
        file: Any = gzip.GzipFile(fileobj=plain) if path.suffix == ".gz" else plain
        try:
            while line := file.readline(MAX_LINE):
                source = f"{path}@{number}"
                number += 1
                if len(line) == MAX_LINE and not line.endswith(b"\n"):
                    while (rest := file.readline(MAX_LINE)) and not rest.endswith(b"\n"):
                        pass
                    yield Skip(source, "too_large", f"the line is longer than {MAX_LINE:,} bytes")
                elif line.strip():
                    yield _line(line, html, url, source)
        except (EOFError, OSError) as error:
            yield Skip(f"{path}@{number}", "damaged", str(error))


def _line(line: bytes, html: str, url: str, source: str) -> RawPage | Skip:
    try:
        row = json.loads(line)
    except (ValueError, RecursionError) as error:
        return Skip(source, "damaged", f"the line is not JSON: {error}")
    if not isinstance(row, dict):
        return Skip(source, "damaged", "the line is not a JSON object")
    return _row(row, html, url, source)


def _row(row: dict[str, Any], html: str, url: str, source: str) -> RawPage | Skip:
    body, address = row.get(html), row.get(url)
    charset = row.get("charset")
    if isinstance(body, str):
        body, charset = body.encode("utf-8", "replace"), "utf-8"
    if not isinstance(body, bytes):
        return Skip(source, "damaged", f"no page in {html!r}")
    if isinstance(address, bytes):
        address = address.decode("utf-8", "replace")
    status = row.get("status")
    return RawPage(
        address if isinstance(address, str) else "", body, source,
        charset=charset if isinstance(charset, str) else None,
        status=status if type(status) is int and 0 <= status < 1000 else None,
        fetched=_milliseconds(row.get("fetched")),
    )  # fmt: skip


def _milliseconds(value: object) -> int | None:
    try:
        if isinstance(value, str):
            value = datetime.fromisoformat(value.replace("Z", "+00:00"))
        if isinstance(value, datetime):
            value = (value if value.tzinfo else value.replace(tzinfo=timezone.utc)).timestamp()
        return int(float(value) * 1000) if value is not None else None  # type: ignore[arg-type]
    except (ValueError, TypeError, OverflowError):
        return None

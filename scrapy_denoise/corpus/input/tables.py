"""Pages in Parquet files and JSON lines: a column with the HTML, one with the address, and others where they exist."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime, timezone
from itertools import islice
from pathlib import Path
from typing import Any

from scrapy_denoise.corpus.input.pages import InputError, RawPage, Skip, too_large
from scrapy_denoise.corpus.input.parquet_pages import largest_piece
from scrapy_denoise.corpus.input.truncation import truncated
from scrapy_denoise.files.json_lines import CutShort, bounded_lines, longest_line, open_lines
from scrapy_denoise.optional import pyarrow as pa

OPTIONAL_COLUMNS = ("status", "charset", "fetched")
"""Columns that are used where they exist: status of the response, encoding of its header, time (ISO 8601, seconds since
1970, or a timestamp)."""

BATCH_ROWS = 64
"""Rows of a Parquet file that are read at a time, at most ..."""

BATCH_BYTES = 64 << 20
"""... and bytes that they may unpack to, unless it is one row: with a dictionary, each may be as large as all that the
row group stores."""

MAX_COLUMN_PIECE = 512 << 20
"""The most bytes to which one piece of a Parquet file may unpack: a reader unpacks all of it to read its first row."""

BUFFER_BYTES = 1 << 20
"""The number of bytes of a column that are read at once."""

MAGIC = b"PAR1"
"""The first and the last bytes of a Parquet file."""

MAX_MILLISECONDS = 253_402_300_799_999
"""The last millisecond of the year 9999. A later time, or one before 1970, is ignored."""

MAX_NAMES = 20
"""The most columns that a message names."""

_NO_COLUMN = "{}: no {}; there are: {} (--html-column, --url-column)"


def read_parquet(path: Path, html: str, url: str, name: str = "", max_size: int = 0) -> Iterator[RawPage | Skip]:
    """The rows of a Parquet file. html, url: names of the columns with the page and its address.
    name: what the call names the file, where that is not `path`. max_size: bytes of a page above which it is skipped;
    0: no limit.

    Raises InputError for a file that is none, or that has not these columns or has them with another type.
    """
    label = name or str(path)
    number = 0
    try:
        if _is_cut(path):
            yield truncated(label, path.stat().st_size, 0)
            return
        file = pa.parquet.ParquetFile(path, buffer_size=BUFFER_BYTES)
        schema = file.schema_arrow
        for column in (html, url):
            if column not in schema.names:
                raise InputError(_NO_COLUMN.format(label, f"column {column!r}", ", ".join(schema.names)))
        texts = (pa.types.is_string, pa.types.is_large_string, pa.types.is_binary, pa.types.is_large_binary)
        for column in (html, url):
            if not any(fits(schema.field(column).type) for fits in texts):
                raise InputError(f"{label}: the column {column!r} is {schema.field(column).type}, not text or bytes")
        columns = [name for name in dict.fromkeys((html, url, *OPTIONAL_COLUMNS)) if name in schema.names]
        for group in range(file.num_row_groups):
            stored = file.metadata.row_group(group)
            chunks = [stored.column(n) for n in range(stored.num_columns)]
            chunks = [chunk for chunk in chunks if chunk.path_in_schema.split(".")[0] in columns]
            if problem := _too_large(path, chunks):
                yield Skip(
                    f"{label}:{number + 1}", "too_large", f"all {stored.num_rows:,} rows of a row group: {problem}"
                )
                number += stored.num_rows
                continue
            # So many rows at a time that BATCH_BYTES hold them however few values they share.
            size = sum(chunk.total_uncompressed_size for chunk in chunks)
            rows = max(1, min(BATCH_ROWS, BATCH_BYTES // max(size, 1)))
            last = number + stored.num_rows
            for batch in file.iter_batches(rows, row_groups=[group], columns=columns):
                for row in _rows(batch, html, columns, max_size):
                    number += 1
                    source = f"{label}:{number}"
                    yield too_large(source, max_size) if row is None else _row(row, html, url, source)
            if number != last:  # a damaged page of values may end the column
                yield Skip(f"{label}:{number + 1}", "damaged", f"{last - number:,} rows of a row group are not there")
                number = last
    except (pa.ArrowException, OSError) as error:
        raise InputError(f"{label}: no Parquet file, or a damaged one: {error}") from error


def _is_cut(path: Path) -> bool:
    """True if a file begins like a Parquet file but does not end like one."""
    with path.open("rb") as file:
        begins = file.read(4) == MAGIC
        file.seek(max(path.stat().st_size - 4, 0))
        return begins and file.read(4) != MAGIC


def _too_large(path: Path, chunks: list[Any]) -> str:
    """What is wrong where a column of a row group has a piece of more than MAX_COLUMN_PIECE; else empty. Raises
    OSError."""
    with path.open("rb") as file:
        for chunk in chunks:
            if (size := largest_piece(file, chunk)) > MAX_COLUMN_PIECE:
                return (
                    f"the column {chunk.path_in_schema!r} stores {size:,} bytes in one data page; the limit is "
                    f"{MAX_COLUMN_PIECE:,} (fixed)"
                )
    return ""


def _rows(batch: Any, html: str, columns: list[str], max_size: int) -> Iterator[dict[str, Any] | None]:
    """The rows of a batch as their fields; None for a page of more than `max_size` bytes."""
    pages = batch.column(html)
    values = {name: _values(batch.column(name)) for name in columns if name != html}
    if pa.types.is_string(pages.type) or pa.types.is_large_string(pages.type):
        values["charset"] = ["utf-8"] * batch.num_rows
    sizes, others = _sizes(pages), zip(*values.values(), strict=True)
    for n, (size, row) in enumerate(zip(sizes, others, strict=True)):
        if max_size and size and size > max_size:
            yield None
        else:
            (body,) = _values(pages.slice(n, 1))
            yield {**dict(zip(values, row, strict=True)), html: body}


def _sizes(column: Any) -> list[int | None]:
    """The bytes of each value of a column of texts or bytes."""
    sizes: list[int | None] = pa.compute.binary_length(column).to_pylist()
    return sizes


def _values(column: Any) -> list[Any]:
    """The values of a column: texts as bytes, since they need not be UTF-8; times as seconds, since they need not be in
    the years that Python has; None for dates, durations and others that nothing here reads."""
    kind = column.type
    if pa.types.is_string(kind) or pa.types.is_large_string(kind):
        column = column.cast(pa.large_binary())
    elif pa.types.is_timestamp(kind):
        seconds = 10 ** {"s": 0, "ms": 3, "us": 6, "ns": 9}[kind.unit]
        return [None if ticks is None else ticks / seconds for ticks in column.cast(pa.int64()).to_pylist()]
    elif pa.types.is_temporal(kind):
        return [None] * len(column)
    found: list[Any] = column.to_pylist()
    return found


def read_json_lines(
    path: Path, html: str, url: str, url_required: bool = False, name: str = "", max_size: int = 0
) -> Iterator[RawPage | Skip]:
    """The lines of a file of JSON objects, which may be compressed (``.gz``).

    max_size: bytes of a page above which it is skipped (0: no limit); no longer line is held than such a page can make.

    Raises InputError for a file of which no line has the field `html`, or `url` where that is required.
    """
    label = name or str(path)
    longest = longest_line(max_size)
    _check_fields(path, label, {html, url} if url_required else {html}, longest)
    number = 0
    with open_lines(path) as file:
        try:
            for line in bounded_lines(file, longest):
                source = f"{label}:{number + 1}"
                if line is None:
                    yield Skip(source, "too_large", f"the line is longer than {longest:,} bytes (--max-size)")
                elif not line.endswith(b"\n") and line.strip() and _parsed(line) is None:
                    yield truncated(label, path.stat().st_size, number)
                elif line.strip():
                    yield _line(line, html, url, source)
                number += 1
        except CutShort:
            yield truncated(label, path.stat().st_size, number)
        except OSError as error:
            yield Skip(f"{label}:{number + 1}", "damaged", str(error))


def _check_fields(path: Path, label: str, missing: set[str], longest: int) -> None:
    """Read lines until each field was in one of them, which mostly is the first line."""
    there: dict[str, None] = {}
    with open_lines(path) as file, suppress(OSError):  # a damaged file is reported when it is read
        for line in bounded_lines(file, longest):
            row = _parsed(line or b"")
            if isinstance(row, dict):
                missing = missing - row.keys()
                there |= dict.fromkeys(islice(row, MAX_NAMES - len(there)))
            if not missing:
                return
    if there:
        raise InputError(_NO_COLUMN.format(label, f"column {min(missing)!r} in any line", ", ".join(there)))


def _parsed(line: bytes) -> object:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return None


def _line(line: bytes, html: str, url: str, source: str) -> RawPage | Skip:
    try:
        row = json.loads(line)
    except (ValueError, RecursionError) as error:
        return Skip(source, "damaged", f"the line is not JSON: {error}")
    if not isinstance(row, dict):
        return Skip(source, "damaged", "the line is not a JSON object")
    return _row(row, html, url, source)


def _row(row: dict[str, Any], html: str, url: str, source: str) -> RawPage | Skip:
    body, status = row.get(html), row.get("status")
    address, charset, fetched = (_text(row.get(name)) for name in (url, "charset", "fetched"))
    if isinstance(body, str):
        body, charset = body.encode("utf-8", "replace"), "utf-8"
    if not isinstance(body, bytes):
        return Skip(source, "damaged", f"no page in the column {html!r} (--html-column)")
    return RawPage(
        address if isinstance(address, str) else "", body, source,
        charset=charset if isinstance(charset, str) else None,
        status=status if type(status) is int and 0 <= status < 1000 else None,
        fetched=_milliseconds(fetched),
    )  # fmt: skip


def _text(value: object) -> object:
    """A text that may be bytes; other values as they are."""
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else value


def _milliseconds(value: object) -> int | None:
    """A time in milliseconds since 1970. value: seconds since then, or ISO 8601, in UTC where it names no zone."""
    try:
        if isinstance(value, str):
            time = datetime.fromisoformat(value.replace("Z", "+00:00"))
            value = (time if time.tzinfo else time.replace(tzinfo=timezone.utc)).timestamp()
        found = round(float(value) * 1000) if value is not None else -1  # type: ignore[arg-type]
    except (ValueError, TypeError, OverflowError):
        return None
    return found if 0 <= found <= MAX_MILLISECONDS else None

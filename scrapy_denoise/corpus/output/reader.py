"""Reads document views back, for the analyses."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from scrapy_denoise.corpus.input.pages import InputError
from scrapy_denoise.corpus.output.folder import FOLDER_VERSION, read_manifest
from scrapy_denoise.corpus.output.schema import DOCUMENTS, IDENTITY, MAPS
from scrapy_denoise.optional import pyarrow as pa

BATCH_ROWS = 1_000
"""The number of rows that are read at once."""


def read_documents(folder: Path, columns: tuple[str, ...]) -> Iterator[Any]:
    """The rows of a folder that ``corpus clean`` wrote, as record batches with these columns.

    Raises InputError as `complete_manifest` does, and for a file that is damaged.
    """
    manifest = complete_manifest(folder, columns)
    schema = pa.schema([DOCUMENTS.field(name) for name in columns])
    for path in sorted(folder.glob(f"bucket=*/*.{manifest['call']['form']}")):
        try:
            if path.suffix == ".parquet":
                for batch in pa.parquet.ParquetFile(path).iter_batches(BATCH_ROWS, columns=list(columns)):
                    yield batch.select(list(columns))
            else:
                yield from _from_lines(path, schema)
        except (ValueError, OSError) as error:  # errors of Arrow and of JSON are ValueErrors
            raise InputError(f"{path} is damaged: {error}") from error


def complete_manifest(folder: Path, columns: tuple[str, ...]) -> dict[str, Any]:
    """What a folder says of itself. Raises InputError for one that ``corpus clean`` did not write, for one that is not
    complete or has not all bytes of its files, for one without these columns, and for one of another version of the
    schema."""
    manifest = read_manifest(folder)
    if manifest is None:
        raise InputError(f"{folder} is not a folder that corpus clean wrote")
    if not manifest["complete"]:
        raise InputError(f"{folder} is not complete; call corpus clean again, which goes on where it stopped")
    written = manifest["call"]["cleaning"]["columns"]
    missing = [name for name in columns if written and name not in (*written, *IDENTITY)]
    if missing:
        raise InputError(f"{folder} was written without the column {missing[0]!r} (corpus clean --columns)")
    if manifest["call"].get("schema") != FOLDER_VERSION:
        raise InputError(
            f"{folder} was written by another release ({manifest.get('version')}), with other columns; call corpus "
            "clean again with another --out, or with --overwrite"
        )
    for name, written in manifest.get("files", {}).items():
        path = folder / name
        if not path.is_file() or path.stat().st_size != written["bytes"]:
            raise InputError(f"{folder} is not complete: {name} is not as corpus clean has written it (--overwrite)")
    return manifest


def _from_lines(path: Path, schema: Any) -> Iterator[Any]:
    rows = []
    with path.open("rb") as file:
        for line in file:
            rows.append(_row(json.loads(line), schema))
            if len(rows) == BATCH_ROWS:
                yield pa.RecordBatch.from_pylist(rows, schema)
                rows = []
    if rows:
        yield pa.RecordBatch.from_pylist(rows, schema)


def _row(row: dict[str, Any], schema: Any) -> dict[str, Any]:
    if row.get("minhash"):
        row["minhash"] = base64.b64decode(row["minhash"])
    if row.get("fetched"):
        row["fetched"] = pa.scalar(row["fetched"]).cast(DOCUMENTS.field("fetched").type).as_py()
    for column, name in MAPS:
        if row.get(column):
            row[column][name] = list(row[column][name].items())
    return {name: row.get(name) for name in schema.names}

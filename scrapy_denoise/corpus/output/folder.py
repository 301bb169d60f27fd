"""The output folder of a run: one file for each bucket, complete or absent, and a manifest of the run.

A bucket is written to a file in ``_work`` and renamed when it is whole. Names that begin with an underscore or a dot
are none of the table's, for Arrow and Spark alike. The folder belongs to one run at a time (`only_writer`), which its
caller sees to. A folder is complete if its files are, read back, what the manifest says.
"""

from __future__ import annotations

import base64
import contextlib
import hashlib
import json
import os
import secrets
import shutil
from collections.abc import Iterable, Iterator
from datetime import datetime
from pathlib import Path
from typing import IO, Any

from scrapy_denoise._version import __version__
from scrapy_denoise.corpus.input.pages import InputError
from scrapy_denoise.corpus.output.schema import MAPS
from scrapy_denoise.files.atomic import replacing
from scrapy_denoise.files.links import make_folder_in
from scrapy_denoise.files.lock import LOCK
from scrapy_denoise.optional import pyarrow as pa

MANIFEST, SKIPPED, WORK, REPLACED = "_corpus.json", "_skipped.jsonl", "_work", "_replaced"

FOLDER_VERSION = 6
"""The version of the output's schema. A folder with another version is refused."""

GROUP_ROWS = 1_000
"""Rows of a row group, unless they are larger than GROUP_BYTES."""

GROUP_BYTES = 32 << 20
"""A row group is written when its rows take this many bytes of memory."""


DICTIONARY_COLUMNS = ("site", "page_type", "method", "reason", "blocks.list.element.type", "links.list.element.kind")
"""Columns of few distinct values, which are written as numbers of these. To look for such in all columns takes as long
as to compress them, and makes the files larger."""


STATISTICS_COLUMNS = (
    "url", "source", "site", "fetched", "status", "page_type", "confidence", "reason", "method", "siblings", "digest",
)  # fmt: skip
"""Columns by whose least and greatest values readers pass over row groups. The least of long texts tell nothing, and
take 3 % of a file."""


class OutputFolder:
    """The folder of a run.

    path: the folder. form: ``parquet`` or ``jsonl``. call: what the run does; a folder with another call is refused.
    overwrite: begin anew in a folder of an earlier run, whose output is kept until the new one is complete.
    Raises InputError for a folder that is none of a run, or that another call wrote.
    """

    def __init__(self, path: Path, form: str, call: dict[str, Any], overwrite: bool = False) -> None:
        self.path = path
        self.form = form
        self.work = path / WORK
        self._replaced = path / REPLACED
        self._call = {"schema": FOLDER_VERSION, "form": form, **call}
        _refuse_links(path)
        manifest = read_manifest(path)
        if manifest is None:
            if path.exists() and (not path.is_dir() or any(place.name != LOCK for place in path.iterdir())):
                raise InputError(f"{path} exists and is not a folder that corpus clean wrote; give another --out")
        elif overwrite:
            self._set_aside()
        elif manifest.get("call") != self._call:
            raise InputError(f"{path} has another call's output; give another --out, or --overwrite to replace it")
        self.complete = manifest is not None and not overwrite and manifest["complete"]
        self.summary: dict[str, Any] = {}
        self._files: dict[str, Any] = {}
        self._crashed: list[int] = []
        # Two writers of one bucket, even one of a run that ended long ago, never have one work file.
        self._run = secrets.token_hex(4)
        if manifest and self.complete:
            self.summary = manifest["summary"]
            self._check(manifest.get("files", {}))
            self.complete = not self._to_try_again(manifest.get("crashed", []))
        if not self.complete:
            self.summary = {}
            path.mkdir(parents=True, exist_ok=True)
            self._write_manifest(complete=False)  # the first, without which what is in the folder is nobody's
            self.work.mkdir(exist_ok=True)
            for left in self.work.glob(f"[0-9]*.{form}"):
                left.unlink()  # by a run that was stopped

    def _check(self, files: dict[str, Any]) -> None:
        """Raise InputError where what is in the folder is not what was written."""
        found = {name: _digest(path) for name, path in self._buckets()}
        for name in sorted({*files, *found}):
            if files.get(name) != found.get(name):
                how = "is not there" if name not in found else "is not as it was written"
                raise InputError(f"{self.path} is not complete: {name} {how}; --overwrite writes the folder anew")

    def _to_try_again(self, buckets: list[int]) -> bool:
        """Whether pages were left out because their process died: their buckets are written once more."""
        for bucket in buckets:
            self.file_of(bucket).unlink(missing_ok=True)
        return bool(buckets)

    def _buckets(self) -> Iterator[tuple[str, Path]]:
        for path in sorted(self.path.glob(f"bucket=*/pages.{self.form}")):
            yield path.relative_to(self.path).as_posix(), path

    def discard(self) -> None:
        """Remove the files of a run that has read no page, so that a corrected call is not refused."""
        shutil.rmtree(self.work)
        if self._replaced.is_dir():
            for place in self._replaced.iterdir():
                place.replace(self.path / place.name)
            self._replaced.rmdir()
            return
        (self.path / MANIFEST).unlink()
        with contextlib.suppress(OSError):  # there is something else in it
            self.path.rmdir()

    def _set_aside(self) -> None:
        """Put the output of an earlier call aside until this one is complete.

        Where there is such output already, what is in the folder is of a run that was stopped, and is deleted. The
        manifest comes last and is copied, so that a process that dies meanwhile leaves a folder that this goes on with.
        """
        stopped = (self._replaced / MANIFEST).exists()
        self._replaced.mkdir(exist_ok=True)
        shutil.rmtree(self.work, ignore_errors=True)
        for place in [*self.path.glob("bucket=*"), *self.path.glob(SKIPPED)]:
            if not stopped:
                place.replace(self._replaced / place.name)
            elif place.is_dir():
                shutil.rmtree(place)
            else:
                place.unlink()
        if not stopped:
            with replacing(self._replaced / MANIFEST) as file:
                file.write((self.path / MANIFEST).read_bytes())

    def file_of(self, bucket: int) -> Path:
        """The path of a bucket's file once it is complete."""
        return self.path / f"bucket={bucket:05}" / f"pages.{self.form}"

    def writer(self, bucket: int, schema: Any, attempt: str = "") -> BucketWriter:
        """attempt: tells writers of one bucket apart, where several may try at once."""
        part = self.work / f"{bucket:05}-{self._run}{attempt}.{self.form}"
        return BucketWriter(part, self.file_of(bucket), schema, self.form)

    def finish(self, summary: dict[str, Any], skips: Iterable[dict[str, Any]], crashed: Iterable[int] = ()) -> None:
        """All buckets are whole. summary: counts of the run. skips: pages that were left out, for the report. crashed:
        buckets that the next call with the same arguments writes once more, as pages of theirs killed their process.

        Raises OSError where what is read back has not as many rows as were written.
        """
        self.summary = summary
        self._crashed = sorted(crashed)
        rows = 0
        for name, path in self._buckets():
            self._files[name] = _digest(path)
            rows += _rows(path)
        if rows != summary["pages"]:
            raise OSError(
                f"{self.path} has {rows:,} rows and not {summary['pages']:,}: something else has written there; "
                "--overwrite writes the folder anew"
            )
        with replacing(self.path / SKIPPED) as file:
            for skip in skips:
                file.write(json.dumps(skip, ensure_ascii=False).encode("utf-8", "replace") + b"\n")
        if self._replaced.is_dir():
            # Before the manifest says that the output is complete: what is set aside beside a complete output is only
            # ever what `_set_aside` was stopped at.
            self._replaced.replace(self.work / REPLACED)
        self._write_manifest(complete=True)
        shutil.rmtree(self.work)
        self.complete = True

    def _write_manifest(self, complete: bool) -> None:
        with replacing(self.path / MANIFEST) as file:
            found = {
                "version": __version__, "complete": complete, "call": self._call, "summary": self.summary,
                "files": self._files, "crashed": self._crashed,
            }  # fmt: skip
            file.write(json.dumps(found, indent=1).encode())


def _refuse_links(path: Path) -> None:
    """Raise InputError where a link is in a folder: what is written and removed there would be so elsewhere."""
    for place, folders, files in os.walk(path):
        for name in (*folders, *files):
            if (found := Path(place, name)).is_symlink():
                raise InputError(f"{found} is a symbolic link, which no output goes through; remove it")


def read_manifest(path: Path) -> dict[str, Any] | None:
    """The manifest of a folder; None where it has none. Raises InputError for one that cannot be read."""
    try:
        found = json.loads((path / MANIFEST).read_text(encoding="utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, ValueError) as error:
        raise InputError(f"{path / MANIFEST}: {error}") from error
    if not isinstance(found, dict) or not {"complete", "call", "summary"} <= found.keys():
        raise InputError(f"{path / MANIFEST} is not a manifest of corpus clean")
    return found


def _digest(path: Path) -> dict[str, Any]:
    """A digest of a file, to see later if it is unchanged."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        for block in _blocks(file):
            digest.update(block)
        return {"bytes": file.tell(), "sha256": digest.hexdigest()}


def _rows(path: Path) -> int:
    if path.suffix == ".parquet":
        return int(pa.parquet.read_metadata(path).num_rows)
    with path.open("rb") as file:
        return sum(block.count(b"\n") for block in _blocks(file))


def _blocks(file: IO[bytes]) -> Iterator[bytes]:
    return iter(lambda: file.read(1 << 20), b"")


class BucketWriter:
    """Writes one bucket. What it has written counts from `close` on, and not before."""

    def __init__(self, part: Path, whole: Path, schema: Any, form: str) -> None:
        self._part = part
        self._whole = whole
        self._schema = schema
        self._parquet: Any = None
        self._lines: IO[bytes] | None = None
        if form == "parquet":
            self._parquet = pa.parquet.ParquetWriter(
                part, schema, compression="zstd", compression_level=3, use_dictionary=[*DICTIONARY_COLUMNS],
                write_statistics=[*STATISTICS_COLUMNS],
            )  # fmt: skip
        else:
            self._lines = part.open("wb")
        self._waiting: list[Any] = []
        self._rows = self._bytes = 0

    def write(self, batch: Any) -> None:
        if self._lines is not None:
            for line in as_lines(batch):
                self._lines.write(line)
            return
        self._waiting.append(batch)
        self._rows += batch.num_rows
        self._bytes += batch.nbytes
        if self._rows >= GROUP_ROWS or self._bytes >= GROUP_BYTES:
            self._flush()

    def _flush(self) -> None:
        self._parquet.write_table(pa.Table.from_batches(self._waiting, self._schema))
        self._waiting.clear()
        self._rows = self._bytes = 0

    def close(self) -> None:
        """Complete the bucket: its file takes its final name."""
        if self._lines is not None:
            self._lines.close()
        else:
            if self._waiting:
                self._flush()
            self._parquet.close()
        with self._part.open("rb") as file:
            os.fsync(file.fileno())
        make_folder_in(self._whole.parent.parent, self._whole.parent)
        self._part.replace(self._whole)

    def abandon(self) -> None:
        """Leave what was written in part in the work folder, where the next run replaces it."""
        for file in (self._lines, self._parquet):
            if file is not None:
                with contextlib.suppress(OSError, pa.ArrowException):
                    file.close()


def as_lines(batch: Any) -> Iterator[bytes]:
    """Rows as lines of JSON: times in ISO 8601, bytes in base64, maps as objects."""
    for row in batch.to_pylist():
        for column, name in MAPS:
            if row.get(column) is not None:
                row[column][name] = dict(row[column][name] or ())
        if row.get("terms") is not None:
            row["terms"] = dict(row["terms"])
        yield json.dumps(row, ensure_ascii=False, default=_plain).encode("utf-8", "replace") + b"\n"


def _plain(value: object) -> str:
    if isinstance(value, datetime):
        return value.isoformat()
    assert isinstance(value, bytes)
    return base64.b64encode(value).decode("ascii")

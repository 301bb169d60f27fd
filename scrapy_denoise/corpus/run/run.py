"""The protocol of engines: what a run is, and how its progress is reported."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

import attrs

from scrapy_denoise.corpus.input.files import Reading
from scrapy_denoise.corpus.input.pages import InputError
from scrapy_denoise.corpus.input.truncation import TRUNCATED, UNREADABLE
from scrapy_denoise.corpus.output.folder import OutputFolder
from scrapy_denoise.corpus.run.defaults import BUCKETS
from scrapy_denoise.corpus.run.site_passes import CorpusOptions
from scrapy_denoise.files.lock import only_writer
from scrapy_denoise.workers.pool import PAGE_SECONDS


@attrs.frozen
class CleaningRun:
    """A run of ``corpus clean``. files: of the input. buckets: files of the output. seconds: the limit of a page."""

    files: tuple[Path, ...]
    reading: Reading
    cleaning: CorpusOptions
    out: Path
    form: str = "parquet"
    buckets: int = BUCKETS
    seconds: float = PAGE_SECONDS
    overwrite: bool = False

    @contextmanager
    def folder(self) -> Iterator[OutputFolder]:
        """The folder of its output, which no other process writes to meanwhile. Raises InputError, and InUseError where
        another one does."""
        call: dict[str, Any] = {
            "inputs": [[str(path), path.stat().st_size] for path in self.files],
            "reading": attrs.asdict(self.reading)
            | {"statuses": sorted(self.reading.statuses) if self.reading.statuses is not None else None},
            "cleaning": attrs.asdict(self.cleaning) | {"columns": list(self.cleaning.columns)},
            "buckets": self.buckets,
        }
        with only_writer(self.out):
            yield OutputFolder(self.out, self.form, call, self.overwrite)


@attrs.define
class Summary:
    """What became of a run. pages: rows written. sites: of these pages. skipped: by reason. before: an earlier
    run had written all of it."""

    pages: int = 0
    sites: int = 0
    skipped: Counter[str] = attrs.field(factory=Counter)
    before: bool = False

    def as_dict(self) -> dict[str, Any]:
        return {"pages": self.pages, "sites": self.sites, "skipped": dict(sorted(self.skipped.items()))}

    @classmethod
    def from_dict(cls, found: dict[str, Any]) -> Summary:
        """Of an earlier run."""
        return cls(found["pages"], found["sites"], Counter(found["skipped"]), before=True)


class NothingRead(InputError):
    """There is no page in the input."""


def nothing_read(skips: Iterable[dict[str, Any]], summary: Summary) -> NothingRead:
    """Why there is no page."""
    first = ""
    for skip in skips:
        if skip["reason"] in (UNREADABLE, TRUNCATED):
            whole = skip["reason"] == UNREADABLE  # whose detail names the file
            return NothingRead(skip["detail"] if whole else f"{skip['source']}: {skip['detail']}")
        first = first or f"; the first: {skip['source']}: {skip['detail']}"
    counts = ", ".join(f"{n:,} {reason}" for reason, n in sorted(summary.skipped.items()))
    return NothingRead(f"no page in the input (left out: {counts or 'none'}{first})")


class ProgressCallback(Protocol):
    """Receives the progress of a run: what is done now, how many pieces of it are done, and of how many, if known."""

    def __call__(self, doing: str, done: int, total: int | None) -> None: ...


def no_progress(doing: str, done: int, total: int | None) -> None:
    """Nobody looks."""


class Engine(Protocol):
    """Runs the two passes over all pages of a run."""

    @property
    def name(self) -> str:
        """As the command line names it."""

    def clean(self, run: CleaningRun, watch: ProgressCallback = no_progress) -> Summary:
        """Raises InputError for inputs and outputs that cannot be used, OSError where the disk is full."""
        ...

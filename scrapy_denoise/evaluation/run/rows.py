"""One row: the scores of one extractor on one page. Rows are kept as JSON lines, so that an evaluation can go on."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from pathlib import Path
from typing import Any, TextIO

from attrs import asdict, field, fields, frozen

from scrapy_denoise.files.links import open_end

ROWS_FILE = "pages.jsonl"

TEXT_METRICS = (
    "f1", "precision", "recall", "neutral_f1", "word_f1", "word_precision", "word_recall",
    "lcs_f1", "lcs_precision", "lcs_recall", "rouge", "levenshtein", "completeness", "compression",
)  # fmt: skip
"""The metrics that compare a result with a gold text, by the names of `Row`."""

FIELD_METRICS = ("title", "date", "authors", "headings", "lists", "tables", "images")
"""What else of a page is compared, where its gold has it and the extractor gives it, by the names of `Row`."""

Key = tuple[str, ...]


@frozen(kw_only=True)
class Row:
    """The scores of one extractor on one page. A page on which it fails (`error`) scores zero throughout.

    corpus, id: the page. extractor: the name in the tables. version: of the extractor. input_hash: of all that went
    in, the page, its gold, the metrics, and for what uses the site its siblings and the protocol. method: the one that
    decided, which is another where the extractor's own falls back on it. reason: why there is no content, or why
    another method ran. siblings: pages the template was learned from.

    f1, precision, recall: of 4-token shingles; neutral_f1: without the lines that corpora disagree about
    (`NeutralLines`); the other shares: see `scrapy_denoise.evaluation.metrics.text`. All are None on a page without a
    gold text (`GoldPage.has_gold_text`). compression: of the result's text. with_rate, without_rate: share of the
    page's good and bad phrases in the result. template_loss: share of the gold's words that the template step removed.
    curve: F1 by number of siblings. title, date, authors: whether they are right
    (`scrapy_denoise.evaluation.metrics.fields`); headings, lists, tables, images: F1 of the page's structure
    (`scrapy_denoise.evaluation.metrics.structure`). seconds: processor time from bytes to text. memory: bytes of
    resident memory that it took at most. nodes: rows of the page's columns. None: not known, or not measured on this
    page.
    """

    corpus: str
    id: str
    url: str | None = None
    site: str
    lang: str = ""
    page_type: str | None = None
    nodes: int = 0
    extractor: str
    version: str
    input_hash: str
    method: str = ""
    reason: str = ""
    error: str = ""
    empty: bool = False
    siblings: int = 0
    seconds: float = 0.0
    memory: int | None = None
    precision: float | None = 0.0
    recall: float | None = 0.0
    f1: float | None = 0.0
    neutral_f1: float | None = 0.0
    word_precision: float | None = 0.0
    word_recall: float | None = 0.0
    word_f1: float | None = 0.0
    lcs_precision: float | None = 0.0
    lcs_recall: float | None = 0.0
    lcs_f1: float | None = 0.0
    rouge: float | None = 0.0
    levenshtein: float | None = 0.0
    completeness: float | None = 0.0
    compression: float | None = 0.0
    with_rate: float | None = None
    without_rate: float | None = None
    template_loss: float | None = None
    title: float | None = None
    date: float | None = None
    authors: float | None = None
    headings: float | None = None
    lists: float | None = None
    tables: float | None = None
    images: float | None = None
    curve: dict[str, float] = field(factory=dict)

    @property
    def key(self) -> Key:
        """The key by which a stored row is found."""
        return self.corpus, self.id, self.extractor, self.version, self.input_hash


_NAMES = {attribute.name for attribute in fields(Row)}


def read_rows(folder: Path) -> dict[Key, Row]:
    """The rows of an earlier evaluation by their keys. Lines that are not rows, as truncated ones, are left out."""
    rows: dict[Key, Row] = {}
    try:
        lines = (folder / ROWS_FILE).read_bytes().split(b"\n")
    except FileNotFoundError:
        return rows
    for line in lines:
        row = _parse(line)
        if row is not None:
            rows[row.key] = row
    return rows


def _parse(line: bytes) -> Row | None:
    try:
        record: Any = json.loads(line)
        return Row(**{name: value for name, value in record.items() if name in _NAMES})
    except (ValueError, TypeError, AttributeError, RecursionError):
        return None


class RowWriter:
    """Appends rows to the file of a folder, and flushes each one."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, rows: Iterable[Row]) -> None:
        self._stream.writelines(json.dumps(asdict(row), ensure_ascii=False) + "\n" for row in rows)
        self._stream.flush()


@contextmanager
def open_rows(folder: Path) -> Iterator[RowWriter]:
    """A writer that appends to the file; a truncated last line is ended first. Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    with open_end(folder / ROWS_FILE) as stream:
        if stream.tell():
            stream.seek(-1, os.SEEK_END)
            if stream.read(1) != b"\n":
                stream.write(b"\n")
    with TextIOWrapper(open_end(folder / ROWS_FILE), "utf-8", "backslashreplace") as text:
        yield RowWriter(text)

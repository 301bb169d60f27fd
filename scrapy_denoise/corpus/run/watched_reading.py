"""A file that is read in a worker process, up to the record at which one hung or died."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path

from scrapy_denoise.corpus.input.files import Reading, read_file
from scrapy_denoise.corpus.input.pages import RawPage, Skip
from scrapy_denoise.corpus.input.truncation import UNREAD
from scrapy_denoise.corpus.input.warc import Span
from scrapy_denoise.workers.pool import SkipPage, lost_detail


def read_watched(
    path: Path, how: Reading, seconds: float, skip_page: SkipPage, name: str = "", span: Span | None = None
) -> Iterator[RawPage | Skip]:
    """The records of a file, as `read_file` gives them, up to the one at which another process hung or died.

    seconds: the time limit of a record. skip_page: called before each is read.
    """
    name = name or str(path)
    records = read_file(path, how, name, span)
    for number in count():
        # Two splits of one file are two tasks: the number is that of the record in its split.
        if why := skip_page(f"{name}, {number:,} records read"):
            told = f"{lost_detail(why, seconds)} when {number:,} records were read; those that follow are left out"
            yield Skip(name, UNREAD, told)
            return
        record = next(records, None)
        if record is None:
            return
        yield record

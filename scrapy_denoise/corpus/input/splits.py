"""Divides the input of a run into splits, one for a worker: several small files, or a span of a large WARC file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import count
from pathlib import Path

import attrs

from scrapy_denoise.corpus.input.warc import Span

SPLIT_BYTES = 8 << 20
"""The size of a split in bytes; a single file that is not a WARC file may be larger."""

SPLIT_SUFFIXES = (".warc", ".warc.gz")
"""Kinds of files in which the beginning of a record can be found from any position."""


@attrs.frozen
class InputSplit:
    """Files that are read in one go, or a span of one. number: its place in the order of the input. last: another
    number where it stands for all splits from the one to the other: those of a file that cannot be divided."""

    number: int
    files: tuple[Path, ...]
    size: int
    span: Span | None = None
    last: int = attrs.field(default=attrs.Factory(lambda self: self.number, takes_self=True))


def splits_of(files: Iterable[Path]) -> Iterator[InputSplit]:
    """The splits of some files, which depend on the names and sizes of the files alone."""
    numbers = count()
    together: list[Path] = []
    total = 0
    for path in files:
        size = path.stat().st_size
        divided = size > SPLIT_BYTES and path.name.lower().endswith(SPLIT_SUFFIXES)
        if together and (divided or total + size > SPLIT_BYTES):
            yield InputSplit(next(numbers), tuple(together), total)
            together, total = [], 0
        if divided:
            starts = range(0, size, SPLIT_BYTES)
            for start in starts:
                stop = start + SPLIT_BYTES if start != starts[-1] else None
                yield InputSplit(next(numbers), (path,), min(SPLIT_BYTES, size - start), Span(start, stop))
        else:
            together.append(path)
            total += size
    if together:
        yield InputSplit(next(numbers), tuple(together), total)


def undivided(splits: list[InputSplit]) -> InputSplit:
    """The splits of one file as one."""
    first, last = splits[0], splits[-1]
    return InputSplit(first.number, first.files, sum(split.size for split in splits), None, last.number)

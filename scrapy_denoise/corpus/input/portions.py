"""Divides the input of a run into portions, one for a worker: several small files, or a span of a large WARC file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import count
from pathlib import Path

import attrs

from scrapy_denoise.corpus.input.warc import Span

PORTION = 8 << 20
"""The size of a portion in bytes; a single file that is not a WARC file may be larger."""

DIVIDED = (".warc", ".warc.gz")
"""Kinds of files in which the beginning of a record can be found from any position."""


@attrs.frozen
class Portion:
    """Files that are read in one go, or a span of one. number: its place in the order of the input. last: another
    number where it stands for all portions from the one to the other: those of a file that cannot be divided."""

    number: int
    files: tuple[Path, ...]
    size: int
    span: Span | None = None
    last: int = attrs.field(default=attrs.Factory(lambda self: self.number, takes_self=True))


def portions_of(files: Iterable[Path]) -> Iterator[Portion]:
    """The portions of some files, which depend on the names and sizes of the files alone."""
    numbers = count()
    together: list[Path] = []
    total = 0
    for path in files:
        size = path.stat().st_size
        divided = size > PORTION and path.name.lower().endswith(DIVIDED)
        if together and (divided or total + size > PORTION):
            yield Portion(next(numbers), tuple(together), total)
            together, total = [], 0
        if divided:
            starts = range(0, size, PORTION)
            for start in starts:
                stop = start + PORTION if start != starts[-1] else None
                yield Portion(next(numbers), (path,), min(PORTION, size - start), Span(start, stop))
        else:
            together.append(path)
            total += size
    if together:
        yield Portion(next(numbers), tuple(together), total)


def undivided(portions: list[Portion]) -> Portion:
    """The portions of one file as one."""
    first, last = portions[0], portions[-1]
    return Portion(first.number, first.files, sum(portion.size for portion in portions), None, last.number)

"""QuarkRecognizer: divide a page into blocks that tile it. Paper 003, section 3.1."""

from __future__ import annotations

import re
from functools import cached_property
from itertools import islice
from typing import Any

import attrs
import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.methods.compiled import recognise
from scrapy_denoise.methods.quark.tag_classes import CUSTOM, LAYOUT, row_classes
from scrapy_denoise.page import Columns
from scrapy_denoise.page.columns import tags
from scrapy_denoise.page.columns.arrays import FloatArray, IndexArray

HAN_BYTES = 2.2
"""A page with more UTF-8 bytes per character is mostly in Han characters, which have three bytes each."""

HAN_CHARS = 2.5
"""The number of Latin characters that carry as much information as one Han character: 150 correspond to 60 of Han."""

MAX_MATCHES = 1_000
"""At most this many matches of a custom regular expression on a page become blocks, the first ones."""


@attrs.frozen(eq=False, slots=False)
class QuarkBlocks:
    """The blocks of a page in the order of their roots. Each is a subtree without the blocks inside it.

    columns: the page's columns. root: the row of each block's root. parent: the number of the enclosing block; -1 for
    the first block, which has the page's root and holds all rows that are in no other block. of_row: for each row of
    the page, the number of its block. custom: whether a custom tag made the block. layout_share: the share of layout
    elements among the block's elements.
    """

    columns: Columns
    root: IndexArray
    parent: IndexArray
    of_row: IndexArray
    custom: NDArray[np.bool_]
    layout_share: FloatArray

    def __len__(self) -> int:
        return len(self.root)

    def sums(self, values: NDArray[Any]) -> FloatArray:
        """For each block, the sum of the values of its text rows. values: one for each text row of the page."""
        return np.asarray(np.bincount(self.of_text, values, len(self)), np.float64)

    @cached_property
    def of_text(self) -> IndexArray:
        """For each text row of the page, the number of its block."""
        return self.of_row[self.columns.text_rows]

    @cached_property
    def chars(self) -> FloatArray:
        """The characters of each block, 0 for a block without visible text."""
        return self.sums(self.columns.chars[self.columns.text_rows])

    @cached_property
    def link_chars(self) -> FloatArray:
        rows = self.columns.text_rows
        return self.sums(self.columns.chars[rows] * self.columns.linked[rows])


@attrs.frozen
class CustomTags:
    """Names of tags and regular expressions whose elements become blocks (class C)."""

    names: tuple[str, ...]
    patterns: tuple[re.Pattern[str], ...]

    @classmethod
    def read(cls, entries: tuple[str | re.Pattern[str], ...]) -> CustomTags:
        """A string of letters, digits, ``-`` and ``:`` is the name of a tag; any other is a regular expression.

        Raises ValueError for an empty entry, an entry of another type, or an invalid regular expression.
        """
        if isinstance(entries, str | re.Pattern):
            raise ValueError(f"custom tags are a list of names and regular expressions, not {entries!r} alone")
        names, patterns = [], []
        for entry in entries:
            if isinstance(entry, re.Pattern):
                patterns.append(re.compile(entry.pattern, entry.flags | re.MULTILINE))
            elif not isinstance(entry, str) or not entry:
                raise ValueError(f"{entry!r} is not a custom tag: give the name of a tag or a regular expression")
            elif re.fullmatch(r"[A-Za-z][\w:-]*", entry):
                names.append(entry.lower())
            else:
                try:
                    patterns.append(re.compile(entry, re.MULTILINE))
                except re.error as error:
                    raise ValueError(f"{entry!r} is not a regular expression: {error}") from error
        return cls(tuple(names), tuple(patterns))

    def mark(self, columns: Columns, kind: NDArray[np.uint8]) -> None:
        """Make the innermost layout, big or super element that contains a match of a pattern a block of its own.

        Patterns are searched in the page's visible text, where each block of text is a line and ``^`` and ``$`` match
        at the ends of lines. Of each pattern the first MAX_MATCHES matches count.
        """
        if not self.patterns or not len(columns.text_rows):
            return
        text = columns.text.decode("utf-8", "replace")
        starts = columns.text_start[columns.text_rows]
        encoded = np.frombuffer(columns.text, np.uint8)
        # for each character, the index of its first byte
        byte_of = np.flatnonzero((encoded & 0xC0) != 0x80) if len(text) != len(columns.text) else None
        for pattern in self.patterns:
            for match in islice(pattern.finditer(text), MAX_MATCHES):
                if match.start() == match.end():
                    continue
                places = np.array((match.start(), match.end() - 1))
                if byte_of is not None:
                    places = byte_of[places]
                first, last = columns.text_rows[np.searchsorted(starts, places, "right") - 1]
                row = int(columns.parent[first])
                while row > 0 and (columns.end[row] <= last or kind[row] < LAYOUT):
                    row = int(columns.parent[row])
                if row > 0:
                    kind[row] = CUSTOM


def is_mostly_han(columns: Columns) -> bool:
    """Whether a page is written mostly in Han characters."""
    return len(columns.text) > HAN_BYTES * max(1, int(columns.chars.sum()))


def find_blocks(
    columns: Columns,
    custom: CustomTags,
    min_chars: float,
    layout_share: float,
    min_layout: int,
    html5: bool = True,
) -> QuarkBlocks:
    """The blocks of a page with at least one row. min_chars, layout_share, min_layout: see `Quark`."""
    n = len(columns)
    kind = row_classes(columns, html5, custom.names)
    custom.mark(columns, kind)
    layout, elements, owner = np.empty(n, np.int32), np.empty(n, np.int32), np.empty(n, np.int32)
    text = (columns.tag == tags.TEXT).view(np.uint8)
    size = min(int(min_chars), 2**31 - 1)
    recognise(columns.parent, columns.chars, text, kind, size, layout_share, min_layout, layout, elements, owner)
    taken = owner == np.arange(n, dtype=np.int32)
    root = np.flatnonzero(taken)
    number = np.cumsum(taken) - 1
    above = columns.parent[root]
    return QuarkBlocks(
        columns,
        root,
        np.where(above >= 0, number[owner[np.maximum(above, 0)]], -1),
        number[owner],
        kind[root] == CUSTOM,
        layout[root] / np.maximum(elements[root], 1),
    )

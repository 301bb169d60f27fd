"""The blocks of a page as lines, and where each stands beside the title and the text: for what a page shows of its
authors and its dates."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.blocks import BLOCK_TYPES, TextBlocks
from scrapy_denoise.blocks.block_types import ENTRY, leads_on
from scrapy_denoise.blocks.regions.bylines import SENTENCE_END, has_byline
from scrapy_denoise.blocks.regions.datelines import is_dateline
from scrapy_denoise.document.compiled import BlockLines, Subtrees
from scrapy_denoise.document.metadata.author_links import of_others
from scrapy_denoise.document.source.elements import named_rows
from scrapy_denoise.page import Page
from scrapy_denoise.page.columns import tags
from scrapy_denoise.page.compiled import rows_of_tag
from scrapy_denoise.page.native.lazy import cached_attribute

LONGEST = 200
"""Characters of a line (`BlockLines`); of a longer block its first texts are read."""

NEXT, CLOSE = 2, 5
"""Blocks between a line and a title that are told apart."""

PARAGRAPH, SENTENCE = 160, 25
"""Characters from which a block is running text, and from which one that ends a sentence is."""

MAX_HEADINGS = 3
"""First headings beside the title of which a line can be the byline or the dateline."""

CONTENT, TITLE, DATE, AUTHOR = (BLOCK_TYPES.index(name) for name in ("content", "title", "date", "author"))
ELSEWHERE = {
    BLOCK_TYPES.index(name): f"not_{name}"
    for name in ("comment", "navigation", "related", "interaction", "copyright", "advertisement", "media", "consent")
}
"""The sign of each type of blocks that are not about the page."""

_ASIDE = tags.CODES["aside"]
_H1 = tags.CODES["h1"]


class ShownLines(BlockLines):
    """The lines of a page.

    types: for each text row an index into `BLOCK_TYPES`. kinds: the type of each block. content: the numbers of the
    blocks of the text.
    """

    def __init__(self, page: Page, types: NDArray[np.uint8]) -> None:
        self.page, self.types = page, types
        self.blocks = page.cached(TextBlocks)
        super().__init__(page.columns, self.blocks)
        self.kinds: bytes
        self.content: list[int]
        self.kinds, self.content = self.types_of_blocks(types, CONTENT)

    def number_of(self, row: int) -> int:
        """The block at a row; the first one where there is none."""
        return max(self.number_at(row), 0)

    def near(self, anchors: Iterable[int], above: int, below: int, opening: int, ending: int, behind: int) -> set[int]:
        """The blocks around some, of the beginning and the end of the text, and behind it."""
        count, found = len(self.kinds), set[int]()
        for anchor in anchors:
            found.update(range(max(anchor - above, 0), min(anchor + below + 1, count)))
        if self.content:
            end = self.content[-1]
            found.update(self.content[:opening], self.content[-ending:], range(end, min(end + behind, count)))
        return found

    @cached_attribute
    def title(self) -> int:
        """The block of the title; without one that of the first heading or of the text."""
        if (first := self.kinds.find(TITLE)) >= 0:
            return first
        heading = self.page.columns.first_heading
        return self.number_of(heading) if heading >= 0 else self.content[0] if self.content else 0

    @cached_attribute
    def anchors(self) -> list[int]:
        """The blocks of the first headings, of the title and the first one of the text."""
        headings = rows_of_tag(self.page.columns, _H1)[:MAX_HEADINGS]
        found = {self.number_of(row) for row in headings}
        found.update([self.title] if TITLE in self.kinds else (), self.content[:1])
        return sorted(found)

    def place(self, number: int) -> Iterator[str]:
        """Where a block stands, as the signs of candidates."""
        kind = self.kinds[number]
        if kind in ELSEWHERE:
            yield ELSEWHERE[kind]
        elif kind in (CONTENT, TITLE, DATE, AUTHOR):
            yield f"type_{BLOCK_TYPES[kind]}"
        row = self.row_of(number)
        if row in self._beside:
            yield "not_beside"
        if row in self.page.cached(of_others):
            yield "not_quoted"
        after = min([number - anchor for anchor in self.anchors], key=abs, default=0)
        if after < 0:
            yield "above_title" if after < -NEXT else "before_title"
        elif after <= CLOSE:
            yield "at_title" if after <= NEXT else "close_to_title"
        else:
            yield "far_from_title"
        if self.content:
            start, end = self.content[0], self.content[-1]
            if number < start:
                yield "before_text"
            elif number <= end:
                yield "not_in_text" if self._running < number else "at_text"
                if number >= end - 1:
                    yield "at_last"
            else:
                yield "at_end" if number <= end + CLOSE else "behind_end"

    def is_running(self, number: int) -> bool:
        """Whether a block is running text."""
        if self.kinds[number] in (DATE, AUTHOR):
            return False
        line = self.line(number)
        if len(line) < SENTENCE or len(line) >= PARAGRAPH or not SENTENCE_END.search(line):
            return len(line) >= PARAGRAPH
        return not (is_dateline(line) or has_byline(line))

    @cached_attribute
    def _running(self) -> int:
        """The first block of running text."""
        return next((number for number in self.content if self.is_running(number)), len(self.blocks))

    def leads_on(self, number: int) -> bool:
        """Whether a block is beside the title of another page. Behind the text the shortest titles are of others."""
        if not self.has_link(number):
            return False
        most = 0 if self.content and number > self.content[-1] else ENTRY - 1
        first, stop = int(self.blocks.first[number]), int(self.blocks.stops[number])
        return leads_on(self.page.columns, first, stop, self.row_of(self.title), most)

    @cached_attribute
    def _beside(self) -> Subtrees:
        """The side bars that do not hold the title."""
        columns = self.page.columns
        rows = self.page.cached(named_rows).side + rows_of_tag(columns, _ASIDE)
        title = self.row_of(self.title)
        return Subtrees(columns, [row for row in rows if row > title or columns.end[row] <= title])

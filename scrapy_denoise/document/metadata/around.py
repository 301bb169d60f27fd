"""The lines around a text that have a date: near its headings, at its beginning and behind its end."""

from __future__ import annotations

import re
from functools import cache, cached_property

import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.blocks import BLOCK_TYPES, TextBlocks
from scrapy_denoise.blocks.block_types import leads_on
from scrapy_denoise.blocks.lexicon import sections
from scrapy_denoise.blocks.lexicon.alternatives import alternatives
from scrapy_denoise.blocks.regions.bylines import MAX_BYLINE_CHARS, SENTENCE_END
from scrapy_denoise.blocks.regions.date_words import begins_with_publication_label, date_spans, has_day
from scrapy_denoise.blocks.regions.datelines import dated, is_bare_day, is_clock, is_dateline, names_weekday
from scrapy_denoise.page import Page
from scrapy_denoise.page.columns import tags
from scrapy_denoise.page.compiled import collapse_whitespace, may_have_day

ABOVE, BELOW = 3, 8
"""Blocks before and after a heading whose lines can have the day of the publication."""

BEHIND = 5
"""Blocks behind the end of the text of which one can do so, where as many as `LISTED` have no other day."""

LISTED = 15

MAX_BETWEEN = 40
"""Blocks between a heading and its text, such as menus."""

PARAGRAPH, SENTENCE = 160, 25
"""Characters from which a block is running text, and from which one that ends a sentence is: behind the first of them
a line has nothing but the date."""

MAX_HEADINGS = 3

OPENING = 8
"""Blocks of the text that can begin with its date."""

PLACE = 30
"""Characters of a place before such a date."""

FOOT = 60
"""Blocks behind the text, and at the end of the page, of which one can say when the page was changed."""

LONGEST = 200
"""Characters of the sentence that says so."""

LABEL = 40
"""Characters of a label that stands in the block before its date."""

_BEGINS = re.compile(r"\s?(?:\)\s|[-–—:|]\s|[.]\s(?=\S)|(?=[„“\"«»])|(?<=\d:\d\d)(?::\d\d)?\s(?=\S))")
"""What stands between the date of a text and its first word; behind a time of day its seconds, or a space alone."""

_FIGURE = np.zeros(256, np.bool_)
_FIGURE[[*b"0123456789\xd9\xdb\xdf\xe0\xe1\xea\xef\xf0"]] = True
"""Of each byte whether it is a figure in UTF-8, or the first byte of one beyond ASCII."""

_WIDE_COLON = "：".encode()

_H1 = tags.CODES["h1"]
_OUTSIDE = [BLOCK_TYPES.index(name) for name in ("comment", "consent")]
_NAVIGATION = BLOCK_TYPES.index("navigation")
_CONTENT, _TITLE, _COMMENT = (BLOCK_TYPES.index(name) for name in ("content", "title", "comment"))


class Surroundings:
    """The blocks of a page, and where its headings and its text are among them.

    types: for each text row an index into `BLOCK_TYPES`.
    """

    def __init__(self, page: Page, types: NDArray[np.uint8]) -> None:
        self._page = page
        blocks = page.cached(TextBlocks)
        self._starts = blocks.first
        self._stops = blocks.stops[: len(self._starts)]
        self._places = list(zip(self._starts.tolist(), self._stops.tolist(), strict=True))
        """Of each block the position of its first text in ``columns.text_rows``, and the one behind its last."""
        self._chars = blocks.chars
        self._types = types[self._starts]
        self._content = np.flatnonzero(self._types == _CONTENT)

    @cached_property
    def head(self) -> list[str]:
        """The lines with a date near the first headings and the beginning of the text, the nearest ones first.

        What has the day of the week above a text without a heading is the day on which the page was loaded; such a day
        alone above another heading is so mostly, and comes last.
        """
        near: dict[int, int] = {}
        first = min(self._anchors, default=0)
        end = int(self._content[-1]) + 1 if len(self._content) else len(self._starts)
        is_loading = is_clock if any(self._anchors.values()) else names_weekday
        for anchor in self._anchors:
            for number in range(max(anchor - ABOVE, 0), min(anchor + BELOW + 1, end)):
                if number >= first or not is_loading(self._line(number, MAX_BYLINE_CHARS)):
                    near[number] = min(near.get(number, BELOW), abs(number - anchor))
        for number in self._between():
            near.setdefault(number, BELOW)
        content = self._content[self._content <= max(near, default=0)].tolist()
        text = next((number for number in content if self._is_text(number)), end)
        heading = max((number for number, heading in self._anchors.items() if heading), default=0)
        numbers = sorted(near, key=lambda number: (number < heading and self._is_day(number), near[number]))
        lines = (self._dateline(number, first, number > text) for number in numbers)
        return list(filter(None, lines))

    @property
    def title_row(self) -> int:
        """The row of the first heading, the title or the text."""
        columns = self._page.columns
        number = min(self._anchors, default=0)
        return int(columns.text_rows[self._starts[number]]) if len(self._starts) else 0

    @property
    def heading_row(self) -> int:
        """The row of the first heading; without one that of the title or the text."""
        heading = self._page.columns.first_heading
        return heading if heading >= 0 else self.title_row

    def _between(self) -> range:
        """The blocks from the last heading above the text to the text."""
        start = int(self._content[0]) if len(self._content) else 0
        above = max((number for number, heading in self._anchors.items() if heading and number < start), default=start)
        return range(above, start) if start - above <= MAX_BETWEEN else range(0)

    @cached_property
    def opening(self) -> list[str]:
        """The first blocks of the text that begin with a date, each up to the end of the date."""
        lines = (self._line(number, LONGEST) for number in self._content[:OPENING].tolist())
        return [line[:end] for line in lines if (end := _opening(line))]

    @cached_property
    def foot(self) -> list[str]:
        """The lines with nothing but a date soon behind the text, up to the comments."""
        end = int(self._content[-1]) if len(self._content) else len(self._starts)
        found: list[str] = []
        for number in range(end + 1, min(end + 1 + LISTED, len(self._starts))):
            if self._types[number] == _COMMENT or (not found and number > end + BEHIND):
                break
            if line := self._dateline(number, end, alone=True):
                found.append(line)
        return found

    @cached_property
    def labelled(self) -> list[str]:
        """The lines of the whole page that begin with a label of the publication and have little else but a date."""
        title = min(self._anchors, default=0)
        found: list[str] = []
        for number in np.flatnonzero(self._figured & (self._chars <= MAX_BYLINE_CHARS)).tolist():
            line = self._labelled(number, self._line(number, MAX_BYLINE_CHARS + 1))
            # Few blocks begin so, and to find the dates of each takes long.
            if begins_with_publication_label(line) and self._dateline(number, title):
                found.append(line)
        return found

    def changes(self) -> list[str]:
        """The sentences at the end of the text, behind it, and at the end of the page, that say when it was changed."""
        end = int(self._content[-1]) if len(self._content) else 0
        numbers = {*range(end, min(end + FOOT, len(self._starts)))}
        numbers.update(range(max(len(self._starts) - FOOT, end), len(self._starts)))
        lines = (self._labelled(number, self._line(number, LONGEST + 1)) for number in sorted(numbers))
        return [
            line
            for line in lines
            if len(line) <= LONGEST and may_have_day(line) and _changed().search(line) and has_day(dated(line))
        ]

    @cached_property
    def _anchors(self) -> dict[int, bool]:
        """The blocks of the first headings, of the title and the first one of the text, each with whether it is a
        heading."""
        columns = self._page.columns
        headings = np.flatnonzero(columns.tag == _H1)[:MAX_HEADINGS]
        texts = np.searchsorted(columns.text_rows, headings)
        numbers = (np.searchsorted(self._starts, texts, side="right") - 1).tolist()
        found = {number: True for number in numbers if number >= 0}
        for kind in (_TITLE, _CONTENT):
            for number in np.flatnonzero(self._types == kind)[:1].tolist():
                found.setdefault(number, False)
        return found

    def _is_text(self, number: int) -> bool:
        """Whether a block is running text."""
        line = self._line(number, PARAGRAPH)
        return len(line) >= PARAGRAPH or (len(line) >= SENTENCE and SENTENCE_END.search(line) is not None)

    def _is_day(self, number: int) -> bool:
        """Whether a block is a day with its day of the week and nothing else."""
        return is_bare_day(self._line(number, MAX_BYLINE_CHARS))

    def _line(self, number: int, most: int) -> str:
        start, stop = self._places[number]
        columns = self._page.columns
        if self._chars[number] > most:  # of a long block its first texts
            chars = columns.chars[columns.text_rows[start:stop]]
            stop = start + int(np.searchsorted(np.cumsum(chars), most)) + 1
        return collapse_whitespace(columns.text_between(start, stop)[: 4 * most])

    @cached_property
    def _figured(self) -> NDArray[np.bool_]:
        """Of each block whether it may have a figure, without which it has no date: to read it takes several times as
        long."""
        columns = self._page.columns
        figures = np.flatnonzero(_FIGURE[np.frombuffer(columns.text, np.uint8)])
        firsts, lasts = (columns.text_rows[places] for places in (self._starts, self._stops - 1))
        before, until = np.searchsorted(figures, (columns.text_start[firsts], columns.text_stop[lasts]))
        found: NDArray[np.bool_] = before < until
        return found

    def _dateline(self, number: int, title: int, alone: bool = False) -> str:
        """A block as a line, with the label before it, where it is a dateline and leads to no other page."""
        if self._types[number] in _OUTSIDE or not self._figured[number]:
            return ""
        alone = alone or self._types[number] == _NAVIGATION
        line = self._line(number, MAX_BYLINE_CHARS + 1)
        (start, stop), columns = self._places[number], self._page.columns
        if not is_dateline(line, alone) or leads_on(columns, start, stop, int(columns.text_rows[self._starts[title]])):
            return ""
        return self._labelled(number, line)

    def _labelled(self, number: int, line: str) -> str:
        """A line with the label that stands in the block before it."""
        before = self._line(number - 1, LABEL) if number and self._may_label(number - 1, line) else ""
        return f"{before} {line}" if before.endswith((":", "：")) and len(before) <= LABEL else line

    def _may_label(self, number: int, line: str) -> bool:
        """Whether a block may end as labels do, before a line with a figure: to read one costs far more."""
        columns, (start, stop) = self._page.columns, self._places[number]
        rows = columns.text_rows
        text = columns.text[columns.text_start[rows[start]] : columns.text_stop[rows[stop - 1]]]
        return (b":" in text or _WIDE_COLON in text) and any(map(str.isdigit, line))


def _opening(line: str) -> int:
    """Where the date ends with which a text begins, at most a place before it; 0 where it begins with none."""
    spans = date_spans(line[: PLACE + MAX_BYLINE_CHARS]) if any(map(str.isdigit, line[: PLACE + 2])) else ()
    if not spans:
        return 0
    start, end = spans[0]
    place = start == 0 or (start <= PLACE and line[:start].rstrip().endswith((",", "(")))
    return end if place and has_day(line[:end]) and _BEGINS.match(line, end) else 0


@cache
def _changed() -> re.Pattern[str]:
    words = alternatives(sections("dateline_words")["changes"])
    return re.compile(rf"(?<!\w)(?:{words})(?!\w)", re.IGNORECASE)

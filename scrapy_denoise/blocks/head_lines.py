"""The lines of a page's head that are fields of their own: its title, its dateline, its byline."""

from __future__ import annotations

import re

import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.blocks.datelines import LINE, SENTENCE_END, is_byline, is_dateline
from scrapy_denoise.blocks.named import matching_names
from scrapy_denoise.page import Columns, Page, tags
from scrapy_denoise.page.letters import letters_of
from scrapy_denoise.page.title import declared_parts, title_for_sharing

SAME = 0.85
"""Share of the letters of the longer of two titles that the shorter has, from which they are the same."""

HEAD = 12
"""Blocks of content among which the head of a page is looked for ..."""

LEAD = 2
"""... up to the sentence with this number: a lead may stand between the title and the byline."""

FOOT = 3
"""Blocks at the end of the content that may be a byline or a dateline too."""

SENTENCE = 25
"""Characters of a sentence."""

PARAGRAPH = 160
"""Characters from which a block without the end of a sentence is one too."""

MAX_TITLE = 400
"""Characters of a title."""

MAX_DATES = 3
"""Datelines of a head; where more lines have dates, the dates are content."""

MAX_HEADINGS = 20

LEVELS = 4
"""Elements around a line that are looked at."""

_H1 = tags.CODES["h1"]
_HEADINGS = frozenset(tags.CODES[name] for name in "h1 h2 h3 h4 h5 h6".split())
_WHOLE = frozenset(tags.CODES[name] for name in "pre dl blockquote textarea".split())
_AUTHORS = (b"author", b"byline", b"autor")
_AUTHOR = re.compile(rb"(?<![a-z])(?:author|byline|autor)(?:s|[-_]?name|[-_]?link)?[\s_\0-]")


Line = tuple[int, int, str]
"""Position of the first text row of a line, one past its last one, and the line's type."""


def head_lines(page: Page, kept: NDArray[np.bool_]) -> list[Line]:
    """The lines of the content that are the page's title, dateline or byline.

    kept: bool, one for each of ``page.columns.text_rows``. title: headings ``h1`` that say what the ``title`` element,
    ``og:title`` or a part of them says, and other blocks that do so before the first sentence; else a single ``h1``
    before it. date, author: short lines down to the second sentence of the content, and its last lines. Linear in the
    rows, but for a bounded number of lines that are read.
    """
    columns = page.columns
    parts = _Parts(columns, kept)
    keys = _keys(page)
    titles = _h1_titles(columns, kept, parts, keys)
    head: list[int] = []
    sentences = 0
    for number in range(min(len(parts), HEAD + len(titles))):
        if any(first <= parts.first(number) < last for first, last in titles):
            continue
        text = parts.text(number)
        if not sentences and len(text) <= MAX_TITLE and _is_title(text, keys):
            titles.append(parts.span(number))
        elif _is_sentence(text):
            sentences += 1
            if sentences == LEAD:
                break
        else:
            head.append(number)
    foot = [number for number in range(max(len(parts) - FOOT, 0), len(parts)) if number not in head]
    return [*((*span, "title") for span in titles), *_lines(columns, parts, head), *_lines(columns, parts, foot)]


class _Parts:
    """The kept part of each text block, by its number."""

    def __init__(self, columns: Columns, kept: NDArray[np.bool_]) -> None:
        self._columns = columns
        positions = np.flatnonzero(kept)
        blocks = columns.block[columns.text_rows[positions]]
        # As lists: single numbers of an array take several times as long.
        self._positions: list[int] = positions.tolist()
        self._starts = [
            0,
            *(np.flatnonzero(blocks[1:] != blocks[:-1]) + 1).tolist(),
            *([len(blocks)] if len(blocks) else []),
        ]

    def __len__(self) -> int:
        return len(self._starts) - 1

    def first(self, number: int) -> int:
        """The position of the part's first text row."""
        return self._positions[self._starts[number]]

    def span(self, number: int) -> tuple[int, int]:
        """The positions of its text rows: the first, and one past the last."""
        return self.first(number), self._positions[self._starts[number + 1] - 1] + 1

    def text(self, number: int) -> str:
        return " ".join(self._columns.text_between(*self.span(number))[: 4 * PARAGRAPH].split())

    def home(self, number: int) -> int:
        """The row of the block element that it stands in."""
        return int(self._columns.block_row[self._columns.text_rows[self.first(number)]])


def _h1_titles(columns: Columns, kept: NDArray[np.bool_], parts: _Parts, keys: frozenset[str]) -> list[tuple[int, int]]:
    rows = np.flatnonzero(columns.tag == _H1)[:MAX_HEADINGS]
    if not len(rows):
        return []
    bounds = np.searchsorted(columns.text_rows, (rows, columns.end[rows])).T.tolist()
    shown = [(first, last) for first, last in bounds if kept[first:last].any()]
    texts = [" ".join(columns.text_between(first, last)[:MAX_TITLE].split()) for first, last in shown]
    found = [span for span, text in zip(shown, texts, strict=True) if _is_title(text, keys)]
    if not found and len(shown) == 1 and len(texts[0]) < MAX_TITLE:
        before = (parts.text(number) for number in range(min(len(parts), HEAD)) if parts.first(number) < shown[0][0])
        at = sum(1 for number in range(min(len(parts), HEAD)) if parts.first(number) < shown[0][0])
        if at < HEAD and not any(map(_is_sentence, before)):
            return shown
    return found


def _lines(columns: Columns, parts: _Parts, numbers: list[int]) -> list[Line]:
    """Of some parts, those that are a dateline or a byline."""
    authors: set[int] | None = None
    found: list[Line] = []
    dates: list[Line] = []
    for number in numbers:
        first, last = parts.span(number)
        around = _around(columns, parts.home(number))
        codes = columns.tag[around].tolist()
        if codes[0] in _HEADINGS or not _WHOLE.isdisjoint(codes):
            continue
        text = parts.text(number)
        if is_dateline(text):
            dates.append((first, last, "date"))
        elif is_byline(text):
            found.append((first, last, "author"))
        elif _is_name(text):
            authors = set(matching_names(columns, _AUTHORS, _AUTHOR).tolist()) if authors is None else authors
            around = _around(columns, int(columns.text_rows[first]))
            if authors and not authors.isdisjoint(columns.names[around].tolist()):
                found.append((first, last, "author"))
    return [*found, *(dates if len(dates) <= MAX_DATES else ())]


def _around(columns: Columns, row: int) -> list[int]:
    """A row and those around it, a few levels up."""
    found = [row]
    while len(found) < LEVELS and row > 0:
        row = int(columns.parent[row])
        found.append(row)
    return found


def _is_name(text: str) -> bool:
    return 2 <= len(text) <= LINE // 2 and not SENTENCE_END.search(text)


def _is_sentence(text: str) -> bool:
    return len(text) >= PARAGRAPH or (len(text) >= SENTENCE and SENTENCE_END.search(text) is not None)


def _keys(page: Page) -> frozenset[str]:
    """What a title says, by the ``title`` element, each of its parts and ``og:title``."""
    declared = " ".join(page.columns.title.decode("utf-8", "replace").split())[:MAX_TITLE]
    stated = [declared, *declared_parts(declared), title_for_sharing(page.tree)]
    return frozenset(key for text in stated if len(key := letters_of(text)) > 1)


def _is_title(text: str, keys: frozenset[str]) -> bool:
    if not keys:
        return False
    own = letters_of(text)
    if own in keys:
        return True
    return any(min(len(own), len(key)) >= SAME * max(len(own), len(key)) and (own in key or key in own) for key in keys)

"""The deck of an article: what stands between its title and its first paragraph and belongs to neither.

A lead is text. A subtitle, a short line right below the title, is a field as the title is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from html import unescape

import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.blocks.features.class_names import class_id_pairs
from scrapy_denoise.blocks.lexicon import sections
from scrapy_denoise.blocks.page_model import find_page_type
from scrapy_denoise.blocks.text_blocks import TextBlocks
from scrapy_denoise.page import Page
from scrapy_denoise.page.columns import tags
from scrapy_denoise.page.structured_data.open_graph import descriptions
from scrapy_denoise.page.text.match_key import match_key

MIN_PARAGRAPH = 60
"""Characters of the first paragraph, at least."""

WINDOW = 60
"""Blocks before the first paragraph among which the title is looked for."""

MIN_LETTERS, MAX_CHARS = 15, 800
"""Letters and figures of a deck, at least, and its characters at most."""

MIN_LEAD = 120
"""Characters from which a deck is a lead wherever it stands: of shorter ones right below the title, without the name of
a lead, gold has 28 of 88, and of all others 220 of 296 (docs/evidence/document)."""

MIN_DESCRIPTION = 20
"""Letters and figures of a description of the page that may be its deck."""

MAX_DESCRIPTION = 2_000
"""Characters of a description that are read."""

MAX_DESCRIPTIONS = 8
"""Descriptions of a page that are read."""

MAX_WRITTEN = 2
"""Characters of a block for each letter and figure of a description that it says, at most."""

MAX_NAMED = 100
"""Elements with a lead's name that are looked at."""

MAX_LONG = 10
"""Long kept blocks among which the first paragraphs are looked for."""

_LETTERS = frozenset(code for code in range(128) if chr(code).isalnum())
"""The bytes of ASCII letters and figures."""

_H1 = tags.CODES["h1"]
_HEADINGS = tags.flags("h1 h2 h3 h4 h5 h6")
_PICTURES = tags.flags("figcaption figure caption")


def leads(page: Page, kept: NDArray[np.bool_]) -> list[tuple[int, int]]:
    """Of each lead that is not kept the position of its first text row and one past its last.

    kept: bool, one for each text row.
    """
    return [(first, stop) for first, stop, lead in _decks(page, kept) if lead and not kept[first:stop].all()]


def subtitles(page: Page, kept: NDArray[np.bool_]) -> list[tuple[int, int]]:
    """The same of the subtitles that are kept, of an article."""
    found = [(first, stop) for first, stop, lead in _decks(page, kept) if not lead and kept[first:stop].any()]
    return found if found and page.cached(find_page_type).name == "article" else []


def _decks(page: Page, kept: NDArray[np.bool_]) -> Iterator[tuple[int, int, bool]]:
    """Of each deck the position of its first text row, one past its last, and whether it is a lead.

    A deck stands between the title and the first kept paragraph, or is that paragraph and not at the path of the next
    one. The page states it as its description, or its element has a name of `deck_names.txt`. It is a subtitle if the
    page states it, it stands right below the title, has less than MIN_LEAD characters and no such name.
    """
    head = page.cached(_Head)
    if not head.candidates:
        return
    blocks = head.blocks
    paragraphs = head.paragraphs(kept)
    last = paragraphs[0] if paragraphs else -1
    decks = [block for block in head.candidates if last - WINDOW <= block <= last and head.is_deck(block)]
    title = head.title_before(last) if decks else -1
    if title < 0:
        return
    seen: set[str] = set()
    for block in decks:
        said, first, stop = head.key(block), int(blocks.first[block]), int(blocks.stops[block])
        if block <= title or said in seen or page.columns.linked[page.columns.text_rows[first]]:
            continue
        if block == last and len(paragraphs) > 1 and blocks.path_group[block] == blocks.path_group[paragraphs[1]]:
            continue
        if not _is_said_again(page, kept, first, stop):
            seen.add(said)
            named = block in head.named
            yield first, stop, named or block > title + 1 or int(blocks.chars[block]) >= MIN_LEAD


class _Head:
    """What of a page's blocks says which are decks, whatever is kept; read once.

    named: the blocks that an element with a lead's name holds, and no other. candidates: these, and those that a
    description of the page may say, by its size and its first letter; ascending.
    """

    def __init__(self, page: Page) -> None:
        self._columns, self.blocks = page.columns, page.cached(TextBlocks)
        self._keys: dict[int, str] = {}
        self._titles = [match_key(text) for text in (page.titles.element, page.titles.open_graph) if text]
        said = (match_key(unescape(text)) for text in descriptions(page.tree, MAX_DESCRIPTIONS, MAX_DESCRIPTION))
        self._stated = frozenset(key for key in said if len(key) >= MIN_DESCRIPTION)
        self.named = self._named(page)
        self.candidates = sorted(self.named.union(self._may_say(self._stated)))

    def _may_say(self, keys: frozenset[str]) -> list[int]:
        """The blocks that may have the letters of one of some texts."""
        columns, chars = self._columns, self.blocks.chars
        found = np.zeros(len(self.blocks), np.bool_)
        for key in keys:
            found |= (chars >= len(key)) & (chars <= MAX_WRITTEN * len(key))
        numbers = np.flatnonzero(found)
        begins = columns.text_start[columns.text_rows[self.blocks.first[numbers]]].tolist()
        firsts = {byte for key in keys for byte in (key[0].encode()[0], key[0].upper().encode()[0])}
        other = _LETTERS - firsts
        return [
            number for number, begin in zip(numbers.tolist(), begins, strict=True) if columns.text[begin] not in other
        ]

    def _named(self, page: Page) -> set[int]:
        columns, blocks, pairs = self._columns, self.blocks, page.cached(class_id_pairs)
        found = set()
        rows = pairs.rows_of([pair for pair in pairs.decks if _names().search(pairs[pair])])
        for row in rows[:MAX_NAMED]:
            first, stop = np.searchsorted(columns.text_rows, (row, columns.end[row]))
            if first == stop:
                continue
            number = int(blocks.block_of[first])
            around = columns.block_row[columns.text_rows[blocks.first[number]]]
            if blocks.first[number] <= first and stop <= blocks.stops[number] and row <= around < columns.end[row]:
                found.add(number)
        return found

    def _tags(self, blocks: NDArray[np.intp]) -> NDArray[np.uint16]:
        columns = self._columns
        return columns.tag[columns.block_row[columns.text_rows[self.blocks.first[blocks]]]]

    def paragraphs(self, kept: NDArray[np.bool_]) -> list[int]:
        """The first kept blocks that may be paragraphs, without the title."""
        long = np.flatnonzero((self.blocks.chars >= MIN_PARAGRAPH) & kept[self.blocks.first])[:MAX_LONG]
        found: list[int] = long[~_HEADINGS[self._tags(long)]][:3].tolist()
        while found and self.says_title(found[0]):
            del found[0]
        return found

    def key(self, block: int) -> str:
        """The letters of a block; none of long ones."""
        found = self._keys.get(block)
        if found is None:
            short = self.blocks.chars[block] <= MAX_CHARS
            found = self._keys[block] = match_key(self.blocks.text(self._columns, block)) if short else ""
        return found

    def is_deck(self, block: int) -> bool:
        """Whether one of the candidates has enough letters, is named or stated, and no caption."""
        key = self.key(block)
        if len(key) < MIN_LETTERS or not (block in self.named or key in self._stated):
            return False
        return not _PICTURES[self._tags(np.array([block]))[0]]

    def title_before(self, last: int) -> int:
        """The block of the title that is next before another block, or -1."""
        begin = max(last - WINDOW, 0)
        headings = np.flatnonzero(self._tags(np.arange(begin, last)) == _H1)
        heading = begin + int(headings[-1]) if len(headings) else -1
        behind = range(last - 1, max(begin - 1, heading), -1)
        return next((block for block in behind if self.says_title(block)), heading)

    def says_title(self, block: int) -> bool:
        """Whether a block is a title that the page states, or half of it and more from its beginning on."""
        key = self.key(block)
        return len(key) > MIN_LETTERS / 2 and any(
            title.startswith(key) and 2 * len(key) >= len(title) for title in self._titles
        )


@cache
def _names() -> re.Pattern[bytes]:
    words = "|".join(map(re.escape, sections("deck_names")["lead"]))
    return re.compile(rb"(?:^|[\s_\0-])(?:%s)(?=[\s\0]|$)" % words.encode(), re.IGNORECASE)


def _is_said_again(page: Page, kept: NDArray[np.bool_], first: int, stop: int) -> bool:
    """Whether a kept text behind those from one position up to another says the same."""
    columns = page.columns
    rows = columns.text_rows
    start, end = int(columns.text_start[rows[first]]), int(columns.text_stop[rows[stop - 1]])
    again = columns.text.find(columns.text[start:end].strip(), end)
    return again >= 0 and bool(kept[np.searchsorted(columns.text_start[rows], again, "right") - 1])

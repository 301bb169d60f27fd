"""The deck of an article: what stands between its title and its first paragraph and belongs to neither.

A lead is text. A subtitle, a short line right below the title, is a field as the title is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, cached_property
from html import unescape

import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.blocks.features.class_names import class_id_pairs
from scrapy_denoise.blocks.lexicon import sections
from scrapy_denoise.blocks.page_model import find_page_type
from scrapy_denoise.blocks.text_blocks import TextBlocks
from scrapy_denoise.page import Page
from scrapy_denoise.page.columns import tags
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

LEVELS = 4
"""Elements around a block, with nothing else in them, whose names are read."""

_STATED = ("description", "og:description", "twitter:description")
_H1 = tags.CODES["h1"]
_HEADINGS = tags.flags("h1 h2 h3 h4 h5 h6")
_PICTURES = tags.flags("figcaption figure caption")


def leads(page: Page, kept: NDArray[np.bool_]) -> list[tuple[int, int]]:
    """Of each lead of an article that is not kept the position of its first text row and one past its last.

    kept: bool, one for each text row.
    """
    return _of_an_article(page, [span for *span, lead in _decks(page, kept) if lead and not kept[slice(*span)].all()])


def subtitles(page: Page, kept: NDArray[np.bool_]) -> list[tuple[int, int]]:
    """The same of the subtitles of an article that are kept."""
    return _of_an_article(page, [span for *span, lead in _decks(page, kept) if not lead and kept[slice(*span)].any()])


def _of_an_article(page: Page, spans: list[list[int]]) -> list[tuple[int, int]]:
    """Some decks of a page; none of one that is no article. To ask for the type takes longer than to find them."""
    return [(first, stop) for first, stop in spans] if spans and page.cached(find_page_type).name == "article" else []


def _decks(page: Page, kept: NDArray[np.bool_]) -> Iterator[tuple[int, int, bool]]:
    """Of each deck the position of its first text row, one past its last, and whether it is a lead.

    A deck stands between the title and the first kept paragraph, or is that paragraph and not at the path of the next
    one. The page states it as its description, or its element has a name of `deck_names.txt`. It is a subtitle if the
    page states it, it stands right below the title, has less than MIN_LEAD characters and no such name.
    """
    head = page.cached(_Head)
    blocks, tag = head.blocks, head.tag
    paragraphs = np.flatnonzero(head.long & kept[blocks.first])[:3].tolist()
    while paragraphs and head.says_title(paragraphs[0]):
        del paragraphs[0]
    title = head.title_before(paragraphs[0]) if paragraphs else -1
    if title < 0:
        return
    last = paragraphs[0]
    seen: set[str] = set()
    for block in range(title + 1, last + 1):
        said, (first, stop) = head.key(block), head.span(block)
        if len(said) < MIN_LETTERS or said in seen or _PICTURES[tag[block]]:
            continue
        named = head.is_named(block)
        if not (named or said in head.stated) or page.columns.linked[page.columns.text_rows[first]]:
            continue
        if block == last and len(paragraphs) > 1 and blocks.path_group[block] == blocks.path_group[paragraphs[1]]:
            continue
        if not _is_said_again(page, kept, first, stop):
            seen.add(said)
            yield first, stop, named or block > title + 1 or int(blocks.chars[block]) >= MIN_LEAD


class _Head:
    """What of a page's blocks says which are decks, whatever is kept; read once.

    tag: of each block. long: bool, those that may be paragraphs.
    """

    def __init__(self, page: Page) -> None:
        self._columns, self.blocks, self._names = page.columns, page.cached(TextBlocks), page.cached(class_id_pairs)
        self._keys: dict[int, str] = {}
        self.tag = self._columns.tag[self._columns.block_row[self._columns.text_rows[self.blocks.first]]]
        self.long = (self.blocks.chars >= MIN_PARAGRAPH) & ~_HEADINGS[self.tag]
        self._titles = [match_key(text) for text in (page.titles.element, page.titles.open_graph) if text]
        self._page = page

    @cached_property
    def stated(self) -> frozenset[str]:
        """The letters of the page's descriptions."""
        texts = [text for name in _STATED for text in self._page.meta.get(name, ())][:MAX_DESCRIPTIONS]
        keys = (match_key(unescape(text[:MAX_DESCRIPTION])) for text in texts)
        return frozenset(key for key in keys if len(key) >= MIN_DESCRIPTION)

    def span(self, block: int) -> tuple[int, int]:
        """The position of a block's first text row, and one past its last."""
        return int(self.blocks.first[block]), int(self.blocks.stops[block])

    def key(self, block: int) -> str:
        """The letters of a block; none of long ones."""
        found = self._keys.get(block)
        if found is None:
            short = self.blocks.chars[block] <= MAX_CHARS
            found = self._keys[block] = match_key(self.blocks.text(self._columns, block)) if short else ""
        return found

    def title_before(self, last: int) -> int:
        """The block of the title that is next before another block, or -1."""
        begin = max(last - WINDOW, 0)
        headings = np.flatnonzero(self.tag[begin:last] == _H1)
        heading = begin + int(headings[-1]) if len(headings) else -1
        behind = range(last - 1, max(begin - 1, heading), -1)
        return next((block for block in behind if self.says_title(block)), heading)

    def says_title(self, block: int) -> bool:
        """Whether a block is a title that the page states, or half of it and more from its beginning on."""
        key = self.key(block)
        return len(key) > MIN_LETTERS / 2 and any(
            title.startswith(key) and 2 * len(key) >= len(title) for title in self._titles
        )

    def is_named(self, block: int) -> bool:
        """Whether an element that holds a block and no other has a lead's name."""
        columns = self._columns
        first, stop = self.span(block)
        row = int(columns.block_row[columns.text_rows[first]])
        for _ in range(LEVELS):
            if row < 0:
                break
            pair = int(columns.class_id[row])
            if pair and _names().search(self._names[pair]):
                low, high = np.searchsorted(columns.text_rows, (row, columns.end[row]))
                return bool(first <= low and high <= stop)
            row = int(columns.parent[row])
        return False


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

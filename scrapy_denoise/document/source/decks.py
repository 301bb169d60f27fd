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
from scrapy_denoise.document.source._decks import HeadBlocks
from scrapy_denoise.page import Page
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

MAX_WRITTEN = 2
"""Characters of a block for each letter and figure of a description that it says, at most."""

MAX_NAMED = 100
"""Elements with a lead's name that are looked at."""


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
    if not head.decks:
        return
    blocks = head.blocks
    paragraphs = head.paragraphs(kept)
    last = paragraphs[0] if paragraphs else -1
    near = (block for block in head.decks if last - WINDOW <= block <= last and not blocks.is_linked(block))
    # On most pages only the first paragraph is one, at the path of the next: no title is looked for.
    follows = len(paragraphs) > 1 and blocks.are_alike(*paragraphs[:2])
    decks = [block for block in near if not (follows and block == last)]
    title = head.title_before(last) if decks else -1
    if title < 0:
        return
    seen: set[str] = set()
    for block in decks:
        said, first, stop = blocks.key(block), *blocks.span(block)
        if block > title and said not in seen and not blocks.is_said_again(block, kept):
            seen.add(said)
            yield first, stop, block in head.named or block > title + 1 or blocks.chars(block) >= MIN_LEAD


class _Head:
    """What of a page's blocks says which are decks, whatever is kept; read once.

    decks: the blocks that may be one: with enough letters, stated as the description of the page, or held by an element
    with a lead's name and nothing else; ascending. On most pages there are none, and nothing else is read.
    named: those with such a name.
    """

    def __init__(self, page: Page) -> None:
        names = page.cached(class_id_pairs)
        said = (match_key(unescape(text)) for text in page.titles.descriptions)
        stated = frozenset(key for key in said if len(key) >= MIN_DESCRIPTION)
        rows = names.rows_of([pair for pair in names.decks if _names().search(names[pair])])
        self.decks: list[int] = []
        if not stated and not rows:
            return
        self.blocks = HeadBlocks(page.columns, page.cached(TextBlocks), MAX_CHARS)
        self.named = self.blocks.held_alone(rows[:MAX_NAMED])
        found = self.named.union(self.blocks.that_say(stated, MAX_WRITTEN))
        self.decks += sorted(block for block in found if self._may_be_deck(block))
        if self.decks:
            self._titles = [match_key(text) for text in (page.titles.element, page.titles.open_graph) if text]

    def _may_be_deck(self, block: int) -> bool:
        return len(self.blocks.key(block)) >= MIN_LETTERS and not self.blocks.is_caption(block)

    def paragraphs(self, kept: NDArray[np.bool_]) -> list[int]:
        """The first kept blocks that may be paragraphs, without the title."""
        found = self.blocks.long_ones(kept, MIN_PARAGRAPH, 3)
        while found and self.says_title(found[0]):
            del found[0]
        return found

    def title_before(self, last: int) -> int:
        """The block of the title that is next before another block, or -1."""
        begin = max(last - WINDOW, 0)
        heading = self.blocks.last_h1(begin, last)
        behind = range(last - 1, max(begin - 1, heading), -1)
        return next((block for block in behind if self.says_title(block)), heading)

    def says_title(self, block: int) -> bool:
        """Whether a block is a title that the page states, or half of it and more from its beginning on."""
        key = self.blocks.key(block)
        return len(key) > MIN_LETTERS / 2 and any(
            title.startswith(key) and 2 * len(key) >= len(title) for title in self._titles
        )


@cache
def _names() -> re.Pattern[bytes]:
    words = "|".join(map(re.escape, sections("deck_names")["lead"]))
    return re.compile(rb"(?:^|[\s_\0-])(?:%s)(?=[\s\0]|$)" % words.encode(), re.IGNORECASE)

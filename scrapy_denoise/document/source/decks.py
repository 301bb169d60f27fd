"""The deck of an article: what stands between its title and its first paragraph and belongs to neither.

A lead is text. A subtitle, a short line right below the title, is a field as the title is.
"""

from __future__ import annotations

import re
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

MIN_DESCRIPTION = 20
"""Letters and figures of a description of the page that may be its deck."""

MAX_NAMED = 100
"""Elements with a lead's name that are looked at."""


def leads(page: Page, kept: NDArray[np.bool_]) -> list[tuple[int, int]]:
    """Of each lead that is not kept the position of its first text row and one past its last.

    kept: bool, one for each text row.
    """
    head = page.cached(_Head).blocks
    return [] if head is None else head.decks(kept, True)


def subtitles(page: Page, kept: NDArray[np.bool_]) -> list[tuple[int, int]]:
    """The same of the subtitles that are kept, of an article."""
    head = page.cached(_Head).blocks
    found = [] if head is None else head.decks(kept, False)
    return found if found and page.cached(find_page_type).name == "article" else []


class _Head:
    """What of a page's blocks says which are decks, whatever is kept; read once. blocks: None where none may be one.

    A deck is stated as the description of the page, or an element with a name of `deck_names.txt` holds it and nothing
    else. On most pages there are none, and nothing else is read.
    """

    def __init__(self, page: Page) -> None:
        self.blocks: HeadBlocks | None = None
        names, titles = page.cached(class_id_pairs), page.titles
        said = (match_key(unescape(text)) for text in titles.descriptions)
        stated = frozenset(key for key in said if len(key) >= MIN_DESCRIPTION)
        rows = names.rows_of([pair for pair in names.decks if _names().search(names[pair])])
        if not stated and not rows:
            return
        blocks = HeadBlocks(page.columns, page.cached(TextBlocks), titles.element, titles.open_graph)
        if blocks.find_decks(stated, rows[:MAX_NAMED]):
            self.blocks = blocks


@cache
def _names() -> re.Pattern[bytes]:
    words = "|".join(map(re.escape, sections("deck_names")["lead"]))
    return re.compile(rb"(?:^|[\s_\0-])(?:%s)(?=[\s\0]|$)" % words.encode(), re.IGNORECASE)

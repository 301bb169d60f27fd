"""Links that are phrases of sentences: they name nothing that a list could hold."""

from __future__ import annotations

import numpy as np

from scrapy_denoise.blocks import TextBlocks
from scrapy_denoise.blocks.regions.bylines import BEFORE_NAMES, SENTENCE_END
from scrapy_denoise.page import Page
from scrapy_denoise.page.columns.arrays import IndexArray

MAX_ASKED = 20
"""Links of a list of which it is asked whether they stand in a sentence."""

MIN_SENTENCE, MAX_SENTENCE = 60, 4_000
"""Characters of the paragraph around such a link: a shorter one is a title with what belongs to it."""

MIN_BEFORE = 20
"""Characters of a sentence before such a link."""

SHARE = 0.6
"""Share of the links of a list that stand in sentences from which it is none."""


def in_sentences(page: Page, links: IndexArray) -> bool:
    """Whether most links of a list are phrases of sentences: the sentence goes on behind the link in small letters, or
    stands before it and has not ended. links: their rows."""
    asked = links[:: max(len(links) // MAX_ASKED, 1)][:MAX_ASKED]
    columns, blocks = page.columns, page.cached(TextBlocks)
    firsts, lasts = np.searchsorted(columns.text_rows, (asked, columns.end[asked]))
    numbers = blocks.block_of[np.minimum(firsts, len(blocks.block_of) - 1)]
    long = (lasts > firsts) & (blocks.chars[numbers] >= MIN_SENTENCE) & (blocks.chars[numbers] <= MAX_SENTENCE)
    if long.sum() < SHARE * len(asked):
        return False
    places = zip(firsts[long].tolist(), lasts[long].tolist(), numbers[long].tolist(), strict=True)
    found = sum(
        _is_in_sentence(
            columns.text_between(int(blocks.first[number]), first),
            columns.text_between(last, int(blocks.stops[number])),
        )
        for first, last, number in places
    )
    return found >= SHARE * len(asked)


def _is_in_sentence(before: str, behind: str) -> bool:
    """Whether the texts of a paragraph before and behind a link make one sentence with it."""
    before, behind = before.strip(), behind.strip()
    if not SENTENCE_END.search(behind):
        return False
    if behind[:1].islower():
        return len(behind) >= MIN_SENTENCE - MIN_BEFORE and behind.split(maxsplit=1)[0] not in BEFORE_NAMES
    return len(before) >= MIN_BEFORE and before[-1].isalnum()

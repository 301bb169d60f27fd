"""The phrases of a lexicon as they are compared with a text: by their letters and digits."""

from __future__ import annotations

from functools import cache

from scrapy_denoise.blocks.lexicon.word_lists import lines_of, phrases
from scrapy_denoise.page.compiled import match_key


@cache
def phrase_keys(name: str, *only: str) -> frozenset[str]:
    """The letters and digits of the phrases of a lexicon, read once (`match_key`).

    only: the sections that are read, by default all.

    >>> "seealso" in phrase_keys("reference_titles")
    True
    """
    return frozenset(map(match_key, lines_of(name, *only) if only else phrases(name)))

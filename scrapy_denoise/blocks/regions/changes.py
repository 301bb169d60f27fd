"""Words before a date that say that it is the day of a change, or of another thing, and not of the publication."""

from __future__ import annotations

import re
from functools import cache

from scrapy_denoise.blocks.lexicon import sections
from scrapy_denoise.blocks.lexicon.alternatives import alternatives
from scrapy_denoise.blocks.regions.date_reader import weekday_pattern

BEFORE = 40
"""Characters before a date in which they stand."""

_TIME = r"(?:\W*\d{1,2}[:.]\d\d(?:\s?[^\W\d_]{2,4})?)?"
"""A time of day between the word and the date."""


def says_changed(before: str) -> bool:
    """Whether the text before a date ends with such a word.

    >>> says_changed("Published 1 May, last updated on: "), says_changed("Updated story. Published ")
    (True, False)
    """
    before = before[-BEFORE:].strip().lower()
    return bool(before) and _changes().search(before) is not None


def names_other_day(before: str) -> bool:
    """Whether the text before a date has a word such as "born", "deadline" or "when"."""
    return _others().search(before.lower()) is not None


@cache
def _others() -> re.Pattern[str]:
    """The words before the date of a birth, of a closing day, of an event and the like, in small letters."""
    words = alternatives(map(str.lower, sections("dateline_words")["others"]))
    return re.compile(rf"(?<![^\W\u2e80-\uffff])(?:{words})(?![^\W\u2e80-\uffff])")


@cache
def _changes() -> re.Pattern[str]:
    words = alternatives(map(str.lower, sections("dateline_words")["changes"]))
    return re.compile(
        rf"(?:^|[\W_]|(?<=[\u2e80-\uffff]))(?:{words})(?:\s+\w{{1,3}})?{_TIME}(?:\W+{weekday_pattern()})?\W*$"
    )

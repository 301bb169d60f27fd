"""Times that are told from now, with the words of the lexicon ``dateline_words``."""

from __future__ import annotations

import re
from functools import cache

from scrapy_denoise.blocks.lexicon import sections
from scrapy_denoise.blocks.lexicon.alternatives import alternatives
from scrapy_denoise.blocks.regions.bylines import SENTENCE_END, behind_other_date
from scrapy_denoise.blocks.regions.date_reader import find_dates

BESIDE = 16
"""The most characters beside such a time in a text that says no more than it; more are a remark ("It broke 3 years ago
when I ...")."""

_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)|['’]\d\d(?!\w)")
"""A year as it stands alone: "2019", "'19"."""


def is_told_from_now(text: str) -> bool:
    """Whether a short text tells a time from now and next to nothing else: "3 days ago", "2 小时前 via iPhone".

    One with a colon behind it says whose words follow: "3 days ago, Ann said:".
    """
    text = f" {text.strip()}".replace("\xa0", " ")
    if text.endswith((":", "：")) or SENTENCE_END.search(text):
        return False
    told = from_now().search(text) or _day_and_clock().search(text)
    return told is not None and len(text) - len(told[0]) <= BESIDE


def tells_other_date(text: str) -> bool:
    """Whether a text says the date of another thing, as "Joined" alone does not: a year at least, a month with its day,
    or a time from now.

    >>> tells_other_date("Joined: Jan 2019"), tells_other_date("Joined 3 years ago"), tells_other_date("Joined:")
    (True, True, False)
    """
    date = behind_other_date(text)
    return bool(date and (_YEAR.search(date) or find_dates(date) or from_now().search(date)))


@cache
def from_now() -> re.Pattern[str]:
    """How a time is told from now behind a name: "3 months ago", "vor 2 Tagen", "3天前", or a day behind a comma."""
    ago, before, about, units, days = (_any(name) for name in ("ago", "ago_before", "ago_about", "ago_units", "days"))
    return re.compile(
        rf"[ ,](?:(?:{about}) )?\d{{1,4}} [^\W\d_]{{1,12}}\.? (?:{ago})(?![^\W_])"
        rf"|[ ,](?:{before}) (?:(?:{about}) )?\d{{1,4}} [^\W\d_]"
        rf"|[ ,]?(?<!\d)\d{{1,4}} ?(?:{units})|, (?:{days})(?![^\W_])",
        re.IGNORECASE,
    )


@cache
def _day_and_clock() -> re.Pattern[str]:
    """A day that is told from now with the time of day behind it."""
    return re.compile(rf"[ ,](?:{_any('days')}),? (?:\w{{1,3}} )?\d\d?:\d\d(?!\d)", re.IGNORECASE)


def _any(name: str) -> str:
    return alternatives(sections("dateline_words")[name])

"""Times that are told from now, with the words of the lexicon ``dateline_words``."""

from __future__ import annotations

import re
from functools import cache

from scrapy_denoise.blocks.lexicon import sections
from scrapy_denoise.blocks.lexicon.alternatives import alternatives
from scrapy_denoise.blocks.regions.bylines import SENTENCE_END, behind_other_date
from scrapy_denoise.blocks.regions.date_reader import find_dates
from scrapy_denoise.page.compiled import ExactWords

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
    if not _may_be_told(text) or text.endswith((":", "：")) or SENTENCE_END.search(text):
        return False
    told = _from_now().search(text) or _day_and_clock().search(text)
    return told is not None and len(text) - len(told[0]) <= BESIDE


def find_from_now(text: str, start: int = 0) -> re.Match[str] | None:
    """Where a text says how long ago something was, behind a name, from a place on; None where it does not."""
    return _from_now().search(text, start) if _may_be_told(text) else None


def tells_other_date(text: str) -> bool:
    """Whether a text says the date of another thing, as "Joined" alone does not: a year at least, a month with its day,
    or a time from now.

    >>> tells_other_date("Joined: Jan 2019"), tells_other_date("Joined 3 years ago"), tells_other_date("Joined:")
    (True, True, False)
    """
    date = behind_other_date(text)
    return bool(date and (_YEAR.search(date) or find_dates(date) or find_from_now(date)))


def _may_be_told(text: str) -> bool:
    """Whether a text has a word of such times: to look for these takes a tenth of the time of the patterns."""
    return _told_words().are_in(text.lower().encode("utf-8", "replace"))


@cache
def _told_words() -> ExactWords:
    words = sections("dateline_words")
    beside = (*(f" {word}" for word in words["ago"]), *(f"{word} " for word in words["ago_before"]))
    return ExactWords({"words": [word.lower().encode() for word in (*beside, *words["ago_units"], *words["days"])]})


@cache
def _from_now() -> re.Pattern[str]:
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

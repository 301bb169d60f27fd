"""Cuts the dates of a line with what belongs to them, and finds the labels of dates."""

from __future__ import annotations

import re
from functools import cache

from scrapy_denoise.blocks.lexicon import sections
from scrapy_denoise.blocks.regions.date_reader import PART, find_dates, lower_in_place, weekday_pattern

BEFORE = 40
"""Characters before a cut date in which what belongs to it stands."""

_HAN = "\u4e00"
"""The first of the characters that stand without spaces between words."""


def date_spans(text: str) -> tuple[tuple[int, int], ...]:
    """Where the dates of a text stand (`find_dates`), with the times that follow them."""
    return tuple([(date.start, date.end) for date in find_dates(text)])


def has_day(text: str) -> bool:
    """Whether a text has a date with its day, month and year; of some years, "1999-2000", it is none."""
    return True in [date.form != PART for date in find_dates(text)]


def without_dates(text: str) -> str:
    """A text with a semicolon in the place of each date, and of the day of the week before it."""
    dates = find_dates(text)
    if not dates:
        return text
    between, last = list[str](), 0
    for date in dates:
        between.append(text[last : date.start])
        last = date.end
    cut = ";".join([*between, text[last:]])
    lower = lower_in_place(cut)
    between, last = [], 0
    # At every other place of a line the days of the week would be tried too.
    while (place := lower.find(";", last)) >= 0 and (match := _before_date().search(lower, max(last, place - BEFORE))):
        between.append(cut[last : match.start()])
        last = match.end()
    return ";".join([*between, cut[last:]])


def without_labels(text: str, put: str = ";") -> str:
    """A text with a sign in the place of each label of a date."""
    return _replaced(_label_pattern(), text, put)


def has_label(text: str) -> bool:
    """Whether a text has the label of a date."""
    return _label_pattern().search(lower_in_place(text)) is not None


def begins_with_publication_label(text: str) -> bool:
    """Whether a text begins with a label that says that the date behind it is that of the publication."""
    return _publication_label().match(lower_in_place(text.lstrip())) is not None


def _replaced(pattern: re.Pattern[str], text: str, put: str) -> str:
    """A text with a sign in the place of what a pattern in small letters matches."""
    between, last = list[str](), 0
    for match in pattern.finditer(lower_in_place(text)):
        between.append(text[last : match.start()])
        last = match.end()
    return put.join([*between, text[last:]])


@cache
def _label_pattern() -> re.Pattern[str]:
    """The labels of dates in small letters, with the preposition and the colon after them."""
    return _labels()


@cache
def _publication_label() -> re.Pattern[str]:
    """Those of them that say that the date is that of the publication."""
    return _labels("publications")


def date_labels(*names: str) -> list[str]:
    """The labels of dates in small letters. names: of the sections of the lexicon, by default all of them."""
    return [word.lower() for name in names or ("labels", "publications") for word in sections("dateline_words")[name]]


def _labels(*names: str) -> re.Pattern[str]:
    labels = sorted(map(re.escape, date_labels(*names)), key=len, reverse=True)
    return re.compile(
        rf"(?:(?<!\w)(?:{'|'.join(labels)})(?!\w)|{'|'.join(label for label in labels if label >= _HAN)})"
        r"(?:\s+(?:on|at|am|le|el|il|op|den)\b)?\s*[:：]?"
    )


@cache
def _before_date() -> re.Pattern[str]:
    """A cut date with what belongs to it: brackets, the day of the week, the preposition; in small letters."""
    return re.compile(
        r"(?:(?<![\s,])[\s,]+(?:on|at|am|vom|le|el|il|op|den|от))?"
        rf"(?:(?:(?<![\s,])[\s,]+)?\b{weekday_pattern()}\b[,.]?(?:\s(?:den|le))?)?(?:(?<![\s(])[\s(]+)?;(?:\s*\))?"
    )

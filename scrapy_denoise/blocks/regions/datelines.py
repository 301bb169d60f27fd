"""Recognises datelines, lines that say when a page was written and nothing else, and finds dates in lines."""

from __future__ import annotations

import re

from scrapy_denoise.blocks.lexicon import lines_of
from scrapy_denoise.blocks.regions.byline_labels import is_byline
from scrapy_denoise.blocks.regions.bylines import (
    BESIDE_DATE,
    MAX_BYLINE_CHARS,
    MAX_BYLINE_WORDS,
    SENTENCE_END,
    has_byline,
)
from scrapy_denoise.blocks.regions.date_forms import usual_figures
from scrapy_denoise.blocks.regions.date_reader import kept_of_lines
from scrapy_denoise.blocks.regions.date_words import has_day, has_label, without_dates, without_labels
from scrapy_denoise.page.compiled import may_have_day

_ADDRESS = re.compile(r"(?:https?://|www\.)[^\s<>()（）「」，。]*", re.IGNORECASE)
_PARTS = re.compile(r"[;|•·/]")
_WORD = re.compile(r"[\u3400-\u9fff]{1,4}|[^\W\u3400-\u9fff]+")
"""A word; of Han characters, which have no spaces between words, up to four are one."""

WORDS_OF_PLACE = 2
"""The most words beside a date whose own sign ends the line."""

_CLOCK = re.compile(r"\d{1,2}[:h时時点點시]\d\d")
_ENTRY = re.compile(r"\W{0,3}\d{1,3}\s?[.)]\s")
"""The number of an entry of a list, or of a note."""


@kept_of_lines
def dated(line: str) -> str:
    """A line as dates are looked for in it: without addresses, and with the figures of usual dates."""
    return usual_figures(_ADDRESS.sub(" ", line) if "://" in line or "www." in line else line)


def has_dateline(line: str) -> bool:
    """Whether a line has a day with its year that is no part of an address, and is no numbered entry or note."""
    return _beside_day(line) is not None


def _beside_day(line: str) -> str | None:
    """What a line that has a dateline (`has_dateline`) has beside its dates and their labels; None for another line."""
    return _beside_known_day(line) if may_have_day(line) else None


@kept_of_lines
def _beside_known_day(line: str) -> str | None:
    """The same of a line that may have a date."""
    plain = dated(line)
    if not has_day(plain):
        return None
    rest = without_dates(plain)
    return None if _ENTRY.match(rest) else without_labels(rest)


def is_clock(line: str) -> bool:
    """Whether a line names the day of the week and the time of day without a label: above a title it is when the page
    was loaded."""
    return _CLOCK.search(line) is not None and names_weekday(line) and not has_label(line)


def names_weekday(line: str) -> bool:
    """Whether a word of a line is a day of the week."""
    return not lines_of("dateline_words", "weekdays").isdisjoint(re.findall(r"\w+", line.casefold()))


def words_beside_dates(line: str) -> int:
    """The number of words in a line beside its dates, their labels and addresses."""
    return len(_WORD.findall(without_labels(without_dates(dated(line)))))


def is_dateline(line: str, alone: bool = False) -> bool:
    """Whether a line says when a page was written: it has a dateline (`has_dateline`) and few words beside it, and does
    not end a sentence.

    alone: nothing else may stand in it than dates, times, labels and a byline; with a time of day also a few words,
    such as a section's name. For lines at the end of a page, where dates are those of notes and references as well.
    """
    if len(line) > MAX_BYLINE_CHARS or (rest := _beside_day(line)) is None:
        return False
    words = len(_WORD.findall(rest))
    # The sign may be the date's own ("3 мая 2024 г."), behind a place or a name ("Budapest, 2026. március 12.").
    if SENTENCE_END.search(line) and (words > WORDS_OF_PLACE or SENTENCE_END.search(rest)):
        return False
    few = words <= BESIDE_DATE or (words <= MAX_BYLINE_WORDS and has_byline(line))
    return few and (not alone or _CLOCK.search(dated(line)) is not None or _is_of_labels(rest))


def is_date_alone(line: str) -> bool:
    """Whether nothing but dates, times, labels of an interface and bylines stands in a line."""
    rest = _beside_day(line)
    return rest is not None and _is_of_labels(rest)


def _is_of_labels(rest: str) -> bool:
    """Whether what a line has beside its dates is labels, bylines, or nothing."""
    return all(map(_names_date_or_author, _PARTS.split(rest)))


def _names_date_or_author(part: str) -> bool:
    """Whether a part of a line beside its dates is empty, a label of an interface, an owner or a byline."""
    text = part.strip(" \t,.:()[]（）【】–—-").casefold()
    return (
        not _WORD.search(text)
        or text in lines_of("dateline_words", "interface")
        or part.lstrip().startswith("©")
        or is_byline(part)
    )

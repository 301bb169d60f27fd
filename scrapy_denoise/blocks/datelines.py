"""Dates and bylines in text: the patterns of the lines that say when a page was written, and by whom."""

from __future__ import annotations

import re

_YEAR = r"(?:19[6-9]\d|20[0-4]\d)"

DATE = re.compile(
    rf"\b{_YEAR}\s?[-/.年]\s?\d{{1,2}}|\d{{1,2}}[-/.]\d{{1,2}}[-/.]{_YEAR}|\d{{1,2}}\.?\s+\w{{3,}}\.?,?\s+{_YEAR}"
    rf"|\w{{3,}}\.?\s+\d{{1,2}},?\s+{_YEAR}|{_YEAR}-يىل"
)
"""A date with its year, in figures or with the name of the month, in the orders of the languages that we know."""

BYLINE = re.compile(
    r"^\W*(?:by|von|par|por|di|door|av|od|autor|author|posted by|written by|автор|текст|συντ[αά]κτης|του|της)\b"
    r"|作者|记者|責任|责任编辑|编辑[:：]|来源[:：]|ئاپتور|مۇھەررىر",
    re.IGNORECASE,
)
"""A line that names an author: it begins with a word such as "by", or has one of the Chinese or Uyghur labels."""

LINE = 90
"""The largest number of characters of a dateline or a byline."""

MAX_WORDS = 20
"""Its words at most."""

BESIDE_DATE = 8
"""Words that a line without a label has beside its date at most, the weekday and the place among them."""

SENTENCE_END = re.compile(r"[.!?。！？…؟۔][\"'”’»)\]）」』\s]*$")
"""Where a text ends as a sentence does."""

_NAMES = re.compile(
    r"^\W*(?i:(?:(?:posted|written|reported|published|words|story|text|texte|photos?|edited)\s+)?"
    r"(?:by|von|par|por|di|door|av|od))\s+(?:[^\W\d_a-zа-яα-ω]|(?:van|von|de|der|del|al|el|bin)\s)"
    r"|^\W*(?i:autor\w*|authors?|автор|текст|συντ[αά]κτης)\s*[:：]"
    r"|^\W*(?:作者|本报记者|记者|責任編輯|责任编辑|编辑|責編|责编|来源|來源|文|通讯员|ئاپتور|مۇھەررىر)\s*[:：/|｜]",
)
_WORDS = re.compile(r"\w+")


def is_dateline(line: str) -> bool:
    """Whether a line says when a page was written: it has a date, few words beside it, and does not end a sentence."""
    if len(line) > LINE or SENTENCE_END.search(line):
        return False
    date = DATE.search(line)
    if date is None:
        return False
    rest = len(_WORDS.findall(line[: date.start()])) + len(_WORDS.findall(line[date.end() :]))
    return rest <= BESIDE_DATE or (rest <= MAX_WORDS and BYLINE.search(line) is not None)


def is_byline(line: str) -> bool:
    """Whether a line names who wrote a page: it begins with a label, and has few words."""
    if len(line) > LINE or SENTENCE_END.search(line):
        return False
    return _NAMES.search(line) is not None and len(_WORDS.findall(line)) <= MAX_WORDS

"""Reads the names of those who wrote posts and comments."""

from __future__ import annotations

import re
from functools import cache

from scrapy_denoise.blocks.lexicon import lines_of, phrases, sections
from scrapy_denoise.blocks.regions.byline_labels import read_label, without_frame, without_label
from scrapy_denoise.blocks.regions.bylines import names_other_date
from scrapy_denoise.blocks.regions.date_reader import month_of
from scrapy_denoise.blocks.regions.date_words import date_spans, without_dates, without_labels
from scrapy_denoise.blocks.regions.from_now import find_from_now
from scrapy_denoise.page.compiled import collapse_whitespace, date_span
from scrapy_denoise.page.text.words import UNSPACED

MAX_NAME = 60
"""The most characters of a name."""

_FIGURES = re.compile(r"\A\W*(?:\d+\W*|#\S*|\d{1,2} ?[:./h-] ?\d\d?\b.*|id[:：] ?\S+)\Z", re.IGNORECASE)
"""A number, a time or a day."""

_SHORT_DAY = re.compile(r"(?<=.) \d{1,2}([./])\d{1,2}\1\d\d(?!\d).{0,12}\Z")
"""A day with a year of two figures, and a time, behind a name."""

_AROUND = " :：,|-–—·»«›‹"
_NUMBER = re.compile(
    r"\A(?:comment #?\d{1,5}\W{1,3}(?=\w)|#\d{1,9}(?:\s?[-–—:.)|])?\s(?=[^\W\d])|\d{1,9}\s?[-–—:.)|]\s(?=[^\W\d]))",
    re.IGNORECASE,
)
"""The number of a comment before a name: "Comment #12 - by: Anna", "#54984 - Anna", "12. Anna"."""

_ADDRESS = re.compile(r"\A\s*(?:https?://|www\.)\S+\s+(?=\S)", re.IGNORECASE)
"""The address of somebody's site before the name."""

MIN_BESIDE, MAX_BESIDE = 3, 40
"""The fewest and the most characters of a name that only the date in its line tells to be one."""

_SYMBOLS = "\u2100"
"""The first of the symbols that somebody may call himself by; those before are signs between words."""

MAX_ADDRESS = 400
"""The most characters in which such an address and the beginning of a name stand."""

_TIME = re.compile(r"(?<!\d)\d{1,2}(?::|([./-])\d{1,2}\1)\d\d(?!\d)")
"""A time, or a day with a year of two figures."""

_TOKEN = re.compile(r"\w+")
_IN_DAYS = re.compile(r"\d+(?:st|nd|rd|th)?|[ap]m?|at")
"""Words of a day beside the names of days and months."""

_ACCOUNT_NUMBER = re.compile(r" \(\d{1,12}\)\Z")
"""The number of an account, or of its posts, behind a name: "ferryhand (92131)"."""

_PARTS = re.compile(r" [|·•»] |(?: [-–—]|,) (?=[^,]{1,20}(?:, )?\d?\d:\d\d)")
"""What stands between a name and what else its line says, such as "2 weeks ago", or "yesterday, 13:41"."""


def name_in(text: str, known: bool = False) -> str:
    """A text as a name; empty where it is none. Of a line with a date, be it told from now, what stands before it.

    known: the page says that it is a name, which may then be one letter. Elsewhere a letter stands for a picture.
    """
    text = collapse_whitespace(without_address(text)[: 2 * MAX_NAME]).strip()
    if span := date_span(text):
        text = without_labels(without_dates(f" {text[: span[1]]}"), "").rstrip("; ")
    text = _SHORT_DAY.sub("", text)
    if told := find_from_now(text, 1):
        text = text[: told.start()]
    text = without_frame(without_label(f"{_NUMBER.sub('', text.strip())} ").strip(_AROUND))
    text = saying().sub("", _PARTS.split(text, maxsplit=1)[0].strip(_AROUND)).strip(_AROUND)
    text = _ACCOUNT_NUMBER.sub("", text)
    name, _, remark = text.partition(" (")
    text = name if remark.rstrip(")").lower() in lines_of("dateline_words", "remarks") else text
    if not (1 < len(text) <= MAX_NAME or (known and len(text) == 1 and text.isalpha())):
        return ""
    starts = text.casefold() in lines_of("dateline_words", "starters")
    is_none = starts or _FIGURES.match(text) or _no_names().search(text)
    return "" if is_none or (not known and _is_none(text)) else text


def name_beside_date(line: str) -> str:
    """The name before the date in a line, or before a word such as "says:", or behind a label and the date with which
    the line begins; else empty.

    >>> name_beside_date("Anna Lee answered on 3 May 2026"), name_beside_date("3 May 2026 by Anna Lee")
    ('Anna Lee', 'Anna Lee')
    """
    line = collapse_whitespace(line[: 2 * MAX_NAME])
    spans: tuple[tuple[int, int], ...] = ()
    # All patterns of dates take long, and few lines have one.
    if date_span(line) is not None:
        spans = date_spans(line)
    elif time := _TIME.search(line):
        spans = (time.span(),)
        line = line[: time.start()]
    if not (spans or says(line) or find_from_now(line)) or names_other_date(line):
        return ""
    before, behind = (line[: spans[0][1]], line[spans[0][1] :].lstrip(f"{_AROUND},")) if spans else (line, "")
    before = without_dates(f" {before}").strip(f"{_AROUND};,")
    name = name_in(_acts().sub("", before))
    if not before and read_label(behind):
        name = name_in(behind)
    if all(word in _labels() for word in _TOKEN.findall(name.lower())):
        return ""
    return name if MIN_BESIDE <= len(name) <= MAX_BESIDE else ""


def says(line: str) -> bool:
    """Whether a line ends with what stands behind the name of somebody above that person's words."""
    return saying().search(line) is not None


def without_address(text: str) -> str:
    """A text without the address of a page that it begins with, where something else follows.

    >>> without_address("https://mill.example/ Anna"), without_address("https://mill.example/")
    ('Anna', 'https://mill.example/')
    """
    if "://" not in text and "www." not in text:
        return text
    return _ADDRESS.sub("", text[:MAX_ADDRESS]) + text[MAX_ADDRESS:]


def _is_none(text: str) -> bool:
    """Whether a text is a day with or without its time, however it is written, or has nothing but signs. The name of a
    month alone is neither."""
    lower = text.lower()
    if lower.replace(" ", "").isalpha():
        return lines_of("dateline_words", "weekdays").issuperset(lower.split())
    words = _TOKEN.findall(lower)
    if not words:
        return all(sign < _SYMBOLS for sign in text)
    named = lines_of("dateline_words", "weekdays")
    days = [word in named for word in words]
    if not any(days) and not any(word[0].isdigit() for word in words):
        return False
    return all(day or month_of(word) or _IN_DAYS.fullmatch(word) for word, day in zip(words, days, strict=True))


@cache
def _labels() -> frozenset[str]:
    """Labels of an interface that stand where names do, and the words for days."""
    words = sections("dateline_words")
    return frozenset(map(str.casefold, (*words["interface"], *words["days"])))


@cache
def _acts() -> re.Pattern[str]:
    """What somebody has done, between the name and the date."""
    words = "|".join(map(re.escape, sections("dateline_words")["acts"]))
    return re.compile(rf"\s(?:{words})(?:\s(?:on|at|am|le|el|il|op))?\W*\Z", re.IGNORECASE)


@cache
def _no_names() -> re.Pattern[str]:
    """What an interface says where names stand: a label, a count, what begins with words such as "reply", or has words
    such as "posted"."""
    words = {name: "|".join(map(re.escape, lines)) for name, lines in sections("no_names").items()}
    labels = rf"{words['labels']}|(?:{words['beginnings']})(?:\b|\W|\Z).*|\d+ (?:{words['counted']})"
    return re.compile(rf"\A\W*(?:{labels})\Z|\b(?:{words['within']})\b", re.IGNORECASE)


@cache
def saying() -> re.Pattern[str]:
    """What stands behind the name of somebody above that person's words: "says:" of "Anna says:". A word of a script
    that has no spaces may touch the name."""
    words = {True: "", False: ""}
    for word in phrases("saying_words"):
        words[word[0] < UNSPACED] += f"|{re.escape(word)}"
    # Single spaces, as texts have them: a run of them would be read once from each of its places.
    return re.compile(rf"(?: (?:{words[True][1:]})| ?(?:{words[False][1:]})) ?(?P<colon>[:：]?)\Z", re.IGNORECASE)

"""Dates that are written in other ways than in the usual figures, brought to these; and the halves of a day."""

from __future__ import annotations

import re
from functools import cache

from scrapy_denoise.blocks.lexicon import sections
from scrapy_denoise.blocks.lexicon.alternatives import alternatives

_WIDE = {0xFF10 + figure: str(figure) for figure in range(10)} | {0xFF0E: ".", 0xFF0F: "/", 0xFF0D: "-", 0xFF1A: ":"}
"""The figures of full width, and the signs between them."""

_MARKED = re.compile("[\u0900-\u0c7f\u0e00-\u0e7f]")
"""The scripts whose vowels are marks, so that their words are none of letters alone."""

_BUDDHIST = 543
"""Years by which the Buddhist era is ahead."""

_WIDE_FIGURE = re.compile("[\uff10-\uff19]")
_HAN = "\u3000"
"""Before the characters that stand without spaces between words."""

_TEN = "十"
_FIRST = "元"
"""What stands for the number of an era's first year."""


def usual_figures(text: str) -> str:
    """A text with the figures of full width, the dates in Han numerals, the years of eras and the months in scripts
    with marks as usual dates have them.

    >>> usual_figures("二〇二四年五月三日"), usual_figures("令和6年5月3日"), usual_figures("3 พ.ค. 2567")
    ('2024年5月3日', '2024年5月3日', '3.5.2024')
    """
    if text.isascii():
        return text
    if _WIDE_FIGURE.search(text):
        text = text.translate(_WIDE)
    if _MARKED.search(text):
        return _marked_date().sub(_in_figures, text)
    if "年" not in text:
        return text
    text = _numeral_date().sub(lambda date: f"{_figures(date[1])}年{_number(date[2])}月{_number(date[3])}日", text)
    return _era_year().sub(lambda year: f"{_eras()[year[1]] + int(year[2].replace(_FIRST, '1'))}年", text)


def half_of_day(text: str) -> str:
    """The half of the day that a text beside an hour names first: ``am``, ``pm`` or empty.

    >>> half_of_day(" 下午"), half_of_day(" p.m. ET"), half_of_day(" Uhr")
    ('pm', 'pm', '')
    """
    match = _half().search(text.lower())
    if match is None:
        return ""
    return "pm" if match[0].casefold() in _halves()["afternoon"] else "am"


@cache
def half_pattern() -> str:
    """The words for the halves of a day in small letters, as part of a pattern; letters of other scripts are none of
    longer words."""
    words = sorted({word.lower() for half in _halves().values() for word in half}, key=len, reverse=True)
    return "|".join(rf"(?<![^\W\d_]){re.escape(word)}(?![^\W\d_])" if word[0] < _HAN else word for word in words)


@cache
def _half() -> re.Pattern[str]:
    return re.compile(half_pattern())


@cache
def _halves() -> dict[str, frozenset[str]]:
    """The words for each half of a day."""
    return {name: frozenset(map(str.casefold, sections("date_forms")[name])) for name in ("morning", "afternoon")}


@cache
def _eras() -> dict[str, int]:
    return {name: int(year) for name, year in map(str.split, sections("date_forms")["eras"])}


@cache
def _numerals() -> dict[str, str]:
    return dict(line.split() for line in sections("date_forms")["numerals"])


@cache
def _era_year() -> re.Pattern[str]:
    return re.compile(rf"({'|'.join(_eras())})\s?(\d{{1,3}}|{_FIRST})\s?年")


@cache
def _marked_months() -> dict[str, int]:
    """The number of each name of a month."""
    lines = enumerate(sections("date_forms")["marked_months"], start=1)
    return {name: number for number, line in lines for name in line.split()}


@cache
def _marked_date() -> re.Pattern[str]:
    names = alternatives(_marked_months())
    return re.compile(
        rf"(?<!\d)(?:(?P<day>\d{{1,2}})\s?(?P<month>{names})|(?P<name>{names})\s?(?P<number>\d{{1,2}}))"
        r",?\s?(?:พ\.ศ\.|ค\.ศ\.)?\s?(?P<year>(?:19|20|2[45])\d\d)(?!\d)"
    )


def _in_figures(date: re.Match[str]) -> str:
    """A date that names its month, in the common era."""
    year = int(date["year"])
    month = _marked_months()[date["month"] or date["name"]]
    return f"{int(date['day'] or date['number'])}.{month}.{year - _BUDDHIST if year >= 2400 else year}"


@cache
def _numeral_date() -> re.Pattern[str]:
    figures = "".join(_numerals())
    return re.compile(rf"([{figures}]{{4}})年([{figures}{_TEN}]{{1,3}})月([{figures}{_TEN}]{{1,3}})[日号號]")


def _figures(numerals: str) -> str:
    return "".join(_numerals()[numeral] for numeral in numerals)


def _number(numerals: str) -> int:
    """A number below a hundred, as 二十三."""
    tens, ten, ones = numerals.rpartition(_TEN)
    if not ten:
        return int(_figures(numerals))
    return 10 * int(_figures(tens.replace(_TEN, "")) or 1) + int(_figures(ones) or 0)

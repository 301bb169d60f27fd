"""Dates that are written in other ways than in the usual figures, brought to these; and the halves of a day."""

from __future__ import annotations

import re
from datetime import date
from functools import cache
from unicodedata import decimal

from scrapy_denoise.blocks.lexicon import sections
from scrapy_denoise.blocks.lexicon.alternatives import alternatives

_SIGNS = {0xFF0E: ".", 0xFF0F: "/", 0xFF0D: "-", 0xFF1A: ":"}
"""The signs of full width that stand between figures."""

_FIGURE_BEYOND_ASCII = re.compile(r"[^\D0-9]")
_MARKED = re.compile("[\u0900-\u0eff\u1000-\u109f\u1780-\u17ff]")
"""The scripts whose vowels are marks, so that their words are none of letters alone."""

_BUDDHIST, _OF_REPUBLIC = 543, 1911
"""Years by which the Buddhist era is ahead, and the year before the first one of the Republic of China."""

_PERSIAN_YEARS = range(1339, 1421)
"""The years of the Persian calendar from 1960 on; later ones are of the Hijri calendar."""

_BUDDHIST_YEARS = range(2503, 2593)

_PERSIAN_EPOCH = 356_033
"""Days from the beginning of the count in `_of_persians` to that of `datetime.date.toordinal`."""

_CALENDARS = frozenset(("fa", "ps", "ku", "zh"))
"""The languages of pages on which a date of ASCII can be one of another calendar with the year first."""

_YEAR_IN_FIGURES = re.compile(r"(?<![\d./-])(\d{3,4})([/.-])(0?[1-9]|1[0-2])\2(0?[1-9]|[12]\d|3[01])(?!\d|[./-]\d)")
_YEAR_BEHIND = re.compile(r"(?<![\d./-])(\d\d?)([/.-])(\d\d?)\2(2[45]\d\d)(?!\d)")
_SPACED = re.compile(r"(?<!\d)((?:19|20)\d\d)\.\s(\d{1,2})\.\s(\d{1,2})(?!\d)")
"""A date with the year first and spaces behind its points: "2024. 05. 03."."""

_YEAR_OF_REPUBLIC = re.compile(r"(?<!\d)(1[0-4]\d)\s?年(?=\s?\d{1,2}\s?月)")
_HAN_LETTER = re.compile("[\u3400-\u9fff]")
_HAN = "\u3000"
"""Before the characters that stand without spaces between words."""

_TEN = "十"
_FIRST = "元"
"""What stands for the number of an era's first year."""


def usual_figures(text: str, language: str = "") -> str:
    """A text with the figures of other scripts, the dates in Han numerals, of other calendars and eras, and the months
    in scripts with marks as usual dates have them.

    language: of the page, by which a date of ASCII alone can be one of another calendar.

    >>> usual_figures("二〇二四年五月三日"), usual_figures("令和6年5月3日"), usual_figures("3 พ.ค. 2567")
    ('2024年5月3日', '2024年5月3日', '3.5.2024')
    >>> usual_figures("۱۳ آبان ۱۴۰۲"), usual_figures("113/05/03", "zh-TW"), usual_figures("R5.11.4", "ja")
    ('2023-11-04', '2024-05-03', '2023-11-4')
    """
    if not text.isascii():
        if _FIGURE_BEYOND_ASCII.search(text):
            text = text.translate(_figures_of_scripts())
        if _MARKED.search(text):
            text = _marked_date().sub(_in_figures, text)
        if "年" in text:
            text = _numeral_date().sub(
                lambda date: f"{_figures(date[1])}年{_number(date[2])}月{_number(date[3])}日", text
            )
            text = _era_year().sub(lambda year: f"{_eras()[year[1]] + int(year[2].replace(_FIRST, '1'))}年", text)
            text = _YEAR_OF_REPUBLIC.sub(lambda year: f"{_OF_REPUBLIC + int(year[1])}年", text)
        text = _persian_date().sub(_of_persian_words, text)
    elif language[:2] == "ja":
        text = _letter_of_era().sub(_of_era, text)
    if ". " in text:
        text = _SPACED.sub(r"\1-\2-\3", text)
    if "25" in text:
        text = _YEAR_BEHIND.sub(_of_buddhists, text)
    if not text.isascii() or language[:2] in _CALENDARS:
        text = _YEAR_IN_FIGURES.sub(lambda date: _of_calendar(date, language, text), text)
    return text


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
    zones = rf"(?:gmt|utc|{zones_pattern('american_zones', 'short_zones')})(?!\w)"  # "10:02PMEST"
    words = sorted({word.lower() for half in _halves().values() for word in half}, key=len, reverse=True)
    return "|".join(
        rf"(?<![^\W\d_]){re.escape(word)}(?:(?={zones})|(?![^\W\d_]))" if word[0] < _HAN else word for word in words
    )


def zones_pattern(*names: str) -> str:
    """Zones of time in small letters, as part of a pattern. names: of the sections of the lexicon."""
    return alternatives(zone for name in names for zone in sections("date_forms")[name])


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
    names = "|".join(name for name in _eras() if not name.isascii())
    return re.compile(rf"({names})\s?(\d{{1,3}}|{_FIRST})\s?年")


@cache
def _letter_of_era() -> re.Pattern[str]:
    letters = "".join(name.upper() for name in _eras() if name.isascii())
    return re.compile(rf"(?<!\w)([{letters}])\.?(\d\d?)([./-])(\d\d?)\3(\d\d?)(?!\d)")


def _of_era(date: re.Match[str]) -> str:
    return f"{_eras()[date[1].lower()] + int(date[2])}-{date[4]}-{date[5]}"


@cache
def _figures_of_scripts() -> dict[int, str]:
    """The figures of all scripts but ASCII, and signs of full width, with those that stand for them."""
    codes = (code for code in range(0x660, 0x10000) if chr(code).isdecimal())
    return {code: str(decimal(chr(code))) for code in codes} | _SIGNS


def _of_buddhists(date: re.Match[str]) -> str:
    year = int(date[4])
    return f"{date[1]}{date[2]}{date[3]}{date[2]}{year - _BUDDHIST}" if year in _BUDDHIST_YEARS else date[0]


def _of_calendar(date: re.Match[str], language: str, text: str) -> str:
    """A date in figures with the year first of the Persian calendar, or of the Republic of China."""
    year, month, day = int(date[1]), int(date[3]), int(date[4])
    if year in _PERSIAN_YEARS and language[:2] != "ar":
        return _of_persians(year, month, day) or date[0]
    of_republic = len(date[1]) == 3 and year > 99 and (language[:2] == "zh" or _HAN_LETTER.search(text))
    return f"{_OF_REPUBLIC + year}-{month:02}-{day:02}" if of_republic else date[0]


@cache
def _persian_months() -> dict[str, int]:
    lines = enumerate(sections("date_forms")["persian_months"], start=1)
    return {name: number for number, line in lines for name in line.split()}


@cache
def _persian_date() -> re.Pattern[str]:
    return re.compile(
        rf"(?<!\d)(\d{{1,2}})\s({alternatives(_persian_months())})(?:\u200c?ماه)?\s?,?،?\s?(1[34]\d\d)(?!\d)"
    )


def _of_persian_words(date: re.Match[str]) -> str:
    year = int(date[3])
    return (_of_persians(year, _persian_months()[date[2]], int(date[1])) if year in _PERSIAN_YEARS else "") or date[0]


def _of_persians(year: int, month: int, day: int) -> str:
    """A day of the Persian calendar in ISO 8601, by the cycle of 33 years that holds from 1800 to 2300; empty for one
    that is none."""
    if not (1 <= month <= 12 and 1 <= day <= 31 - (month > 6)):
        return ""
    cycles, rest = divmod(year + 1595, 33)
    before = (month - 1) * 31 - max(month - 7, 0)
    ordinal = 365 * (year + 1595) + cycles * 8 + (rest + 3) // 4 + before + day - _PERSIAN_EPOCH
    return date.fromordinal(ordinal).isoformat()


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
        r",?\s?(?:พ\.ศ\.|ค\.ศ\.)?\s?(?:(?P<year>(?:19|20|2[45])\d\d)|(?<=[\u0e00-\u0e7f.]\s)(?P<short>[5-8]\d))(?!\d)"
    )


def _in_figures(date: re.Match[str]) -> str:
    """A date that names its month, in the common era. A year of two figures is of the Buddhist era."""
    year = int(date["year"] or f"25{date['short']}")
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

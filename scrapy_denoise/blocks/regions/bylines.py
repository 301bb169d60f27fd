"""Dates and bylines: the patterns of the lines that say when a page was written, and by whom, and of names of classes.

`DATE` and `BYLINE` are features of blocks: the models that are learned with them depend on each character of these two.
"""

from __future__ import annotations

import re

from scrapy_denoise.page.compiled import ExactWords

_YEAR = r"(?:19[6-9]\d|20[0-4]\d)"
_ORDINAL = "(?:st|nd|rd|th)?"
DATE = re.compile(
    rf"\b{_YEAR}\s?[-/.年]\s?\d{{1,2}}|\d{{1,2}}[-/.]\d{{1,2}}[-/.]{_YEAR}|\d{{1,2}}{_ORDINAL}\.?\s+\w{{3,}}\.?,?\s+{_YEAR}"
    rf"|(?<!\w)\w{{3,}}\.?\s+\d{{1,2}}{_ORDINAL},?\s+{_YEAR}|{_YEAR}-يىل"
)
"""A date with its year, in figures or with the name of the month, in the orders of the languages that we know."""

BYLINE = re.compile(
    r"^\W*(?:by|von|par|por|di|door|av|od|autor|author|posted by|written by|автор|текст|συντ[αά]κτης|του|της)\b"
    r"|作者|记者|責任|责任编辑|编辑[:：]|来源[:：]|ئاپتور|مۇھەررىر",
    re.IGNORECASE,
)
"""A line that names an author: it begins with a word such as "by", or has one of the Chinese or Uyghur labels."""

YEAR = re.compile(rf"\b{_YEAR}\b")

AUTHOR_CLASS = re.compile(
    r"\A(?:(?:[\w-]*[-_])?(?:author|byline|autor)s?(?:[\w-]*name)?(?:[-_](?:txt|text))?)", re.IGNORECASE
)
"""Names of classes of elements that hold the author of a page."""

POSTER_CLASS = re.compile(
    r"\A(?:(?:[\w-]*[-_])?(?<!form[-_])"
    r"(?:author|(?:post)?username|user[-_]?name|poster(?:name)?|nick(?:name)?|member[-_]?name|display[-_]?name|creator"
    r"|reviewer|(?:reviewer|persona|profile|customer|buyer|consumer)[-_]?name)"
    r"(?:[-_](?:name|link|coloured|title))?|authorName|bigusername)",
    re.IGNORECASE,
)
"""Names of classes of elements that hold the author of a post, and not the field for one in a form."""

_POSTERS = "author user poster nick member display creator review persona profile customer buyer consumer".split()
POSTER_WORDS = ExactWords(
    {"poster": [form.encode() for word in _POSTERS for form in (word, word.capitalize(), word.upper())]}
)
"""A class that `POSTER_CLASS` matches has one of them, unless its case is mixed within a word (``pOSTER``)."""

_PROFILE = (
    r"(?:members?|users?|showuser|profiles?|u|user[-_]?info|memberlist|personal_pages|User-Dashboard|Mitglieder|viewprofile"
    r"|user_details|user-\d+|space[-&;]{1,5}u(?:id|sername)[-=][^/&]{1,40}|authors?)(?:[/.?=&;]|$)|(?<=/)[@~][\w.+-]+/?$"
)
# Sets of marks and of first characters come first: then no other place of an address is looked at.
_PROFILE_ADDRESS = re.compile(rf"[/.?&;=](?=[ampsuv@~])(?:{_PROFILE})", re.IGNORECASE)
_POSTER_ADDRESS = re.compile(rf"[/.?&;=](?=[ampsuv@~])(?:{_PROFILE}|(?<=/)people/[\w.-]+/?$)", re.IGNORECASE)

_IN_PROFILES = ExactWords(
    {
        "words": b"member user profile personal_pages mitglieder space author people @ ~".split(),
        "u": [f"{before}u{behind}".encode() for before in "/.?&;=" for behind in "/.?=&;\n"],
    }
)
"""What stands in every such address, in small letters with a line end behind it."""

_OTHER_DATES = r"""join(?:ed)? founded regist\w* anmeldungsdatum inscri\w* since seit dabei mitglied(?=\s?:)
    last\x20(?:seen|activity) edit(?!or|ion)\w* bearbeitet geändert modifi\w* lid\x20sinds geregistreerd rejestr\w*
    dołączył\w* katıl\w* üyelik düzenle\w* зарегистр\w* регистрация зареєстр\w* отредактир\w* відредаг\w*
    изменено""".split()
_OTHERS_WITHOUT_SPACES = r"""注册 註冊 最后 最後 加入(?:时间|時間|日期|于|於) 编辑(?<!责任编辑)(?!\s*[:：]) 登録日 登録:
    تاريخ\x20التسجيل تاريخ\x20الانضمام تىزىملات""".split()
_OTHER_DATE = re.compile(rf"\b(?:{'|'.join(_OTHER_DATES)})\b|{'|'.join(_OTHERS_WITHOUT_SPACES)}")
"""In small letters: to ignore the case would take ten times as long."""

_OTHER_STEMS = ExactWords(
    {"stems": [re.split(r"\W", form)[0].encode() for form in (*_OTHER_DATES, *_OTHERS_WITHOUT_SPACES)]}
)
"""What such words begin with. To look for these takes a tenth of the time, and few lines have one."""

MAX_BYLINE_CHARS = 90
"""The largest number of characters of a dateline or a byline."""

MAX_BYLINE_WORDS = 20
"""The largest number of words of a dateline or a byline."""

BESIDE_DATE = 8
"""The most words beside the date in a line without a label; the weekday and a place are among them."""

SENTENCE_ENDING = ".!?。！？…؟۔"
SENTENCE_CLOSING = "\"'”’»)]）」』"
"""What ends a sentence, and what may follow it: quotes and brackets, and white space."""

SENTENCE_END = re.compile(rf"[{SENTENCE_ENDING}][{re.escape(SENTENCE_CLOSING)}\s]*$")
"""Where a text ends as a sentence does."""


def names_other_date(text: str) -> bool:
    """Whether a text has a word beside the date of another thing than of the publication: of joining a forum, of an
    edit."""
    text = text.lower()
    return _OTHER_STEMS.are_in(text.encode("utf-8", "replace")) and _OTHER_DATE.search(text) is not None


def behind_other_date(text: str) -> str:
    """What stands behind the first such word of a text, in small letters; empty where it has none."""
    lower = text.lower()
    found = _OTHER_DATE.search(lower)
    return lower[found.end() :] if found else ""


def has_byline(line: str) -> bool:
    """Whether `BYLINE` is found in a line. In one of ASCII it can be found at the beginning alone."""
    return (BYLINE.match(line) if line.isascii() else BYLINE.search(line)) is not None


def names_poster(classes: str) -> bool:
    """Whether one of the classes of an element names who wrote a post."""
    return POSTER_WORDS.are_in(classes.lower().encode("utf-8", "replace")) and any(
        map(POSTER_CLASS.fullmatch, classes.split())
    )


def is_profile_address(address: str) -> bool:
    """Whether a part of an address behind its host is that of a member's or an author's profile."""
    return _is_found(_PROFILE_ADDRESS, address)


def is_poster_address(address: str) -> bool:
    """The same of who wrote a post; elsewhere ``/people/ann`` may be the page of somebody who works there."""
    return _is_found(_POSTER_ADDRESS, address)


def _is_found(profile: re.Pattern[str], address: str) -> bool:
    address = f"/{address}\n"
    return _IN_PROFILES.are_in(address.lower().encode("utf-8", "replace")) and profile.search(address[:-1]) is not None

"""Names of authors, as bylines have them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from html import unescape
from itertools import chain, repeat

from scrapy_denoise.blocks.lexicon import sections
from scrapy_denoise.blocks.lexicon.alternatives import alternatives
from scrapy_denoise.blocks.regions.byline_labels import (
    has_office,
    is_agency,
    is_byline,
    is_degree,
    is_label,
    is_label_alone,
    is_maker,
    is_nobody,
    is_office,
    is_person,
    is_picture_credit,
    named_within,
    read_label,
    split_names,
    without_agency,
    without_frame,
    without_label,
    without_others,
    without_role,
    words_of_labels,
    written_by,
)
from scrapy_denoise.blocks.regions.date_reader import KEPT_CHARS, KEPT_LINES
from scrapy_denoise.blocks.regions.date_words import date_spans, without_dates, without_labels
from scrapy_denoise.document.compiled import LabelWords
from scrapy_denoise.page.compiled import collapse_whitespace
from scrapy_denoise.page.text.words import UNSPACED

MAX_NAME_CHARS = 80
"""Characters of a name; what is longer is a sentence about the author."""

MAX_NAMES = 30

MAX_NAME_WORDS = 6
"""Words of a name; what has more is a title or an office."""

_BETWEEN_WORDS = "and und et og och en e y i и with ۋە".split()
_BETWEEN = re.compile(
    rf"(?<!\s)\s+(?:/|{'|'.join(_BETWEEN_WORDS)}|&)\s+"
    r"|(?<=(?-i:[\u3400-\u9fff]))\s?[&＆]\s?(?=(?-i:[\u3400-\u9fff]))"
    r"|(?:(?<!\s)\s+)?[;|•·⋅、，،／╱]\s*",
    re.IGNORECASE,
)
_SIGN_BETWEEN = re.compile("[/&＆;|•·⋅、，،／╱]")
_ADDRESS = re.compile(r"\A(?:https?:|www\.|/|@?[\w.-]+\.(?:com|net|org)/|\S[^\s@]*@\S+\.\w+$)", re.IGNORECASE)

_PARTS = re.compile(r"(?:(?<!\s)\s+)?[;|•·⋅]\s*")
_FIGURE = re.compile(r"\d")
_DASH = re.compile(r"\s[-–—]\s")
NO_PERSON = "not_person"
"""The sign of names that are no person's: of a desk, a company, an agency, a label, a headline."""

_ACCOUNT = re.compile(r"[^\W\d_]{3,30}\d{1,6}")
"""The name of an account with figures behind it: where a page states it as the author it is one."""

_NO_PERSON = re.compile(r"[©®™《<>]|\w@[\w-]+\.\w|:\s|：|www\.|\A[\u3400-\u9fff]{11}")
"""What stands in the line of an owner, beside a trademark, in the name of a paper, in what is left of an element,
behind a label, in an address, and in a headline of Han characters."""

_URL = re.compile(r"\s?(?:[-–|(]\s?)?https?://\S*")
_INVERTED = re.compile(r"\A([^\W\d_][\w'’-]{1,30}),\s([^\W\d_][\w.'’-]{1,30}(?:\s[^\W\d_]\.)?)\Z")
"""One person with the family name first."""

_HANDLE = re.compile(r"(?<=\w)\s?@\w+\Z")
"""An account that stands behind a name."""

_CREDIT = re.compile(r"[(（【［〔]([^()（）【】［］〔〕]{2,40})[)）】］〕]")
_CAPITAL = "[^\\W\\d_a-zа-яα-ω]"
_CASED = rf"{_CAPITAL}[\w’'-]+"
_IN = re.compile(rf"(?:,|(?<!\s))\s+(?:in|under(?=\s{_CAPITAL}))\s[^;|•·]*|,\s+em\s[^;|•·]*")
"""The place or the sections that follow the names ("By Ann Lee, in Local, Rivers", "Ann Lee under Rivers")."""

_TWO_CAPITALS = re.compile(rf"{_CAPITAL}.{{0,120}}\s[^\w\s]{{0,3}}{_CAPITAL}|[\u3040-\uffff]")
"""What a line has that is a name of several words, or one of a script without capital letters."""
_FULL_NAME_BEHIND = re.compile(rf",\s{_CASED}\s{_CASED}\.\s")
_REPORTED_FROM = re.compile(
    r"[記记]者([\u3400-\u9fff]{2}(?:[\u3400-\u9fff](?=[\u3400-\u9fff]{2}))?)[\u3400-\u9fff]{2,4}\d\d?日[专專]?[电電讯訊]\Z"
)
"""The credit of an agency's reporter with the place and the day: 中央社記者王小明台北11日電."""
_DISPATCH = re.compile(r"[电電讯訊道]\s*\Z")
"""What ends the place and the day of a dispatch, before its author in brackets."""

_STOP = re.compile(r"(?<=[^\W\d_]{4})\.\Z")
"""The full stop behind a name, which is no part of it as that of an abbreviation is."""

_QUOTES = '"“”„'

_DOMAIN = re.compile(r"[\w-]{1,63}\.(?:[a-z]{2,3}|info)(?!\w)", re.IGNORECASE)
_REMARK = re.compile(r"(?<=[^\W\d_]) ?(?:\([^()]*\)|（[^（）]*）)\Z")
"""What a byline says of a person in brackets behind the name: an office, a paper, a pronoun."""

_KANA, _HAN, _HANGUL = "\u3040", "\u4e00", "\uac00"
"""The first of the characters that stand without spaces between words, of those of Han and of Korean."""

MAX_FEW, LONG = 4, 30
"""Names of a page that are few, and characters of a long name."""

MAX_HAN = 8
"""Characters of a name in Japanese or Korean."""


def names_of(texts: list[str], shown: bool = True) -> tuple[str, ...]:
    """The names in some bylines, each once: without "by" and the like, and without addresses and numbers. A handle
    (@annlee) beside a name is not another one.

    shown: a name may have a label before it that is a word of names too, such as "von"."""
    names = list(dict.fromkeys([name for text in texts[:MAX_NAMES] for name in _names(text, shown)][:MAX_NAMES]))
    if len(names) < 2:
        return tuple(names)
    has_full = any(" " in name for name in names)
    return tuple(name for name in names if " " in name or not (has_full and name.startswith("@")))


def shown_names(lines: list[str], spaced: bool = False) -> tuple[str, ...]:
    """The names in the lines that a page shows as its authors': none with a figure, a date or a word such as
    "Published" in it, no offices and no agencies.

    spaced: spaces stand within names of Han characters, as in Japanese, not between them.
    """
    if not lines:
        return ()
    names = names_of([_authors_of(line) for line in lines if not is_picture_credit(line)])
    if not spaced:
        names = tuple(chain.from_iterable(map(split_names, names)))
    known = list(dict.fromkeys(map(_shown_name, names)))
    if len(known) > 1:
        # A byline, "Ann Lee Valley News", beside the "Ann Lee" in it.
        short = tuple(f"{name} " for name in known if " " in name)
        known = [name for name in known if not name.startswith(short)]
    return _without_places(tuple(filter(_may_be_person, known)))


def _authors_of(line: str) -> str:
    """The part of a line that names its authors."""
    if not label_words().are_in(line):
        return without_dates(line[: 10 * MAX_NAME_CHARS])
    return _IN.sub("", written_by(without_labels(_before_date(line[: 10 * MAX_NAME_CHARS]))))


def _may_be_person(name: str) -> bool:
    """Whether a name that a page shows may be that of a person."""
    return (name[:1].isalpha() or name[:1] == "@") and not (is_nobody(name) or _has_control(name) or _is_none(name))


@lru_cache(maxsize=512)
def _is_none(name: str) -> bool:
    """Whether a name is none of a person: it has a figure, is a label, an office, an agency, or a domain."""
    if name.casefold() in _no_names() or is_office(name) or is_label(name):
        return True
    if "." not in name and label_words().is_plain(name):
        return False
    return bool(_FIGURE.search(name) or _NO_PERSON.search(name) or is_agency(name) or _DOMAIN.fullmatch(name))


def _has_control(name: str) -> bool:
    """Whether one of several words is that of a control, such as Войти; those of ASCII ("Post") are names too."""
    words = name.casefold().split() if not name.isascii() else ()
    return len(words) > 1 and not _no_names().isdisjoint(words)


def _without_places(names: tuple[str, ...]) -> tuple[str, ...]:
    """Names without words alone beside full names: those are places, papers and accounts."""
    full = tuple(name for name in names if " " in name) if len(names) > 1 else ()
    return full if full and all(name[0] < UNSPACED for name in names) else names


def stated_names(texts: list[str]) -> tuple[str, ...]:
    """The names that a page states for machines: as `names_of`, but that they keep a first word such as "von", which is
    a label only where it is shown."""
    return names_of(texts, shown=False)


def form_signs(names: tuple[str, ...], sites: set[str], spaced: bool) -> Iterator[str]:
    """What the form of some names says of whether they are those of authors.

    sites: names of the site, in small letters. spaced: as for `shown_names`.
    """
    if len(names) > MAX_FEW:
        yield "not_many"
    if max(map(len, names)) > LONG:
        yield "not_long"
    if len(names) == 1 and names[0].isupper():
        yield "capitals"
    if any(map(_has_function_word, names)):
        yield "not_words"
    if all(map(_is_site, names, repeat(sites))):
        yield "not_site"
    elif all(map(_is_host, names, repeat(sites))):
        yield "not_host"
    others = [name for name in names if not (name[-1].isdecimal() and _ACCOUNT.fullmatch(name))]
    if any(map(names_desk, names)) or names_site(names, sites) or any(map(_is_none, others)):
        yield NO_PERSON
    if names[0][0] >= UNSPACED:
        chinese = not spaced and _HAN <= names[0][0] < _HANGUL
        yield "east" if not chinese else "han_person" if all(map(is_person, names)) else "not_han_person"
    elif all(" " in name for name in names):
        yield "full"
        if all(word[:1].isupper() for name in names for word in (name.split()[0], name.split()[-1])):
            yield "capital"
    else:
        yield "one_word"


def _has_function_word(name: str) -> bool:
    """Whether a word behind the first one is among the most frequent words of a language, as in "Jump to Recipe"; those
    that stand within names too ("Bo van der Yun") do not count."""
    return " " in name and not _function_words().isdisjoint(name.casefold().split()[1:])


@lru_cache(maxsize=1)
def _function_words() -> frozenset[str]:
    lines = (line for lines in sections("function_words").values() for line in lines)
    return frozenset(word for line in lines for word in line.split()).difference(sections("byline_words")["particles"])


def names_site(names: tuple[str, ...], sites: set[str]) -> bool:
    """Whether one of the names that a page states in ``meta`` is no person's: a template states there who has made or
    who owns the site as often.

    sites: names of the site, in small letters.
    """
    return any(
        (name.islower() and " " not in name and name.rstrip("0123456789") in sites)
        or (
            ("." in name or not label_words().is_plain(name))
            and (is_maker(name) or is_agency(name) or _DOMAIN.search(name) or _NO_PERSON.search(name))
        )
        for name in names
    )


def beside_site(names: tuple[str, ...], sites: set[str]) -> tuple[str, ...]:
    """The names without those of the site and of desks that stand beside others.

    sites: as for `names_site`.
    """
    if len(names) == 1:
        return names
    return tuple(name for name in names if not _is_site(name, sites) and not names_desk(name)) or names


def without_site(name: str, sites: set[str]) -> str:
    """A name of several words without the name of the site behind it: "Ann Lee Valley News"."""
    words = name.split()
    for number in range(2, len(words)):
        if squeezed(" ".join(words[number:])) in sites:
            return " ".join(words[:number]).rstrip(" -–—|")
    return name


def squeezed(name: str) -> str:
    """A name in small letters without spaces and signs, as it stands in the name of a host."""
    letters = name.casefold().replace(" ", "")
    return letters if letters.isalnum() else "".join(filter(str.isalnum, letters))


def _is_site(name: str, sites: set[str]) -> bool:
    """Whether a name is what the site is called, a domain, or one in capitals that begins with the site's host."""
    return (
        name.casefold() in sites
        or ("." in name and _DOMAIN.fullmatch(name) is not None)
        or (name.isupper() and name.partition(" ")[0].casefold() in sites)
    )


def _is_host(name: str, sites: set[str]) -> bool:
    """Whether a name or its initials are that of the host, or the first of two names with a slash between is."""
    words = name.split()
    initials = "".join(word[0] for word in words).casefold() if len(words) > 1 else ""
    first = (squeezed(name.partition("/")[0]),) if "/" in name else ()
    return not sites.isdisjoint((squeezed(name), initials, *first))


def names_desk(name: str) -> bool:
    """Whether a name of several words ends as those of a desk do, such as "Valley News Staff"."""
    return " " in name and name.casefold().endswith(_desks())


def signs(line: str, spaced: bool) -> bool:
    """Whether a line that nothing but its place says to be the author's says so itself: by a label, or it is a name of
    several words with capital letters, or one of a Chinese.

    spaced: as for `shown_names`; then any few characters are a name.
    """
    return is_labelled(line) or is_named(line, spaced)


def is_named(line: str, spaced: bool) -> bool:
    """Whether a line without a label says so itself (`signs`)."""
    if not _TWO_CAPITALS.search(line):
        return False
    words = next(iter(names_of([line])), "").split()
    if words and words[0] >= _KANA:
        return all(map(is_person, words)) or ((spaced or line[:1] >= _HANGUL) and len("".join(words)) <= MAX_HAN)
    return 2 <= len(words) <= MAX_NAME_WORDS and words[0][0].isupper() and words[-1][0].isupper()


def is_labelled(line: str) -> bool:
    """Whether a line has a label of authors."""
    if read_label(line) is not None:
        return without_label(line) != line
    return not (line.isascii() and ":" not in line) and named_within(line) not in (None, line)


def is_unlikely(name: str) -> bool:
    """Whether a name of Han characters has not the form of a Chinese one."""
    return UNSPACED <= name[0] < _HANGUL and not is_person(name)


def names_within(text: str) -> Iterator[tuple[str, bool]]:
    """The credits at the beginning and the end of a text: those in brackets, as （记者 李明 王红） and
    （中央社記者王小明台北11日電）, and a full name behind an agency's; each with whether a label or a dispatch
    says that it is one."""
    for match in _CREDIT.finditer(text):
        line = match[1]
        if (dispatch := _REPORTED_FROM.search(line)) and is_person(dispatch[1]):
            yield dispatch[1], True
        elif is_labelled(line) and not is_picture_credit(line):
            yield line, True
        elif all(map(is_person, line.split())):
            yield line, _DISPATCH.search(text, max(match.start() - 3, 0), match.start()) is not None
    if _FULL_NAME_BEHIND.search(text) and (reporter := _behind_agency().match(text)):
        yield reporter[1], True


@lru_cache(maxsize=1)
def _behind_agency() -> re.Pattern[str]:
    agencies = alternatives(sections("byline_words")["news_agencies"])
    return re.compile(rf".{{0,50}}?\b(?i:{agencies}),\s({_CASED}\s{_CASED})\.\s")


def _shown_name(name: str) -> str:
    if label_words().is_plain(name):
        return name
    name = without_agency(name)
    return _without_remark(without_frame(_HANDLE.sub("", name)))


def _before_date(line: str) -> str:
    """A line without its dates; where a label of authors and a name stand before the first one, up to it: what stands
    behind is a section or a control."""
    dash = _DASH.search(line)
    if dash and any(map(str.isdigit, line[dash.end() :])) and is_labelled(line[: dash.start()]):
        line = line[: dash.start()]
    plain = without_dates(line)
    label = read_label(line)
    start, _ = next(iter(date_spans(line)), (0, 0)) if label else (0, 0)
    if not label or start <= label.end() + 1:
        return plain
    # The sign that stands for the date.
    return ";".join(plain.split(";")[: line.count(";", 0, start) + 1])


def _without_remark(name: str) -> str:
    """A full name without what is said of the person in brackets behind it; "Ann (Lee)" stays as it is."""
    short = _REMARK.sub("", name)
    return short if " " in short else name


def bylines_within(line: str) -> list[str]:
    """The parts of a dateline that name an author behind a label."""
    parts = _PARTS.split(without_labels(without_dates(line[: 10 * MAX_NAME_CHARS])))
    return [part for part in parts if is_byline(part.rstrip(" ."))]


@lru_cache(maxsize=1)
def _no_names() -> frozenset[str]:
    """Labels of an interface that stand where names do."""
    words = sections("dateline_words")
    return frozenset((*words["interface"], *words["starters"], *words["weekdays"]))


@lru_cache(maxsize=1)
def _desks() -> tuple[str, ...]:
    return tuple(f" {word}" for word in sections("byline_words")["desks"])


@cache
def label_words() -> LabelWords:
    """The words of labels, and those between names."""
    words, behind, pairs, others = words_of_labels()
    return LabelWords(words, behind, pairs, others.union(_BETWEEN_WORDS, ("in", "em", "www")))


def _names(text: str, shown: bool) -> list[str]:
    return _kept_names(text, shown) if len(text) <= KEPT_CHARS else _read_names(text, shown)


def _read_names(text: str, shown: bool) -> list[str]:
    words = label_words()
    if words.is_plain(text):
        return [] if is_nobody(text) else [text]
    if len(text) < 2:
        return []
    text = collapse_whitespace(unescape(text[: 10 * MAX_NAME_CHARS]))
    if _ADDRESS.match(text) or text.startswith("{"):
        return []
    if labelled := words.are_in(text):
        text = without_others(text)
    text = without_dates(text)
    if "://" in text:
        text = _URL.sub(" ", text)
    if labelled:
        text = without_label(text, shown)
    parts: list[str] = []
    halves = _BETWEEN.split(text) if labelled or _SIGN_BETWEEN.search(text) else [text]
    may_be_inverted = len(halves) == 1 or ";" in text
    for half in halves:
        inverted = _INVERTED.match(half) if may_be_inverted else None
        if inverted and not (inverted[2].isupper() or is_degree(inverted[2]) or has_office(inverted[2])):
            half = f"{inverted[2]} {inverted[1]}"
        parts += _at_commas(half)
    if labelled:
        parts = [without_label(part, shown) for part in parts]
    parts = [_STOP.sub("", _closed(part.strip(" ,-–—:/*+»›~⋅"))) for part in parts]
    return [
        part
        for part in parts
        if 1 < len(part) <= MAX_NAME_CHARS
        and len(part.split()) <= MAX_NAME_WORDS
        and any(map(str.isalpha, part))
        and not _ADDRESS.match(part)
        and not (labelled and is_label_alone(part))
        and not is_nobody(part)
    ]


_kept_names = lru_cache(maxsize=KEPT_LINES)(_read_names)
"""Pages state and show the same names in several places."""


def unquoted(text: str) -> str:
    """A text without the quotes in which all of it stands."""
    inside = text.strip(_QUOTES)
    return inside if text[:1] in _QUOTES and text[-1:] in _QUOTES and not set(_QUOTES) & set(inside) else text


def _closed(name: str) -> str:
    """A name without quotes around it, and without brackets that have no other."""
    name = unquoted(name)
    for opening, closing in ("()", "（）", "【】", "[]", "［］"):
        if (opening in name) != (closing in name):
            name = name.replace(opening, "").replace(closing, "").strip()
    return name


def _at_commas(text: str) -> list[str]:
    """Names that stand between commas; one name where what follows the comma is a title ("Ann Lee, MD"). What a person
    is ends them, and so does what follows it ("Ann Lee, Engineer, Valley Maps")."""
    parts: list[str] = []
    for part in (without_role(part.strip()) for part in text.split(",")):
        if parts and is_degree(part):
            parts[-1] += f", {part}"
        elif parts and has_office(part):
            break
        elif part:
            parts.append(part)
    return parts

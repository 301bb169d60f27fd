"""What the labels of bylines say of the names beside them, by the words of the lexicon ``byline_words``."""

from __future__ import annotations

import re
from functools import cache

from scrapy_denoise.blocks.lexicon import sections

_HAN = "[\u3400-\u9fff]"
_NAME = rf"{_HAN}{{2,4}}"
_FIRST_HAN = "\u3000"

_ROLE = re.compile(rf"({_HAN}{{1,8}})\s*[:：]")
"""A label of Han characters that says who did what, such as the source of an article, its editor or its author."""


def names_author(line: str) -> bool:
    """Whether a line begins with a label of authors or editors and the sign or the names that follow one; those of
    ASCII are in `BYLINE` of ``bylines``."""
    return not line.isascii() and _label_and_name().match(line) is not None


def is_credit(line: str) -> bool:
    """Whether a line says no more than whose a picture is, or where the text comes from."""
    return _credit().match(line) is not None and not has_role(line)


def has_role(line: str) -> bool:
    """Whether a line has a label of authors or editors in Han characters."""
    return any(_writer().fullmatch(role) or _editor().fullmatch(role) for role in _ROLE.findall(line))


def written_by(line: str) -> str:
    """Of a line with labels of Han characters the names, with semicolons between: those behind the labels of authors,
    else the reporter's (【…記者…／…報導】), else those behind labels of editors, else what stands before the first
    label; a line without labels as it is.
    """
    before, *parts = _ROLE.split(line)
    for role in (_writer(), None, _editor()):
        if role is None:
            names = [name for match in _reporter().finditer(line) if not _agency().search(name := match[1] or match[2])]
        else:
            names = [name for label, name in zip(parts[::2], parts[1::2], strict=True) if role.fullmatch(label)]
        if names:
            return ";".join(names)
    return _label().sub("", _reporter().sub("", before))


def _words(*names: str) -> list[str]:
    found = (word for name in names for word in sections("byline_words")[name])
    return sorted(map(re.escape, found), key=len, reverse=True)


def _han(*names: str) -> str:
    """The words of Han characters; one alone, as 文, is the end of names too."""
    return "|".join(word for word in _words(*names) if word >= _FIRST_HAN and len(word) > 1)


def _any(*names: str) -> str:
    return "|".join(_words(*names))


@cache
def _others() -> tuple[str, str]:
    """The labels of authors and editors in other letters, and those of them that are several words: two patterns."""
    words = [word for word in _words("authors", "editors") if word < _FIRST_HAN]
    return "|".join(words), "|".join(word for word in words if "\\ " in word)


@cache
def _writer() -> re.Pattern[str]:
    return re.compile(rf"{_HAN}{{0,8}}?(?:{_han('authors')})|文")


@cache
def _editor() -> re.Pattern[str]:
    return re.compile(rf"{_HAN}{{0,4}}?(?:{_han('editors')})")


@cache
def _label() -> re.Pattern[str]:
    """A label before names: of words with a colon, of several words or of Han characters also with a space."""
    others, several = _others()
    return re.compile(
        rf"^\W*(?:{_HAN}{{0,8}}?(?:{_han('authors', 'editors')})\s*(?:[:：/|｜]|\s)"
        rf"|(?:{others})\s*[:：/|]|(?:{several})\s)\s*",
        re.IGNORECASE,
    )


@cache
def _label_and_name() -> re.Pattern[str]:
    others, several = _others()
    return re.compile(
        rf"^\W*(?:(?:{others})\s*[:：]|(?:{several})\s+\w"
        rf"|{_HAN}{{0,4}}?(?:{_han('authors', 'editors')})\s+{_NAME}(?:[\s、，]+{_NAME}){{0,3}}\W*$)",
        re.IGNORECASE,
    )


@cache
def _credit() -> re.Pattern[str]:
    return re.compile(rf"^\W*(?:{'|'.join(_words('credits'))})(?:\s*[:：/|©]|\s+by\s)", re.IGNORECASE)


@cache
def _reporter() -> re.Pattern[str]:
    return re.compile(
        rf"(?:记者|記者|通讯员|通訊員)\s*({_NAME}?)(?=\s*(?:[／/╱|｜】\])）,，、]|(?:{_any('reports')})|\Z))"
        rf"|(?<!{_HAN})({_NAME})\s*[／/╱]\s*{_HAN}{{0,8}}?(?:{_any('reports')})"
    )


@cache
def _agency() -> re.Pattern[str]:
    return re.compile(rf"(?:{_any('agencies')})\Z")

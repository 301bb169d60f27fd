"""Words and phrases by which blocks are recognised: one a line, in sections such as ``[en]``; data, not code.

A user's own files, in the folder that the environment variable DENOISE_LEXICON names, add to those of the package.
"""

from __future__ import annotations

import os
import re
from functools import cache
from importlib.resources import files
from pathlib import Path

from scrapy_denoise.files.sections import LineError, read_sections

FOLDER = "DENOISE_LEXICON"
"""The environment variable that names the folder with a user's own lexicons."""

LEARNED = frozenset({"address_words", "board_addresses", "list_addresses", "name_words", "thread_addresses"})
"""Lexicons that are features of the models. Users cannot add to them, because the models were learned with these
words."""

CASED = frozenset({"comment_names", "consent_names", "noise_names", "product_names", "signature_names"})
"""Lexicons of class names, which distinguish capital letters. The lines of all others are in lower case."""

LETTERLESS = frozenset({"copyright_phrases", "date_forms", "signature_lines"})
"""Lexicons that may have lines without a letter. In the others such a line is an error: it would match every text."""

MONTHS = 12
"""The number of lines of a language in ``month_names``."""

_NAME = re.compile(r"[A-Za-z0-9][\w-]*", re.ASCII)
_WORDS_OF_NAME = re.compile(r"[A-Za-z]+(?:-[A-Za-z]+)*")
"""What a class name may be, and what one of ``deck_names`` may be, which is looked for among the words of a class."""

_FORMS = {"eras": r"\S+ \d+", "numerals": r"\S \d"}
_LANGUAGE = re.compile(r"[a-z]{2,3}")


def sections(name: str) -> dict[str, list[str]]:
    """The lines of a lexicon by section, in the order of the file; behind those of the package the user's own.

    name: of the file, without ``.txt``. Raises LineError where one of the user's files is wrong.
    """
    found = _packaged(name)
    for section, lines in _own().get(name, {}).items():
        found.setdefault(section, []).extend(lines)
    return found


def phrases(name: str) -> list[str]:
    """The lines of all sections: the phrases of every language."""
    return [phrase for lines in sections(name).values() for phrase in lines]


@cache
def lines_of(name: str, *only: str) -> frozenset[str]:
    """The lines of some sections of a lexicon, read once."""
    found = sections(name)
    return frozenset(line for section in only for line in found[section])


def _packaged(name: str) -> dict[str, list[str]]:
    text = files(__package__).joinpath(f"{name}.txt").read_text(encoding="utf-8")
    return {section: [line for _, line in lines] for section, lines in read_sections(text, name).items()}


@cache
def _own() -> dict[str, dict[str, list[str]]]:
    """The user's lexicons by name, all read and checked when the first lexicon of the process is read."""
    folder = os.environ.get(FOLDER)
    if not folder:
        return {}
    if not Path(folder).is_dir():
        raise LineError(f"{FOLDER}: {folder} is not a folder")
    found = {path.stem: _checked(path) for path in sorted(Path(folder).glob("*.txt"))}
    if not found:
        raise LineError(f"{FOLDER}: {folder} has no lexicon, such as comment_titles.txt")
    return found


def _checked(path: Path) -> dict[str, list[str]]:
    """One of the user's lexicons."""
    known = {file.name.removesuffix(".txt") for file in files(__package__).iterdir() if file.name.endswith(".txt")}
    if path.stem not in known - LEARNED:
        raise LineError(f"{path} is not a lexicon that can be added to; those are {', '.join(sorted(known - LEARNED))}")
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeError) as error:
        raise LineError(f"{path} cannot be read as UTF-8: {error}") from error
    packaged = _packaged(path.stem)
    by_language = "en" in packaged
    found = {}
    for section, lines in read_sections(text, str(path)).items():
        if section not in packaged and not (by_language and _LANGUAGE.fullmatch(section)):
            allowed = "a language such as [fi]" if by_language else " ".join(f"[{name}]" for name in packaged)
            raise LineError(f"{path}: there is no section [{section}]; allowed: {allowed}")
        if path.stem == "month_names" and len(lines) != MONTHS:
            raise LineError(f"{path}: [{section}] needs {MONTHS} lines, one a month; it has {len(lines)}")
        for number, line in lines:
            if path.stem == "date_forms" and not re.fullmatch(_FORMS.get(section, ".+"), line):
                raise LineError(f"{path}, line {number}: {line!r} is not a word and a number")
            if path.stem not in LETTERLESS and not any(map(str.isalpha, line)):
                raise LineError(f"{path}, line {number}: {line!r} has no letter")
            if path.stem in CASED and not _NAME.fullmatch(line):
                raise LineError(f"{path}, line {number}: {line!r} is not a class name such as comment-body-0")
            if path.stem == "deck_names" and not _WORDS_OF_NAME.fullmatch(line):
                raise LineError(
                    f"{path}, line {number}: {line!r} is not letters with hyphens between them, as in sub-title"
                )
        found[section] = [line if path.stem in CASED else line.lower() for _, line in lines]
    return found

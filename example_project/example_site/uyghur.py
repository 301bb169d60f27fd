"""Uyghur spelling: case endings by vowel harmony, and the ways in which old pages wrote the letters.

Old pages hold Arabic presentation forms (U+FB50-FDFF, U+FE70-FEFC), which are shapes rather than letters, or
numeric character references, now and then without their semicolon: `shaped` and `references` write text so.
"""

from __future__ import annotations

import functools
import re
import unicodedata
from collections.abc import Callable, Mapping

BACK, FRONT = "اوۇ", "ەۆۈ"
VOICELESS = "پتچخسشفقكھ"
LOW = "اە"

AE = "ە"
# Unicode gives AE no presentation forms of its own; fonts drew it with the isolated and final HEH.
AE_FORMS = {"isolated": "\ufee9", "final": "\ufeea"}
ISOLATED, FINAL, INITIAL, MEDIAL = "isolated", "final", "initial", "medial"
LAM_ALEF = re.compile("\ufedf\ufe8e|\ufee0\ufe8e")
LETTERS = re.compile("[\u0621-\u064a\u0670-\u06d5]+")


def _raised(word: str) -> str:
    """A final low vowel becomes a high one before an ending: bala, balida."""
    return word[:-1] + "ى" if word[-1:] in LOW else word


def _is_back(word: str) -> bool:
    vowels = [letter for letter in word if letter in BACK + FRONT]
    return not vowels or vowels[-1] in BACK


def _ending(word: str, voiced: tuple[str, str], voiceless: tuple[str, str] | None = None) -> str:
    choices = voiceless if voiceless and word[-1:] in VOICELESS else voiced
    return _raised(word) + choices[0 if _is_back(word) else 1]


CASES: Mapping[str, Callable[[str], str]] = {
    "gen": lambda word: _ending(word, ("نىڭ", "نىڭ")),
    "acc": lambda word: _ending(word, ("نى", "نى")),
    "dat": lambda word: _ending(word, ("غا", "گە"), ("قا", "كە")),
    "loc": lambda word: _ending(word, ("دا", "دە"), ("تا", "تە")),
    "abl": lambda word: _ending(word, ("دىن", "دىن"), ("تىن", "تىن")),
}


@functools.cache
def forms() -> Mapping[str, Mapping[str, str]]:
    """Letter -> position -> presentation form, from the Unicode character database."""
    table: dict[str, dict[str, str]] = {AE: dict(AE_FORMS)}
    for code in (*range(0xFB50, 0xFE00), *range(0xFE70, 0xFEFD)):
        kind, *letters = unicodedata.decomposition(chr(code)).split() or [""]
        if len(letters) == 1 and kind[1:-1] in (ISOLATED, FINAL, INITIAL, MEDIAL):
            table.setdefault(chr(int(letters[0], 16)), {}).setdefault(kind[1:-1], chr(code))
    return table


def _shape_run(run: str) -> str:
    table = forms()
    joins_next = [INITIAL in table.get(letter, ()) for letter in run]
    shaped = []
    for i, letter in enumerate(run):
        known = table.get(letter, {})
        before = i > 0 and joins_next[i - 1] and FINAL in known
        after = joins_next[i] and i + 1 < len(run) and FINAL in table.get(run[i + 1], ())
        position = (MEDIAL if before else INITIAL) if after else (FINAL if before else ISOLATED)
        shaped.append(known.get(position, letter))
    return LAM_ALEF.sub(lambda m: "\ufefb" if m[0][0] == "\ufedf" else "\ufefc", "".join(shaped))


def shaped(text: str) -> str:
    """The text in presentation forms, as desktop publishing programs exported it."""
    return LETTERS.sub(lambda match: _shape_run(match[0]), text)


def base_letters(text: str) -> str:
    """Presentation forms back to letters; AE first, since compatibility normalisation would make it HEH."""
    text = text.replace("\ufee9", AE).replace("\ufeea", AE)
    return "".join(
        unicodedata.normalize("NFKC", c) if "\ufb50" <= c <= "\ufdff" or "\ufe70" <= c <= "\ufefc" else c for c in text
    )


def references(text: str, semicolons: bool = True) -> str:
    """Markup with every non-ASCII character as a decimal reference.

    Without `semicolons` they are left out wherever the next character cannot be read as a part of the number.
    """
    written = re.sub(r"[^\x00-\x7f]", lambda match: f"&#{ord(match[0])};", text)
    return written if semicolons else re.sub(r"(&#\d+);(?=[&<\s])", r"\1", written)

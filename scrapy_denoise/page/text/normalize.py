"""Letters: NFC everywhere, and base letters where a page writes Arabic script in presentation forms.

Source: paper 004 (Wang, Zhou, Li 2012), section 3.1, table 1; the resolutions of what it leaves open are ours:
full NFKC would fold Chinese punctuation too, so only U+FB50-FDFF and U+FE70-FEFC are folded, and the letter AE
comes before NFKC, which would make it HEH.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from scrapy_denoise.page.compiled import has_forms

_FORMS = re.compile("[\ufb50-\ufdff\ufe70-\ufefc]+")

# Uyghur and Kurdish shape AE with the glyphs of HEH; Uyghur's own HEH is HEH DOACHASHMEE.
_UYGHUR_GLYPHS = {0xFEE9: 0x6D5, 0xFEEA: 0x6D5, 0xFEEB: 0x6BE, 0xFEEC: 0x6BE}


@lru_cache(maxsize=4096)
def normalize_short(text: str, uyghur: bool) -> str:
    """`normalize_letters` for short texts, which recur from page to page: menus, labels, names."""
    return normalize_letters(text, uyghur)


def normalize_letters(text: str, uyghur: bool) -> str:
    """Text in NFC, with Arabic presentation forms as base letters.

    >>> normalize_letters("\\ufee9\\ufedf\\ufee2", uyghur=True) == "\\u06d5\\u0644\\u0645"
    True
    """
    if has_forms(text):
        if uyghur:
            text = text.translate(_UYGHUR_GLYPHS)
        text = _FORMS.sub(lambda forms: _of_forms(forms[0]), text)
    return unicodedata.normalize("NFC", text)


@lru_cache(maxsize=4096)
def _of_forms(forms: str) -> str:
    """The base letters of a run of forms, as a rule a word: the same words recur."""
    # Some forms are a mark on a space, which is not a word boundary; white space of the text itself stays.
    return unicodedata.normalize("NFKC", forms).strip(" ") or forms


def without_spaces(text: str) -> str:
    """A text to compare with others that differ in case and white space alone.

    >>> without_spaces("The River  Rose")
    'theriverrose'
    """
    return "".join(text.split()).casefold()

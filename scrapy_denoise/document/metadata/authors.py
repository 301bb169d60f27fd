"""Names of authors, as bylines have them."""

from __future__ import annotations

import re
from html import unescape

from scrapy_denoise.blocks.datelines import BYLINE_LABEL, DATE

MAX_CHARS = 80
"""Characters of a name; what is longer is a sentence about the author."""

MAX_NAMES = 30

MAX_WORDS = 6
"""Words of a name; what has more is a title or an office."""

_BETWEEN = re.compile(r"\s*[;|•·]\s*|\s+/\s+|\s+(?:and|und|et|og|och|en|e|y|i|и|with|&)\s+|\s*[、，]\s*", re.IGNORECASE)
_SUFFIX = re.compile(r"(?:jr|sr|m\.?d|ph\.?d|phd|esq|ii|iii|iv|rdn?|mba|cpa|r\.?n)\.?", re.IGNORECASE)
_ADDRESS = re.compile(r"https?:|www\.|/|^@?[\w.-]+\.(?:com|net|org)/|\S+@\S+\.\w+$", re.IGNORECASE)


def names_of(texts: list[str]) -> tuple[str, ...]:
    """The names in some bylines, each once: without "by" and the like, and without addresses and numbers."""
    names = [name for text in texts[:MAX_NAMES] for name in _names(text)]
    return tuple(dict.fromkeys(names[:MAX_NAMES]))


def _names(text: str) -> list[str]:
    text = " ".join(unescape(text[: 10 * MAX_CHARS]).split())
    if _ADDRESS.match(text):
        return []
    text = BYLINE_LABEL.sub("", text)
    parts = [part for half in _BETWEEN.split(text) for part in _at_commas(half)]
    parts = [BYLINE_LABEL.sub("", part).strip(" ,-–—:") for part in parts]
    return [
        part
        for part in parts
        if 1 < len(part) <= MAX_CHARS
        and len(part.split()) <= MAX_WORDS
        and not part.startswith("(")
        and not DATE.fullmatch(part)
        and any(map(str.isalpha, part))
    ]


def _at_commas(text: str) -> list[str]:
    """Names that stand between commas; one name where what follows the comma is a title ("Ann Lee, MD")."""
    parts: list[str] = []
    for part in (part.strip() for part in text.split(",")):
        if parts and _SUFFIX.fullmatch(part):
            parts[-1] += f", {part}"
        elif part:
            parts.append(part)
    return parts

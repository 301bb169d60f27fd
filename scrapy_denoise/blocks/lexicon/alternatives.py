"""The words of a lexicon as a part of a regular expression, and for the search that comes before one."""

from __future__ import annotations

import re
from collections.abc import Iterable

from scrapy_denoise.page.compiled import NameWords


def alternatives(words: Iterable[str]) -> str:
    """What matches one of some words, the longest first, since one may begin with another.

    >>> alternatives(["day", "days"])
    'days|day'
    """
    return "|".join(map(re.escape, sorted(words, key=len, reverse=True)))


def name_words(words: Iterable[str]) -> NameWords:
    """What tells whether a text may have one of some words: a pattern of them takes far longer. ``-`` stands for any
    character but a letter, and so does what is no letter of ASCII in such a word.

    >>> name_words(["-logo-", "no_image"]).may_be_in("/img/Logo.png")
    True
    """
    return NameWords({"words": " ".join(re.sub("[^a-z]", "-", word) for word in words if word.isascii())})

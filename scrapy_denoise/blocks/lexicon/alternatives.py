"""The words of a lexicon as a part of a regular expression."""

from __future__ import annotations

import re
from collections.abc import Iterable


def alternatives(words: Iterable[str]) -> str:
    """What matches one of some words, the longest first, since one may begin with another.

    >>> alternatives(["day", "days"])
    'days|day'
    """
    return "|".join(map(re.escape, sorted(words, key=len, reverse=True)))

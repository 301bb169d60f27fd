"""Numbers of attributes: whatever a page writes there, reading one raises nothing."""

from __future__ import annotations

import re

MAX_NUMBER = 999_999_999
"""The largest number of an attribute: CommonMark has no more digits."""

_NUMBER = re.compile(r"\A\s*(\d+)")


def number_of(value: str | None, otherwise: int, most: int = MAX_NUMBER) -> int:
    """The whole number that an attribute begins with, as browsers read it, or `most` where it is larger.

    otherwise: for an attribute that is not there, is negative or begins with no number.

    >>> number_of(" 12.5px", 0), number_of("-3", 0), number_of("9" * 5_000, 0, 1_000), number_of(None, 7)
    (12, 0, 1000, 7)
    """
    found = _NUMBER.match(value) if value else None
    if found is None:
        return otherwise
    digits = found[1].lstrip("0")
    return most if len(digits) > len(str(most)) else min(int(digits or 0), most)

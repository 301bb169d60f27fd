"""The elements with a word in their class or id: it is looked for once in each distinct name."""

from __future__ import annotations

import re

import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.page import Columns


def matching_names(columns: Columns, words: tuple[bytes, ...], pattern: re.Pattern[bytes]) -> NDArray[np.int64]:
    """The numbers of the pairs of class and id (`Columns.names`) that have a match, in order; linear.

    words: in lower case, one of which each match begins with. pattern: of what stands there, in lower case; a NUL ends
    each class and each id.
    """
    names = columns.class_and_id.lower()
    starts = []
    for word in words:
        at = names.find(word)
        while at >= 0:
            if pattern.match(names, at):
                starts.append(at)
            at = names.find(word, at + 1)
    if not starts:
        return np.zeros(0, np.int64)
    ends = np.flatnonzero(np.frombuffer(names, np.uint8) == 0)
    return np.sort(np.searchsorted(ends, starts) // 2 + 1)

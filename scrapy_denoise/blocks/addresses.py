"""What a page's address says of the page: what kind it is, and whether it is a discussion."""

from __future__ import annotations

import re

import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.blocks.lexicon import sections
from scrapy_denoise.page import Page

WORDS = sections("address_words")
"""Words in the path of an address, by the kind of page that they tell of."""

KINDS = tuple(WORDS)

_PATH = re.compile("(?:[^/?#]*//[^/?#]*)?([^?#]{0,500})")
_WORD = re.compile(f"(?<![a-z])(?:{'|'.join(word for words in WORDS.values() for word in words)})(?![a-z])")
_NONE = np.zeros(len(KINDS), np.float32)
_NONE.flags.writeable = False

# In lower case. The characters that an alternative can begin with are looked for first: that is most of the time.
_THREAD = re.compile(
    r"(?=[fdqbcastv/])(?:forum|thread|topic\b|topics/\d|discuss|question|\bbbs|boards?\b|/t/|communit|\banswers?\b"
    r"|/comments?/|/faq/|tieba|viewtopic|showpost)"
)


def address_features(url: str | None) -> NDArray[np.float32]:
    """For each of KINDS, whether the path of an address has one of its words: 0 or 1."""
    path = _PATH.match(url or "")
    assert path is not None  # it matches any text
    found = _WORD.findall(path[1].lower())
    if not found:
        return _NONE
    return np.array([any(word in words for word in found) for words in WORDS.values()], np.float32)


def is_thread_address(url: str | None) -> bool:
    """Whether an address is that of a discussion: a thread of a forum, or a question with its answers.

    >>> is_thread_address("https://forum.example.org/viewtopic.php?t=7")
    True
    >>> is_thread_address("https://example.org/news/7.html")
    False
    """
    return url is not None and _THREAD.search(url.lower()) is not None


def is_thread(page: Page) -> bool:
    """Whether a page is a discussion itself, by its address; ask with ``page.once(is_thread)``."""
    return is_thread_address(page.url)

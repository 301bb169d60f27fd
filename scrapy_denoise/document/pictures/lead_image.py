"""Recognises the main picture that a page's metadata names, in whatever size the page shows it."""

from __future__ import annotations

import re
from urllib.parse import unquote

from scrapy_denoise.page import Page

MIN_SHARED = 6
"""Characters that the names of two files begin with for them to be sizes of one picture; both go on with a separator,
and that is more than half of one of them."""

_NAMED = ("og:image", "og:image:url", "og:image:secure_url", "twitter:image", "twitter:image:src")
_ENDING = re.compile(r"\.[A-Za-z]{3,4}$")
_SEPARATORS = "-_.,~@"


def stated_pictures(page: Page) -> frozenset[str]:
    """The names of the files that the page states as its main picture."""
    urls = {given[0] for key in _NAMED if (given := page.meta.get(key))}  # most pages state one several times
    return frozenset(filter(None, map(file_name, urls)))


def is_size_of(url: str, names: frozenset[str]) -> bool:
    """True if an image is one of some files, or another size of one."""
    own = file_name(url)
    beginning = own[:MIN_SHARED]
    return any(own == name or (name.startswith(beginning) and _shared(own, name) >= MIN_SHARED) for name in names)


def file_name(url: str) -> str:
    """The name of an address's file without its ending.

    >>> file_name("https://example.org/a/boats%20in_800.jpeg?width=3")
    'boats in_800'
    """
    path = url.partition("?")[0].partition("#")[0]
    return _ENDING.sub("", unquote(path).rstrip("/").rpartition("/")[2])


def _shared(one: str, other: str) -> int:
    """How many characters two names have in common at their beginning, up to the last separator among them, where they
    differ behind it in their sizes alone: not in figures of the same length, as those of a series do."""
    same = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    ends = (i for i in range(same, 0, -1) if all(i == len(name) or name[i] in _SEPARATORS for name in (one, other)))
    end = next(ends, 0)
    rest, its = one[end:], other[end:]
    series = len(rest) == len(its) and rest.lstrip(_SEPARATORS).isdecimal() and its.lstrip(_SEPARATORS).isdecimal()
    return 0 if series or 2 * end <= min(len(one), len(other)) else end

"""A page's address: its parts, and its words, since sites write the headline into it and seldom change that later."""

from __future__ import annotations

import re
from unicodedata import normalize
from urllib.parse import SplitResult, unquote, urljoin, urlsplit

from scrapy_denoise.page.compiled import split_words

MAX_PATH_CHARS = 1_000
"""Characters of an address that are read."""

MAX_ADDRESS = 2_000
"""Characters of a canonical address. Longer ones count as none."""

_JOINING = re.compile(r"[-_+.]")
_FILE_TYPE = re.compile(r"\.[a-z]{3,5}$", re.IGNORECASE)
_FIGURE = re.compile(r"\d")
_PLAIN = re.compile(
    r"https?://[A-Za-z0-9.-]+(?::\d+)?/[A-Za-z0-9_.~!$&'()*+,:@%=/-]*(?:\?[A-Za-z0-9_.~!$&'()*+,:@%=/-]+)?"
)
"""An address that `urljoin` gives back as it is, whatever the base. To take it to pieces takes forty calls."""


def split_url(url: str | None) -> SplitResult:
    """The parts of an address; all are empty where it is none.

    >>> split_url("https://valley.example/news").hostname, split_url("http://[x").hostname, split_url(None).path
    ('valley.example', None, '')
    """
    try:
        return urlsplit(url or "")
    except ValueError:
        return SplitResult("", "", "", "", "")


def same_origin(url: str | None, other: str | None) -> bool:
    """Whether two addresses have the same scheme, host and port.

    >>> same_origin("https://a.example/x", "https://a.example/y"), same_origin("https://a.example/", "http://a.example/")
    (True, False)
    """
    return split_url(url)[:2] == split_url(other)[:2]


def safe_url_join(base: str | None, url: str) -> str | None:
    """`urljoin` that gives the base where what the page gives is not an address."""
    if _PLAIN.fullmatch(url):
        return url
    try:
        return urljoin(base or "", url.strip()) or base
    except ValueError:
        return base


def canonical_address(stated: str, base: str | None) -> str:
    """The address that a page states as its own, whole and without its fragment; empty where that is no web address.

    >>> canonical_address("/news/1#top", "https://valley.example/print/1")
    'https://valley.example/news/1'
    """
    found = (safe_url_join(base, stated) or "").partition("#")[0] if stated else ""
    return found if found.startswith(("http://", "https://")) and len(found) <= MAX_ADDRESS else ""


def words_of_address(url: str) -> frozenset[str]:
    """The words of the last part of an address's path that has any; what has figures in it is a day or a key.

    >>> sorted(words_of_address("https://valley.example/news/the-river-rose/2714.html"))
    ['river', 'rose', 'the']
    """
    for part in filter(None, reversed(split_url(url).path[:MAX_PATH_CHARS].split("/"))):
        words = words_without_accents(_JOINING.sub(" ", _FILE_TYPE.sub("", unquote(part))))
        if words := frozenset([word for word in words if not _FIGURE.search(word)]):
            return words
    return frozenset()


def is_home(url: str) -> bool:
    """Whether an address is that of a host's home page.

    >>> is_home("https://valley.example/"), is_home("https://valley.example/?p=271"), is_home("")
    (True, False, False)
    """
    address = split_url(url)
    return bool(address.netloc) and address.path in ("", "/") and not address.query


def words_without_accents(text: str) -> frozenset[str]:
    """The words of a text as addresses write them: in lower case, and without accents."""
    if text.isascii():
        return words_of_title(text)
    return frozenset([word.casefold() for word in split_words(normalize("NFKD", text), without_marks=True)])


def words_of_title(text: str) -> frozenset[str]:
    """The words of a text in lower case."""
    return frozenset(split_words(text.casefold()))

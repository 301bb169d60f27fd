"""Features of a page's address: the kind of page that it names, and whether it is a discussion."""

from __future__ import annotations

import re
from functools import lru_cache
from urllib.parse import unquote

import numpy as np

from scrapy_denoise.blocks.features.compiled import ADDRESS_WORDS, AddressWords
from scrapy_denoise.blocks.lexicon import phrases, sections

STEP_WORDS = 3
"""Words of a step of a path say what stands there; more are those of a headline, such as "who-answers-for-it"."""

_THREADS = phrases("thread_addresses")
_THREAD = re.compile("|".join(_THREADS))
_BEHIND_WORDS = re.compile(
    r"(?<=[^/]/)(\d+(?=(?:[_+-][^/?#_+-]+){MORE})|(?:[^/?#_+-]+[_+-]){SLUG}[^/?#_+-]+)[^/?#]*".replace(
        "SLUG", str(STEP_WORDS - 1)
    ).replace("MORE", str(STEP_WORDS))
)
"""A step of a path of more than STEP_WORDS words, of which the first ones are a group; of one that begins with a number
this alone, as a headline follows it."""
# What each match has, which is found much faster: the letters and slashes that a pattern begins with.
_STEMS = dict.fromkeys(stem[1] for pattern in _THREADS if (stem := re.match(r"(?:\\b)?([a-z/]*[a-z/](?!\?))", pattern)))
_WORDS = AddressWords(ADDRESS_WORDS, _STEMS)
_BOARD, _LIST = (re.compile("|".join(phrases(f"{kind}_addresses"))) for kind in ("board", "list"))
_NUMBERED_POST = re.compile(r"[^/]/p/\d+/?(?:[?#]|\Z)")
"""The path of a thread on the host of a forum; on that of a blog it is an article's."""

# The parameters of a session, and of a part of a list.
_VARIANT = re.compile(r"#.*|(?<=[?&;])(?:s|sid|phpsessid|page|sort|order|start)=[^&;#]*&?")


_CAMPAIGNS = frozenset(sections("view_parameters")["campaigns"])

MAX_ADDRESS = 500
"""Characters of an address that are read to distinguish a board from a thread, and a list from other pages."""


def address_features(url: str | None) -> bytes:
    """For each of ADDRESS_KINDS whether the address is of that kind, 0 or 1, the bytes of a float32 array.

    It is that of a discussion (`is_thread_address`), or of a kind of which its path has one of the words.
    """
    return _features(place_in_forum(url) == "thread", _WORDS.kinds_of_path(url) if url else 0)


@lru_cache(maxsize=1024)
def _features(thread: bool, found: int) -> bytes:
    """For each of ADDRESS_KINDS, whether the address is of that kind. found: a bit for each of ADDRESS_WORDS."""
    return np.array([thread, *(found >> kind & 1 for kind in range(len(ADDRESS_WORDS)))], np.float32).tobytes()


def is_thread_address(url: str | None) -> bool:
    """True for the address of a discussion: a thread of a forum, or a question with its answers.

    >>> is_thread_address("https://forum.example.org/viewtopic.php?t=7")
    True
    >>> is_thread_address("https://example.org/news/7.html"), is_thread_address("https://example.org/who-has-no-answers")
    (False, False)
    """
    return place_in_forum(url) == "thread"


def is_thread_by_host(url: str | None) -> bool:
    """True for the address of a discussion of which the host alone says so: what stands there may be a board too.

    >>> is_thread_by_host("https://board.example.org/mills"), is_thread_by_host("https://board.example.org/t/7")
    (True, False)
    """
    scheme, host, path = (url or "").partition("//")
    if not is_thread_address(url) or _NUMBERED_POST.search(path):
        return False
    return not is_thread_address(scheme + host + "example/" + path.partition("/")[2])


@lru_cache(maxsize=16)  # it is asked for several times a page
def place_in_forum(url: str | None) -> str:
    """What a forum has at an address, ``thread`` or ``board``, a list of threads or of boards; empty where the address
    is not that of a forum.

    >>> place_in_forum("https://forum.example.org/viewforum.php?f=7&start=50")
    'board'
    """
    url = without_campaign(url) if url and "?" in url else url
    if url is None or not _WORDS.may_be_thread(url) or not _THREAD.search(_BEHIND_WORDS.sub(r"\1", url.lower())):
        return ""
    return "board" if _BOARD.search(_without_variant(url)) else "thread"


def is_list_address(url: str | None) -> bool:
    """True for the address of a category, a tag, an author or a month, or of a further page of a list.

    >>> is_list_address("https://example.org/category/mills/"), is_list_address("https://example.org/2024/05/")
    (True, True)
    >>> is_list_address("https://example.org/2024/05/the-mill.html")
    False
    """
    return url is not None and _LIST.search(_without_variant(unquote(without_campaign(url)[:MAX_ADDRESS]))) is not None


def without_campaign(url: str) -> str:
    """An address without the parameters that tell how somebody has come to it.

    >>> without_campaign("https://example.org/forums/?utm_source=a&page=2&gclid=7"), without_campaign("/boats?id=7")
    ('https://example.org/forums/?page=2', '/boats?id=7')
    """
    address, mark, rest = url.partition("?")
    if not mark:
        return url
    query, sharp, fragment = rest.partition("#")
    parts = query.split("&")
    own = [part for part in parts if "".join(filter(str.isalpha, part.partition("=")[0])).lower() not in _CAMPAIGNS]
    return url if len(own) == len(parts) else address + ("?" if own else "") + "&".join(own) + sharp + fragment


def _without_variant(url: str) -> str:
    """An address in lower case, up to MAX_ADDRESS, without what names a session, an order or a part of a list."""
    return _VARIANT.sub("", url[:MAX_ADDRESS].lower()).rstrip("?&;")

"""Compares addresses of a site: which are the same page, which have the same form, which may be followed."""

from __future__ import annotations

import re
from functools import lru_cache
from hashlib import blake2b
from urllib.parse import parse_qsl, urlencode

from scrapy.linkextractors import IGNORED_EXTENSIONS
from scrapy.utils.url import url_has_any_extension
from w3lib.url import canonicalize_url

from scrapy_denoise.blocks.lexicon import sections
from scrapy_denoise.page.url import split_url
from scrapy_denoise.sites.sibling_links import MAX_URL_CHARS, is_action_url

_VIEWS = sections("view_parameters")
_NO_PAGE = frozenset(_VIEWS["sessions"] + _VIEWS["campaigns"])
_OTHER_VIEW = frozenset(_VIEWS["orders"] + _VIEWS["copies"])
_EXTENSIONS = {f".{extension}" for extension in IGNORED_EXTENSIONS}
_SESSION = re.compile(r";[a-z]*sessionid=[^/?#]*", re.IGNORECASE)
_DIGITS = re.compile(r"\d+")
_WORDS = re.compile(r"[-_+]|%20")

OTHER_VIEW = "*"
"""Replaces the path in the form of an address that shows another page in another order or for printing."""

MIN_HEADLINE_WORDS = 3
"""A part of a path with at least this many words is a headline, which belongs to one page."""


def one_address(url: str) -> str:
    """An address without the parameters for sessions and campaigns and without the fragment, which name no other page.

    >>> one_address("https://a.example/boats?utm_source=x&id=3&PHPSESSID=1#top")
    'https://a.example/boats?id=3'
    """
    url = _SESSION.sub("", url.partition("#")[0])
    if "?" not in url:
        return url
    parts = split_url(url)
    query = parse_qsl(parts.query, keep_blank_values=True)
    kept = [(name, value) for name, value in query if _letters(name) not in _NO_PAGE]
    return url if len(kept) == len(query) else parts._replace(query=urlencode(kept)).geturl()


def key_of(url: str) -> int:
    """A hash of an address that is the same for all addresses of one page."""
    return int.from_bytes(blake2b(canonicalize_url(url).encode("utf-8", "replace"), digest_size=8).digest(), "big")


@lru_cache(maxsize=10_000)
def form_of(url: str) -> str:
    """The form of an address, equal for pages of the same sort: without numbers, headlines and values of parameters.

    Addresses of copies for printing and of other orders have no path in their form.

    >>> form_of("https://a.example/news/12/the-river-rose-again?page=3&sort=new")
    '*?page&sort'
    >>> form_of("https://a.example/news/12/the-river-rose-again?page=3")
    '/news/0/*?page'
    """
    parts = split_url(url)
    path = (
        OTHER_VIEW
        if is_other_view(url)
        else "/".join("*" if len(_WORDS.split(part)) > MIN_HEADLINE_WORDS else part for part in parts.path.split("/"))
    )
    names = sorted({name for name, _ in parse_qsl(parts.query, keep_blank_values=True)})
    return _DIGITS.sub("0", path) + (f"?{'&'.join(names)}" if names else "")


def is_other_view(url: str) -> bool:
    """True for the address of a page in another order or for printing, whose content another address shows too."""
    return "?" in url and any(_letters(name) in _OTHER_VIEW for name, _ in parse_qsl(split_url(url).query))


def may_be_followed(url: str) -> bool:
    """True if an address may be a page and requesting it has no effect, as logging out would have.

    >>> may_be_followed("https://a.example/boats"), may_be_followed("https://a.example:99999/boats")
    (True, False)
    """
    try:
        return (
            len(url) <= MAX_URL_CHARS
            and not url_has_any_extension(url, _EXTENSIONS)
            and not is_action_url(split_url(url))
        )
    except ValueError:  # such as a port that none can be
        return False


def _letters(name: str) -> str:
    return "".join(filter(str.isalpha, name)).lower()

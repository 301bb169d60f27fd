"""Recognises the main picture that a page's metadata names, in whatever size the page shows it, and the logos, icons
and portraits of members that many pages name instead of it."""

from __future__ import annotations

import re
from urllib.parse import unquote

from scrapy_denoise.blocks.lexicon import lines_of
from scrapy_denoise.blocks.lexicon.alternatives import alternatives, name_words
from scrapy_denoise.page import Page
from scrapy_denoise.page.compiled import match_key
from scrapy_denoise.page.url import split_url

MIN_SHARED = 6
"""Characters that the names of two files begin with for them to be sizes of one picture; both go on with a separator,
and that is more than half of one of them."""

MAX_NAME_WORDS, MIN_TITLE_WORD = 4, 3
"""Words of the name of a logo's file; more are a description of a picture with a logo. Letters of one of them that the
title has too."""

_NAMED = ("og:image", "og:image:url", "og:image:secure_url", "twitter:image", "twitter:image:src")
_ENDING = re.compile(r"\.[A-Za-z]{3,4}$")
_STOCK_WORDS = lines_of("picture_words", "stock")
_STOCK_ENDINGS = tuple(lines_of("picture_words", "stock_endings"))
_MAY_BE = name_words((*_STOCK_WORDS, *_STOCK_ENDINGS))
"""What such an address has somewhere; most have none of it, and are asked nothing more."""

_OF_SITE = re.compile(
    rf"/(?:{alternatives(lines_of('picture_words', 'stock_folders'))})/"
    rf"|/(?:{alternatives(lines_of('picture_words', 'theme_folders'))})/(?![^?#]{{0,200}}/\d{{4}}[-/]\d\d)"
    r"|\A(?:https?:)?//(?:[\w-]{1,60}\.){0,4}gravatar\.com/"
    r"|[-_](?:\d\dx\d\d\.\w{3,4}|(?:16|24|32|48|64|75)\.(?:gif|png))(?:[?#]|\Z)"
    r"|[._][su][lrsxy]\d\d[_,][^/]{0,60}\Z",
    re.IGNORECASE,
)
"""Addresses of portraits, icons and pictures of a theme, by their folders, their host or the pixels at their end, also
as shops write them (``._AC_US40_.jpg``). What has a date below the folder of a theme is of a page."""

_WORD = re.compile(r"[^\W_]+")
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


def is_stock_picture(url: str, title: str, site: str) -> bool:
    """Whether the address of a picture says that it is a logo, an icon, a blank, a part of a theme or a portrait. The
    logo of what the title tells of is the picture of the page, unless that is the site. site: an address of it."""
    if _OF_SITE.search(url):
        return True
    if not _MAY_BE.may_be_in(unquote(url)):
        return False
    name = file_name(url).lower()
    if name.endswith(_STOCK_ENDINGS):
        return True
    words = [word for word in _WORD.findall(name) if word.isalpha()]
    others = [word for word in words if word not in _STOCK_WORDS]
    if len(others) == len(words) or len(words) > MAX_NAME_WORDS:
        return False
    host, said = match_key(split_url(site).hostname or ""), set(_WORD.findall(title.lower()))
    return not any(len(word) >= MIN_TITLE_WORD and word in said and word not in host for word in others)


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

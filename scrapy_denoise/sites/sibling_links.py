"""Finds the links of a page that probably lead to sibling pages, for a page whose site is not known yet.

Paper 002 analyses the links of the target page and does not say how it chooses among them. Here links are ranked by how
much their addresses look like the page's own: the same depth of path, and a long common prefix once digits are masked.
"""

from __future__ import annotations

import re
from mimetypes import MimeTypes
from unicodedata import combining, normalize
from urllib.parse import SplitResult, unquote_plus, urldefrag

from scrapy_denoise.blocks.lexicon import phrases
from scrapy_denoise.page import Page
from scrapy_denoise.page.url import safe_url_join, split_url
from scrapy_denoise.sites.site_key import host_key

MAX_CONSIDERED_LINKS = 5_000
"""The most links of a page that are considered, from its beginning."""

MAX_URL_CHARS = 2_000
"""A longer address, in characters, is not a candidate."""

MAX_OTHER_WORDS = 2
"""Words that a part of an address may have besides those that name an act; one with more is a headline."""

_TYPES = MimeTypes()  # Python's own table: what a machine adds to it would change which links are pages
_PAGES = ("text/html", "application/xhtml+xml")
_DIGITS = re.compile(r"\d+")
_WORDS = re.compile(r"[-_+]|%20")
_PARTS = re.compile(r"[^/\-_.?&]+|.")
_ADDRESS_PARTS = re.compile(r"[/?&;=]")
_CAPITAL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_TOKEN = re.compile(r"[\u3400-\u9fff]|[^\W_\u3400-\u9fff]+")


def _words(text: str) -> list[str]:
    """The words of a part of an address, those with figures left out; each Chinese character is one."""
    text = _CAPITAL.sub(" ", text).casefold()
    if not text.isascii():
        text = "".join(character for character in normalize("NFKD", text) if not combining(character))
    return [word for word in _TOKEN.findall(text) if word.isalpha()]


_ACTS = frozenset("".join(_words(phrase)) for phrase in phrases("acting_addresses"))
_LONGEST = max(len(_words(phrase)) for phrase in phrases("acting_addresses"))
_Shape = tuple[int, list[str], int]


def candidate_links(page: Page, url: str) -> list[str]:
    """The page's links to other pages of its host, ranked by how similar their addresses are to `url`, the page's own.

    The ranking compares the depth of the path; then the length of the common prefix, in words, of path and query names
    with digit runs as one 0; then the number of words in the last part of the path. Ties keep document order.
    Addresses are absolute, without fragment, and listed once. Files whose name says that they are no pages are left
    out, and so are links with `rel=nofollow` and addresses that act, such as ``/logout`` (`is_action_url`). The list is
    empty where the page has no tree or `url` is not a web address.

    >>> page = Page.from_html('<a href=/>Home</a> <a href=/about>Us</a> <a href=/news/12.html>Rain</a>')
    >>> candidate_links(page, "https://a.example/news/7.html")
    ['https://a.example/news/12.html', 'https://a.example/', 'https://a.example/about']
    """
    own = _split(url)
    if page.root is None or own is None:
        return []
    base = safe_url_join(url, page.base_url or "")
    shape, seen = _shape(own), {urldefrag(url)[0]}
    host = host_key(url)
    found: list[tuple[tuple[bool, int, int], str]] = []
    for number, element in enumerate(page.root.iter("a", "area")):
        if number == MAX_CONSIDERED_LINKS:
            break
        href = element.get("href", "").strip()
        if not href or len(href) > MAX_URL_CHARS or "nofollow" in element.get("rel", "").lower().split():
            continue
        target = urldefrag(safe_url_join(base, href) or "")[0] if _joinable(href) else ""
        link = _split(target)
        if target in seen or link is None or host_key(target) != host or not _is_page(link.path) or is_action_url(link):
            continue
        seen.add(target)
        found.append((_distance(shape, _shape(link)), target))
    return [target for _, target in sorted(found, key=lambda pair: pair[0])]


def is_action_url(parts: SplitResult) -> bool:
    """Whether an address, by the words of its path and query, does something when it is asked for, such as log out.

    >>> paths = "/account/log-out", "/?action=delete&id=3", "/login"
    >>> [is_action_url(split_url("https://a.example" + path)) for path in paths]
    [True, True, True]
    >>> is_action_url(split_url("https://a.example/news/how-to-remove-paint-stains"))
    False
    """
    for part in _ADDRESS_PARTS.split(f"{parts.path}?{parts.query}"):
        words = _words(unquote_plus(part))
        for length in range(max(len(words) - MAX_OTHER_WORDS, 1), min(len(words), _LONGEST) + 1):
            if any("".join(words[i : i + length]) in _ACTS for i in range(len(words) - length + 1)):
                return True
    return False


def _joinable(href: str) -> bool:
    return not href.startswith("#") and not href.lower().startswith(("javascript:", "mailto:", "tel:", "data:"))


def _split(url: str) -> SplitResult | None:
    """The parts of a web address; None for what is none."""
    parts = split_url(url)
    return parts if parts.scheme in ("http", "https") and parts.netloc else None


def _is_page(path: str) -> bool:
    kind, _ = _TYPES.guess_type(path.rsplit("/", 1)[-1])
    return kind is None or kind in _PAGES


def _shape(parts: SplitResult) -> _Shape:
    """Depth of the path, words of path and query names, how many words its last part has; digits masked."""
    path = _DIGITS.sub("0", parts.path or "/")
    names = "&".join(sorted(part.split("=", 1)[0] for part in parts.query.split("&") if part))
    last = path.rstrip("/").rsplit("/", 1)[-1]
    words = _PARTS.findall(f"{path}?{_DIGITS.sub('0', names)}")
    return path.count("/"), words, len(_WORDS.split(last))


def _distance(one: _Shape, other: _Shape) -> tuple[bool, int, int]:
    common = next((i for i, (a, b) in enumerate(zip(one[1], other[1], strict=False)) if a != b), len(one[1]))
    return one[0] != other[0], -common, abs(one[2] - other[2])

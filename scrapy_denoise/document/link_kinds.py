"""Of what kind the links of a page are: where they stand, what they say, and where they lead."""

from __future__ import annotations

import re
from collections.abc import Set
from functools import cached_property
from typing import NamedTuple
from urllib.parse import urlsplit

import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.blocks import BLOCK_TYPES, TextBlocks
from scrapy_denoise.blocks.asides import Asides
from scrapy_denoise.blocks.features import NAMES
from scrapy_denoise.blocks.lexicon import phrases
from scrapy_denoise.blocks.names import bit_of, name_families
from scrapy_denoise.document.link_rows import families_around, heading_entries
from scrapy_denoise.page import Page, tags
from scrapy_denoise.sites.key import domain_key

LINK_KINDS = ("content", "related", "pagination", "thread", "navigation", "advertisement", "other")
"""content: in the content, or the entries of a list. related: other articles that the page recommends. pagination: the
next and the previous page of a series, and numbered pages. thread: such pages of a thread. navigation: the other links
within the site. other: links to other sites outside the content, and those of comments and forms."""

MAX_AROUND = 400
"""Characters of an element up to which its class and id speak for the links in it."""

LEVELS = 8
"""Ancestors of a link whose class and id are looked at."""

OWN_LEVELS = 2
"""And of a link within the site, whose advertisements are often the site's own."""

MAX_DEPTH = 60
"""Ancestors of a link in a list among which a side bar is looked for."""

MAX_LABEL = 30
"""Characters of a link that leads to the next page."""

MIN_HEADLINE = 14
"""Characters of a headline, of which one of Han, kana or Hangul counts as two."""

_SPONSORED, _SERIES = {"sponsored"}, {"next", "prev", "previous"}
_AD_HOST = re.compile(
    r"(?:^|\.)(?:ads?|adservers?|adservices?|adclick|adx|doubleclick|googlesyndication|googleadservices|taboola|outbrain"
    r"|criteo|pubmatic|affiliates?|awin1|mgid|revcontent)\d*\."
)
_NUMBER = re.compile(r"[\[(]?\s*(?:第\s*)?(\d{1,4})\s*(?:页|頁)?\s*[\])]?|(?:page|seite|página|strona)\s(\d{1,4})")
_RUNS = re.compile(r"\d+")
_PATH = re.compile(r"https?://[A-Za-z0-9.:-]*/[A-Za-z0-9_%-]")
_DAY = re.compile(r"/\d{4}[/-]\d{1,2}[/-]\d{1,2}(?!\d)")
_YEAR = re.compile(r"/(?:19|20)\d\d/?$")
_THREAD = re.compile(r"thread|topic|/t/|showpost|/questions?/|discussion|viewtopic", re.IGNORECASE)
_AROUND = "«»‹›<>←→⇐⇒◀▶|·•.:：… \t\n[]()【】（）"
_WORDS = frozenset(phrases("next_page"))
_LEADING = re.compile(rf"(?:{'|'.join(map(re.escape, sorted(_WORDS, key=len, reverse=True)))})\s?[:：]")
_WIDE = re.compile("[\u1100-\u11ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")

_CODE = {name: code for code, name in enumerate(BLOCK_TYPES)}
_COLUMN = {name: place for place, name in enumerate(NAMES)}
_HEADINGS = tags.flags("h1 h2 h3 h4 h5 h6").view(np.uint8)
_BODY = tags.CODES["body"]
_ASIDES = tags.flags("aside nav footer header")
_BESIDE = sum(map(bit_of, ("sidebar", "footer", "related", "comment")))
_ADVERTISEMENT, _TALK = bit_of("advertisement"), bit_of("comment") | bit_of("sharing")
_NONE: frozenset[str] = frozenset()


class Place(NamedTuple):
    """Where a link stands.

    near, near_own: the families of words in the names around it (`LEVELS`, `OWN_LEVELS`). known: whether a text speaks
    for it; of that text: kept, related, menu (it stands in a menu or a footer) and type. heads_content: whether the
    link is the heading of an entry that was kept. in_main: of a page that is a list, whether it is no side bar's.
    """

    near: int
    near_own: int
    known: bool = False
    kept: bool = False
    related: bool = False
    heads_content: bool = False
    in_main: bool = False
    menu: bool = False
    type: str = ""


class _Origin(NamedTuple):
    """Of a host: whether it is the site's own, and whether advertisements come from it."""

    own: bool
    advertises: bool


class LinkKinds:
    """Tells the kinds of a page's links.

    kept, related: for each text row whether it is content, and whether it belongs to the content's topic. types: for
    each text row an index into `BLOCK_TYPES`. is_list: whether the page is a list of other pages.
    """

    def __init__(
        self,
        page: Page,
        kept: NDArray[np.bool_],
        related: NDArray[np.bool_] | None,
        types: NDArray[np.uint8],
        is_list: bool,
    ) -> None:
        self.page, self.kept, self._related, self._types, self._is_list = page, kept, related, types, is_list
        self._columns = page.columns
        self._blocks = page.once(TextBlocks)
        self._host = domain_key(page.url or "")
        self._address = (page.url or "").partition("#")[0]
        self._origins: dict[str, _Origin] = {}

    def places(self, rows: NDArray[np.intp], firsts: NDArray[np.intp], lasts: NDArray[np.intp]) -> list[Place]:
        """Where the links of some rows stand. firsts, lasts: of each its texts, positions in ``columns.text_rows``."""
        positions = self._positions(firsts, lasts)
        columns = self._columns
        families, chars = self.page.once(name_families), columns.subtree_chars
        near, near_own = families_around(columns, rows, families, chars, MAX_AROUND, LEVELS, OWN_LEVELS)
        found = positions >= 0
        at = np.where(found, positions, 0)
        if not len(self.kept):
            return [Place(*place) for place in zip(near, near_own, strict=True)]
        block = self._blocks.features[self._blocks.block_of[at]]
        menu = (block[:, _COLUMN["in_nav"]] <= 8) | (block[:, _COLUMN["in_footer"]] <= 3)
        places = zip(
            near,
            near_own,
            found.tolist(),
            (self.kept[at] & found).tolist(),
            (self._are_related(at) & found).tolist(),
            self._head_content(rows),
            (self._in_main(rows) if self._is_list else np.zeros(len(rows), np.bool_)).tolist(),
            menu.tolist(),
            map(BLOCK_TYPES.__getitem__, self._types[at].tolist()),
            strict=True,
        )
        return list(map(Place._make, places))

    def of(self, place: Place, url: str, text: str, rel: str) -> str:
        """The kind of a link, from its place, its address, its text and its ``rel``."""
        rels = set(rel.lower().split()) if rel else _NONE
        origin = self._origin(url)
        named = (place.near_own if origin.own else place.near) & _ADVERTISEMENT
        if named or rels & _SPONSORED or (origin.advertises and not origin.own):
            return "advertisement"
        label = text.lower()
        if origin.own and url != self._address and self._is_series(label, url, rels):
            return "thread" if _THREAD.search(url) else "pagination"
        if not place.known:
            return "navigation" if origin.own else "other"
        if place.kept:
            return "content"
        if place.related:
            return "related"
        if place.heads_content:
            return "content"
        return self._kind_of_noise(place, origin.own, url, label)

    def _kind_of_noise(self, place: Place, own: bool, url: str, label: str) -> str:
        if place.type == "advertisement":
            return "advertisement"
        if not own or place.type in ("comment", "consent") or place.near & _TALK:
            return "related" if own and is_headline(label) else "other"
        if place.menu or not is_headline(label) or _is_home(url):
            return "navigation"
        if self._is_list and place.in_main:
            return "content"
        return "navigation" if self._related is not None else "related"

    def _are_related(self, positions: NDArray[np.intp]) -> NDArray[np.bool_]:
        """Whether the method says that texts belong to the content's topic, or their title that they are related."""
        if self._related is not None:
            return self._related[positions]
        asides = self.page.once(Asides).rows("related")
        if asides is None:
            return np.zeros(len(positions), np.bool_)
        found: NDArray[np.bool_] = asides[self._columns.text_rows[positions]]
        return found

    def _in_main(self, rows: NDArray[np.intp]) -> NDArray[np.bool_]:
        """Whether links of a list stand beside its kept text, and not in a side bar there."""
        columns, region = self._columns, self._region
        top, end = (-1, len(columns)) if region is None else (region, int(columns.end[region]))
        inside = (rows >= max(top, 0)) & (rows < end)
        beside = _ASIDES[columns.tag] | ((self.page.once(name_families) & _BESIDE) > 0)
        beside[: top + 1] = beside[end:] = False
        deep = columns.depth[rows] - (-1 if region is None else columns.depth[region]) >= MAX_DEPTH
        found: NDArray[np.bool_] = inside & ~deep & ~columns.within(np.flatnonzero(beside))[rows]
        return found

    @cached_property
    def _region(self) -> int | None:
        """The row of the smallest element that holds all kept text, or of its parent; None where nothing was kept."""
        columns = self._columns
        rows = columns.text_rows[self.kept]
        if not len(rows):
            return None
        row, last = int(columns.parent[rows[0]]), int(rows[-1])
        while row > 0 and columns.end[row] <= last:
            row = int(columns.parent[row])
        above = int(columns.parent[row])
        return above if above >= 0 and columns.tag[above] != _BODY and columns.tag[row] != _BODY else row

    def _origin(self, url: str) -> _Origin:
        end = url.find("/", url.find("//") + 2)
        scheme_and_host = url if end < 0 else url[:end]
        known = self._origins.get(scheme_and_host)
        if known is None:
            own = not self._host or domain_key(url) in ("", self._host)
            known = self._origins[scheme_and_host] = _Origin(own, _AD_HOST.search(_host(url)) is not None)
        return known

    def _is_series(self, label: str, url: str, rels: Set[str]) -> bool:
        """Whether a link to another page of the site leads to the next, the previous or a numbered page of a series."""
        if rels & _SERIES:
            return True
        if len(label) > MAX_LABEL and ":" not in label and "：" not in label:
            return False
        bare = label.strip(_AROUND)
        if (len(label) <= MAX_LABEL and bare in _WORDS) or ((":" in bare or "：" in bare) and _LEADING.match(bare)):
            return True
        match = _NUMBER.fullmatch(label)
        if match is None:
            return False
        number, address = match[1] or match[2], _tail(url)
        if _DAY.search(address) or _YEAR.search(address):
            return False
        runs = _RUNS.findall(address)
        return number in runs or (number == "1" and _same_series(address, _tail(self._address)))

    def _positions(self, firsts: NDArray[np.intp], lasts: NDArray[np.intp]) -> NDArray[np.intp]:
        """The text rows that speak for links: the first kept one, or the first; of a picture the one that follows."""
        n = len(self.kept)
        kept = np.append(np.flatnonzero(self.kept), n)
        next_kept = kept[np.searchsorted(kept, firsts)]
        own = np.where(next_kept < lasts, next_kept, firsts)
        return np.where(own < n, own, n - 1)

    def _head_content(self, rows: NDArray[np.intp]) -> list[bool]:
        """Whether links are the headings of entries of which text was kept."""
        columns = self._columns
        shown = np.zeros(len(columns), np.int64)
        shown[columns.text_rows[self.kept]] = columns.chars[columns.text_rows[self.kept]]
        kept_chars = columns.subtree_sum(shown)
        return heading_entries(columns, rows, _HEADINGS, columns.subtree_chars, kept_chars, 5 * MAX_AROUND)


def is_headline(label: str) -> bool:
    """Whether the text of a link is long enough for a headline; menus have shorter ones.

    >>> is_headline("Boat comes in before noon"), is_headline("Contact us"), is_headline("岚浦港今日迎来首批货船")
    (True, False, True)
    """
    wide = 0 if label.isascii() else len(_WIDE.findall(label))
    return len(label) + wide >= MIN_HEADLINE and (wide >= 6 or label.count(" ") >= 2)


def _host(url: str) -> str:
    return url.partition("//")[2].partition("/")[0].lower()


def _is_home(url: str) -> bool:
    """Whether an address has no path and no query; most have a path, and are not parsed."""
    return not _PATH.match(url) and _tail(url) in ("", "/")


def _tail(url: str) -> str:
    """Path and query of an address."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return ""
    return f"{parts.path}?{parts.query}" if parts.query else parts.path


def _same_series(address: str, other: str) -> bool:
    """Whether two addresses differ in their numbers alone, or one goes on with a number where the other ends."""
    one, two = (_RUNS.sub("0", part) for part in (address, other))
    return one == two or other.startswith(address.rstrip("/") or "/")

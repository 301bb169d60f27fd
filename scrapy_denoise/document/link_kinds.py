"""Of what kind the links of a page are: where they stand, what they say, and where they lead."""

from __future__ import annotations

import re
from functools import cached_property
from urllib.parse import urlsplit

import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.blocks import BLOCK_TYPES, TextBlocks
from scrapy_denoise.blocks.asides import Asides
from scrapy_denoise.blocks.features import NAMES
from scrapy_denoise.blocks.lexicon import phrases
from scrapy_denoise.blocks.names import bit_of, name_families
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
_DAY = re.compile(r"/\d{4}[/-]\d{1,2}[/-]\d{1,2}(?!\d)")
_YEAR = re.compile(r"/(?:19|20)\d\d/?$")
_THREAD = re.compile(r"thread|topic|/t/|showpost|/questions?/|discussion|viewtopic", re.IGNORECASE)
_AROUND = "«»‹›<>←→⇐⇒◀▶|·•.:：… \t\n[]()【】（）"
_WORDS = frozenset(phrases("next_page"))
_LEADING = re.compile(rf"(?:{'|'.join(map(re.escape, sorted(_WORDS, key=len, reverse=True)))})\s?[:：]")
_WIDE = re.compile("[\u1100-\u11ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")

_CODE = {name: code for code, name in enumerate(BLOCK_TYPES)}
_COLUMN = {name: place for place, name in enumerate(NAMES)}
_HEADINGS = tags.flags("h1 h2 h3 h4 h5 h6")
_BODY = tags.CODES["body"]
_ASIDES = tags.flags("aside nav footer header")
_BESIDE = sum(map(bit_of, ("sidebar", "footer", "related", "comment")))
_FAMILIES = ("advertisement", "related", "comment", "sharing")


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
        self._families = page.once(name_families)
        self._blocks = page.once(TextBlocks)
        self._host = domain_key(page.url or "")
        self._address = (page.url or "").partition("#")[0]
        shown = np.zeros(len(page.columns), np.int64)
        shown[page.columns.text_rows[kept]] = page.columns.chars[page.columns.text_rows[kept]]
        self._kept_chars = page.columns.subtree_sum(shown)

    def of(self, row: int, first: int, last: int, url: str, text: str, rel: str) -> str:
        """The kind of the link of a row. first, last: its text rows, as positions in ``columns.text_rows``."""
        rels = set(rel.lower().split())
        own, near = self._is_own(url), self._near(row, LEVELS)
        named = "advertisement" in (self._near(row, OWN_LEVELS) if own else near)
        if rels & _SPONSORED or named or (_AD_HOST.search(_host(url)) and not own):
            return "advertisement"
        label = " ".join(text.lower().split())
        if self._is_series(label, url, rels):
            return "thread" if _THREAD.search(url) else "pagination"
        position = self._position(first, last)
        if position is None:
            return "navigation" if self._is_own(url) else "other"
        if self.kept[position]:
            return "content"
        if self._is_related(position):
            return "related"
        if self._heads_content(row):
            return "content"
        return self._kind_of_noise(row, position, near, url, label)

    def _kind_of_noise(self, row: int, position: int, near: set[str], url: str, label: str) -> str:
        kind = BLOCK_TYPES[self._types[position]]
        own = self._is_own(url)
        if kind == "advertisement":
            return "advertisement"
        if not own or kind in ("comment", "consent") or "comment" in near or "sharing" in near:
            return "related" if own and is_headline(label) else "other"
        block = self._blocks.features[self._blocks.block_of[position]]
        menu = block[_COLUMN["in_nav"]] <= 8 or block[_COLUMN["in_footer"]] <= 3
        if menu or not is_headline(label) or _tail(url) in ("", "/"):
            return "navigation"
        if self._is_list and self._in_main(row):
            return "content"
        return "navigation" if self._related is not None else "related"

    def _is_related(self, position: int) -> bool:
        """Whether the method says that a text belongs to the content's topic, or its title says that it is related."""
        if self._related is not None:
            return bool(self._related[position])
        asides = self._asides
        return asides is not None and bool(asides[self._columns.text_rows[position]])

    @cached_property
    def _asides(self) -> NDArray[np.bool_] | None:
        return self.page.once(Asides).rows("related")

    def _in_main(self, row: int) -> bool:
        """Whether a link of a list stands beside its kept text, and not in a side bar there."""
        columns, region = self._columns, self._region
        if region is not None and not region <= row < columns.end[region]:
            return False
        for _ in range(MAX_DEPTH):
            if row < 0 or row == region:
                return True
            if _ASIDES[columns.tag[row]] or int(self._families[row]) & _BESIDE:
                return False
            row = int(columns.parent[row])
        return False

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

    def _near(self, row: int, levels: int) -> set[str]:
        """The families of words in the names of the link and of small elements around it."""
        found: set[str] = set()
        columns = self._columns
        for _ in range(levels):
            if row < 0 or columns.tag[row] == _BODY or columns.subtree_chars[row] > MAX_AROUND:
                break
            bits = int(self._families[row])
            found.update(name for name in _FAMILIES if bits & bit_of(name))
            row = int(columns.parent[row])
        return found

    def _is_own(self, url: str) -> bool:
        return not self._host or domain_key(url) in ("", self._host)

    def _is_series(self, label: str, url: str, rels: set[str]) -> bool:
        """Whether a link leads to the next, the previous or a numbered page of a series."""
        if not self._is_own(url) or url == self._address:
            return False
        if rels & _SERIES:
            return True
        if (len(label) <= MAX_LABEL and label.strip(_AROUND) in _WORDS) or _LEADING.match(label.strip(_AROUND)):
            return True
        match = _NUMBER.fullmatch(label)
        if match is None:
            return False
        number, address = match[1] or match[2], _tail(url)
        if _DAY.search(address) or _YEAR.search(address):
            return False
        runs = _RUNS.findall(address)
        return number in runs or (number == "1" and _same_series(address, _tail(self._address)))

    def _position(self, first: int, last: int) -> int | None:
        """The text row that speaks for a link: its own, or of a picture the text that follows it."""
        if first < last:
            kept = np.flatnonzero(self.kept[first:last])
            return first + int(kept[0]) if len(kept) else first
        return first if first < len(self.kept) else (first - 1 if first else None)

    def _heads_content(self, row: int) -> bool:
        """Whether a link is the heading of an entry of which text was kept."""
        columns = self._columns
        above = row
        for _ in range(3):
            above = int(columns.parent[above])
            if above < 0:
                return False
            if _HEADINGS[columns.tag[above]]:
                entry = int(columns.parent[above])
                return (
                    entry >= 0 and bool(self._kept_chars[entry]) and int(columns.subtree_chars[entry]) <= 5 * MAX_AROUND
                )
        return False


def is_headline(label: str) -> bool:
    """Whether the text of a link is long enough for a headline; menus have shorter ones.

    >>> is_headline("Boat comes in before noon"), is_headline("Contact us"), is_headline("岚浦港今日迎来首批货船")
    (True, False, True)
    """
    wide = len(_WIDE.findall(label))
    return len(label) + wide >= MIN_HEADLINE and (wide >= 6 or label.count(" ") >= 2)


def _host(url: str) -> str:
    return url.partition("//")[2].partition("/")[0].lower()


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

"""Finds the links to other pages of a series (next, previous, numbered), and the next page."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Collection
from functools import lru_cache

import attrs
import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.blocks.features.url_features import is_thread_address
from scrapy_denoise.blocks.lexicon import sections
from scrapy_denoise.document.compiled import ARTICLE, END, MORE, NEXT, PREVIOUS, is_headline, telling_links
from scrapy_denoise.document.links.address_numbers import AddressNumbers, has_number, numbers_of, stem
from scrapy_denoise.document.links.numbered_links import NumberedLink, Run, runs_of
from scrapy_denoise.document.links.series_marks import AROUND, marks_of
from scrapy_denoise.document.source.compiled import page_addresses
from scrapy_denoise.page import Page
from scrapy_denoise.page.native.lazy import cached_attribute
from scrapy_denoise.sites.site_key import domain_key

MAX_ALIKE = 2
"""Addresses to which links with one word lead; where there are more, they are those of entries: read on."""

MAX_NUMBERED = 300_000
"""Characters of the addresses of links that say a number, PER_LINK more for each; links after are of no series."""

PER_LINK = 100

NEAR = 4
"""The most links between a link of a series and another one whose word alone is not enough."""

MAX_SECOND = 2
"""The highest number in the address of the page after one without a number."""

_PAGE_OR_ARTICLE = "p"
"""The parameter of WordPress that has the number of an article, and of others that of a page."""

_COMMENTS = tuple(sections("comment_addresses")["pages"])
_COMMENT_PLACES = tuple(sections("comment_addresses")["places"])

_NUMBER = re.compile(r"[\[(]?第?\s?(\d{1,4})\s?[页頁]?[\])]?|(?:page|seite|página|pagina|strona|страница)\s(\d{1,4})")


@attrs.frozen
class Series:
    """members: for each link whether it leads to a page of a series. next_page: the address of the page after this one;
    empty without one."""

    members: NDArray[np.uint8]
    next_page: str = ""


@attrs.frozen
class _Directed:
    """A link whose word, mark or ``rel`` says where it leads. place: among the links. is_word: whether it says so by
    more than a mark."""

    place: int
    direction: str
    label: str
    is_word: bool = True


def find_series(
    page: Page, rows: NDArray[np.intp], urls: list[str], texts: list[str], rels: list[str], is_list: bool
) -> Series:
    """The series among the links of a page. rows, urls, texts, rels: of each link, in document order. is_list: whether
    the page is a list of other pages."""
    return _Finder(page, rows, urls, texts, rels, is_list).found()


class _Finder:
    def __init__(
        self,
        page: Page,
        rows: NDArray[np.intp],
        urls: list[str],
        texts: list[str],
        rels: list[str],
        is_list: bool,
    ) -> None:
        self.is_list = is_list
        self.page, self.rows, self.urls, self.texts, self.rels = page, rows, urls, texts, rels
        self.url = (page.url or "").partition("#")[0]
        self._site = domain_key(self.url)
        self._hosts: dict[str, bool] = {}
        self._addresses: dict[str, AddressNumbers] = {}
        self.numbered: list[NumberedLink] = []
        self.directed: list[_Directed] = []
        self.more: list[int] = []

    @cached_attribute
    def own(self) -> AddressNumbers:
        """The page's own address."""
        return numbers_of(self.url)

    def found(self) -> Series:
        self._read()
        members = np.zeros(len(self.urls), np.uint8)
        place = self._of_series(members) if self.numbered or self.directed else self._loaded()
        if place is None:
            return Series(members, self._stated())
        members[place] = 1
        return Series(members, self.urls[place])

    def _of_series(self, members: NDArray[np.uint8]) -> int | None:
        """The place of the link to the next page; sets which links lead to a page of a series."""
        runs = runs_of(self.numbered, self.own, self.url)
        members[[link.place for run in runs for link in run.links]] = 1
        members[self._first_pages(runs, members)] = 1
        words = self._said(runs)
        members[[link.place for link in words]] = 1
        marks = self._beside(np.flatnonzero(members).tolist(), words)
        members[[link.place for link in marks]] = 1
        return self._next(runs, [link for link in [*words, *marks] if link.direction == NEXT], _ends(marks))

    def _read(self) -> None:
        """Sort the links by their text: words of direction, marks, numbers."""
        bare: list[int] = []
        left = MAX_NUMBERED
        for place, direction, label, said, may_be_number in telling_links(self.texts, self.rels, AROUND, _of_rel):
            url = self.urls[place]
            if direction:
                if not self._is_own(url):
                    continue
                if is_headline(label) and not self._goes_on(url):
                    direction = ARTICLE
                self.directed.append(_Directed(place, direction, self.rels[place]))
            elif not label:
                if self._is_own(url):
                    bare.append(place)
            elif said:
                if self._is_own(url):
                    self.directed.append(_Directed(place, said, label))
            elif may_be_number and (number := _said_number(self.texts[place])):
                left -= len(url) + PER_LINK
                if left > 0 and self._is_own(url):
                    self.numbered.append(NumberedLink(place, number, url, self._address(url)))
            elif label.startswith(MORE) and self._is_own(url):
                self.more.append(place)
        for place, direction, is_word in marks_of(self.page, self.rows, bare, self.texts):
            self.directed.append(_Directed(place, direction, "", is_word))

    def _first_pages(self, runs: list[Run], members: NDArray[np.uint8]) -> list[int]:
        """Links that say 1 and whose address has no number, or another one than those beside them."""
        starts = {run.links[0].place: run for run in runs}
        found = []
        for position, link in enumerate(self.numbered):
            if link.number != 1 or members[link.place]:
                continue
            after = self.numbered[position + 1] if position + 1 < len(self.numbered) else None
            run = starts.get(after.place) if after else None
            if (run and run.address.list_path(run.slot).startswith(stem(link.address.path))) or (
                link.url != self.url and _is_same_series(link.address, self.own)
            ):
                found.append(link.place)
        return found

    def _said(self, runs: list[Run]) -> list[_Directed]:
        """Links whose word says that they lead to a page of a series, and which no entry of a list has too."""
        forms = {run.address.form for run in runs}
        addresses = defaultdict(set)
        for link in self.directed:
            addresses[link.label].add(self.urls[link.place])
        return [
            link
            for link in self.directed
            if link.is_word
            and link.direction != END
            and self.urls[link.place] != self.url
            and (len(addresses[link.label]) <= MAX_ALIKE or self._address(self.urls[link.place]).form in forms)
        ]

    def _beside(self, members: list[int], words: list[_Directed]) -> list[_Directed]:
        """Links whose words and marks mean other things too, where they stand beside one of a series. members: places
        of its links. words: those of them whose word says so."""
        stepped = {link.place for link in words if link.direction in (NEXT, PREVIOUS)}
        found = []
        for link in self.directed:
            url = self.urls[link.place]
            if (link.is_word and link.direction != END) or url == self.url:
                continue
            at = bisect_left(members, link.place)
            near = [place for place in members[max(0, at - 1) : at + 1] if abs(place - link.place) <= NEAR]
            if any(_are_of_series(self._address(url), self._address(self.urls[place])) for place in near) or (
                link.direction == END and stem(self._address(url).path) and any(place in stepped for place in near)
            ):
                found.append(link)
        return found

    def _next(self, runs: list[Run], directed: list[_Directed], ends: list[int]) -> int | None:
        """The place of the link to the next page. ends: places of links to the first and the last of a series."""
        runs = [run for run in runs if not self._is_of_comments(run.links[-1].url)]
        directed = [link for link in directed if not self._is_apart(self.urls[link.place])]
        own = [run for run in runs if run.is_series_of(self.own)]
        if not own and len({run.address.beside(*run.varied) for run in runs}) == 1:
            own = runs
        counted = next((link for run in own if (link := run.following(self.own, self.url)) is not None), None)
        urls = [self.urls[link.place] for link in directed]
        if counted is not None and (not urls or counted.url in urls):
            return counted.place
        forms = {run.address.form for run in own}
        numbered = {link.url for run in runs for link in run.links}
        places = (
            link.place
            for link in directed
            if self._is_related(url := self.urls[link.place], forms) or url in numbered or _is_near(link.place, ends)
        )
        return next(places, self._loaded())

    def _is_related(self, url: str, forms: Collection[str]) -> bool:
        """True if an address may be the next page. The next article after an article is not its next page."""
        address = self._address(url)
        return (
            self.is_list
            or address.form in forms
            or (address.form == self.own.form and bool(address.values))
            or address.path == self.own.path
            or self._goes_on(url)
            or self._is_second(url)
        )

    def _loaded(self) -> int | None:
        """The place of a link that shows more of the list: its address has the number of the second page."""
        found = [place for place in self.more if self._is_second(self.urls[place])]
        return found[0] if found and len({self.urls[place] for place in found}) <= MAX_ALIKE else None

    def _is_second(self, url: str) -> bool:
        if not has_number(url):
            return False
        address = self._address(url)
        slot = address.page_slot()
        return slot >= 0 and url != self.url and address.list_path(slot).startswith(stem(self.own.path))

    def _stated(self) -> str:
        """The next page that the page's head states. Articles state their next article so: the address has to go on."""
        for tag, rel, href in self.page.statements.links:
            if tag == "link" and "next" in rel.lower().split():
                url = self.page.cached(page_addresses).page(href)
                if url and self._is_own(url) and self._goes_on(url) and not self._is_apart(url):
                    return url
        return ""

    def _is_apart(self, url: str) -> bool:
        """True if an address leads to other comments on this page, or to another article of the blog: one parameter
        (``p``) has the number of a page as well as that of an article, which is no neighbour of the page's own."""
        if self._is_of_comments(url):
            return True
        address = self._address(url)
        slot = address.page_slot()
        if slot < 0 or address.names[slot] != _PAGE_OR_ARTICLE:
            return False
        own_slot = self.own.page_slot()
        number = address.values[slot]
        if own_slot < 0:
            return number > MAX_SECOND
        return number != self.own.values[own_slot] + 1

    def _is_of_comments(self, url: str) -> bool:
        """True if an address leads to other comments on this page, and not on with what it says."""
        before, _, fragment = url.lower().partition("#")
        own = self.url.lower()
        if any(word in before and word not in own for word in _COMMENTS):
            return True
        return any(word in fragment for word in _COMMENT_PLACES) and not is_thread_address(self.url)

    def _goes_on(self, url: str) -> bool:
        """True if an address is another page of the series to which this page's own address belongs. All paths of a
        site go on from that of its first page."""
        address = self._address(url)
        slot = address.page_slot()
        if slot < 0:
            own = stem(self.own.path)
            return bool(own) and address.path != self.own.path and address.path.startswith(own + "/")
        own_slot = self.own.page_slot()
        return address.list_path(slot) == (stem(self.own.path) if own_slot < 0 else self.own.list_path(own_slot))

    def _is_own(self, url: str) -> bool:
        """True if an address belongs to the page's site."""
        end = url.find("/", url.find("//") + 2)
        host = url if end < 0 else url[:end]
        known = self._hosts.get(host)
        if known is None:
            known = self._hosts[host] = not self._site or domain_key(url) in ("", self._site)
        return known

    def _address(self, url: str) -> AddressNumbers:
        known = self._addresses.get(url)
        if known is None:
            known = self._addresses[url] = numbers_of(url)
        return known


def _ends(marks: list[_Directed]) -> list[int]:
    """The places of links to the first and to the last of a series: an article has neighbours, but no such links."""
    return [link.place for link in marks if link.direction == END]


def _is_near(place: int, ends: list[int]) -> bool:
    """Whether a link stands beside one of these, in order."""
    at = bisect_left(ends, place)
    return any(abs(place - end) <= NEAR for end in ends[max(0, at - 1) : at + 1])


@lru_cache(maxsize=256)
def _of_rel(rel: str) -> str:
    words = set(rel.lower().split())
    return NEXT if "next" in words else PREVIOUS if words & {"prev", "previous"} else ""


def _said_number(label: str) -> int:
    """The number that a link says; 0 for one that says anything else."""
    match = _NUMBER.fullmatch(label.lower().strip())
    return int(match[1] or match[2]) if match else 0


def _is_same_series(address: AddressNumbers, other: AddressNumbers) -> bool:
    """True if two addresses differ only in their numbers, or one is the other with a number added at the end."""
    return address.form == other.form or other.tail.startswith(address.tail.rstrip("/") or "/")


def _are_of_series(address: AddressNumbers, member: AddressNumbers) -> bool:
    """True if an address belongs to the series of another: by its numbers, as its first page, or by its path."""
    slot = member.page_slot()
    return (
        address.path == member.path
        or address.form == member.form
        or (slot >= 0 and member.list_path(slot) == stem(address.path))
    )

"""The pictures of a page's records."""

from __future__ import annotations

import re
from bisect import bisect_left
from itertools import islice

import numpy as np

from scrapy_denoise.blocks.lexicon import sections
from scrapy_denoise.blocks.lexicon.alternatives import alternatives
from scrapy_denoise.document.entries.compiled import MAX_ROWS, MAX_TITLE
from scrapy_denoise.document.entries.link_paths import MIN_RECORDS, leads_to_profile
from scrapy_denoise.document.entries.record_elements import record_elements
from scrapy_denoise.document.entries.records import find_records
from scrapy_denoise.document.pictures.image_source import source_of
from scrapy_denoise.document.pictures.pictures import SMALL
from scrapy_denoise.document.source.compiled import NOT_XML, page_addresses
from scrapy_denoise.document.source.elements import MAX_CLASS
from scrapy_denoise.document.source.numbers import number_of
from scrapy_denoise.page import Page
from scrapy_denoise.page.compiled import ExactWords, collapse_whitespace
from scrapy_denoise.page.dom.element import Element

MAX_PICTURES = 10
"""Pictures of a record among which one of its own is looked for."""


MAX_AROUND, NAMED = 4, 3
"""Elements around a picture among which its link is looked for, and those, itself included, whose class is read."""

_MEMBER = sections("picture_words")["member"]
_AVATAR = re.compile(rf"(?:^|[\s/_.-])(?:{alternatives(_MEMBER)})(?=[\s/_.?-]|$)")
"""In the class or the address of the portrait of a member, in small letters."""

_AVATAR_WORDS = ExactWords({"member": map(str.encode, _MEMBER)})


class RecordPictures:
    """The pictures of a page's records that are not small. To be asked for with ``page.cached``."""

    def __init__(self, page: Page) -> None:
        known, addresses = page.cached(record_elements), page.cached(page_addresses)
        classes = page.columns.class_id_values
        named = not classes.isascii() or _AVATAR_WORDS.are_in(classes.lower())
        self._rows: list[int] = []
        self._sources: list[str] = []
        self._alts: list[str] = []
        self._avatars: list[bool] = []
        for row in known.pictures.tolist():
            element = known.by_row[row]
            if element is None or _is_small(element):
                continue
            if source := source_of(element, dict(element.items()), addresses):
                self._rows.append(row)
                self._sources.append(source)
                self._alts.append(element.get("alt") or "")
                self._avatars.append(_is_avatar(element, source, named))
        self._icons = self._shared(page) if self._rows else set()

    def first(self, first: int, end: int, url: str) -> tuple[str, str]:
        """The address of the first picture between two rows that is no icon, and its alternative text. url: of the
        record; where that is a member's, it may be the portrait of one."""
        for place in self._places(first, end):
            if self._sources[place] not in self._icons and (not self._avatars[place] or leads_to_profile(url)):
                return self._sources[place], collapse_whitespace(NOT_XML.sub("", self._alts[place][:MAX_TITLE]))
        return "", ""

    def __bool__(self) -> bool:
        return bool(self._rows)

    def _places(self, first: int, end: int) -> range:
        begin = bisect_left(self._rows, first)
        return range(begin, min(bisect_left(self._rows, end), begin + MAX_PICTURES))

    def _shared(self, page: Page) -> set[str]:
        """The addresses of pictures that records of several pages have: icons."""
        records = page.cached(find_records)
        urls_of: dict[str, set[str]] = {}
        ends = np.minimum(records.ends, records.firsts + MAX_ROWS)
        begins, stops = np.array(self._rows).searchsorted((records.firsts, ends))
        for number in (stops > begins).nonzero()[0].tolist():
            for source in self._sources[begins[number] : min(stops[number], begins[number] + MAX_PICTURES)]:
                urls_of.setdefault(source, set()).add(records.urls[number])
        return {source for source, urls in urls_of.items() if len(urls) >= MIN_RECORDS}


def _leads_to_member(link: Element) -> bool:
    address = link.get("href") or ""
    return leads_to_profile(f"://host/{address.partition('://')[2].partition('/')[2] or address.lstrip('/')}")


def _is_avatar(element: Element, source: str, named: bool) -> bool:
    """Whether a picture is the portrait of a member, by its name or that of an element around it, and stands in a link
    to the member or in none. named: whether classes of the page have such names."""
    is_named = _is_of_avatar(source)
    if not (is_named or named):
        return False
    around = [element, *islice(element.iterancestors(), MAX_AROUND)]
    if not is_named and not any(_is_of_avatar((one.get("class") or "")[:MAX_CLASS]) for one in around[:NAMED]):
        return False
    link = next((one for one in around if one.tag == "a" and one.get("href")), None)
    return link is None or _leads_to_member(link)


def _is_of_avatar(name: str) -> bool:
    name = name.lower()
    return _AVATAR_WORDS.are_in(name.encode("utf-8", "replace")) and _AVATAR.search(name) is not None


def _is_small(element: Element) -> bool:
    width, height = element.get("width"), element.get("height")
    return min(number_of(width, SMALL + 1), number_of(height, SMALL + 1)) <= SMALL

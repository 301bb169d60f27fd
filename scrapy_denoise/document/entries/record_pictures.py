"""The pictures of a page's records."""

from __future__ import annotations

from bisect import bisect_left

from lxml.etree import _Element

from scrapy_denoise.document.entries.link_paths import MIN_RECORDS
from scrapy_denoise.document.entries.record_elements import record_elements
from scrapy_denoise.document.entries.records import find_records
from scrapy_denoise.document.entries.titles import MAX_ROWS, MAX_TITLE
from scrapy_denoise.document.pictures.image_source import source_of
from scrapy_denoise.document.pictures.pictures import SMALL
from scrapy_denoise.document.source.compiled import NOT_XML, page_addresses
from scrapy_denoise.document.source.numbers import number_of
from scrapy_denoise.page import Page
from scrapy_denoise.page.compiled import collapse_whitespace

MAX_PICTURES = 10
"""Pictures of a record among which one of its own is looked for."""


class RecordPictures:
    """The pictures of a page's records that are not small. To be asked for with ``page.cached``."""

    def __init__(self, page: Page) -> None:
        known, addresses = page.cached(record_elements), page.cached(page_addresses)
        self._rows: list[int] = []
        self._sources: list[str] = []
        self._alts: list[str] = []
        for row in known.pictures.tolist():
            element = known.by_row[row]
            if element is None or _is_small(element):
                continue
            if source := source_of(element, dict(element.attrib.items()), addresses):
                self._rows.append(row)
                self._sources.append(source)
                self._alts.append(element.get("alt") or "")
        self._icons = self._shared(page)

    def first(self, first: int, end: int) -> tuple[str, str]:
        """The address of the first picture between two rows that is no icon, and its alternative text."""
        for place in self._places(first, end):
            if self._sources[place] not in self._icons:
                return self._sources[place], collapse_whitespace(NOT_XML.sub("", self._alts[place][:MAX_TITLE]))
        return "", ""

    def _places(self, first: int, end: int) -> range:
        begin = bisect_left(self._rows, first)
        return range(begin, min(bisect_left(self._rows, end), begin + MAX_PICTURES))

    def _shared(self, page: Page) -> set[str]:
        """The addresses of pictures that records of several pages have: icons."""
        records = page.cached(find_records)
        urls_of: dict[str, set[str]] = {}
        for first, end, url in zip(records.firsts.tolist(), records.ends.tolist(), records.urls, strict=True):
            for place in self._places(first, min(end, first + MAX_ROWS)):
                urls_of.setdefault(self._sources[place], set()).add(url)
        return {source for source, urls in urls_of.items() if len(urls) >= MIN_RECORDS}


def _is_small(element: _Element) -> bool:
    return any(number_of(element.get(name), SMALL + 1) <= SMALL for name in ("width", "height"))

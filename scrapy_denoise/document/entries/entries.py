"""The entries of a page's lists: what each record names, where it leads, and what it says."""

from __future__ import annotations

from functools import cache
from typing import Any

import attrs
import numpy as np
from lxml.etree import _Element

from scrapy_denoise.blocks.features.class_names import class_id_pairs
from scrapy_denoise.blocks.lexicon import sections
from scrapy_denoise.document.block_list.xpath import XPaths
from scrapy_denoise.document.entries.entry_text import entry_texts
from scrapy_denoise.document.entries.link_paths import MIN_RECORDS
from scrapy_denoise.document.entries.prices import FORMER, price_in
from scrapy_denoise.document.entries.records import Records, find_records
from scrapy_denoise.document.entries.section_headings import SectionHeadings
from scrapy_denoise.document.entries.titles import MAX_ROWS, MAX_TITLE, TitleRows, entry_numbers
from scrapy_denoise.document.offers import decimal
from scrapy_denoise.document.pictures.image_source import source_of
from scrapy_denoise.document.pictures.pictures import SMALL
from scrapy_denoise.document.posts.attribution import RowReader, may_have_figures, name_in
from scrapy_denoise.document.source.elements import PERMALINKS, author_rows
from scrapy_denoise.document.source.numbers import number_of
from scrapy_denoise.document.source.urls import page_addresses
from scrapy_denoise.document.source.xml_chars import NOT_XML
from scrapy_denoise.page import Page
from scrapy_denoise.page.columns import tags
from scrapy_denoise.page.columns.arrays import BoolArray, IndexArray
from scrapy_denoise.page.text.match_key import match_key
from scrapy_denoise.page.text.whitespace import collapse_whitespace

MAX_SIGNED = 100
"""Rows of a record in which its author and its date are looked for."""

MAX_FIGURES = 16
"""Texts with figures of a record among which its date is looked for."""

MAX_PRICED = 2_000
"""Characters of a record in which its price is looked for."""

MAX_TEXT = 20_000
"""Characters of the text of an entry."""

MAX_PICTURES = 10
"""Pictures of a record among which one of its own is looked for."""

MAX_LABELS = 30
"""Short texts of a record that are compared with such labels."""

MAX_LABEL = 30
"""Characters of a label that says that an entry is an advertisement."""

_STRUCK = tags.flags("del s strike")
_IMG = tags.CODES["img"]


@attrs.frozen
class Entry:
    """A record of a list, such as an article of a section, a product of a category, a thread of a forum.

    title: what names it. url: the absolute address that it leads to. text: what else it says, a paragraph a line.
    image: the address of its picture. published: ISO 8601. price: digits with a decimal point. currency: as shown, such
    as ``$`` or ``EUR``. heading: of the section that it stands in. position: from 1, among the entries of the page.
    xpath: of its element, or of the first of several. score: 0 to 1, how much speaks for its list, as a share of what
    speaks for the best one of the page. advertisement: whether it says that it is one, or leads to one. author: a name.

    Texts are empty where the page does not tell.
    """

    title: str
    url: str
    text: str = ""
    image: str = ""
    published: str = ""
    author: str = ""
    price: str = ""
    currency: str = ""
    heading: str = ""
    position: int = 0
    xpath: str = ""
    score: float = 0.0
    advertisement: bool = False

    def to_dict(self) -> dict[str, Any]:
        """The entry as JSON can hold it."""
        return attrs.asdict(self)


def find_entries(page: Page, advertised: frozenset[int], posts: IndexArray, language: str = "") -> list[Entry]:
    """The entries of a page, in document order; none of a page without lists or without its tree.

    advertised: rows of the links that lead to advertisements. posts: of a thread the text rows of its posts, in order;
    a record with some of them is a post, or a part of one. language: of the page, to read dates.
    """
    records = page.cached(find_records)
    if not len(records):
        return []
    apart = np.searchsorted(posts, records.firsts) == np.searchsorted(posts, records.ends)
    numbers = [number for number in sorted(set(page.cached(entry_numbers))) if apart[number]]
    if not numbers:
        return []
    reader = _EntryReader(page, records, language)
    return [reader.entry(number, advertised, position) for position, number in enumerate(numbers, 1)]


class _EntryReader:
    """Reads the records of a page one by one."""

    def __init__(self, page: Page, records: Records, language: str) -> None:
        columns = page.columns
        self.page, self.columns, self.records, self.language = page, columns, records, language
        wanted = np.zeros(len(columns), np.bool_)
        for first, end in zip(records.firsts.tolist(), records.ends.tolist(), strict=True):
            wanted[first : min(end, first + MAX_ROWS)] = True
        self.elements = page.elements(wanted)
        self.read = page.cached(entry_texts)
        self.former = columns.within(np.array(page.cached(class_id_pairs).rows_holding(FORMER, ids=False), np.intp))
        self.figures = may_have_figures(columns, range(len(columns)))
        self.struck = columns.within(np.flatnonzero(_STRUCK[columns.tag]))
        self.addresses = page.cached(page_addresses)
        self.xpaths = page.cached(XPaths)
        self.bylines = np.array(page.cached(author_rows), np.intp)
        self.headings = page.cached(SectionHeadings)
        self.heading_texts: dict[int, str] = {}
        self.titles = page.cached(TitleRows)
        self.icons = self._icons()

    def entry(self, number: int, advertised: frozenset[int], position: int) -> Entry:
        records, columns = self.records, self.columns
        first = int(records.firsts[number])
        end = min(int(records.ends[number]), first + MAX_ROWS)
        link = int(records.links[number])
        begin, stop = np.searchsorted(columns.text_rows, (first, end))
        positions = np.arange(begin, stop)
        own = columns.text_rows[begin:stop]
        title_row = self.titles.of(number)
        image, alternative = self._picture(first, end)
        in_title = (
            (own >= title_row) & (own < columns.end[title_row]) if title_row >= 0 else np.zeros(len(own), np.bool_)
        )
        title = collapse_whitespace(" ".join(self._lines(positions[in_title])))[:MAX_TITLE]
        rest = [line for line in self._lines(positions[self.read[begin:stop] & ~in_title]) if line != title]
        rest = list(dict.fromkeys(rest))  # some pages have a card twice, for small screens and for large ones
        if not title:
            title = alternative or (rest.pop(0)[:MAX_TITLE] if rest else "")
        amount, currency = self._price(positions, own, in_title)
        signed = RowReader(self.page, self.elements, frozenset(own.tolist()), first, self.language, MAX_FIGURES)
        short = own[columns.chars[own] <= MAX_LABEL][:MAX_LABELS]
        labels = {match_key(columns.text_of(row)) for row in short.tolist()}
        return Entry(
            title,
            records.urls[number],
            "\n".join(rest)[:MAX_TEXT].lstrip(" :,–—-"),
            image,
            signed.published(range(first, min(end, first + MAX_SIGNED))),
            self._author(signed, range(first, min(end, first + MAX_SIGNED))),
            decimal(amount) if amount else "",
            currency,
            self._heading(first),
            position,
            self.xpaths.of(first),
            round(float(records.weights[records.lists[number]]), 3),
            link in advertised or not _advertising().isdisjoint(labels),
        )

    def _price(self, positions: IndexArray, own: IndexArray, in_title: BoolArray) -> tuple[str, str]:
        """The first price of a record, as written, with its currency: not crossed out, and rather one that no class
        calls a former one, and that stands outside of the title."""
        if not self.figures[own].any():
            return "", ""
        shown = ~self.struck[own]
        now = shown & ~self.former[own]
        for wanted in (now & ~in_title, now, shown):
            text = " ".join(self._lines(positions[wanted]))[:MAX_PRICED]
            if (found := price_in(text))[0]:
                return found
        return "", ""

    def _heading(self, first: int) -> str:
        """The text of the heading that a record stands under."""
        row, columns = self.headings.above(first), self.columns
        if row >= 0 and row not in self.heading_texts:
            positions = np.arange(*np.searchsorted(columns.text_rows, (row, columns.end[row])))[:MAX_TITLE]
            marks = [columns.text_of(own) in PERMALINKS for own in columns.text_rows[positions].tolist()]
            self.heading_texts[row] = collapse_whitespace(" ".join(self._lines(positions[~np.array(marks, np.bool_)])))[
                :MAX_TITLE
            ]
        return self.heading_texts.get(row, "")

    def _author(self, signed: RowReader, rows: range) -> str:
        """Who is named as the author of a record, as in the posts of a thread, or by a byline."""
        if author := signed.author(rows):
            return author
        first, last = np.searchsorted(self.bylines, (rows.start, rows.stop))
        names = (name_in(self.columns.text_of(int(row))) for row in self.bylines[first:last])
        return next(filter(None, names), "")

    def _lines(self, positions: IndexArray) -> list[str]:
        """Text rows as lines, one a block; parts that a browser shows apart are apart."""
        columns = self.columns
        rows = columns.text_rows[positions]
        lines: list[str] = []
        text = ""
        block, stop, parent = -1, 0, -1
        for row in rows.tolist():
            piece = columns.text[columns.text_start[row] : columns.text_stop[row]].decode("utf-8", "replace")
            if columns.block[row] != block:
                lines.append(text)
                text, block = "", int(columns.block[row])
            elif text:
                glued = columns.text_start[row] == stop
                apart = (
                    columns.parent[row] != parent
                    and _are_words(text[-1:], piece[:1])
                    and self._are_siblings(parent, row)
                )
                text += "" if glued and not apart else " "
            text += piece
            stop, parent = int(columns.text_stop[row]), int(columns.parent[row])
        lines.append(text)
        return [line for line in map(collapse_whitespace, lines) if line]

    def _are_siblings(self, parent: int, row: int) -> bool:
        """Whether the element of a text has ended where another begins, so that neither is a part of the other."""
        columns = self.columns
        own = int(columns.parent[row])
        return bool(columns.end[parent] <= row and own > parent)

    def _picture(self, first: int, end: int) -> tuple[str, str]:
        """The address of the first picture of a record that is no icon, and its alternative text."""
        return next((found for found in self._pictures(first, end) if found[0] not in self.icons), ("", ""))

    def _pictures(self, first: int, end: int) -> list[tuple[str, str]]:
        """The addresses of the first pictures of a record that are not small, with their alternative texts."""
        found: list[tuple[str, str]] = []
        for row in (first + np.flatnonzero(self.columns.tag[first:end] == _IMG)).tolist():
            element = self.elements[row]
            if element is None or _is_small(element):
                continue
            if source := source_of(element, dict(element.attrib.items()), self.addresses):
                found.append((source, collapse_whitespace(NOT_XML.sub("", (element.get("alt") or "")[:MAX_TITLE]))))
            if len(found) == MAX_PICTURES:
                break
        return found

    def _icons(self) -> set[str]:
        """The addresses of pictures that records of several pages have."""
        records = self.records
        urls_of: dict[str, set[str]] = {}
        for first, end, url in zip(records.firsts.tolist(), records.ends.tolist(), records.urls, strict=True):
            for source, _ in self._pictures(first, min(end, first + MAX_ROWS)):
                urls_of.setdefault(source, set()).add(url)
        return {source for source, urls in urls_of.items() if len(urls) >= MIN_RECORDS}


def _are_words(left: str, right: str) -> bool:
    return (left.isalpha() and not right.isspace()) or right.isalpha()


def _is_small(element: _Element) -> bool:
    return any(number_of(element.get(name), SMALL + 1) <= SMALL for name in ("width", "height"))


@cache
def _advertising() -> frozenset[str]:
    lists = sections("unread_lines")
    return frozenset(map(match_key, (*lists["advertisements"], *lists["sponsored"])))

"""What the entries of a page say: a list for each field, read for all entries at once when it is first asked for."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.blocks.lexicon import lines_of
from scrapy_denoise.blocks.lexicon.alternatives import name_words
from scrapy_denoise.blocks.lexicon.phrase_keys import phrase_keys
from scrapy_denoise.blocks.regions.byline_labels import before_names, is_label_alone
from scrapy_denoise.blocks.regions.bylines import MAX_BYLINE_CHARS
from scrapy_denoise.document.compiled import XPaths
from scrapy_denoise.document.entries.compiled import MAX_ROWS, MAX_TITLE, digits_of, known_texts, record_lines
from scrapy_denoise.document.entries.entry_text import entry_texts, page_numbers
from scrapy_denoise.document.entries.link_paths import MIN_RECORDS, leads_to_profile, links_elsewhere, row_sums
from scrapy_denoise.document.entries.prices import record_prices, regular_prices
from scrapy_denoise.document.entries.record_elements import MAX_SIGNED, dating_elements, record_elements
from scrapy_denoise.document.entries.record_pictures import RecordPictures
from scrapy_denoise.document.entries.records import find_records
from scrapy_denoise.document.entries.section_headings import SectionHeadings
from scrapy_denoise.document.entries.titles import first_title, title_rows, without_label, without_numbers
from scrapy_denoise.document.metadata.author_names import bylines_within, shown_names
from scrapy_denoise.document.metadata.dates import DateReader, may_end_parted_date, parted_dates
from scrapy_denoise.document.metadata.order import DateOrder
from scrapy_denoise.document.posts.names import name_in
from scrapy_denoise.document.posts.row_reader import (
    MAX_LINE,
    SHOWN_ON_PAGE,
    SHOWN_WITH_DATE,
    RowReader,
)
from scrapy_denoise.document.product.amounts import decimal
from scrapy_denoise.document.product.currencies import country_of, currency_code
from scrapy_denoise.document.source.compiled import Beginnings
from scrapy_denoise.document.source.elements import PERMALINKS, author_rows
from scrapy_denoise.page import Page
from scrapy_denoise.page.columns.arrays import BoolArray, IndexArray
from scrapy_denoise.page.compiled import ExactWords, NameWords, collapse_whitespace, match_key
from scrapy_denoise.page.dom.element import Element
from scrapy_denoise.page.native.lazy import cached_attribute

MAX_FIGURES = 16
"""Texts with figures of a record among which its date is looked for."""

MAX_DATE = 20
"""Characters of a part of a date."""

MIN_DIGITS, MAX_YEAR = 3, 4
"""Digits of a date, and of its year."""

MAX_TEXT = 20_000
"""Characters of the text of an entry."""

MAX_RECORD_LINKS, MAX_BEFORE = 30, 4
"""Links of a record among which one to a profile is looked for, and texts of its line before it."""

MIN_SIGNED_SHARE = 0.5
"""Share of the records of a list without an author in which lines name one, from which these do."""

MAX_LABELS = 30
"""Short texts of a record that are compared with such labels."""

MAX_LABEL = 30
"""Characters of a label that says that an entry is an advertisement."""

_WORD = re.compile(r"[^\W\d_]+")
_LEFT_MARKS = re.compile(r"(?<=[.,;:]) [.,;:](?=\s|\Z)|^[,;]\s+| ?[(\[]$", re.MULTILINE)
"""Marks of a line in which something is left out: the second of two around the title, a comma behind a name, a bracket
before a link."""
_LEFT = ExactWords({"marks": (b" .", b" ,", b" ;", b" :", b"\n,", b"\n;", b"(\n", b"[\n")})
"""One of these is in every text with such marks, with a line end around it. To look for them takes far less time."""


class EntryColumns:
    """The entries of a page as lists, one for each field of `Entry`, of the same names.

    numbers: of their records, in order. advertised: makes the rows of the links that lead to advertisements. language:
    makes that of the page, to read dates. kept: makes for each text row whether it is content; None where the content
    is that of a list.
    """

    def __init__(
        self,
        page: Page,
        numbers: list[int],
        advertised: Callable[[], frozenset[int]],
        language: Callable[[], str],
        kept: Callable[[], BoolArray | None],
    ) -> None:
        records, columns = page.cached(find_records), page.columns
        self._page, self._columns, self._records, self._numbers = page, columns, records, numbers
        self._advertised, self._language, self._kept = advertised, language, kept
        self._firsts = records.firsts[numbers]
        self._ends = np.minimum(records.ends[numbers], self._firsts + MAX_ROWS)
        self._begins, self._stops = self._positions(self._firsts, self._ends)

    @cached_attribute
    def title(self) -> list[str]:
        return [title for title, _ in self._said]

    @cached_attribute
    def text(self) -> list[str]:
        return [text for _, text in self._said]

    @cached_attribute
    def url(self) -> list[str]:
        return [self._records.urls[number] for number in self._numbers]

    @cached_attribute
    def image(self) -> list[str]:
        return [image for image, _ in self._images]

    @cached_attribute
    def published(self) -> list[str]:
        columns, rows = self._columns, self._columns.text_rows
        short = columns.chars[rows] <= MAX_LINE
        dating, elements = self._page.cached(dating_elements)
        figures = rows[short & (self._digits > 0)]
        dated = np.concatenate((rows[short & (self._digits >= MIN_DIGITS)], dating))
        found = [""] * len(self._numbers)
        if not len(dated):
            return found
        reader = self._reader(elements, figures, self._language())
        known = self._among(np.sort(np.concatenate((figures, dating))))
        begins, stops = self._signed_among(np.sort(dated))
        tells, firsts = (stops > begins).tolist(), self._firsts.tolist()
        each = enumerate(zip(known, tells, firsts, self._lines_of_parts(), strict=True))
        for place, (own, some, first, lines) in each:
            date = reader.published(own, first) if some else ""
            if lines and not date:
                parted = (text for text in parted_dates("\n".join(lines)) if reader.dates.may_read_shown())
                date = next(filter(None, map(reader.shown, parted)), "")
                reader.dates.shown += SHOWN_WITH_DATE * bool(date)
            found[place] = date
        return found

    @cached_attribute
    def author(self) -> list[str]:
        """Who is named as the author, as in the posts of a thread, or by a byline; else whose profile most records
        of a list link to, or whom they name in a line ("by Ann Lee"), or whose portrait they show."""
        known, found = self._page.cached(record_elements), [""] * len(self._numbers)
        if len(known.signing):
            reader = self._reader(known.by_row, self._columns.text_rows, "")
            own = zip(self._among(known.signing), self._firsts.tolist(), strict=True)
            found = [reader.author(rows, first) if rows else "" for rows, first in own]
        if bylines := self._page.cached(author_rows):
            named = zip(found, self._among(np.array(bylines, np.intp)), strict=True)
            found = [name or self._first_name(rows) for name, rows in named]
        for read in (self._linked_profiles, self._names_in_lines, self._pictured_profiles):
            unsigned = np.array([place for place, name in enumerate(found) if not name], np.intp)
            if not len(unsigned):
                break
            names = read(unsigned)
            if not any(names):
                continue
            lists = self._records.lists[np.array(self._numbers)[unsigned]]
            counts, signed = np.bincount(lists), np.bincount(lists, list(map(bool, names)))
            are_signed = (signed > MIN_SIGNED_SHARE * counts)[lists]
            for place, name, is_signed in zip(unsigned, names, are_signed, strict=True):
                found[place] = name if is_signed else ""
        return found

    @cached_attribute
    def price(self) -> list[str]:
        return [decimal(amount) if amount else "" for amount, _ in self._prices]

    @cached_attribute
    def regular_price(self) -> list[str]:
        return regular_prices(self._page, self._begins, self._stops, self.price)

    @cached_attribute
    def currency(self) -> list[str]:
        country = self._page.cached(country_of)
        codes = {sign: currency_code(sign, country) for sign in {*self.currency_raw}}
        return [codes[sign] for sign in self.currency_raw]

    @cached_attribute
    def currency_raw(self) -> list[str]:
        return [sign for _, sign in self._prices]

    @cached_attribute
    def heading(self) -> list[str]:
        """The texts of the headings that the records stand under."""
        above = self._page.cached(SectionHeadings).above_records(self._firsts, self._kept)
        rows = np.array(sorted({*above} - {-1}), np.intp)
        begins, stops = self._positions(rows, self._columns.end[rows])
        stops = np.minimum(stops, begins + MAX_TITLE)
        wanted = np.zeros(len(self._columns.text_rows), np.bool_)
        for begin, stop in zip(begins.tolist(), stops.tolist(), strict=True):
            wanted[begin:stop] = True
        for position in wanted.nonzero()[0].tolist():
            wanted[position] = self._columns.text_between(position, position + 1) not in PERMALINKS
        texts = {
            row: _title(lines) for row, lines in zip(rows.tolist(), self._lines(wanted, begins, stops), strict=True)
        }
        return [texts.get(row, "") for row in above]

    @cached_attribute
    def position(self) -> list[int]:
        return list(range(1, len(self._numbers) + 1))

    @cached_attribute
    def xpath(self) -> list[str]:
        return list(map(self._page.cached(XPaths).xpath, self._firsts.tolist()))

    @cached_attribute
    def score(self) -> list[float]:
        weights = [round(weight, 3) for weight in self._records.weights.tolist()]
        return [weights[number] for number in self._records.lists[self._numbers].tolist()]

    @cached_attribute
    def advertisement(self) -> list[bool]:
        text_between, sums = self._columns.text_between, self._page.cached(row_sums)
        short = known_texts(sums, _begins_of_labels(), self._begins, self._stops, MAX_LABEL, MAX_LABELS)
        labels = phrase_keys("unread_lines", "advertisements", "sponsored")
        saying = {place for place, at in short if match_key(text_between(at, at + 1)) in labels}
        advertised, links = self._advertised(), self._records.links[self._numbers].tolist()
        return [place in saying or link in advertised for place, link in enumerate(links)]

    @cached_attribute
    def _images(self) -> list[tuple[str, str]]:
        """Of each entry the address of its first picture that is no icon, and its alternative text."""
        pictures = self._page.cached(RecordPictures)
        if not pictures:
            return [("", "")] * len(self._numbers)
        return list(map(pictures.first, self._firsts.tolist(), self._ends.tolist(), self.url))

    @cached_attribute
    def _titles(self) -> tuple[IndexArray, IndexArray]:
        """Where the text of what names each entry begins and ends, among those of the entry."""
        rows = np.array(list(map(self._page.cached(title_rows).title_row, self._numbers)), np.intp)
        firsts, lasts = self._positions(rows, self._columns.end[rows])
        firsts = np.maximum(firsts, self._begins)
        return firsts, np.where(rows < 0, firsts, np.minimum(lasts, self._stops))

    @cached_attribute
    def _in_titles(self) -> BoolArray:
        found = np.zeros(len(self._columns.text_rows), np.bool_)
        for first, last in zip(*(places.tolist() for places in self._titles), strict=True):
            found[first:last] = True
        return found

    @cached_attribute
    def _said(self) -> list[tuple[str, str]]:
        """The title and the text of each entry."""
        found = []
        titles = self._lines(~self._page.cached(page_numbers), *self._titles)
        texts = self._lines(self._page.cached(entry_texts) & ~self._in_titles, self._begins, self._stops)
        untitled = [""] * len(titles)
        if not all(titles):
            untitled = [picture if not lines else "" for lines, (_, picture) in zip(titles, self._images, strict=True)]
        times = Counter(untitled)  # what pictures of several say names none of them
        for lines, others, pictured in zip(titles, texts, untitled, strict=True):
            title = _title(lines) or (pictured if times[pictured] < MIN_RECORDS else "")
            title = title or (others[first_title(others)][:MAX_TITLE] if others else "")
            folded = title.casefold()
            # Some pages have a card twice, for small screens and for large ones.
            rest = dict.fromkeys(line for line in others if line.casefold() != folded)
            text = "\n".join(rest)[:MAX_TEXT]
            if _LEFT.are_in(f"\n{text}\n".encode("utf-8", "replace")):
                text = _LEFT_MARKS.sub("", text)
            found.append((title, text.lstrip(" :,–—-")))
        names, lists = self._page.cached(title_rows), self._records.lists[self._numbers]
        of_lists: dict[int, list[int]] = {}
        for place, number in enumerate(lists.tolist()):
            of_lists.setdefault(number, []).append(place)
        for places in of_lists.values():
            own = [found[place][0] for place in places]
            own = without_label(own) if names.is_beside_code(self._numbers[places[0]]) else own
            for place, title in zip(places, without_numbers(own), strict=True):
                found[place] = (title, found[place][1])
        return found

    @cached_attribute
    def _prices(self) -> list[tuple[str, str]]:
        lists = self._records.lists[self._numbers]
        return record_prices(self._page, self._digits, self._in_titles, self._begins, self._stops, lists)

    @cached_attribute
    def _digits(self) -> NDArray[np.uint8]:
        """How many digits each text row has, up to four, where it stands in an entry or right before one."""
        return digits_of(self._page.cached(row_sums), self._firsts, self._ends)

    def _reader(self, elements: list[Element | None], texts: IndexArray, language: str) -> RowReader:
        """Reads some elements, and some texts: those that may be asked for."""
        dates = DateReader(DateOrder(self._page, language), SHOWN_ON_PAGE)
        return RowReader(self._page, elements, frozenset(texts.tolist()), 0, dates, MAX_FIGURES, of_first_day=True)

    def _lines_of_parts(self) -> list[list[str]]:
        """Of each entry the lines, outside its title, in which a date may stand in parts. Where no text may be the year
        of such a date, there are no lines."""
        columns, rows = self._columns, self._columns.text_rows
        years = rows[(columns.chars[rows] <= MAX_DATE) & (self._digits >= MAX_YEAR)].tolist()
        if not any(may_end_parted_date(columns.text_of(row)) for row in years):
            return [[]] * len(self._numbers)
        parts = (columns.chars[rows] <= MAX_DATE) & ~self._in_titles
        return self._lines(parts, self._begins, np.minimum(self._stops, self._begins + MAX_SIGNED))

    def _names_in_lines(self, places: IndexArray) -> list[str]:
        """Of some entries the name in a short line outside the title that has a word such as "by"."""
        wanted = (self._columns.chars[self._columns.text_rows] <= MAX_BYLINE_CHARS) & ~self._in_titles
        stops = np.minimum(self._stops[places], self._begins[places] + MAX_SIGNED)
        texts = self._lines(wanted, self._begins[places], stops)
        named = {line: next(iter(_names_by(line)), "") for line in set(chain.from_iterable(texts))}
        return [next(filter(None, map(named.__getitem__, lines)), "") for lines in texts]

    def _linked_profiles(self, places: IndexArray) -> list[str]:
        """Of some entries the text of the first link to the profile of a member that begins its line, or stands behind
        a word such as "by" or a date, and does not lead where the entry does."""
        rows, urls = self._page.cached(links_elsewhere)
        starts, stops = rows.searchsorted((self._firsts[places], self._ends[places]))
        profiles = [
            (at, rows[link])
            for at, (place, start, stop) in enumerate(
                zip(places.tolist(), starts.tolist(), stops.tolist(), strict=True)
            )
            for link in range(start, min(stop, start + MAX_RECORD_LINKS))
            if urls[link] != self.url[place] and leads_to_profile(urls[link]) and self._begins_line(rows[link])
        ]
        texts = self._page.cached(row_sums).texts_of(np.array([row for _, row in profiles], np.intp))
        found = [""] * len(places)
        for (at, _), text in zip(profiles, texts, strict=True):
            found[at] = found[at] or name_in(text)
        return found

    def _pictured_profiles(self, places: IndexArray) -> list[str]:
        """Of some entries the name at the picture in the first link to the profile of a member without text, unless a
        line of the entry says that the member has replied."""
        rows, urls = self._page.cached(links_elsewhere)
        silent = (self._columns.subtree_chars[rows] == 0).nonzero()[0].tolist()
        own = [link for link in silent if leads_to_profile(urls[link])]
        leading = set(self._records.links.tolist()) if own else set()
        if not (own := [link for link in own if int(rows[link]) not in leading]):
            return [""] * len(places)
        known, links = self._page.cached(record_elements), rows[own]
        around = links.searchsorted(known.pictures) - 1
        inside = (around >= 0) & (known.pictures < self._columns.end[links[around]])
        # Of each such link its first picture.
        pictures = dict(zip(around[inside][::-1].tolist(), known.pictures[inside][::-1].tolist(), strict=True))
        starts, stops = links.searchsorted((self._firsts[places], self._ends[places])).tolist()
        shown = [pictures.get(start, 0) if start < stop else 0 for start, stop in zip(starts, stops, strict=True)]
        elements = (known.by_row[row] for row in shown)
        labels = ("" if one is None else one.get("title") or one.get("alt") or "" for one in elements)
        names = [name_in(label[:MAX_TITLE].partition(" - ")[0]) if label else "" for label in labels]
        if not any(names):
            return names
        lines = self._lines(~self._in_titles, self._begins[places], self._stops[places])
        replied = ("\n".join(filter(_of_replies, own)) for own in lines)
        return [name if name not in said else "" for name, said in zip(names, replied, strict=True)]

    def _begins_line(self, link: int) -> bool:
        """Whether nothing stands before the text of a link in its line, or what ends with a word such as "by" and does
        not say that a reply is meant."""
        columns, rows = self._columns, self._columns.text_rows
        first = int(rows.searchsorted(link))
        if first == len(rows):
            return False
        before = rows[max(first - MAX_BEFORE, 0) : first]
        begin = first - int(np.count_nonzero(columns.block[before] == columns.block[rows[first]]))
        text = columns.text_between(begin, first).strip()
        leads = is_label_alone(text) or (_leads_to_name(text) and not _of_replies(text))
        return not text or (first - begin < MAX_BEFORE and bool(leads))

    def _first_name(self, rows: list[int]) -> str:
        names = (name_in(self._columns.text_of(row)) for row in rows)
        return next(filter(None, names), "")

    def _among(self, rows: IndexArray) -> list[list[int]]:
        """Of each entry those of some rows that are among the ones in which it may be signed."""
        begins, stops = self._signed_among(rows)
        known = rows.tolist()
        return [known[begin:stop] for begin, stop in zip(begins.tolist(), stops.tolist(), strict=True)]

    def _signed_among(self, rows: IndexArray) -> tuple[IndexArray, IndexArray]:
        """Where these begin and end among the rows."""
        begins, stops = rows.searchsorted((self._firsts, np.minimum(self._ends, self._firsts + MAX_SIGNED)))
        return begins, stops

    def _positions(self, rows: IndexArray, ends: NDArray[np.signedinteger]) -> tuple[IndexArray, IndexArray]:
        """Where the texts between some rows begin and end in ``columns.text_rows``."""
        first, last = self._columns.text_rows.searchsorted((rows, ends))
        return first, last

    def _lines(self, wanted: BoolArray, firsts: IndexArray, lasts: IndexArray) -> list[list[str]]:
        return record_lines(self._columns, wanted.view(np.uint8), firsts, lasts)


def _names_by(line: str) -> tuple[str, ...]:
    """The names in a line behind a word such as "by"."""
    if not _names_before().may_be_in(line) or before_names().isdisjoint(_WORD.findall(line.lower())):
        return ()
    return shown_names(bylines_within(line))


def _title(lines: list[str]) -> str:
    return collapse_whitespace(" ".join(lines))[:MAX_TITLE].rstrip(" ¶")


def _leads_to_name(line: str) -> bool:
    """Whether a line ends as before a name: with a word as in "Started by", or with a mark behind a date."""
    return line.endswith(tuple("•·|–—-")) or line.rpartition(" ")[2].lower() in before_names()


def _of_replies(label: str) -> bool:
    return any(word in label.lower() for word in lines_of("dateline_words", "repliers"))


@cache
def _names_before() -> NameWords:
    """Those of the words before names that a line of ASCII may have."""
    return name_words(f"-{word}-" for word in before_names())


@cache
def _begins_of_labels() -> Beginnings:
    return Beginnings(phrase_keys("unread_lines", "advertisements", "sponsored"), ())

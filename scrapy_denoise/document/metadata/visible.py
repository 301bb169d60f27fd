"""What a page shows of its date and its authors: the lines near its title."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, cached_property
from itertools import islice, pairwise

import numpy as np
from lxml.etree import _Element
from numpy.typing import NDArray

from scrapy_denoise.blocks import BLOCK_TYPES
from scrapy_denoise.blocks.lexicon import sections
from scrapy_denoise.blocks.page_model import INDEX_TYPES, find_page_type
from scrapy_denoise.blocks.regions.byline_labels import names_editor
from scrapy_denoise.blocks.regions.bylines import AUTHOR_CLASS, BYLINE_LABEL, ISO_DATE, names_other_date
from scrapy_denoise.blocks.regions.changes import BEFORE as BEFORE_CHANGE
from scrapy_denoise.blocks.regions.changes import says_changed
from scrapy_denoise.blocks.regions.date_words import date_spans
from scrapy_denoise.blocks.regions.datelines import dated, is_bare_day
from scrapy_denoise.document.metadata.around import LABEL, Surroundings
from scrapy_denoise.document.metadata.author_links import (
    account_of_blog,
    behind_label_of_others,
    in_card,
    in_menus,
    linked_names,
    linked_sections,
    of_another,
    of_others,
    options,
)
from scrapy_denoise.document.metadata.author_names import bylines_within, is_labelled, shown_names, signs
from scrapy_denoise.document.source.elements import author_rows, of_comment
from scrapy_denoise.page import Page
from scrapy_denoise.page.compiled import collapse_whitespace
from scrapy_denoise.page.structured_data.microdata import text_of, texts_of
from scrapy_denoise.page.text.words import UNSPACED
from scrapy_denoise.page.walk.compiled import ElementRequest

_PUBLISHED_NAME = (
    rb"(?:[\w-]*[-_])?(?:(?:publish(?:ed)?|publication|posted|post|entry|article|release|created?|creation|submitted)"
    rb"[-_]?(?:date|time|on)|pub[-_]?date|date[-_]?(?:published|posted|publication|created)|published)"
)
_DATED_NAME = (
    rb"(?:(?!current|today|now|header|site|top|live)[a-z0-9]+[-_])*"
    rb"(?:date(?:line|time)?|datum|fecha|timestamp|submitted|created)"
)


def _among_names(name: bytes) -> re.Pattern[bytes]:
    """A name among others, as in ``columns.class_id_values``."""
    return re.compile(rb"(?<![^\s\0])(?:%s)(?![^\s\0])" % name, re.IGNORECASE)


_PUBLISHED, _DATED = (re.compile(rb"\A" + name, re.IGNORECASE) for name in (_PUBLISHED_NAME, _DATED_NAME))
_ANY_PUBLISHED, _ANY_DATED = map(_among_names, (_PUBLISHED_NAME, _DATED_NAME))
_POSTER = re.compile(
    rb"a(?<![a-z]a)uth?or|b(?<![a-z]b)yline|u(?<![a-z]u)ser|p(?<![a-z]p)(?:oster|rofile)|n(?<![a-z]n)ick"
    rb"|w(?<![a-z]w)riter|c(?<![a-z]c)reator|m(?<![a-z]m)ember"
)
"""Beginnings of names in small letters. Each has its first letter before the condition on what stands before it, so
that places with no such letter are passed over."""
_ENDS = (
    *(b"date", b"time", b"on", b"published", b"posted", b"created"),
    *(b"dateline", b"datum", b"fecha", b"timestamp", b"submitted"),
)
_WRITER = "writer"
"""A class of authors, and of what is said of those of the site: a name has to stand there."""

_CARDS, _CARD_NAMES = frozenset(("h-card", "vcard")), frozenset(("p-name", "fn"))
"""Classes of microformats: of a card of somebody, and of the name in it."""

MAX_INNER = 20
"""Elements in a card among which the name is looked for."""

MAX_LINE_CHARS = 80
"""Characters of an author's line at most."""

BELOW = 8
"""Blocks, from the last one of the text, in which a sentence says when the page was posted."""

FEW = 3
"""Lines with a date near the headings of which the nearest one counts alone; more are a list."""

TWICE = 2
"""Elements that are named after dates of which each can have that of the page; more are a list."""

MAX_NAMED = 50
"""Elements that are named as the author."""

NEAR = 100
"""Characters of text between two elements that name authors of one page, at most."""

APART, ENTRY, LISTED = 40, 1_000, 4
"""Characters of text between two elements that name the authors of two entries of a list, and such elements that a list
has at least."""

MAX_LINE = 1_000
"""Characters of a line in which dates are looked for."""

BEFORE_OTHER = 30
"""Characters before a date in which words such as "joined" say that it is the date of another thing."""

BEFORE, AFTER = 12, 30
"""Characters of a line before and after its year's pattern that can belong to the date: a weekday, a time."""


class ShownLines:
    """The lines of a page that show its dates and its authors, each kind of them found once.

    types: for each text row an index into `BLOCK_TYPES`. spaced: names have spaces in them (`shown_names`).
    """

    def __init__(self, page: Page, types: NDArray[np.uint8], spaced: bool = False) -> None:
        self._page, self._types, self._spaced = page, types, spaced

    def dates(self, changed: bool = False) -> list[str]:
        """The dates in the lines that are marked as date, then in those that are marked or named as the author's.

        changed: those of the last change, by the words before them; else the others.
        """
        bylines = [*self._authors, *self._named]
        lines = [*self._dates, *(line for line in bylines if len(line) <= MAX_LINE_CHARS and not is_bare_day(line))]
        return [text for line in lines if (text := _date(line, changed))]

    def published(self) -> Iterator[list[str]]:
        """The dates of the publication that the page shows, found when they are asked for, the best evidence first."""
        yield self.dates()
        yield self.only_date()
        yield self.posting()

    def around(self) -> Iterator[list[str]]:
        """Dates of lines around the text, found when they are asked for; none of a list counts whose days differ."""
        texts = _dates_of(self._around.head)
        yield texts[:1] if len(texts) <= FEW else texts
        yield _dates_of(self._around.opening)
        yield _dates_of(self._around.foot)
        yield _dates_of(self._around.labelled)

    def named_dates(self) -> list[str]:
        """The dates behind the title in elements that are named after dates, of whatever; those of a list are none."""
        found = self._named_dates(_DATED, _ANY_DATED, behind=True)
        return found if len(found) <= TWICE else []

    def changed(self) -> Iterator[list[str]]:
        """The dates of the last change that lines around the text show, found when they are asked for."""
        yield _dates_of(self._around.head, changed=True)
        yield _dates_of(self._around.foot, changed=True)
        yield [text for line in self._around.changes() if (text := _dated(line))]

    def only_date(self) -> list[str]:
        """The date in the elements that are named as the date of publication, where all of them show the same."""
        dates = set(self._named_dates(_PUBLISHED, _ANY_PUBLISHED))
        return list(dates) if len(dates) == 1 else []

    def _named_dates(self, whole: re.Pattern[bytes], part: re.Pattern[bytes], behind: bool = False) -> list[str]:
        """The dates in the elements that classes call so, outside comments and the reviews of a product.

        whole, part: the names, and the same among others. behind: only those behind the title, and no review's either.
        """
        names = self._page.columns.class_id_values
        if not any(map(whole.fullmatch, _names_ending(names, _ENDS))):
            return []
        named = self._page.columns.rows_of_class([match.start() for match in part.finditer(names)])
        if behind:
            named[: self._around.title_row] = False
            texts_before = np.searchsorted(self._page.columns.text_rows, np.flatnonzero(named))
            named[named] = np.append(self._types, 0)[texts_before] != BLOCK_TYPES.index("comment")
        elements = [element for element in self._page.elements(named) if element is not None]
        texts = [_stated(element) for element in elements[:MAX_NAMED] if not of_comment(element)]
        return [text for line in texts if (text := _date(line))]

    def posting(self) -> list[str]:
        """The date in the sentence that says when the page was posted, in the last block of the text or soon behind it;
        else the date and the time of day with which the title ends.
        """
        content = np.flatnonzero(self._types == BLOCK_TYPES.index("content"))
        columns = self._page.columns
        if len(content):
            block = columns.block[columns.text_rows]
            # Where blocks begin, from the last one of the text.
            starts = np.flatnonzero(np.diff(block, prepend=-1))
            starts = starts[np.searchsorted(starts, content[-1], side="right") - 1 :].tolist()
            for first, end in pairwise([*starts, len(block)][: BELOW + 1]):
                if self._types[first] == BLOCK_TYPES.index("comment"):
                    break
                line = collapse_whitespace(columns.text_between(first, end)[:MAX_LINE])
                if _postings().search(line) and (text := _date(line)):
                    return [text]
        return [text for line in self._lines("title") if (text := _stamp(line))]

    def authors(self) -> tuple[str, ...]:
        """The names in what is named as the author; else in the lines that are marked as author; else in the bylines
        within the lines that are marked as date, which come before lines that name an editor alone; else the links
        near the title that lead to an author's page; else the account of a blog. A list of other pages with their
        authors has none. On the page of a service the first two name those who praise it, and on that of a product a
        line needs a label, such as "by" of a book.
        """
        if self._is_list and self._page.cached(find_page_type).name in INDEX_TYPES:
            return ()
        return (
            self._marked_authors()
            or self._dated_authors()
            or shown_names(linked_names(self._page), self._spaced)
            or shown_names(account_of_blog(self._page), self._spaced)
        )

    def _dated_authors(self) -> tuple[str, ...]:
        """The names in the bylines within the lines that are marked as date."""
        return shown_names([part for line in self._dates for part in bylines_within(line)], self._spaced)

    def _marked_authors(self) -> tuple[str, ...]:
        """The names in what is named or marked as the author. The type of the page is asked where there are some."""
        names = shown_names(self._named, self._spaced)
        signed = [] if names else self._signed()
        kind = self._page.cached(find_page_type).name if names or signed else ""
        if kind == "service":
            return ()
        if signed and all(map(names_editor, signed)) and (writers := self._dated_authors()):
            return writers
        return names or shown_names(list(filter(is_labelled, signed)) if kind == "product" else signed, self._spaced)

    @cached_property
    def _around(self) -> Surroundings:
        return Surroundings(self._page, self._types)

    @cached_property
    def _dates(self) -> list[str]:
        return self._lines("date")

    @cached_property
    def _authors(self) -> list[str]:
        return self._lines("author", ~options(self._page)[self._page.columns.text_rows])

    def _signed(self) -> list[str]:
        """Those of these lines that say themselves that they name somebody, or whose element says so. A name alone in a
        menu above the title is that of a section, in a card that of another page, and a link such as "By hand" may lead
        to a section."""
        return [line for line in self._authors if line in self._of_posters or self._is_signed(line)]

    def _is_signed(self, line: str) -> bool:
        if is_labelled(line):
            return line not in self._page.cached(linked_sections)
        return line not in self._elsewhere and signs(line, self._spaced)

    @cached_property
    def _elsewhere(self) -> set[str]:
        """The first lines of authors in menus above the title, in reviews, quotations and cards of other pages."""
        columns = self._page.columns
        rows = columns.text_rows
        found = in_menus(self._page, self._around.heading_row)[rows] | self._page.cached(of_others)[rows]
        authors = np.flatnonzero(self._types == BLOCK_TYPES.index("author"))[:MAX_NAMED]
        found[authors] |= [in_card(self._page, row) for row in rows[authors].tolist()]
        return set(self._lines("author", found))

    @cached_property
    def _of_posters(self) -> set[str]:
        """The first lines of authors in elements that are named after authors or users."""
        columns = self._page.columns
        starts = [match.start() for match in _POSTER.finditer(columns.class_id_values.lower())]
        within = columns.in_subtrees(np.flatnonzero(columns.rows_of_class(starts)))[columns.text_rows]
        return set(self._lines("author", within))

    def _lines(self, name: str, among: NDArray[np.bool_] | None = None) -> list[str]:
        """The first lines of a type. among: the text rows that count."""
        found = self._types == BLOCK_TYPES.index(name)
        positions = np.flatnonzero(found if among is None else found & among)
        if not len(positions):
            return []
        columns = self._page.columns
        block = columns.block[columns.text_rows[positions]]
        parts = np.split(positions, np.flatnonzero(np.diff(block)) + 1)
        return [self._line(int(part[0]), int(part[-1]) + 1, name == "date") for part in parts[:5]]

    def _line(self, first: int, end: int, labelled: bool) -> str:
        """A line, where it is wanted with the label that stands in the text before it."""
        columns = self._page.columns
        line = collapse_whitespace(columns.text_between(first, end))
        if not labelled:
            return line
        label = collapse_whitespace(columns.text_between(first - 1, first)[:MAX_LINE_CHARS]) if first else ""
        return f"{label} {line}" if label.endswith((":", "：")) and len(label) <= LABEL else line

    @cached_property
    def _named(self) -> list[str]:
        """The texts of links to an author's page, and of elements that are named as the author; none of a comment.

        After the first, those alone that stand near the one before: others are of other pages or of answers. None where
        they are those of a list; and not who has reviewed or edited the page, where another is named.
        """
        texts: list[str] = []
        end = 0
        named = () if self._is_list else self._author_elements
        written = [found for found in named if not behind_label_of_others(self._page, found[0])]
        for row, text, _ in written or named:
            if texts and self._chars_between(end, row) > NEAR:
                break
            end = int(self._page.columns.end[row])
            if text not in texts:
                texts.append(text)
        return texts[:3]

    @cached_property
    def _is_list(self) -> bool:
        """Whether the elements of one class that name authors begin with some that each stand some lines behind the one
        before: those of the entries of a list, and not of a thread."""
        count, end, kind = 0, 0, ""
        for row, _, class_ in self._author_elements:
            if count and class_ != kind:
                continue
            if count and not APART < self._chars_between(end, row) <= ENTRY:
                break
            count, end, kind = count + 1, int(self._page.columns.end[row]), class_
        return count >= LISTED and self._page.cached(find_page_type).name != "forum"

    @cached_property
    def _author_elements(self) -> list[tuple[int, str, str]]:
        """The rows, the texts and the classes of the elements that name an author of the page, or of other pages."""
        found: list[tuple[int, str, str]] = []
        for row, element in islice(_elements(self._page), MAX_NAMED):
            class_ = element.get("class") or ""
            names = class_.split()
            if "author" in (element.get("rel") or "") or any(map(AUTHOR_CLASS.fullmatch, names)) or _WRITER in names:
                text = _byline(element)
                if _WRITER in names and not signs(text, self._spaced):
                    continue
                if 3 <= len(text) <= MAX_LINE_CHARS and not (
                    of_comment(element)
                    or of_another(self._page, self._types, row)
                    or in_card(self._page, row)
                    or self._page.cached(of_others)[row]
                ):
                    found.append((row, text, class_))
        return found

    def _chars_between(self, start: int, stop: int) -> int:
        """The characters of the text from one row to another."""
        columns = self._page.columns
        first, last = np.searchsorted(columns.text_rows, (start, stop))
        return int(columns.chars[columns.text_rows[first:last]].sum())


def _stated(element: _Element) -> str:
    """The date that an element gives in its ``title``, as microformats do, or its text."""
    title = element.get("title") or ""
    return (title if ISO_DATE.match(title) else text_of(element))[:MAX_LINE_CHARS]


def _names_ending(names: bytes, ends: tuple[bytes, ...]) -> list[bytes]:
    """The distinct words with some ending in the classes and ids of a page."""
    return [word for word in set(names.lower().replace(b"\0", b" ").split()) if word.endswith(ends)]


def _byline(element: _Element) -> str:
    """The text of an element up to where two words touch that stand in two elements: what follows a name without a
    space is set apart by the style sheet, such as an office or the name of a network.
    """
    text = ""
    for part in texts_of(_named_in_card(element)):
        if len(text) > MAX_LINE:
            break
        if text[-1:].isalpha() and part[:1].isalpha() and text[-1] < UNSPACED:
            if not BYLINE_LABEL.fullmatch(f"{text.strip()} "):
                break
            text += " "
        text += part[:MAX_LINE]
    return collapse_whitespace(text)


def _named_in_card(element: _Element) -> _Element:
    """What a card of microformats calls the name, which may have an account or a role beside it; else the element."""
    if _CARDS.isdisjoint((element.get("class") or "").split()):
        return element
    inner = islice(element.iterdescendants(), MAX_INNER)
    return next((one for one in inner if not _CARD_NAMES.isdisjoint((one.get("class") or "").split())), element)


def _elements(page: Page) -> Iterator[tuple[int, _Element]]:
    """The rows and the elements that say that they are about an author."""
    named, own = page.cached(author_rows), ElementRequest.WANTED
    wanted = page.columns.link * np.uint8(ElementRequest.OF_AUTHOR)
    wanted[named] = own
    for row, element in enumerate(page.elements(wanted) if named or page.statements.names_author else ()):
        if element is not None and (wanted[row] == own or "author" in element.get("rel", "").split()):
            yield row, element


@cache
def _others() -> re.Pattern[str]:
    """The words before the date of a birth, of a closing day and the like."""
    words = "|".join(map(re.escape, sections("dateline_words")["others"]))
    return re.compile(rf"(?<![^\W\u2e80-\uffff])(?:{words})(?![^\W\u2e80-\uffff])", re.IGNORECASE)


@cache
def _postings() -> re.Pattern[str]:
    """How a sentence says that a page was posted."""
    phrases = sections("dateline_words")["postings"]
    return re.compile("|".join(map(re.escape, phrases)), re.IGNORECASE)


def _stamp(line: str) -> str:
    """The date and the time of day with which a line ends."""
    line = dated(line[:MAX_LINE]).strip()
    start, end = next(reversed(date_spans(line)), (0, 0))
    return line[start:] if start > 0 and end == len(line) and ":" in line[start:] else ""


def _date(line: str, changed: bool = False) -> str:
    """The first date of a line with what stands around it, where it is no date of another thing: of the publication, or
    of the last change."""
    line = dated(line[:MAX_LINE])
    for start, end in date_spans(line):
        if says_changed(line[max(start - BEFORE_CHANGE, 0) : start]) is not changed:
            continue
        before = line[max(start - BEFORE_OTHER, 0) : start]
        if changed or not (names_other_date(before) or _others().search(before)):
            return line[max(start - BEFORE, 0) : end + AFTER]
    return ""


def _dates_of(lines: list[str], changed: bool = False) -> list[str]:
    """The dates of some lines, of each the first one."""
    return [text for line in lines if (text := _date(line, changed))]


def _dated(line: str) -> str:
    """The first date of a line with what stands around it."""
    line = dated(line[:MAX_LINE])
    return next((line[max(start - BEFORE, 0) : end + AFTER] for start, end in date_spans(line)), "")

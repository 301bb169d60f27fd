"""The places of a page that name its authors, stated and shown, each with what speaks for it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, repeat

import attrs
import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.blocks.page_model import INDEX_TYPES, find_page_type
from scrapy_denoise.blocks.regions.byline_labels import edited_by, has_office, is_label_alone
from scrapy_denoise.blocks.regions.bylines import AUTHOR_CLASS
from scrapy_denoise.document.compiled import NameMarks, Subtrees
from scrapy_denoise.document.metadata.author_links import (
    account_of_blog,
    behind_label_of_others,
    in_card,
    in_teaser,
    linked_names,
)
from scrapy_denoise.document.metadata.author_names import (
    NO_PERSON,
    beside_site,
    bylines_within,
    form_signs,
    is_labelled,
    is_named,
    is_unlikely,
    label_words,
    names_site,
    names_within,
    shown_names,
    signs,
    stated_names,
    without_site,
)
from scrapy_denoise.document.metadata.declared import Statements
from scrapy_denoise.document.metadata.shown_lines import CONTENT, DATE, ELSEWHERE, ShownLines
from scrapy_denoise.document.source.elements import author_rows, named_rows
from scrapy_denoise.page import Page
from scrapy_denoise.page.candidates.candidates import Candidate, Places, candidates, of_all
from scrapy_denoise.page.columns import tags
from scrapy_denoise.page.compiled import collapse_whitespace, match_key
from scrapy_denoise.page.dom.element import Element
from scrapy_denoise.page.native.lazy import cached_attribute
from scrapy_denoise.page.structured_data.microdata import texts_of
from scrapy_denoise.page.text.words import UNSPACED

LABELLED, DATED, BARE, EDITED = map(int, NameMarks)
FIELD = "authors"
_LOOSE = frozenset(("opengraph", "dublin-core", "meta"))
"""Sources whose authors can be anybody: the site, its owner, or who has made it."""

_PERSON, _SAID = frozenset(("full", "han_person", "east")), frozenset(("labelled", "named", "site_link"))
"""Signs of the form of a person's name, and of places that say so."""

_NONE = frozenset((NO_PERSON, "not_site"))
"""Signs of names that are no persons."""

BETWEEN = "\n"
"""What stands between the names of a candidate."""

HEAD, BELOW = 10, 14
"""Blocks before and behind the title that are read."""

OPENING, ENDING, FOOT = 3, 3, 8
"""Blocks of the text at its beginning and its end that are read, and blocks behind it."""

MAX_LINE_CHARS = 120
"""Characters of a line at most; what is longer is running text."""

MAX_NAMED = 50
"""Elements that are named as the author."""

NEAR = 100
"""Characters of text between two elements that name authors of one page, at most."""

MAX_INNER = 20
"""Elements in a card among which the name is looked for."""

_WRITER = "writer"
"""A class of authors, and of what is said of those of the site: a name has to stand there."""

MAX_LINE = 1_000
"""Characters of the text of an element that are read."""

_CARDS, _CARD_NAMES = frozenset(("h-card", "vcard")), frozenset(("p-name", "fn"))
"""Classes of microformats: of a card of somebody, and of the name in it."""

_OF_OTHERS = frozenset(("not_card", "not_in_teaser", "not_quoted", "not_comment"))
"""Signs of names that are not those of the page: they are no candidates."""

_OF_TYPES = dict.fromkeys(INDEX_TYPES, "not_of_index") | {"service": "not_of_service", "product": "not_of_product"}
"""The signs of the types of pages that show names of others."""

Named = tuple[tuple[str, ...], set[str]]
"""The names of one place, and its signs."""


class AuthorPlaces:
    """The authors that a page states, and those that it shows once they are added.

    sites: names of the site, in small letters. spaced: names have spaces in them (`shown_names`).
    """

    def __init__(self, lines: ShownLines, stated: list[tuple[str, Statements]], sites: set[str], spaced: bool) -> None:
        self._sites, self._spaced = sites, spaced
        self._shown = ShownAuthors(lines, spaced)
        self._places = Places()
        for source, said in stated:
            names = beside_site(stated_names(said[FIELD]), sites) if FIELD in said else ()
            if names and not (source in _LOOSE and names_site(names, sites)):
                own = set(form_signs(names, sites, spaced))
                if source in _LOOSE:
                    own.update(self._shown.seen(names), ("loose_host",) if "not_host" in own else ())
                self._places.add(FIELD, BETWEEN.join(names), source, *own)

    def add_shown(self) -> None:
        """Add the authors that the page shows."""
        places, sites = self._places, self._sites
        known = {_key(place.value): place.value for place in places.of(FIELD)}
        for names in self._shown.editors() if known else ():
            if (key := _key(BETWEEN.join(names))) in known:  # nobody who is not stated
                places.add(FIELD, known[key], "page", "edited")
        for shown_there, found in self._shown.places():
            names = beside_site(tuple(map(without_site, shown_there, repeat(sites))), sites)
            value = BETWEEN.join(names)
            if _key(value) in known:  # what is stated too may stand anywhere
                found = {sign for sign in found if not sign.startswith("not_")}
            elif self._shown.of_type != "not_of_product" or "bare" in found:  # a product has the author of a book
                found.update({self._shown.of_type} - {""})
            places.add(FIELD, value, "page", *found, *form_signs(names, sites, self._spaced))

    def candidates(self) -> list[Candidate]:
        """The different authors, each candidate with all names of one place."""
        return _compared(candidates(self._places.of(FIELD), _key, of_all))


def _key(value: str) -> frozenset[str]:
    return frozenset(map(match_key, value.split(BETWEEN)))


def _compared(found: list[Candidate]) -> list[Candidate]:
    """The candidates, those that are no persons with a sign where another one is."""
    if not any(map(_is_person, found)):
        return found
    return [
        one if _NONE.isdisjoint(one.signs) else attrs.evolve(one, signs=one.signs | {"not_beside_person"})
        for one in found
    ]


def names_persons(signs: frozenset[str]) -> bool:
    """Whether the signs of names are those of persons."""
    return not _PERSON.isdisjoint(signs) and _NONE.isdisjoint(signs)


def may_be_editor(signs: frozenset[str]) -> bool:
    """Whether the signs are those of a Chinese name that may be the editor's, whom many sites state as the author."""
    return "han_person" in signs and not {"loose_seen", "loose_not_seen"}.isdisjoint(signs)


def _is_person(one: Candidate) -> bool:
    """Whether a candidate is most likely a person, who is stated or named as the author."""
    return names_persons(one.signs) and (one.places[0].source != "page" or not _SAID.isdisjoint(one.signs))


class ShownAuthors:
    """The names that a page shows near its title and its text, and in what is named as the author.

    spaced: names have spaces in them (`shown_names`).
    """

    def __init__(self, lines: ShownLines, spaced: bool) -> None:
        self._page, self._spaced = lines.page, spaced
        self._lines, self._blocks = lines, lines.blocks

    @cached_attribute
    def of_type(self) -> str:
        """The sign of the page's type; empty where it shows no names of others."""
        return _OF_TYPES.get(self._page.cached(find_page_type).name, "")

    def places(self) -> Iterator[Named]:
        """The names of each place with their signs."""
        yield from self._of_lines()
        yield from self._of_elements()
        yield from self._within()
        linked = linked_names(self._page, self._lines)
        for sign, texts in (("author_link", linked), ("account", account_of_blog(self._page))):
            if names := shown_names(texts, self._spaced):
                yield names, {sign, "site_link"}

    def seen(self, names: tuple[str, ...]) -> Iterator[str]:
        """Whether the page shows some names that it states, and whether they are in its script."""
        start, stop = self._text_around
        yield "loose_seen" if names[0].encode() in self._page.columns.text[start:stop] else "loose_not_seen"
        if self._is_foreign(names):
            yield "not_script"

    def _is_foreign(self, names: tuple[str, ...]) -> bool:
        """Whether names of Latin letters are those of a page in another script."""
        return names[0].isascii() and self._lines.is_beyond_latin(*self._text_around)

    @cached_attribute
    def _text_around(self) -> tuple[int, int]:
        """The places in the bytes of the page's text between which its head, its text and its foot stand."""
        if not len(self._blocks):
            return 0, 0
        lines, columns = self._lines, self._page.columns
        last = lines.content[-1] if lines.content else lines.title
        numbers = (max(lines.title - HEAD, 0), min(last + FOOT, len(self._blocks) - 1))
        start, stop = (int(columns.text_start[lines.row_of(number)]) for number in numbers)
        return start, stop

    def _within(self) -> Iterator[Named]:
        """The names in the credits at the beginning and the end of the text."""
        content = self._lines.content
        for place, number in enumerate(dict.fromkeys((*content[:OPENING], *content[-ENDING:]))):
            parts = tuple(zip(self._lines.ends(number), ("opening", "ending"), strict=True))
            for part, where in parts if place < OPENING else parts[1:]:
                for line, labelled in names_within(part) if part else ():
                    if names := shown_names([line], self._spaced):
                        yield names, {f"credit_{where}"} if labelled else set()

    def editors(self) -> Iterator[tuple[str, ...]]:
        """The editors in the lines that are read: many a site states them as the author."""
        for _, line, marks in self._marked:
            if marks & EDITED and (named := edited_by(line)) and (names := shown_names([named], self._spaced)):
                yield names

    # --- lines ---

    def _of_lines(self) -> Iterator[Named]:
        """The names in the short lines near the title, and at the end of the text."""
        for number, line, marks in self._marked:
            row = self._lines.row_of(number)
            dated = bylines_within(line) if marks & DATED else []
            labelled = bool(dated) or (marks & LABELLED > 0 and is_labelled(line))
            if not labelled and not (
                marks & BARE and self._may_stand_alone(number, row) and is_named(line, self._spaced)
            ):
                continue
            names = shown_names(dated or [line], self._spaced)
            # Labels of Han characters are words of sentences too.
            if self._lines.kinds[number] == CONTENT and not self._spaced and any(map(is_unlikely, names)):
                continue
            if not names:
                continue
            said = set(self._signs_at(number, row))
            if labelled:
                said.add("labelled")
            else:
                said = {"bare", *(sign if sign.startswith("not_") else f"bare_{sign}" for sign in said)}
                said.update(self._signs_of_bare(number, row, line))
                if self._is_foreign(names):
                    said.add("not_script")
            if not _OF_OTHERS.isdisjoint(said):
                continue
            if self._is_in_title(names):
                said.add("not_in_title")
            yield names, said

    def _is_in_title(self, names: tuple[str, ...]) -> bool:
        """Whether all names stand in the title of the page."""
        title = match_key(self._page.titles.element[:MAX_LINE])
        return all(match_key(name) in title for name in names)

    @cached_attribute
    def _marked(self) -> list[tuple[int, str, int]]:
        """The short blocks that are read and may have names."""
        numbers = self._lines.near([self._lines.title], HEAD, BELOW, OPENING, ENDING, FOOT)
        return label_words().marked(self._lines, sorted(numbers))

    def _may_stand_alone(self, number: int, row: int) -> bool:
        """Whether a block can name the authors without a label: no heading, nothing of a menu and the like that is not
        named as the author's, and nothing that is read as an element."""
        if self._lines.kinds[number] in ELSEWHERE and row not in self._named and row not in self._posters:
            return False
        is_heading = tags.HEADINGS[self._page.columns.tag[self._blocks.element_row[number]]]
        return not is_heading and row not in self._collected

    def _signs_at(self, number: int, row: int) -> Iterator[str]:
        """Where a row of a block stands, and what around it speaks against it."""
        if number >= 0:
            yield from self._lines.place(number)
        if in_card(self._page, row):
            yield "not_card"
        if (content := self._lines.content) and in_teaser(self._page, row, self._lines.row_of(content[-1])):
            yield "not_in_teaser"

    def _signs_of_bare(self, number: int, row: int, line: str) -> Iterator[str]:
        """What speaks for and against a line without a label."""
        if DATE in self._lines.kinds[max(number - 2, 0) : number + 3]:
            yield "bare_near_date"
        if row in self._named:
            yield "bare_in_named"
        if row in self._posters:
            yield "bare_in_poster"
        if has_office(line):
            yield "bare_office"

    @cached_attribute
    def _named(self) -> Subtrees:
        return self._subtrees(self._page.cached(author_rows))

    @cached_attribute
    def _posters(self) -> Subtrees:
        return self._subtrees(self._page.cached(named_rows).poster)

    @cached_attribute
    def _collected(self) -> Subtrees:
        """The elements whose names are read as such."""
        return self._subtrees([row for row, *_ in self._author_elements])

    def _subtrees(self, rows: list[int] | NDArray[np.intp]) -> Subtrees:
        return Subtrees(self._page.columns, rows)

    # --- elements ---

    def _of_elements(self) -> Iterator[Named]:
        """The names in what is named as the author; those of elements near one another are of one place."""
        group: list[str] = []
        said: set[str] = set()
        end, first = 0, {"named"}
        for row, text, found in self._author_elements:
            if group and self._chars_between(end, row) > NEAR:
                yield from self._of_group(group, said | first)
                group, said, first = [], set(), {"named", "not_first_named"}
            end = int(self._page.columns.end[row])
            if text not in group:
                group.append(text)
            said |= found
        yield from self._of_group(group, said | first)

    def _of_group(self, group: list[str], said: set[str]) -> Iterator[Named]:
        if names := shown_names(group, self._spaced):
            if any(map(is_labelled, group)):
                said.add("labelled")
            if any(not signs(text, self._spaced) for text in group):
                said.add("not_signed")
            yield names, said

    @cached_attribute
    def _author_elements(self) -> list[tuple[int, str, set[str]]]:
        """The row, the text and the signs of each element that names an author, also of other pages."""
        found: list[tuple[int, str, set[str]]] = []
        for row, element in islice(_elements(self._page), MAX_NAMED):
            names = (element.get("class") or "").split()
            by_rel = "author" in (element.get("rel") or "")
            if not (by_rel or any(map(AUTHOR_CLASS.fullmatch, names)) or _WRITER in names):
                continue
            text = _byline(element)
            least = 3 if text.isascii() else 2
            if not least <= len(text) <= MAX_LINE_CHARS or (_WRITER in names and not signs(text, self._spaced)):
                continue
            if behind_label_of_others(self._page, row):
                continue
            said = set(self._signs_at(self._lines.number_at(row), row))
            if is_label_alone(element.get("title") or ""):
                said.add("labelled")
            if _OF_OTHERS.isdisjoint(said):
                found.append((row, text, said))
        return found

    def _chars_between(self, start: int, stop: int) -> int:
        """The characters of the text from one row to another."""
        columns = self._page.columns
        first, last = np.searchsorted(columns.text_rows, (start, stop))
        return int(columns.chars[columns.text_rows[first:last]].sum())


def _byline(element: Element) -> str:
    """The text of an element up to where two words touch that stand in two elements: what follows a name without a
    space is set apart by the style sheet, such as an office or the name of a network.
    """
    text = ""
    for part in texts_of(_named_in_card(element)):
        if len(text) > MAX_LINE:
            break
        if text[-1:].isalpha() and part[:1].isalpha() and text[-1] < UNSPACED:
            if not is_label_alone(text):
                break
            text += " "
        text += part[:MAX_LINE]
    return collapse_whitespace(text)


def _named_in_card(element: Element) -> Element:
    """What a card of microformats calls the name, which may have an account or a role beside it; else the element."""
    if _CARDS.isdisjoint((element.get("class") or "").split()):
        return element
    inner = islice(element.iterdescendants(), MAX_INNER)
    return next((one for one in inner if not _CARD_NAMES.isdisjoint((one.get("class") or "").split())), element)


def _elements(page: Page) -> Iterator[tuple[int, Element]]:
    """The rows and the elements that say that they are about an author."""
    rows = set(page.cached(author_rows))
    if page.statements.names_author:
        rows.update(row for row, (_, rel) in page.links.items() if "author" in rel.split())
    if rows:
        wanted = np.zeros(len(page.columns), np.bool_)
        wanted[list(rows)] = True
        elements = page.nodes(wanted)
        yield from ((row, element) for row in sorted(rows) if elements and (element := elements[row]) is not None)

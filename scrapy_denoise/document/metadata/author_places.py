"""The places of a page that name its authors, stated and shown, each with what speaks for it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from itertools import islice

import attrs
import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.blocks import BLOCK_TYPES, TextBlocks
from scrapy_denoise.blocks.page_model import INDEX_TYPES, find_page_type
from scrapy_denoise.blocks.regions.byline_labels import edited_by
from scrapy_denoise.blocks.regions.bylines import AUTHOR_CLASS, BYLINE_LABEL, FIRST_OF_BYLINES
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
from scrapy_denoise.document.metadata.author_names import (
    beside_desk,
    beside_site,
    bylines_within,
    form_signs,
    is_labelled,
    is_unlikely,
    names_site,
    names_within,
    shown_names,
    signs,
    stated_names,
)
from scrapy_denoise.document.metadata.statements import Statements
from scrapy_denoise.document.source.elements import author_rows, of_comment
from scrapy_denoise.page import Page
from scrapy_denoise.page.candidates.candidates import Candidate, Places, candidates
from scrapy_denoise.page.columns import tags
from scrapy_denoise.page.compiled import collapse_whitespace, match_key
from scrapy_denoise.page.dom.element import Element
from scrapy_denoise.page.structured_data.microdata import texts_of
from scrapy_denoise.page.text.words import UNSPACED
from scrapy_denoise.page.walk.compiled import ElementRequest

FIELD = "authors"
_LOOSE = frozenset(("opengraph", "dublin-core", "meta"))
"""Sources whose authors can be anybody: the site, its owner, or who has made it."""

_NO_PERSON = frozenset(("not_site", "not_desk", "not_maker", "not_label"))
_PERSON, _SAID = frozenset(("full", "han_person", "east")), frozenset(("labelled", "named", "site_link"))
"""Signs of candidates that are not persons, of those that have the form of one, and of places that say so."""

BETWEEN = "\n"
"""What stands between the names of a candidate."""

HEAD, BELOW = 10, 14
"""Blocks before and behind the title that are read."""

OPENING, ENDING, FOOT = 3, 3, 8
"""Blocks of the text at its beginning and its end that are read, and blocks behind it."""

MAX_LINE_CHARS = 120
"""Characters of a line at most; what is longer is running text."""

MAX_END = 40
"""Last characters of a block of the text in which a credit can stand."""

MAX_PLAIN_WORDS = 12
"""Words of a line without a label in which names are looked for."""

MAX_UNSPACED = 20
"""Characters of such a line in a script without spaces between words."""

MAX_NAMED = 50
"""Elements that are named as the author."""

NEAR = 100
"""Characters of text between two elements that name authors of one page, at most."""

APART, ENTRY, LISTED = 40, 1_000, 4
"""Characters of text between two elements that name the authors of two entries of a list, and such elements that a list
has at least."""

NEXT, CLOSE = 2, 5
"""Blocks between a line and the title that are told apart."""

MAX_INNER = 20
"""Elements in a card among which the name is looked for."""

MAX_SCRIPT = 4_000
"""Bytes of the text by which its script is told."""

_BEYOND_LATIN, _BEYOND_ASCII = 0xCD, 0x80
"""The first bytes in UTF-8 of letters beyond Latin, and beyond ASCII."""

_HEADINGS = tags.flags("h1 h2 h3 h4 h5 h6")
_WRITER = "writer"
"""A class of authors, and of what is said of those of the site: a name has to stand there."""

MAX_LINE = 1_000
"""Characters of the text of an element that are read."""

_POSTER = re.compile(
    rb"a(?<![a-z]a)uth?or|b(?<![a-z]b)yline|u(?<![a-z]u)ser|p(?<![a-z]p)(?:oster|rofile)|n(?<![a-z]n)ick"
    rb"|w(?<![a-z]w)riter|c(?<![a-z]c)reator|m(?<![a-z]m)ember"
)
"""Beginnings of names in small letters. Each has its first letter before the condition on what stands before it, so
that places with no such letter are passed over."""

_WORD = re.compile(r"\w+")
_SIDE = re.compile(rb"(?<![a-z])(?:side|sidebar|aside|widget|recommend|related)(?![a-z])")
_ASIDE = tags.CODES["aside"]
"""Names of classes of side bars, and the element."""

_CARDS, _CARD_NAMES = frozenset(("h-card", "vcard")), frozenset(("p-name", "fn"))
"""Classes of microformats: of a card of somebody, and of the name in it."""

_CONTENT, _TITLE, _COMMENT = (BLOCK_TYPES.index(name) for name in ("content", "title", "comment"))
_DATE, _AUTHOR = (BLOCK_TYPES.index(name) for name in ("date", "author"))
_LOOSELY = frozenset(("loose_seen", "loose_seen_elsewhere", "loose_not_seen"))
"""Signs of names from sources that state anybody."""

_OF_OTHERS = frozenset(("not_card", "not_of_others", "not_menu", "not_section"))
"""Signs of names that are not those of the page: they are no candidates."""

_ELSEWHERE = {
    BLOCK_TYPES.index(name): f"not_{name}"
    for name in ("comment", "navigation", "related", "interaction", "copyright", "advertisement", "media", "consent")
}


def author_candidates(
    page: Page,
    types: NDArray[np.uint8],
    stated: list[tuple[str, Statements]],
    sites: set[str],
    spaced: bool,
    with_shown: bool = True,
) -> list[Candidate]:
    """The authors that a page states or shows, each candidate with all names of one place.

    types: for each text row an index into `BLOCK_TYPES`. sites: names of the site, in small letters. spaced: names have
    spaces in them (`shown_names`). with_shown: read what the page shows, too.
    """
    places = Places()
    shown = ShownAuthors(page, types, spaced)
    for source, said in stated:
        names = beside_site(stated_names(said.get(FIELD, [])), sites)
        if names and not (source in _LOOSE and names_site(names, sites)):
            seen = (f"loose_{sign}" for sign in shown.seen(names)) if source in _LOOSE else ()
            places.add(FIELD, BETWEEN.join(names), source, *form_signs(names, sites, spaced), *seen)
    known = {_key(place.value) for place in places.of(FIELD)}
    for names in shown.editors() if with_shown and known else ():
        if (key := _key(BETWEEN.join(names))) in known:  # nobody who is not stated
            places.add(FIELD, next(one.value for one in places.of(FIELD) if _key(one.value) == key), "page", "edited")
    for shown_there, found in shown.candidates() if with_shown else ():
        names = beside_desk(beside_site(shown_there, sites))
        value = BETWEEN.join(names)
        if _key(value) in known:  # what is stated too may stand anywhere
            found = {sign for sign in found if not sign.startswith("not_")}
        places.add(FIELD, value, "page", *found, *form_signs(names, sites, spaced))
    return _compared(candidates(places.of(FIELD), _key))


def _key(value: str) -> frozenset[str]:
    return frozenset(map(match_key, value.split(BETWEEN)))


def _compared(found: list[Candidate]) -> list[Candidate]:
    """The candidates with how they agree with one another."""
    keys = [_key(one.value) for one in found]
    compared = []
    for own, one in zip(keys, found, strict=True):
        extra = set()
        for key, other in zip(keys, found, strict=True):
            if other is one or not key & own:
                if (
                    other is not one
                    and len(own) == 1
                    and len(key) > 1
                    and "".join(map(match_key, other.value.split(BETWEEN))) in own
                ):
                    extra.add("not_joined")
                continue
            than = "_than_stated" if any(place.source != "page" for place in other.places) else ""
            if own < key:
                extra.add(f"fewer{than}")
            elif own > key:
                extra.add(f"more{than}")
            if {place.source for place in one.places} != {place.source for place in other.places}:
                extra.add("agrees")
        if not _NO_PERSON.isdisjoint(one.signs) and any(map(_is_person, found)):
            extra.add("not_beside_person")
        compared.append(attrs.evolve(one, signs=one.signs | extra))
    return compared


def names_persons(signs: frozenset[str]) -> bool:
    """Whether the signs of names are those of persons."""
    return not _PERSON.isdisjoint(signs) and _NO_PERSON.isdisjoint(signs)


def may_be_editor(signs: frozenset[str]) -> bool:
    """Whether the signs are those of a Chinese name that may be the editor's, whom many sites state as the author."""
    return "han_person" in signs and not _LOOSELY.isdisjoint(signs)


def _is_person(one: Candidate) -> bool:
    """Whether a candidate is most likely a person, who is stated or named as the author."""
    return names_persons(one.signs) and (one.places[0].source != "page" or not _SAID.isdisjoint(one.signs))


class ShownAuthors:
    """The names that a page shows near its title and its text, and in what is named as the author.

    types: for each text row an index into `BLOCK_TYPES`. spaced: names have spaces in them (`shown_names`).
    """

    def __init__(self, page: Page, types: NDArray[np.uint8], spaced: bool) -> None:
        self._page, self._types, self._spaced = page, types, spaced
        self._blocks = page.cached(TextBlocks)
        self._kinds = types[self._blocks.first]

    def candidates(self) -> Iterator[tuple[tuple[str, ...], set[str]]]:
        """The names of each place with their signs; of names at several places those that speak for it from all of
        them, and those against it that all have."""
        found: dict[frozenset[str], tuple[tuple[str, ...], set[str], set[str]]] = {}
        for names, said in self._places():
            key = frozenset(map(match_key, names))
            against = {sign for sign in said if sign.startswith("not_")}
            if key in found:
                found[key][1].update(said - against)
                found[key][2].intersection_update(against)
            else:
                found[key] = names, said - against, against
        kind = self._page.cached(find_page_type).name if found else ""
        if kind in INDEX_TYPES and self._is_list:
            return
        for names, signs_for, against in found.values():
            # A service names those who praise it, and a product the author of a book behind a label.
            if (kind == "service" and "site_link" not in signs_for) or (kind == "product" and signs_for >= {"bare"}):
                continue
            yield names, signs_for | against | ({"not_of_index"} if kind in INDEX_TYPES else set())

    def seen(self, names: tuple[str, ...]) -> Iterator[str]:
        """Where the page shows some names that it states, and whether they are in its script."""
        columns, first = self._page.columns, names[0].encode()
        start, stop = self._text_around
        yield "seen" if first in columns.text[start:stop] else "seen_elsewhere" if first in columns.text else "not_seen"
        if names[0].isascii() and self._is_other_script:
            yield "not_script"

    @cached_property
    def _text_around(self) -> tuple[int, int]:
        """The places in the bytes of the page's text between which its head, its text and its foot stand."""
        if not len(self._blocks):
            return 0, 0
        columns, first = self._page.columns, self._blocks.first
        last = int(self._content[-1]) if len(self._content) else self._title
        numbers = (max(self._title - HEAD, 0), min(last + FOOT, len(self._blocks) - 1))
        start, stop = (int(columns.text_start[columns.text_rows[first[number]]]) for number in numbers)
        return start, stop

    @cached_property
    def _is_other_script(self) -> bool:
        """Whether most letters of the text are beyond Latin."""
        start, stop = self._text_around
        text = np.frombuffer(self._page.columns.text[start : min(stop, start + MAX_SCRIPT)], np.uint8)
        return bool((text >= _BEYOND_LATIN).sum() > (text < _BEYOND_ASCII).sum())

    def _places(self) -> Iterator[tuple[tuple[str, ...], set[str]]]:
        yield from self._lines()
        yield from self._elements()
        yield from self._within()
        for name, texts in (("author_link", linked_names(self._page)), ("account", account_of_blog(self._page))):
            if names := shown_names(texts, self._spaced):
                yield names, {name, "site_link"}

    def _within(self) -> Iterator[tuple[tuple[str, ...], set[str]]]:
        """The names in the credits at the beginning and the end of the text."""
        content = self._content
        for place, number in enumerate(dict.fromkeys((*content[:OPENING].tolist(), *content[-ENDING:].tolist()))):
            text = collapse_whitespace(self._blocks.text(self._page.columns, number)[: 4 * MAX_LINE])
            parts = ((text[:MAX_LINE_CHARS], "opening"), (text[-MAX_END:], "ending"))
            for part, where in parts if place < OPENING else parts[1:]:
                for line, labelled in names_within(part):
                    if names := shown_names([line], self._spaced):
                        yield names, {"credit", f"{'credit' if labelled else 'bare_credit'}_{where}"}

    def editors(self) -> Iterator[tuple[str, ...]]:
        """The editors in the lines that are read: many a site states them as the author."""
        for number in self._numbers():
            if (named := edited_by(self._line(number))) and (names := shown_names([named], self._spaced)):
                yield names

    # --- lines ---

    def _lines(self) -> Iterator[tuple[tuple[str, ...], set[str]]]:
        """The names in the short lines near the title, and at the end of the text."""
        for number in self._numbers():
            row, line = self._row_of(number), self._line(number)
            if not 2 <= len(line) <= MAX_LINE_CHARS or self._is_option[number]:
                continue
            dated = bylines_within(line) if any(map(str.isdigit, line)) else []
            labelled = bool(dated) or (_may_be_labelled(line) and is_labelled(line))
            if not labelled and not (self._may_be_name(line) and self._may_stand_alone(number, row)):
                continue
            names = shown_names(dated or [line], self._spaced)
            # Labels of Han characters are words of sentences too.
            if self._kinds[number] == _CONTENT and not self._spaced and any(map(is_unlikely, names)):
                continue
            if not names or not (labelled or signs(line, self._spaced)):
                continue
            said = set(self._signs_of_block(number))
            if labelled:
                said.add("labelled")
            else:
                said = {"bare", *(sign if sign.startswith("not_") else f"bare_{sign}" for sign in said)}
                if any(map(str.isdigit, line)):
                    said.add("not_dated")
            if dated:
                said.add("in_dateline")
            heading = _HEADINGS[self._page.columns.tag[self._blocks.element_row[number]]]
            if (heading or self._page.columns.linked[row]) and line in self._page.cached(linked_sections):
                said.add("not_section")
            if not _OF_OTHERS.isdisjoint(said):
                continue
            if self._is_in_title(names):
                said.add("not_in_title")
            yield names, said

    def _is_in_title(self, names: tuple[str, ...]) -> bool:
        """Whether all names stand in the title of the page."""
        title = match_key(self._page.titles.element[:MAX_LINE])
        return all(match_key(name) in title for name in names)

    def _numbers(self) -> list[int]:
        """The blocks that are read."""
        content, title, count = self._content, self._title, len(self._blocks)
        near = {*range(max(title - HEAD, 0), min(title + BELOW, count))}
        if len(content):
            last = int(content[-1])
            near |= {*content[:OPENING].tolist(), *content[-ENDING:].tolist(), *range(last, min(last + FOOT, count))}
        return sorted(near)

    def _may_stand_alone(self, number: int, row: int) -> bool:
        """Whether a block can name the authors without a label: no heading, nothing of a menu and the like that is not
        named as the author's, and nothing that is read as an element."""
        if _HEADINGS[self._page.columns.tag[self._blocks.element_row[number]]] or self._in_collected[row]:
            return False
        return int(self._kinds[number]) not in _ELSEWHERE or bool(self._in_named[row] or self._in_poster[row])

    @staticmethod
    def _may_be_name(line: str) -> bool:
        """Whether a line without a label may be names alone: a few words, the first of them with a capital letter."""
        if line[0] >= UNSPACED:
            return len(line) <= MAX_UNSPACED
        return (line[0].isupper() or not line[0].isalpha()) and len(line.split()) <= MAX_PLAIN_WORDS

    def _row_of(self, number: int) -> int:
        return int(self._page.columns.text_rows[self._blocks.first[number]])

    def _line(self, number: int) -> str:
        columns, blocks = self._page.columns, self._blocks
        if blocks.chars[number] > MAX_LINE_CHARS:
            return ""
        return collapse_whitespace(blocks.text(columns, number))

    def _signs_of_block(self, number: int) -> Iterator[str]:
        """Where a block stands."""
        kind = int(self._kinds[number])
        if kind in _ELSEWHERE:
            yield _ELSEWHERE[kind]
        elif kind in (_CONTENT, _AUTHOR, _DATE, _TITLE):
            yield f"type_{BLOCK_TYPES[kind]}"
        after = number - self._title
        if after < 0:
            yield "above_title" if after < -NEXT else "before_title"
        elif after <= CLOSE:
            yield "at_title" if after <= NEXT else "close_to_title"
        else:
            yield "far_from_title"
        content = self._content
        if len(content) and number >= content[-1] - 1:
            yield "at_end" if number <= content[-1] + 1 else "behind_end"
        near = self._kinds[max(number - 2, 0) : number + 3]
        if (near == _DATE).any():
            yield "near_date"
        row = self._row_of(number)
        yield from self._signs_of_row(row)
        if self._in_named[row]:
            yield "in_named"
        if self._in_poster[row]:
            yield "in_poster"

    def _signs_of_row(self, row: int) -> Iterator[str]:
        """What stands around a row that speaks against it."""
        if self._page.cached(of_others)[row]:
            yield "not_of_others"
        if in_card(self._page, row):
            yield "not_card"
        if self._menus[row]:
            yield "not_menu"
        if self._page.columns.linked[row]:
            yield "linked"
        if self._beside[row]:
            yield "not_beside"

    @cached_property
    def _title(self) -> int:
        """The block of the title; without one that of the first heading or of the text."""
        titles = np.flatnonzero(self._kinds == _TITLE)
        if len(titles):
            return int(titles[0])
        heading = self._page.columns.first_heading
        if heading >= 0:
            return max(self._blocks.number_at(self._page.columns, heading), 0)
        return int(self._content[0]) if len(self._content) else 0

    @cached_property
    def _content(self) -> NDArray[np.intp]:
        return np.flatnonzero(self._kinds == _CONTENT)

    @cached_property
    def _is_option(self) -> NDArray[np.bool_]:
        columns = self._page.columns
        found: NDArray[np.bool_] = options(self._page)[columns.text_rows[self._blocks.first]]
        return found

    @cached_property
    def _menus(self) -> NDArray[np.bool_]:
        columns = self._page.columns
        heading = columns.first_heading
        stop = heading if heading >= 0 else int(columns.text_rows[self._blocks.first[self._title]])
        return in_menus(self._page, stop)

    @cached_property
    def _in_named(self) -> NDArray[np.bool_]:
        columns = self._page.columns
        return columns.in_subtrees(np.array(self._page.cached(author_rows), np.intp))

    @cached_property
    def _beside(self) -> NDArray[np.bool_]:
        """For each row whether it is of a side bar that does not hold the title."""
        columns = self._page.columns
        starts = [match.start() for match in _SIDE.finditer(columns.class_id_values.lower())]
        rows = np.flatnonzero(columns.rows_of_class(starts) | (columns.tag == _ASIDE))
        title = int(columns.text_rows[self._blocks.first[self._title]])
        return columns.in_subtrees(rows[(rows > title) | (columns.end[rows] <= title)])

    @cached_property
    def _in_collected(self) -> NDArray[np.bool_]:
        """For each row whether it is of an element whose names are read as such."""
        return self._page.columns.in_subtrees(np.array([row for row, *_ in self._author_elements], np.intp))

    @cached_property
    def _in_poster(self) -> NDArray[np.bool_]:
        columns = self._page.columns
        starts = [match.start() for match in _POSTER.finditer(columns.class_id_values.lower())]
        return columns.in_subtrees(np.flatnonzero(columns.rows_of_class(starts)))

    # --- elements ---

    def _elements(self) -> Iterator[tuple[tuple[str, ...], set[str]]]:
        """The names in what is named as the author; those of elements near one another are of one place."""
        group: list[str] = []
        said: set[str] = set()
        end, first = 0, True
        is_list = self._is_list
        for row, text, _, found in self._author_elements:
            if group and self._chars_between(end, row) > NEAR:
                yield from self._of_group(group, said, first, is_list)
                group, said, first = [], set(), False
            end = int(self._page.columns.end[row])
            if text not in group:
                group.append(text)
            said |= found
        yield from self._of_group(group, said, first, is_list)

    def _of_group(
        self, group: list[str], said: set[str], first: bool, is_list: bool
    ) -> Iterator[tuple[tuple[str, ...], set[str]]]:
        if names := shown_names(group, self._spaced):
            extra = {"named"} if first else {"named", "not_first_named"}
            if is_list:
                extra.add("not_listed")
            if any(map(is_labelled, group)):
                extra.add("labelled")
            if any(not signs(text, self._spaced) for text in group):
                extra.add("not_signed")
            yield names, said | extra

    @cached_property
    def _is_list(self) -> bool:
        """Whether the elements of one class that name authors begin with some that each stand some lines behind the one
        before: those of the entries of a list, and not of a thread."""
        count, end, kind = 0, 0, ""
        for row, _, class_, _ in self._author_elements:
            if count and class_ != kind:
                continue
            if count and not APART < self._chars_between(end, row) <= ENTRY:
                break
            count, end, kind = count + 1, int(self._page.columns.end[row]), class_
        return count >= LISTED and self._page.cached(find_page_type).name != "forum"

    @cached_property
    def _author_elements(self) -> list[tuple[int, str, str, set[str]]]:
        """The row, the text, the class and the signs of each element that names an author, also of other pages."""
        found: list[tuple[int, str, str, set[str]]] = []
        for row, element in islice(_elements(self._page), MAX_NAMED):
            class_ = element.get("class") or ""
            names = class_.split()
            by_rel = "author" in (element.get("rel") or "")
            if not (by_rel or any(map(AUTHOR_CLASS.fullmatch, names)) or _WRITER in names):
                continue
            text = _byline(element)
            if not 3 <= len(text) <= MAX_LINE_CHARS or (_WRITER in names and not signs(text, self._spaced)):
                continue
            said = {"rel"} if by_rel else set()
            if (
                of_comment(element)
                or of_another(self._page, self._types, row)
                or behind_label_of_others(self._page, row)
            ):
                continue
            said.update(self._signs_of_row(row))
            said.update(self._where(row))
            if _OF_OTHERS.isdisjoint(said):
                found.append((row, text, class_, said))
        return found

    def _where(self, row: int) -> Iterator[str]:
        """Where a row stands among the blocks."""
        number = self._blocks.number_at(self._page.columns, row)
        if number >= 0:
            yield from (sign for sign in self._signs_of_block(number) if sign not in ("in_named", "in_poster"))

    def _chars_between(self, start: int, stop: int) -> int:
        """The characters of the text from one row to another."""
        columns = self._page.columns
        first, last = np.searchsorted(columns.text_rows, (start, stop))
        return int(columns.chars[columns.text_rows[first:last]].sum())


def _may_be_labelled(line: str) -> bool:
    """Whether a line may have a label of authors: most lines of ASCII have not, in a tenth of the time."""
    if not line.isascii() or ":" in line or "|" in line or "/" in line:
        return True
    word = next(iter(_WORD.findall(line)), "").lower()
    return word in FIRST_OF_BYLINES or word.startswith(("author", "autor"))


def _byline(element: Element) -> str:
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


def _named_in_card(element: Element) -> Element:
    """What a card of microformats calls the name, which may have an account or a role beside it; else the element."""
    if _CARDS.isdisjoint((element.get("class") or "").split()):
        return element
    inner = islice(element.iterdescendants(), MAX_INNER)
    return next((one for one in inner if not _CARD_NAMES.isdisjoint((one.get("class") or "").split())), element)


def _elements(page: Page) -> Iterator[tuple[int, Element]]:
    """The rows and the elements that say that they are about an author."""
    named, own = page.cached(author_rows), ElementRequest.WANTED
    wanted = page.columns.link * np.uint8(ElementRequest.OF_AUTHOR)
    wanted[named] = own
    elements = page.nodes(wanted) if named or page.statements.names_author else []
    for row in np.flatnonzero(wanted).tolist() if elements else ():
        element = elements[row]
        if element is not None and (wanted[row] == own or "author" in element.get("rel", "").split()):
            yield row, element

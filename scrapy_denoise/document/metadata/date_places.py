"""The places of a page that give its dates, stated and shown, each with what speaks for it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from operator import itemgetter

import numpy as np

from scrapy_denoise.blocks import BLOCK_TYPES
from scrapy_denoise.blocks.features.compiled import DATE_NAMES, class_id_pairs
from scrapy_denoise.blocks.lexicon import sections
from scrapy_denoise.blocks.lexicon.alternatives import alternatives
from scrapy_denoise.blocks.regions.bylines import MAX_BYLINE_CHARS, names_other_date
from scrapy_denoise.blocks.regions.changes import BEFORE as BEFORE_CHANGE
from scrapy_denoise.blocks.regions.changes import names_other_day, says_changed
from scrapy_denoise.blocks.regions.date_reader import find_dates
from scrapy_denoise.blocks.regions.date_words import begins_with_publication_label, has_day
from scrapy_denoise.blocks.regions.datelines import dated, is_date_alone, is_dateline
from scrapy_denoise.document.compiled import Subtrees
from scrapy_denoise.document.metadata.date_statements import attribute_day, picture_day, script_day, times
from scrapy_denoise.document.metadata.dates import DateReader
from scrapy_denoise.document.metadata.declared import Statements
from scrapy_denoise.document.metadata.shown_lines import CONTENT, DATE, LONGEST, ShownLines
from scrapy_denoise.document.source.elements import rows_of_comments
from scrapy_denoise.page.candidates.candidates import Candidate, Places, candidates, of_all
from scrapy_denoise.page.columns import tags
from scrapy_denoise.page.compiled import NameWords, may_have_day
from scrapy_denoise.page.structured_data.microdata import text_of

PUBLISHED, MODIFIED = RANKED_DATES = "published", "modified"
DAY = 10
"""Characters of a day in ISO 8601."""

ABOVE, BELOW = 4, 10
"""Blocks before and behind a heading whose lines are read."""

MAX_BETWEEN = 40
"""Blocks between a heading and its text, such as menus."""

OPENING, PLACE = 8, 30
"""Blocks of the text that can begin with its date, and characters of a place before such a date."""

BEHIND, FOOT = 15, 60
"""Blocks behind the text that are read, and those of which one can say when the page was changed."""

LABEL = 40
"""Characters of a label that stands in the block before its date."""

BEFORE = 24
"""Characters of a line before its date that can belong to it: a weekday, a time."""

BEFORE_OTHER = 30
"""Characters before a date in which words such as "joined" say that it is the date of another thing."""

MANY = 3
"""Different days near the title from which they are those of a list."""

MAX_DATES = 4
"""Dates of a line that are read."""

MAX_NAMED = 50
"""Elements that are named after dates."""

_ABBR = tags.CODES["abbr"]

_BEGINS = re.compile(r"\s?(?:\)\s|[-–—:|]\s|[.]\s(?=\S)|(?=[„“\"«»])|(?<=\d:\d\d)(?::\d\d)?\s(?=\S))")
"""What stands between the date of a text and its first word; behind a time of day its seconds, or a space alone."""

_EARLY_FIGURE = re.compile(rf".{{0,{PLACE + 1}}}?\d")
_WORDS = NameWords(DATE_NAMES)

_by_day = itemgetter(slice(DAY))
_SHOWN = frozenset(("page", "time", "script"))
"""Sources that are places of the page, where other pages have their dates too."""

_LOOSE = frozenset(("not_dateline", "not_in_text", "picture", "attribute"))
"""Signs of places whose time of day is not that of the same day elsewhere."""

_OUTSIDE = {BLOCK_TYPES.index(name) for name in ("comment", "consent")}


class DatePlaces:
    """The days of the publication and of the last change that a page states, and those that it shows once they are
    added, each as exact as a place has it."""

    def __init__(self, lines: ShownLines, stated: Iterable[tuple[str, Statements]], reader: DateReader) -> None:
        self._lines, self._reader = lines, reader
        self._places = Places()
        for source, said in stated:
            for field in (PUBLISHED, MODIFIED):
                if field in said:
                    days = dict.fromkeys(filter(None, map(reader.stated, said[field][:MAX_NAMED])))
                    for number, day in enumerate(days):
                        self._places.add(field, day, source, *(("not_first",) if number else ()))
        for field, text, signs in times(lines.page):
            if day := reader.stated(text):
                self._places.add(field, day, "time", *signs)

    def add_shown(self) -> None:
        """Add the days that the page shows."""
        places, found = self._places, list(ShownDates(self._lines, self._reader).places())
        exact = {(field, day[:DAY]) for field, day, own in found if own.isdisjoint(_LOOSE)}
        many = ("of_many",) if len({day[:DAY] for field, day, _ in found if field == PUBLISHED}) > MANY else ()
        known = {place.value[:DAY] for field in (PUBLISHED, MODIFIED) for place in places.of(field)}
        for field, day, own in found:
            if day[:DAY] in known:  # what is stated too may stand anywhere
                own = {sign for sign in own if not sign.startswith("not_")}
            if (field, day[:DAY]) in exact and not own.isdisjoint(_LOOSE):
                day = day[:DAY]
            places.add(field, day, "script" if own == {"script"} else "page", *own, *many)

    def candidates(self) -> dict[str, list[Candidate]]:
        """The different days of each of the two fields."""
        return {field: _compared(candidates(self._places.of(field), _by_day, of_all)) for field in RANKED_DATES}


def _compared(found: list[Candidate]) -> list[Candidate]:
    """The candidates with the order of the stated ones."""
    if not found:
        return found
    of_places = [_SHOWN.issuperset([place.source for place in one.places]) for one in found]
    stated = sorted([one.value[:DAY] for one, is_shown in zip(found, of_places, strict=True) if not is_shown])
    for one, is_shown in zip(found, of_places, strict=True):
        day = one.value[:DAY]
        if is_shown and stated:
            one.signs |= {"before_stated" if day < stated[0] else "after_stated"}
        elif len(stated) > 1:
            one.signs |= {sign for sign, end in (("earliest", stated[0]), ("latest", stated[-1])) if day == end}
    return found


class ShownDates:
    """The dates in the lines of a page that are near its title and its text, and in what is named after dates."""

    def __init__(self, lines: ShownLines, reader: DateReader) -> None:
        self._page, self._reader, self._lines = lines.page, reader, lines
        self._blocks, self._types, self._content = lines.blocks, lines.kinds, lines.content

    def places(self) -> Iterator[tuple[str, str, set[str]]]:
        """The field, the date and the signs of each place."""
        for number in self._numbers():
            yield from self._of_block(number)
        yield from self._named()
        yield from self._changes()
        for source, text in (
            ("script", script_day(self._page)),
            ("attribute", attribute_day(self._page)),
            ("picture", picture_day(self._page)),
        ):
            if text and (day := self._reader.read(text)):
                yield PUBLISHED, day, {source}

    def _numbers(self) -> Iterable[int]:
        """The blocks that are read: near the title and the text, and those that may have a day or are a dateline."""
        anchors = self._lines.anchors
        near = self._lines.near(anchors, ABOVE, BELOW, OPENING, 1, BEHIND)
        if self._content:
            start = self._content[0]
            above = max((number for number in anchors if number < start), default=start)
            if start - above <= MAX_BETWEEN:
                near.update(range(above, start))
        datelines = [number for number in near if self._types[number] == DATE] if DATE in self._types else []
        return sorted({*self._lines.dated(near), *datelines})

    def _of_block(self, number: int) -> Iterator[tuple[str, str, set[str]]]:
        """The dates of a block."""
        line, kind = self._labelled(number), self._types[number]
        if kind in _OUTSIDE:
            return
        if len(line) > LONGEST or self._lines.is_running(number):
            if kind == CONTENT and (day := self._opening(line)):
                yield PUBLISHED, day, {"opening", *self._lines.place(number)} - {"not_in_text"}
            elif self._is_posting(number, line) and (first := next(self._dates(line), None)):
                yield first[0], first[1], {"opening", *first[2]}
            return
        if not has_day(dated(line)):
            return
        signs = set(self._of_line(number, line))
        for field, day, found in self._dates(line):
            yield field, day, signs | found

    def _of_line(self, number: int, line: str) -> Iterator[str]:
        """What speaks for and against the dates of a line."""
        yield from self._lines.place(number)
        yield "alone" if is_date_alone(line) else "dateline" if is_dateline(line) else "not_dateline"
        if begins_with_publication_label(line):
            yield "publication_label"
        if self._lines.leads_on(number):
            yield "not_leading_on"

    def _is_posting(self, number: int, line: str) -> bool:
        """Whether a long line at the end of the text says when the page was posted."""
        end = self._content[-1] if self._content else 0
        return number >= end and _postings().search(line.lower()) is not None

    def _named(self) -> Iterator[tuple[str, str, set[str]]]:
        """The dates in the elements that classes name after dates, outside comments."""
        columns, pairs = self._page.columns, self._page.cached(class_id_pairs)
        if not pairs.dates:
            return
        named = dict(zip(DATE_NAMES, pairs.rows_of_classes(_WORDS, pairs.dates), strict=True))
        figured = set(self._lines.figured_rows([row for rows in named.values() for row in rows]))
        # Microformats have the date of an abbreviation in an attribute.
        told = {
            sign: [row for row in rows if row in figured or columns.tag[row] == _ABBR] for sign, rows in named.items()
        }
        if not any(told.values()):
            return
        comments = Subtrees(columns, rows_of_comments(self._page))
        told = {sign: [row for row in rows if columns.parent[row] not in comments] for sign, rows in told.items()}
        wanted = np.zeros(len(columns), np.bool_)
        for rows in told.values():
            wanted[rows] = True
        elements = self._page.nodes(wanted)
        for sign, rows in told.items():
            for row in rows[:MAX_NAMED]:
                element, number = elements[row] if elements else None, self._lines.number_of(row)
                if element is None or self._types[number] in _OUTSIDE:
                    continue
                title = element.get("title") or ""
                text = (title if title[:4].isdigit() else text_of(element))[:LONGEST]
                if may_have_day(text) and (first := next(self._dates(text), None)):
                    yield first[0], first[1], {sign, *self._lines.place(number)}

    def _changes(self) -> Iterator[tuple[str, str, set[str]]]:
        """The days in the sentences at the foot of the page that say when it was changed."""
        chars, end = self._blocks.chars, self._content[-1] if self._content else 0
        foot = {*range(end, min(end + FOOT, len(chars))), *range(max(len(chars) - FOOT, end), len(chars))}
        for number in sorted(self._lines.dated(foot, short=True)):
            if _changed().search((line := self._labelled(number)).lower()):
                for _, day, _ in self._dates(line):
                    yield MODIFIED, day, {"change_at_foot"}

    def _dates(self, line: str) -> Iterator[tuple[str, str, set[str]]]:
        """The first dates of a line by their fields, those of other things left out."""
        line = self._reader.plain(dated(line))
        seen: set[str] = set()
        last = 0
        for one in find_dates(line)[:MAX_DATES]:
            own, last = max(one.start - BEFORE, last), one.end
            before = line[max(one.start - BEFORE_OTHER, 0) : one.start]
            field = MODIFIED if says_changed(line[max(one.start - BEFORE_CHANGE, 0) : one.start]) else PUBLISHED
            if field == PUBLISHED and before and (names_other_date(before) or names_other_day(before)):
                continue
            if day := self._reader.day_of(one, line, own):
                signs = {"with_time"} if len(day) > DAY else set[str]()
                yield field, day, {*signs, "not_first"} if field in seen else signs
                seen.add(field)

    def _opening(self, line: str) -> str:
        """The date with which a text begins, at most a place before it; empty where it begins with none."""
        one = next(iter(find_dates(line[: PLACE + MAX_BYLINE_CHARS])), None) if _EARLY_FIGURE.match(line) else None
        if one is None or not _BEGINS.match(line, one.end):
            return ""
        place = one.start == 0 or (one.start <= PLACE and line[: one.start].rstrip().endswith((",", "(")))
        return self._reader.day_of(one, line, 0) if place else ""

    def _labelled(self, number: int) -> str:
        """A block as a line, with the label that stands in the block before it."""
        line = self._lines.line(number)
        if not number or self._blocks.chars[number - 1] > LABEL:
            return line
        label = self._lines.line(number - 1)
        return f"{label} {line}" if label.endswith((":", "：")) else line


@cache
def _changed() -> re.Pattern[str]:
    words = alternatives(map(str.lower, sections("dateline_words")["changes"]))
    return re.compile(rf"(?<!\w)(?:{words})(?!\w)")


@cache
def _postings() -> re.Pattern[str]:
    """How a sentence says that a page was posted."""
    phrases = sections("dateline_words")["postings"]
    return re.compile("|".join(re.escape(phrase.lower()) for phrase in phrases))

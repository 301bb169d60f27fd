"""Things are kept or left whole: what a selection cut through is completed, before anything is rendered.

A step that all methods share, between their decision and the document. The published profiles are without it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.blocks.features.class_names import BOXES, NOTES, class_id_pairs
from scrapy_denoise.blocks.lexicon import phrases
from scrapy_denoise.blocks.regions.boilerplate import Asides, is_thread
from scrapy_denoise.document.selection._completion import KeptRows, TextPatterns
from scrapy_denoise.document.selection.changed_rows import with_rows
from scrapy_denoise.document.selection.codes import PRE, boxed_codes, copied_codes
from scrapy_denoise.document.selection.modules import article_modules, may_have_modules
from scrapy_denoise.document.selection.recipes import BEGINNINGS, recipe_parts
from scrapy_denoise.document.selection.repeats import MIN_REPEATED, repeated_blocks
from scrapy_denoise.document.selection.unread import (
    JOINER,
    advertisement_places,
    ends_with_heading,
    invisible_lines,
    last_headings,
    printed_lines,
    unread_headings,
)
from scrapy_denoise.document.source.data_tables import LAYOUT, data_tables
from scrapy_denoise.document.source.elements import ANNOTATION, PERMALINKS, annotation_rows
from scrapy_denoise.methods.method import Selection
from scrapy_denoise.page import Columns, Page
from scrapy_denoise.page.columns import tags
from scrapy_denoise.page.columns.arrays import BoolArray
from scrapy_denoise.page.text.match_key import letters_of
from scrapy_denoise.page.walk.walk import name_hash

MIN_KEPT_SHARE = 0.4
"""Share of a table's characters from which it is content as a whole. Of the tables of ten corpora of which .4 to .5 was
kept, 15 of 17 are content by their gold; of those of which less was kept, 18 of 28."""

MAX_LINKED = 0.5
"""Share of a list's characters in links up to which it continues the content."""

MAX_LABEL = 60
"""Characters of the label of a box, such as "Note" or "Before you begin"."""

MAX_TITLE = 60
"""Characters of a line above a list that says that this has references."""

MAX_SCREEN_READER_CHARS = 60
"""Characters of a text for screen readers that is left out: longer ones can be what the page shows as a picture, or in
another form."""


_WHOLE = "part of a table, a list, a definition or a code that is content"
_TWICE = (
    "a mark that links to its own place, a formula or a code that stands there twice, numbers of lines, a "
    "button, a text for screen readers or for printing, the place of an advertisement, a module within an article, a "
    "text that stands there twice"
)
_MATH = tags.CODES["math"]
_LISTS = tags.flags("ul ol")
_SCREEN_READER_CLASS = re.compile(
    rb"(?<![^\s\0])(?!not-)(?:[\w-]*[-_])?(?:sr-only|visually-?hidden|screen-?reader(?:[-_](?:text|only|content))?"
    rb"|hidden-visually)(?![^\s\0])",
    re.IGNORECASE,
)
_SHOWN = b"not-sr-only"
"""The class with which such a text is shown after all, on wider screens."""

_CELLS = tags.flags("th td dt caption summary")
"""Elements that stay as they are with such a text: a cell or a term is whole, and what a box is called is its name."""

_NOTE_BOXES = tags.flags("div section aside ol ul dl footer")
_KATEX = "katex-html"
_PERMALINKS = np.array([name_hash(mark) for mark in PERMALINKS], np.uint32)
_SOUGHT = TextPatterns(BEGINNINGS, _PERMALINKS)


def complete_structures(page: Page, found: Selection) -> Selection:
    """The selection with its tables, definitions and lists whole, and without what stands there twice.

    A data table of which enough is kept (`MIN_KEPT_SHARE`) is kept with its header, its caption and every cell; so is
    one with header cells between two kept texts (of 18 such tables of all corpora of which less was kept, 14 are
    content by their gold), and so are specifications under a heading behind the first kept text (of 22 such tables of
    all corpora of which nothing was kept, 20 are content by their gold). Preformatted text is kept whole too, and where
    it stands beside a kept text; so is code in a box with a label. The description of a term brings the term, a note
    set apart brings its label. A heading between two kept texts, notes right behind the content, a list in an item of
    it, a list that follows a heading of the content, links under a line such as "References" of it, and the ingredients
    and the steps of a recipe, are content.

    Marks that link to their own heading are not, nor what is shown of a formula whose source the page has too, what a
    highlighter has made of a code that stands beside it, the numbers of lines of code where the selection leaves out
    others of the page, the buttons beside the text of a heading, short texts that only screen readers read out, and
    what else nobody reads (`scrapy_denoise.document.selection.unread`), modules within an article
    (`scrapy_denoise.document.selection.modules`), and a text where the page has it again
    (`scrapy_denoise.document.selection.repeats`).
    """
    columns, kept = page.columns, found.kept
    part = KeptRows(columns, kept)
    if not part.any:
        return found
    wanted = part.applicable_steps(MIN_KEPT_SHARE, LAYOUT, MAX_LINKED, _SOUGHT)
    if page.once(class_id_pairs).has_completed:
        wanted |= _NAMED
    if (columns.tag == PRE).any():
        wanted.add("copies")
    if _references(page, part):
        wanted.add("references")
    if page.once(class_id_pairs).screen_reader_pairs:
        wanted |= {"heard", "printed"}
    if page.once(class_id_pairs).has_family("advertisement"):
        wanted.add("advertisements")
    if ends_with_heading(page, part):
        wanted.add("last_heading")
    if len(columns.text) > 2 * MIN_REPEATED:
        wanted.add("repeats")
    if JOINER in columns.text:
        wanted.add("invisible")
    if may_have_modules(page, kept):
        wanted.add("modules")
    if ANNOTATION in columns.extra_names:
        wanted.add("formulas")
    if not wanted:
        return found
    for name, complete in _COMPLETIONS.items():
        rows = complete(page, part) if name in wanted else []
        if rows:
            more, never = _texts_of(part, rows), page.once(_never)
            kept = kept | (more if never is None else more & ~never)
            part = KeptRows(columns, kept)
            wanted |= _AGAIN
    for repeated in [find(page, part) for name, find in _REPETITIONS.items() if name in wanted]:
        if (rest := kept & ~repeated).any():
            kept = rest
    if kept is found.kept or not (kept != found.kept).any():
        return found
    return with_rows(found, kept, _WHOLE, _TWICE)


def _never(page: Page) -> BoolArray | None:
    """The text rows that complete nothing: of signatures below posts, which tables hold, and of consent dialogs."""
    asides = [rows for kind in ("signature", "consent") if (rows := page.once(Asides).rows(kind)) is not None]
    return np.logical_or.reduce(asides)[page.columns.text_rows] if asides else None


def _tables(page: Page, part: KeptRows) -> list[int]:
    found = data_tables(page, part.tables(MIN_KEPT_SHARE, LAYOUT))
    return found + part.headings_of(found)


def _codes(page: Page, part: KeptRows) -> list[int]:
    return part.codes(MIN_KEPT_SHARE, MAX_LINKED)


def _terms(page: Page, part: KeptRows) -> list[int]:
    """The terms before a kept description, of one list."""
    return part.terms()


def _labels(page: Page, part: KeptRows) -> list[int]:
    """The texts with which boxes of kept text begin."""
    columns = page.columns
    found: list[int] = []
    if not page.once(class_id_pairs).has_completed:
        return found
    boxes = _rows_named(page, *BOXES)
    if not len(boxes):
        return found
    texts, kept = columns.text_rows, part.kept
    bounds = np.searchsorted(texts, np.stack((boxes, columns.end[boxes]), 1))
    following = np.append(np.flatnonzero(kept), len(texts))
    ends = following[np.searchsorted(following, bounds[:, 0])]
    for (first, last), end in zip(bounds.tolist(), ends.tolist(), strict=True):
        if not first < end < min(last, first + MAX_LABEL):  # each text has a character at least
            continue
        label = texts[first:end]
        if columns.chars[label].sum() <= MAX_LABEL and not columns.linked[label].any():
            found += label.tolist()
    return found


def _lists(page: Page, part: KeptRows) -> list[int]:
    """The lists right after a kept heading, that are no list of links, where content comes after them."""
    return part.lists(MAX_LINKED)


def _references(page: Page, part: KeptRows) -> list[int]:
    """The lists that are not kept whole right behind a kept line that says that they are references."""
    columns, texts = page.columns, page.columns.text_rows
    lists = np.flatnonzero(_LISTS[columns.tag])
    first, last = np.searchsorted(texts, (lists, columns.end[lists]))
    lines = columns.block_row[texts[first - 1]]
    start = np.searchsorted(texts, lines)
    times = np.append(0, np.cumsum(part.kept))
    beside = (start < first) & (times[first] > times[start]) & (times[last] - times[first] < last - first)
    beside &= columns.subtree_chars[lines] <= MAX_TITLE
    return [
        row
        for row, line in zip(lists[beside].tolist(), lines[beside].tolist(), strict=True)
        if letters_of(columns.text_of(line)) in _reference_titles()
    ]


@cache
def _reference_titles() -> frozenset[str]:
    return frozenset(map(letters_of, phrases("reference_titles")))


def _headings(page: Page, part: KeptRows) -> list[int]:
    """The headings between two texts that are kept; in a thread they are those of its posts."""
    return [] if is_thread(page) else part.headings(MAX_LINKED)


def _notes(page: Page, part: KeptRows) -> list[int]:
    """The notes at the foot of a text, right behind a kept one."""
    columns, kept = page.columns, part.kept
    rows = _rows_named(page, *NOTES)
    rows = rows[_NOTE_BOXES[columns.tag[rows]]]
    before = np.searchsorted(columns.text_rows, rows) - 1
    found: list[int] = rows[(before >= 0) & kept[before]].tolist()
    return found


def _rows_named(page: Page, *words: str) -> NDArray[np.intp]:
    """The elements whose class or id holds one of some words."""
    return np.array(page.once(class_id_pairs).rows_holding(tuple(map(str.encode, words))), np.intp)


def _marks(page: Page, part: KeptRows) -> BoolArray:
    """The text rows that are a link of one such mark, as documentation has them behind headings."""
    return np.frombuffer(part.marks(_SOUGHT), np.bool_)


def _line_numbers(page: Page, part: KeptRows) -> BoolArray:
    return _texts_of(part, part.line_numbers())


def _buttons(page: Page, part: KeptRows) -> BoolArray:
    return _texts_of(part, part.buttons())


def _copies(page: Page, part: KeptRows) -> BoolArray:
    return _texts_of(part, copied_codes(page, part))


def _screen_reader_texts(page: Page, part: KeptRows) -> BoolArray:
    """The short texts that only screen readers read out: labels of what others see as a picture or a short form, as
    in "5 minutes mins". In cells and terms they stay, and so does one that is all that a heading has."""
    names = page.once(class_id_pairs)
    # To search all names of the page took as long as the rest of the decision.
    classes = {pair: names.class_of(pair) for pair in names.screen_reader_pairs}
    heard = {given for given in set(classes.values()) if _SCREEN_READER_CLASS.search(given) and _SHOWN not in given}
    rows = names.rows_of([pair for pair, given in classes.items() if given in heard])
    short = part.screen_reader_rows(rows, MAX_SCREEN_READER_CHARS, _CELLS)
    return _texts_of(part, sorted({*short, *unread_headings(page, part, rows)}))


def _printed(page: Page, part: KeptRows) -> BoolArray:
    return _texts_of(part, printed_lines(page, part))


def _texts_of(part: KeptRows, rows: list[int]) -> BoolArray:
    """The text rows within some elements."""
    return np.frombuffer(part.texts_of(rows), np.bool_)


def _formulas(page: Page, part: KeptRows) -> BoolArray:
    """The text rows of formulas that stand beside their source: what KaTeX shows, and MathML with an annotation."""
    columns, kept = page.columns, part.kept
    sources = annotation_rows(columns)
    sources = sources[(columns.subtree_sum(_shown(columns, kept)) > 0)[sources]]
    formulas = np.flatnonzero(columns.tag == _MATH)
    holds = np.searchsorted(sources, columns.end[formulas]) > np.searchsorted(sources, formulas)
    repeated = columns.within(formulas[holds]) & ~columns.within(sources)
    repeated |= columns.within(_rows_named(page, _KATEX))
    found: BoolArray = repeated[columns.text_rows]
    return found


def _shown(columns: Columns, kept: BoolArray) -> BoolArray:
    """For every row of the page whether it is a text row that is kept."""
    shown = np.zeros(len(columns), np.bool_)
    shown[columns.text_rows] = kept
    return shown


def _last_heading(page: Page, part: KeptRows) -> BoolArray:
    return _texts_of(part, last_headings(page, part))


def _modules(page: Page, part: KeptRows) -> BoolArray:
    return _texts_of(part, article_modules(page, part))


_COMPLETIONS: dict[str, Callable[[Page, KeptRows], list[int]]] = {
    "ingredients": recipe_parts,
    "lists": _lists,
    "references": _references,
    "tables": _tables,
    "terms": _terms,
    "codes": _codes,
    "boxed": boxed_codes,
    "labels": _labels,
    "headings": _headings,
    "notes": _notes,
}
"""The steps that find what is kept as a whole, in their order, by what `KeptRows.applicable_steps` calls them."""

_NAMED = {"ingredients", "labels", "notes", "boxed"}
"""Those that look for elements by their names."""

_AGAIN = {"headings", "lists", "tables", "terms", "codes", "line_numbers", "buttons"}
"""What there may be where more is kept than before."""

_REPETITIONS: dict[str, Callable[[Page, KeptRows], BoolArray]] = {
    "marks": _marks,
    "formulas": _formulas,
    "line_numbers": _line_numbers,
    "buttons": _buttons,
    "copies": _copies,
    "heard": _screen_reader_texts,
    "printed": _printed,
    "advertisements": advertisement_places,
    "modules": _modules,
    "repeats": repeated_blocks,
    "invisible": invisible_lines,
    "last_heading": _last_heading,
}
"""The steps that find what is left out."""

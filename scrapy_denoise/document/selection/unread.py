"""What nobody reads on a page, and what stands there twice: texts for screen readers, the places of advertisements,
lines for printing, formulas beside their source.

A name of a class decides nothing alone, as much content stands under such names: the words, the place or the repetition
of a text have to say the same.
"""

from __future__ import annotations

import re
from functools import cache, partial
from itertools import compress

import numpy as np

from scrapy_denoise.blocks.features.compiled import ClassIdPairs, bit_of, class_id_pairs
from scrapy_denoise.blocks.lexicon.phrase_keys import phrase_keys
from scrapy_denoise.document.selection.compiled import (
    KeptRows,
    LinesInPlaces,
    Step,
    copied_codes,
    kept_screen_reader_pairs,
    line_numbers,
    module_candidates,
    permalink_marks,
    repeated_texts,
    screen_reader_rows,
)
from scrapy_denoise.document.selection.modules import article_modules
from scrapy_denoise.document.selection.repeats import repeated_blocks
from scrapy_denoise.document.source.compiled import KnownKeys
from scrapy_denoise.document.source.elements import ANNOTATION, annotation_rows
from scrapy_denoise.page import Columns, Page
from scrapy_denoise.page.columns import tags
from scrapy_denoise.page.columns.arrays import BoolArray
from scrapy_denoise.page.compiled import ExactWords, match_key

MAX_SCREEN_READER_CHARS = 60
"""Characters of a text for screen readers that is left out: longer ones can be what the page shows as a picture, or in
another form."""

MAX_HEADING = 60
"""Characters of a heading that is left out: one for screen readers, and one above what is left out."""

MIN_WITHIN = 10
"""Letters of a word for an advertisement that counts within a line; a shorter one stands at an end of it."""

MAX_PRINTED = 300
"""Characters of a line for printing."""

_lines = partial(phrase_keys, "unread_lines")
_MATH, _BUTTON = tags.CODES["math"], tags.CODES["button"]
_KATEX = ExactWords({"shown": [b"katex-html"]})
_ADVERTISEMENT = bit_of("advertisement")
_WORDED = tags.flags("h1 h2 h3 h4 h5 h6 li dt dd th td pre code caption figcaption")
"""Elements in which one word says something of its own: that they are about advertisements, for example."""

_STATED = tags.flags("dt dd th td pre code caption figcaption")
"""Elements in which a page says what a label is."""

_PLACES = ("advertisements", "goes_on", "loading", "controls", "more")
_GOES_ON = ("...", "…")
_SCREEN_READER_CLASS = re.compile(
    rb"(?<![^\s\0])(?!not-)(?:[\w-]*[-_])?(?:sr-only|visually-?hidden|screen-?reader(?:[-_](?:text|only|content))?"
    rb"|hidden-visually)(?![^\s\0])",
    re.IGNORECASE,
)
_SHOWN = b"not-sr-only"
"""The class with which such a text is shown after all, on wider screens."""

_CELLS = tags.flags("th td dt caption summary")
"""Elements that stay as they are with such a text: a cell or a term is whole, and what a box is called is its name."""

_PRINTED = re.compile(
    rb"(?<![^\s\0])(?:[\w-]*print-?only|only-?(?:for-)?print|visible-print(?:-[\w-]+)?|show-for-print"
    rb"|d-print-(?:block|inline|flex)|print:(?:block|inline|flex))(?![^\s\0])",
    re.IGNORECASE,
)


def _screen_reader_texts(part: KeptRows, pairs: list[int]) -> list[int]:
    """The short texts that only screen readers read out: labels of what others see as a picture or a short form, as
    in "5 minutes mins". In cells and terms they stay, and so does one that is all that a heading has. pairs: see
    `kept_screen_reader_pairs`."""
    names = part.page.cached(class_id_pairs)
    if not _heard(names, pairs):
        return []
    rows = names.rows_of(_heard(names, names.screen_reader_pairs))  # one that is not kept counts as a repetition
    short = screen_reader_rows(part, rows, MAX_SCREEN_READER_CHARS, _CELLS)
    return sorted({*short, *_unread_headings(part.page, rows), *_links_to_more(part.page.columns, rows)})


def _heard(names: ClassIdPairs, pairs: list[int]) -> list[int]:
    """Of some pairs of class and id those of texts for screen readers."""
    # To search all names of the page took as long as the rest of the decision.
    classes = {pair: names.class_of(pair) for pair in pairs}
    heard = {given for given in set(classes.values()) if _SCREEN_READER_CLASS.search(given) and _SHOWN not in given}
    return [pair for pair, given in classes.items() if given in heard]


def _unread_headings(page: Page, heard: list[int]) -> list[int]:
    """Of the elements for screen readers those that are a heading, or all that one has, and have the words of
    ``unread_lines.txt``. heard: rows of such elements."""
    columns = page.columns
    above = tags.HEADINGS[columns.tag[heard]] | tags.HEADINGS[columns.tag[columns.parent[heard]]]
    short = columns.subtree_chars[heard] <= MAX_HEADING if above.any() else above
    words = _lines("headings")
    return [row for row in compress(heard, (above & short).tolist()) if match_key(columns.text_of(row)) in words]


def _links_to_more(columns: Columns, heard: list[int]) -> list[int]:
    """The links that say "Read more" and, for screen readers alone, about what, and are all that their block has.

    heard: rows of elements for screen readers.
    """
    texts = columns.text_rows
    rows = np.array(heard, np.intp)
    links = columns.parent[rows]
    first, said, stop, last = texts.searchsorted((links, rows, columns.end[rows], columns.end[links]))
    block = np.concatenate(([-1], columns.block[texts], [-2]))  # of each text that of the place behind its own
    alone = (block[first] != block[first + 1]) & (block[first + 1] == block[last]) & (block[last] != block[last + 1])
    labels = (columns.link[links] > 0) & (first < said) & (stop == last) & alone
    places = zip(links[labels].tolist(), first[labels].tolist(), said[labels].tolist(), strict=True)
    return [link for link, begin, end in places if match_key(columns.text_between(begin, end)) in _lines("more")]


def _empty_places(part: KeptRows, lines: list[tuple[int, int, bool, bool, bool, str]]) -> list[int]:
    """The text rows of short blocks in the place of something else: in elements that are named as an advertisement
    those with a word for one; outside headings, lists, tables and code those that say no more than such a word, or that
    something is being loaded; outside tables and code those that are the label of a control, or that of a link to more
    about what stands before it. lines: those that may be (`LinesInPlaces`)."""
    columns = part.page.columns
    found: list[int] = []
    labels, goes_on, loading, controls, more = _place_words()
    words, within = _advertisement_words()
    for first, last, label, alone, named, text in lines:
        if (
            (named and (text.startswith(words) or text.endswith(words) or within.search(text)))
            or (label and (text in controls or (text in more and columns.linked[columns.text_rows[first:last]].all())))
            or (alone and (text in labels or text in goes_on))
            or (alone and text in loading and columns.text_between(first, last).rstrip().endswith(_GOES_ON))
        ):
            found += columns.text_rows[first:last].tolist()
    return found


@cache
def _place_words() -> tuple[frozenset[str], ...]:
    """The words of each of _PLACES."""
    return tuple(map(_lines, _PLACES))


@cache
def _advertisement_words() -> tuple[tuple[str, ...], re.Pattern[str]]:
    """The words for an advertisement, and a pattern of those that count within a line."""
    words = tuple(sorted(_lines("advertisements") | _lines("goes_on")))
    return words, re.compile("|".join(re.escape(word) for word in words if len(word) >= MIN_WITHIN))


def _buttons(part: KeptRows, kept: list[int]) -> list[int]:
    """The buttons in headings that have other text. kept: those of which some text is kept."""
    columns, rows = part.page.columns, np.array(kept, np.intp)
    headings, own = tags.HEADINGS[columns.tag].nonzero()[0], columns.chars * columns.in_subtrees(rows)
    headings = headings[columns.subtree_chars[headings] > columns.subtree_sum(own)[headings]]
    found: list[int] = rows[columns.in_subtrees(headings)[rows]].tolist()
    return found


def _printed_lines(part: KeptRows, pairs: list[int]) -> list[int]:
    """The short elements that are shown in print alone, by their name, and stand before or after all other kept text.
    pairs: see `kept_screen_reader_pairs`."""
    columns, texts = part.page.columns, part.page.columns.text_rows
    names = part.page.cached(class_id_pairs)
    found: list[int] = []
    if not (printed := [pair for pair in pairs if _PRINTED.search(names.class_of(pair))]):
        return found
    kept = texts[part.kept]
    for row in names.rows_of(printed):
        end = int(columns.end[row])
        if not 0 < columns.subtree_chars[row] <= MAX_PRINTED:
            continue
        if row < kept[0] or end > kept[-1]:
            found.append(row)
    return found


def _formulas(part: KeptRows) -> list[int] | BoolArray:
    """The text rows of formulas that stand beside their source: what KaTeX shows, and MathML with an annotation."""
    columns, kept = part.page.columns, part.kept
    if ANNOTATION not in columns.extra_names:
        return []
    sources = annotation_rows(columns)
    sources = sources[(columns.subtree_sum(_shown(columns, kept)) > 0)[sources]]
    formulas = (columns.tag == _MATH).nonzero()[0]
    holds = sources.searchsorted(columns.end[formulas]) > sources.searchsorted(formulas)
    repeated = columns.in_subtrees(formulas[holds]) & ~columns.in_subtrees(sources)
    repeated |= columns.in_subtrees(np.array(part.page.cached(class_id_pairs).rows_with(_KATEX)[0], np.intp))
    found: BoolArray = repeated[columns.text_rows]
    return found


def _shown(columns: Columns, kept: BoolArray) -> BoolArray:
    """For every row of the page whether it is a text row that is kept."""
    shown = np.zeros(len(columns), np.bool_)
    shown[columns.text_rows] = kept
    return shown


_IN_PLACES = LinesInPlaces(_ADVERTISEMENT, KnownKeys(frozenset().union(*map(_lines, _PLACES))), _WORDED, _STATED)

_KEPT_BUTTONS = partial(KeptRows.structures_of, tag=_BUTTON, kept=True)

LEAVES_OUT = "leaves out"

LEFT_OUT = (
    Step("permalink_marks", LEAVES_OUT, permalink_marks, measure="lines"),
    Step("formulas", LEAVES_OUT, _formulas, needed="formulas", measure="cases"),
    Step("line_numbers", LEAVES_OUT, line_numbers, needed="codes", measure="code"),
    Step("buttons", LEAVES_OUT, _KEPT_BUTTONS, _buttons, needed="buttons", measure="cases"),
    Step("copied_codes", LEAVES_OUT, copied_codes, needed="codes", measure="cases"),
    Step(
        "screen_reader_texts",
        LEAVES_OUT,
        kept_screen_reader_pairs,
        _screen_reader_texts,
        needed="screen_reader",
        whole=True,
    ),
    Step(
        "printed_lines",
        LEAVES_OUT,
        kept_screen_reader_pairs,
        _printed_lines,
        needed="screen_reader",
        measure="cases",
    ),
    Step("empty_places", LEAVES_OUT, _IN_PLACES.find, _empty_places, measure="cases"),
    Step("article_modules", LEAVES_OUT, module_candidates, article_modules),
    Step("repeated_blocks", LEAVES_OUT, repeated_texts, repeated_blocks, whole=True),
)
"""What is left out of what is kept, each unless nothing else is kept."""

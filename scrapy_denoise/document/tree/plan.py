"""Which rows of a page its document is made of, found before it is built."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import numpy as np

from scrapy_denoise.blocks.lexicon.phrase_keys import phrase_keys
from scrapy_denoise.blocks.regions.captions import find_captions
from scrapy_denoise.document.nodes import Picture
from scrapy_denoise.document.pictures.pictures import find_pictures, pictures_beside
from scrapy_denoise.document.source.compiled import page_addresses
from scrapy_denoise.document.source.data_tables import data_tables
from scrapy_denoise.document.source.elements import PERMALINKS, document_elements
from scrapy_denoise.document.source.numbers import number_of
from scrapy_denoise.document.source.quotations import named_quotations
from scrapy_denoise.document.tree.compiled import KINDS, rows_with_element
from scrapy_denoise.page import Columns, Page
from scrapy_denoise.page.columns import tags
from scrapy_denoise.page.columns.arrays import BoolArray, IndexArray
from scrapy_denoise.page.compiled import match_key

if TYPE_CHECKING:
    from scrapy_denoise.page.dom.element import Element

_TABLE = tags.CODES["table"]
_CAPTION = tags.CODES["figcaption"]

MIN_AGAIN, MAX_CONTROL = 4, 40
"""The fewest characters of a text that a caption says again, and the most of the label of a button in it."""

MAX_LEVEL, LEVEL = 6, 2
"""The lowest level of a heading, and that of one whose element does not say its own, as WAI-ARIA has it."""


@attrs.frozen(eq=False)
class DocumentPlan:
    """The rows of a document.

    chosen: for each row whether it is a text of the document, those of captions included. pictures: by their rows.
    picture_rows: these, in order. frames: the kinds of the frames of elements that are none by their tags, by their
    rows: captions, the figures with them, headings by their role, and quotations by their names. captions: the rows of
    captions of which no text was kept. beside: for each row whether it is a text in one of these. tables: the rows of
    the tables that hold data. needed: for each row whether it holds any of this. elements: `document_elements`.
    """

    chosen: BoolArray
    pictures: dict[int, Picture]
    picture_rows: IndexArray
    frames: dict[int, str]
    captions: frozenset[int]
    beside: BoolArray
    tables: frozenset[int]
    needed: BoolArray
    elements: list[Element | None]


def plan_document(page: Page, kept: BoolArray, decided: BoolArray, asides: BoolArray | None = None) -> DocumentPlan:
    """The rows of the document of a page. Arguments as of `build_document`."""
    columns = page.columns
    texts = columns.text_rows
    chosen = np.zeros(len(columns), np.bool_)
    chosen[texts[kept]] = True
    addresses = page.cached(page_addresses)
    pictures = (
        find_pictures(page, decided, addresses) if asides is None else pictures_beside(page, decided, asides, addresses)
    )
    picture_rows = np.array(sorted(pictures), np.intp)
    frames, captions = _captions(page, picture_rows, chosen)
    beside = np.zeros(len(columns), np.bool_)
    if len(captions):
        beside[texts] = columns.in_subtrees(captions)[texts]
        _leave_out_controls(columns, picture_rows, beside)
        chosen |= beside
    shown = chosen.copy()
    shown[picture_rows] = True
    needed: BoolArray = columns.subtree_sum(shown) > 0
    elements = document_elements(page, needed)
    for row, level in _headings(columns, elements).items():
        frames.setdefault(row, f"h{level}")
    tables = data_tables(page, (needed & (columns.tag == _TABLE)).nonzero()[0].tolist())
    outside = needed & ~columns.in_subtrees(np.array(tables, np.intp)) if tables else needed
    for row in named_quotations(page, outside):
        frames.setdefault(row, "quote")
    captions_without_text = frozenset(captions.tolist())
    return DocumentPlan(
        chosen, pictures, picture_rows, frames, captions_without_text, beside, frozenset(tables), needed, elements
    )


def _leave_out_controls(columns: Columns, picture_rows: IndexArray, beside: BoolArray) -> None:
    """Leave out of the texts of captions links to themselves, labels of buttons and lines that are said of a picture
    again, such as the credit for narrow windows. beside: for each row whether it is such a text; changed in place."""
    rows = np.flatnonzero(beside)
    pictures = np.searchsorted(picture_rows, rows).tolist()
    said: dict[tuple[int, int], int] = {}
    for row, picture in zip(rows.tolist(), pictures, strict=True):
        size, own = int(columns.chars[row]), (picture, int(columns.text_hash[row]))
        block = int(columns.block[row])
        again = said.setdefault(own, block) != block and size >= MIN_AGAIN
        beside[row] = not again and not (size <= MAX_CONTROL and _is_control(columns, row))


def _is_control(columns: Columns, row: int) -> bool:
    """Whether a short text in a caption is a link to the caption itself, or the label of a button."""
    text = columns.text_of(row)
    return (bool(columns.linked[row]) and text in PERMALINKS) or match_key(text) in phrase_keys("caption_controls")


def _headings(columns: Columns, elements: list[Element | None]) -> dict[int, int]:
    """The levels of the headings of the document that are so by their role alone, by their rows."""
    found = {
        row: number_of(element.get("aria-level"), LEVEL, MAX_LEVEL) or LEVEL
        for row in rows_with_element(columns, elements)
        if (element := elements[row]) is not None
    }
    if not found:
        return found
    within = columns.in_subtrees(np.flatnonzero(tags.HEADINGS[columns.tag]))
    return {row: level for row, level in found.items() if not within[row]}


def _captions(page: Page, picture_rows: IndexArray, chosen: BoolArray) -> tuple[dict[int, str], IndexArray]:
    """The frames of the pictures' captions and of the figures with them, by their rows; and the captions of which no
    text was kept. Where some of its text was kept, a figure was never closed: only that text is shown."""
    columns, known = page.columns, page.cached(find_captions)
    holds = columns.tag == _CAPTION
    elements = holds.nonzero()[0]
    if not len(elements) and not len(known.captions):
        return {}, elements
    first, last = np.searchsorted(picture_rows, (known.figures, columns.end[known.figures]))
    shown = last > first
    frames: dict[int, str] = {}
    for caption, figure in zip(known.captions[shown].tolist(), known.figures[shown].tolist(), strict=True):
        for row, kind in ((figure, "figure"), (caption, "caption")):
            if int(columns.tag[row]) not in KINDS:
                frames.setdefault(row, kind)
        if caption == figure:
            frames[figure] = "captioned"
    captions = known.captions[shown]
    holds[captions] = True
    partly = columns.in_subtrees((holds & (columns.subtree_sum(chosen) > 0)).nonzero()[0])
    # The parts of an element for captions are named as captions, such as a credit: they are one caption.
    first, last = np.searchsorted(captions, (elements, columns.end[elements]))
    holds[elements[last <= first]] = False
    return frames, np.flatnonzero(holds & ~partly)

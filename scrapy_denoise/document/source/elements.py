"""The elements of a page that its document reads attributes of."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

import attrs
import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.blocks.features.compiled import PEOPLE, class_id_pairs
from scrapy_denoise.blocks.lexicon import sections
from scrapy_denoise.page import Columns, Page
from scrapy_denoise.page.columns import tags
from scrapy_denoise.page.columns.arrays import BoolArray
from scrapy_denoise.page.compiled import NameWords
from scrapy_denoise.page.walk.compiled import ElementRequest

if TYPE_CHECKING:
    from scrapy_denoise.page.dom.element import Element

PERMALINKS = ("\u00b6", "\u00a7", "#", "\U0001f517", "\u2693", "\u21a9", "\u21a9\ufe0e")
"""Marks that link to the place at which they stand, and from a note to where it is referred to: the text of a link."""

MAX_CLASS = 400
"""Characters of a class that are read, where the same one is read for each of many elements in it."""

LEVELS = 64
"""Ancestors of an element whose classes are read."""

_COMMENT = re.compile(rf"(?:^|\s)(?:(?:{'|'.join(sections('comment_names')['before'])})[-_]?)?comment")
_ALL = tags.flags("html body")
_NAMES = NameWords(PEOPLE)
_TABLE = tags.CODES["table"]
ANNOTATION = "annotation"
"""The element in which a page may give the TeX of a formula."""

_WANTED = np.zeros(1 << 16, np.uint8)
for _code, _names in (
    (ElementRequest.WITH_ATTRIBUTES, "input"),
    (ElementRequest.WITH_NUMBERS, "ul ol menu dir li td th"),
    (ElementRequest.HEADING, "div p span"),
    (ElementRequest.WANTED, "img pre listing xmp math"),
):
    _WANTED[[tags.CODES[name] for name in _names.split()]] = _code
"""What is wanted of the elements of each tag."""

_EMPTY_TOO = tags.flags("input td th")
"""The tags of elements that are read where they hold nothing of the document too."""


def document_elements(page: Page, needed: BoolArray) -> list[Element | None]:
    """For each row the lxml element, where it is a field of a form with attributes, an item or a cell with a number or
    a span, an image, code, a formula or an annotation of one, or one without a tag of its own that says to be a
    heading; else None. needed: for each row whether it holds something of the document."""
    columns = page.columns
    wanted = _WANTED.take(columns.tag) * (needed | _EMPTY_TOO.take(columns.tag))
    if ANNOTATION in columns.extra_names:
        wanted[annotation_rows(columns)] = ElementRequest.WANTED
    return page.nodes(wanted) or [None] * len(columns)


def annotation_rows(columns: Columns) -> NDArray[np.intp]:
    """The rows of the elements in which a page may give the TeX of a formula."""
    if ANNOTATION not in columns.extra_names:
        return np.zeros(0, np.intp)
    return np.flatnonzero(columns.tag == len(tags.NAMES) + columns.extra_names.index(ANNOTATION))


@attrs.frozen
class NamedRows:
    """The rows whose class names the author, who wrote something, the words of a reader or a quotation, a side bar."""

    author: list[int]
    poster: list[int]
    reader: list[int]
    side: list[int]


def named_rows(page: Page) -> NamedRows:
    """The rows that classes name so, found in one sweep. To be asked for with ``page.cached``."""
    pairs = page.cached(class_id_pairs)
    return NamedRows(*pairs.rows_of_classes(_NAMES, pairs.people))


def author_rows(page: Page) -> list[int]:
    """The rows whose class is named as the author's. To be asked for with ``page.cached``."""
    return [row for row in page.cached(named_rows).author if not _ALL[page.columns.tag[row]]]


def of_comment(element: Element) -> bool:
    """Whether an element stands within one that a class calls a comment, or its comments."""
    names = ((around.get("class") or "")[:MAX_CLASS] for around in islice(element.iterancestors(), LEVELS))
    return any(_COMMENT.search(name) for name in names if "comment" in name)


def rows_of_comments(page: Page) -> list[int]:
    """The rows of such elements."""
    columns = page.columns
    names = enumerate(columns.class_ids[::2] if b"comment" in columns.class_id_values else (), start=1)
    called = [
        number for number, name in names if b"comment" in name and _COMMENT.search(name.decode("utf-8", "replace"))
    ]
    return page.cached(class_id_pairs).rows_of(called)


def table_elements(page: Page) -> list[Element | None]:
    """For each row the lxml element, where it is a table with attributes; else None. To be asked for with
    ``page.cached``: most selections that are completed, and documents, have no table to ask about."""
    columns = page.columns
    return page.nodes((columns.tag == _TABLE) * np.uint8(ElementRequest.WITH_ATTRIBUTES)) or [None] * len(columns)

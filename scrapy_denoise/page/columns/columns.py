"""The nodes of a page as columns: parallel arrays side by side in one buffer of bytes.

Compiled code reads the buffers by their addresses; `scrapy_denoise.page.columns.buffers` declares the same layout for
it, and compares the two at import. Python makes an array of a column when it first asks for it: most columns of most
pages never become one.
"""

from __future__ import annotations

from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.page.columns import tags
from scrapy_denoise.page.columns.arrays import BoolArray
from scrapy_denoise.page.compiled import (
    check_layout,
    hash_of_tag,
    mark_subtrees,
    rows_of_tag,
    subtree_sums,
    text_of_row,
    text_of_rows,
)
from scrapy_denoise.page.native.lazy import cached_attribute

T = TypeVar("T", bound=np.generic)

_H1 = tags.CODES["h1"]
_WITH_ROLES = [(code, hash_of_tag(code)) for code in map(tags.CODES.__getitem__, ("div", "span", "li", "aside"))]
_SUMMED = frozenset(map(np.dtype, (np.bool_, np.uint8, np.int32, np.int64)))


class Buffer:
    """A buffer with a number of columns of the same length, in the order in which they are declared.

    name: of the attribute that holds the bytes.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.width = 0
        """Bytes of a row."""
        self.columns: list[Column[Any]] = []

    def column(self, kind: type[T]) -> Column[T]:
        """The next column, of that type."""
        column = Column(self, kind, self.width)
        self.width += np.dtype(kind).itemsize
        self.columns.append(column)
        return column

    def check(self, width: int, rows: int, offsets: list[tuple[str, int]]) -> None:
        """Raise AssertionError unless compiled code has the same columns at the same places.

        width: bytes of a row; offsets: of each column, by name, in bytes, in a buffer of this many rows.
        """
        declared = [(column.name, column.before * rows) for column in self.columns]
        assert (self.width, declared) == (width, offsets), f"{self.name}: {declared} here, {offsets} compiled"


class Column(Generic[T]):
    """An attribute: a column of a buffer as an array that cannot be written to."""

    def __init__(self, buffer: Buffer, kind: type[T], before: int) -> None:
        self.buffer = buffer
        self.kind = np.dtype(kind)
        self.before = before

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, instance: Any, owner: type) -> NDArray[T]:
        data = getattr(instance, self.buffer.name)
        rows = len(data) // self.buffer.width
        array: NDArray[T] = np.frombuffer(data, self.kind, rows, self.before * rows)
        setattr(instance, self.name, array)
        return array


class HashColumns:
    """The columns that a signature keeps of a page (see `Columns`)."""

    NAMES = ("depth", "tag_hash", "id_hash", "class_hash", "text_hash", "mask_hash", "chars")

    _hash_columns = Buffer("hash_columns")
    depth = _hash_columns.column(np.int32)
    tag_hash = _hash_columns.column(np.uint32)
    id_hash = _hash_columns.column(np.uint32)
    class_hash = _hash_columns.column(np.uint32)
    text_hash = _hash_columns.column(np.uint32)
    mask_hash = _hash_columns.column(np.uint32)
    chars = _hash_columns.column(np.int32)

    hash_columns: bytes
    boxes: NDArray[np.int32] | None

    def __len__(self) -> int:
        return len(self.hash_columns) // self._hash_columns.width


class Columns(HashColumns):
    """The nodes of a page as parallel arrays, one row per node, in document order.

    Rows are elements and text nodes that are not blank; what a browser never shows (scripts, styles, comments,
    templates, `hidden`, `display: none`) has no row, but for the closed panels of tabs. A subtree is the slice
    ``row:end[row]``.

    =========== ======= ==================================================================================
    column      type    meaning
    =========== ======= ==================================================================================
    tag         uint16  code of the tag's name (`scrapy_denoise.page.columns.tags`); 0 for text; of a part of a table
                        or the button of a tab by its role alone, that of such a one; of an ``aside`` that is a hidden
                        note, that of a ``div`` (`own_tags`)
    parent      int32   row of the parent; -1 for the root
    end         int32   one past the last row of the subtree
    depth       int32   0 for the root
    position    int32   number among the siblings of the same name, from 1, hidden ones counted (XPath); 0 for a
                        text in an attribute
    chars       int32   text rows: code points, white space collapsed; else 0
    punctuation int32   text rows: sentence punctuation, of any script; else 0
    linked      bool    inside a link (`a` with `href`, closed before it holds all), or the link itself
    link        bool    a link
    block       int32   number of the text block that a text row belongs to
    block_row   int32   row of the nearest element laid out as a block, the row itself included
    tag_hash    uint32  of the tag's name
    id_hash     uint32  of the id, with digit runs as one 0; 0 where there is none
    class_hash  uint32  of the first class name, with digit runs as one 0; 0 where there is none
    text_hash   uint32  of the text; of an element, the sum over its attributes' names, without id and class
    mask_hash   uint32  of the text with digit runs as one 0
    class_id    int32   number of the pair of class and id in `class_id_values`, from 1; 0 where there is neither
    child       int32   number among the elements that its parent has, from 0, hidden ones counted; 0 for text
    text_start  int32   where the row's text stands in `text`, in bytes
    text_stop   int32   where it ends
    =========== ======= ==================================================================================

    `text` is the visible text of the page in UTF-8 (NFC, Arabic presentation forms as base letters): between
    two rows stands a line end where a block ends, a space where white space was, or nothing; in preformatted text its
    white space as it is. `class_id_values` has the
    distinct pairs of the class and the id attribute, each value ended by a NUL. `title` is the text
    of the first `title` element in UTF-8, as it stands. `text_rows` are the text rows, in document order: what a
    selection decides about.

    `boxes` is None, or where a renderer has supplied them, int32, a row each of left, top, width and height in CSS
    pixels from the top left corner of the page; `scrapy_denoise.page.rendering.boxes.NO_BOX` where a row has none.
    `styles` is None, or where a browser has drawn the page, int32, a row each of the size of the font in hundredths of
    a pixel, its weight, and the colours of background and text as bytes for red, green, blue and alpha, red the
    highest; all 0 where a row has none.
    """

    _tree_columns = Buffer("tree_columns")
    parent = _tree_columns.column(np.int32)
    end = _tree_columns.column(np.int32)
    position = _tree_columns.column(np.int32)
    punctuation = _tree_columns.column(np.int32)
    block = _tree_columns.column(np.int32)
    block_row = _tree_columns.column(np.int32)
    text_start = _tree_columns.column(np.int32)
    text_stop = _tree_columns.column(np.int32)
    class_id = _tree_columns.column(np.int32)
    child = _tree_columns.column(np.int32)
    tag = _tree_columns.column(np.uint16)
    linked = _tree_columns.column(np.bool_)
    link = _tree_columns.column(np.bool_)

    _text_rows = Buffer("text_row_numbers")
    text_rows = _text_rows.column(np.intp)

    def __init__(
        self, walked: tuple[bytes, bytes, bytes, bytes, bytes, bytes, tuple[str, ...], tuple[int, ...]]
    ) -> None:
        """walked: see `scrapy_denoise.page.walk.compiled.walk`."""
        self.hash_columns, self.tree_columns, self.text_row_numbers = walked[:3]
        self.text, self.class_id_values, self.title, self.extra_names, self.dialogs = walked[3:]
        self.boxes = None
        self.styles: NDArray[np.int32] | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        walked = (
            self.hash_columns, self.tree_columns, self.text_row_numbers,
            self.text, self.class_id_values, self.title, self.extra_names, self.dialogs,
        )  # fmt: skip
        return Columns, (walked,), {"boxes": self.boxes, "styles": self.styles}

    def name(self, row: int) -> str:
        """The tag's name; ``#text`` for a text row."""
        code = int(self.own_tags[row])
        if code < len(tags.NAMES):
            return tags.NAMES[code]
        extra = code - len(tags.NAMES)
        return self.extra_names[extra] if extra < len(self.extra_names) else "*"

    def subtree_sum(self, values: NDArray[np.generic]) -> NDArray[np.int64]:
        """For every row, the sum of a column over its subtree."""
        if values.dtype not in _SUMMED or not values.flags.c_contiguous:
            values = values.astype(np.int64)
        found = np.empty(len(self) + 1, np.int64)
        subtree_sums(self.end, values.view(np.uint8), found)
        return found[:-1]

    def in_subtrees(self, rows: NDArray[np.intp]) -> BoolArray:
        """For every row, whether it is one of these or in the subtree of one."""
        found = np.zeros(len(self), np.bool_)
        if len(rows):
            mark_subtrees(self.end, np.ascontiguousarray(rows, np.int64), found.view(np.uint8))
        return found

    def rows_of_class(self, starts: list[int], ids: bool = False) -> BoolArray:
        """For each row whether one of some places in `class_id_values` is in its class. ids: or in its id."""
        if not starts:
            return np.zeros(len(self), np.bool_)
        # Names stand in pairs of class and id, each with a zero byte behind it.
        ends = np.flatnonzero(np.frombuffer(self.class_id_values, np.uint8) == 0)
        passed = np.searchsorted(ends, starts)
        named = np.zeros(len(ends) // 2 + 1, np.bool_)
        named[(passed if ids else passed[passed % 2 == 0]) // 2 + 1] = True
        found: BoolArray = named[self.class_id]
        return found

    @cached_attribute
    def class_ids(self) -> list[bytes]:
        """The class and the id of each pair in `class_id_values`, in turn; the last one is empty."""
        return self.class_id_values.split(b"\0")

    @cached_attribute
    def own_tags(self) -> NDArray[np.uint16]:
        """The codes of the tags' names, also of elements whose role is read in place of their tag."""
        found: NDArray[np.uint16] = self.tag
        for code, hashed in _WITH_ROLES:
            others = (self.tag_hash == hashed) & (self.tag != code)
            if others.any():
                found = np.where(others, np.uint16(code), found)
        return found

    @cached_attribute
    def subtree_chars(self) -> NDArray[np.int64]:
        return self.subtree_sum(self.chars)

    @cached_attribute
    def subtree_link_chars(self) -> NDArray[np.int64]:
        return self.subtree_sum(self.chars * self.linked)

    @cached_attribute
    def subtree_links(self) -> NDArray[np.int64]:
        return self.subtree_sum(self.link)

    @cached_attribute
    def first_heading(self) -> int:
        """The row of the first `h1`; -1 where there is none."""
        return next(iter(rows_of_tag(self, _H1)), -1)

    def text_of(self, row: int) -> str:
        """The visible text of a row's subtree, one block per line."""
        return text_of_row(self, row)

    def text_between(self, first: int, last: int) -> str:
        """The visible text from one position in `text_rows` up to another, one block per line."""
        return text_of_rows(self, first, last)


check_layout(HashColumns._hash_columns, Columns._tree_columns)

"""One page, read once: its tree as columns, its title, its text blocks."""

from __future__ import annotations

import hashlib
import re
from contextlib import suppress
from functools import cached_property
from urllib.parse import urljoin

import numpy as np
from lxml.etree import _Element, tostring
from numpy.typing import NDArray
from parsel import Selector

from scrapy_denoise.page import tags
from scrapy_denoise.page.asides import Asides
from scrapy_denoise.page.buffers import Buffer, Stored
from scrapy_denoise.page.columns import PageTooLarge, code_lengths, elements, walk
from scrapy_denoise.page.decode import decode
from scrapy_denoise.page.discussion import is_thread
from scrapy_denoise.page.evidence import Blocks, block_model
from scrapy_denoise.page.geometry import Boxes, boxes_of
from scrapy_denoise.page.letters import fold, fold_short, is_uyghur
from scrapy_denoise.page.scan import most_attributes
from scrapy_denoise.page.signature import Signature
from scrapy_denoise.page.title import find_title

Ints = NDArray[np.int32]
Flags = NDArray[np.bool_]

MAX_SIZE = 10 * 1024 * 1024
"""Bytes (or characters) of a page above which it is not read."""

MAX_NODES = 500_000
"""Rows of a page above which it is not read."""

MAX_ATTRIBUTES = 2_000
"""Attributes of one tag above which a page is not parsed: libxml2 takes the square of their number."""

MIN_SHOWN = 500
"""Bytes of visible text below which a page may be one that its scripts have yet to show."""

MIN_SHOWN_TEXT = 100
"""Characters of its longest text below which it may be."""

MIN_REVEALED = 500
"""Bytes that what such a page hides, or has behind its end, must add besides twice what it shows."""

SPARSE = 20
"""Characters of markup for each byte of visible text, from which a page may have its text behind its end."""

_END = re.compile("</html", re.IGNORECASE)
_ENDS = re.compile(r"</(?:html|body)\s*>", re.IGNORECASE)


class Columns(Stored):
    """The nodes of a page as parallel arrays, a row a node, in document order.

    Rows are elements and text nodes that are not blank; what a browser never shows (scripts, styles, comments,
    templates, `hidden`, `display: none`) has no row, but for the closed panels of tabs. A subtree is the slice
    ``row:end[row]``.

    =========== ======= ==================================================================================
    column      type    meaning
    =========== ======= ==================================================================================
    tag         uint16  code of the tag's name (`scrapy_denoise.page.tags`); 0 for text
    parent      int32   row of the parent; -1 for the root
    end         int32   one past the last row of the subtree
    depth       int32   0 for the root
    position    int32   number among the siblings of the same name, from 1, hidden ones counted (XPath)
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
    hints       uint32  a bit for each entry of `tags.HINTS` whose words are in the class or id
    text_start  int32   where the row's text stands in `text`, in bytes
    text_stop   int32   where it ends
    =========== ======= ==================================================================================

    `text` is the visible text of the page in UTF-8 (NFC, Arabic presentation forms as base letters): between
    two rows stands a line end where a block ends, a space where white space was, or nothing. `title` is the text
    of the first `title` element in UTF-8, as it stands. `text_rows` are the text rows, in document order: what a
    selection decides about.

    `boxes` is None, or where a renderer has supplied them, int32, a row each of left, top, width and height in CSS
    pixels from the top left corner of the page; `scrapy_denoise.page.geometry.NO_BOX` where a row has none.
    """

    _rest = Buffer("rest")
    parent = _rest.column(np.int32)
    end = _rest.column(np.int32)
    position = _rest.column(np.int32)
    punctuation = _rest.column(np.int32)
    block = _rest.column(np.int32)
    block_row = _rest.column(np.int32)
    text_start = _rest.column(np.int32)
    text_stop = _rest.column(np.int32)
    hints = _rest.column(np.uint32)
    tag = _rest.column(np.uint16)
    linked = _rest.column(np.bool_)
    link = _rest.column(np.bool_)

    _text_rows = Buffer("text_row_numbers")
    text_rows = _text_rows.column(np.intp)

    def __init__(self, walked: tuple[bytes, bytes, bytes, bytes, bytes, tuple[str, ...]]) -> None:
        """walked: see `scrapy_denoise.page.columns.walk`."""
        self.stored, self.rest, self.text_row_numbers, self.text, self.title, self.extra_names = walked
        self.boxes = None

    def name(self, row: int) -> str:
        """The tag's name; ``#text`` for a text row."""
        code = int(self.tag[row])
        if code < len(tags.NAMES):
            return tags.NAMES[code]
        extra = code - len(tags.NAMES)
        return self.extra_names[extra] if extra < len(self.extra_names) else "*"

    def subtree_sum(self, values: NDArray[np.generic]) -> NDArray[np.int64]:
        """For every row, the sum of a column over its subtree: one running sum, no recursion."""
        total = np.zeros(len(self) + 1, np.int64)
        np.cumsum(values, out=total[1:])
        return total[self.end] - total[:-1]

    def within(self, rows: NDArray[np.intp]) -> Flags:
        """For every row, whether it is one of these (each given once) or in the subtree of one."""
        opened = np.zeros(len(self) + 1, np.int64)
        opened[rows] = 1
        found: Flags = np.cumsum(opened - np.bincount(self.end[rows], minlength=len(self) + 1))[:-1] > 0
        return found

    @cached_property
    def subtree_chars(self) -> NDArray[np.int64]:
        return self.subtree_sum(self.chars)

    @cached_property
    def subtree_link_chars(self) -> NDArray[np.int64]:
        return self.subtree_sum(self.chars * self.linked)

    @cached_property
    def subtree_links(self) -> NDArray[np.int64]:
        return self.subtree_sum(self.link)

    def text_of(self, row: int) -> str:
        """The visible text of a row's subtree, a block a line."""
        rows = self.text_rows
        first, last = np.searchsorted(rows, (row, self.end[row]))
        return self.text_between(int(first), int(last))

    def text_between(self, first: int, last: int) -> str:
        """The visible text from one position in `text_rows` up to another, a block a line."""
        if first >= last:
            return ""
        rows = self.text_rows
        return self.text[self.text_start[rows[first]] : self.text_stop[rows[last - 1]]].decode("utf-8", "replace")


class Page:
    """A page: its address, its tree as lxml built it (never changed), its columns.

    revealed: the columns hold what the page hides, since without its scripts it shows next to nothing.
    Make one with `Page.from_html` or `Page.from_tree`.
    """

    def __init__(
        self, columns: Columns, tree: _Element | None = None, url: str | None = None, revealed: bool = False
    ) -> None:
        self.columns = columns
        self.tree = tree
        self.url = url
        self.revealed = revealed

    @classmethod
    def from_html(
        cls,
        html: str | bytes,
        url: str | None = None,
        encoding: str | None = None,
        max_size: int = MAX_SIZE,
        max_nodes: int = MAX_NODES,
        boxes: Boxes | None = None,
    ) -> Page:
        """Parse and read a page, with the parser that Scrapy's selectors use.

        `boxes`: left, top, width and height in pixels by XPath, as a renderer gives them (see `boxes_of`).

        Raises PageTooLarge above `max_size` bytes (0: no limit), `max_nodes` rows or MAX_ATTRIBUTES in one tag;
        ValueError for a box that is none.
        """
        check_markup(html, max_size)
        text = decode(html, encoding) if isinstance(html, bytes) else html
        # A lone surrogate, which JSON can bring, is not a character; lxml takes none.
        text = text.encode("utf-8", "replace").decode("utf-8")
        tree = Selector(text=text, type="html").root
        return cls.from_tree(tree, url, max_nodes, boxes).past_its_end(text, max_nodes, boxes)

    @classmethod
    def from_tree(
        cls, tree: _Element, url: str | None = None, max_nodes: int = MAX_NODES, boxes: Boxes | None = None
    ) -> Page:
        """Read a page that lxml has parsed already (Scrapy: `response.selector.root`).

        Raises PageTooLarge above `max_nodes` rows, ValueError for a box that is none.
        """
        uyghur: bool | None = None

        def normalise(text: str) -> str:
            nonlocal uyghur
            if uyghur is None:
                uyghur = is_uyghur(tostring(tree, encoding="unicode", method="text", with_tail=False))
            return fold_short(text, uyghur) if len(text) <= 100 else fold(text, uyghur)

        columns, revealed = Columns(walk(tree, normalise, max_nodes)), False
        if len(columns.text) < MIN_SHOWN and columns.chars.max(initial=0) < MIN_SHOWN_TEXT:
            with suppress(PageTooLarge):
                more = Columns(walk(tree, normalise, max_nodes, reveal=True))
                if _says_far_more(more, columns):
                    columns, revealed = more, True
        if boxes is not None:
            columns.boxes = boxes_of(columns, boxes)
        return cls(columns, tree, url, revealed)

    def past_its_end(self, markup: str, max_nodes: int = MAX_NODES, boxes: Boxes | None = None) -> Page:
        """The page; or all of its markup where that goes on behind ``</html>`` with far more than this.

        Browsers read on there, libxml2 (since 2.14) and with it Scrapy's selectors do not. It is looked for only where
        there is little text for so much markup.
        """
        if SPARSE * len(self.columns.text) > len(markup):
            return self
        end = _END.search(markup)
        if end is not None and len(markup) - end.end() >= MIN_REVEALED:
            with suppress(PageTooLarge):
                tree = Selector(text=_ENDS.sub("", markup), type="html").root
                whole = Page.from_tree(tree, self.url, max_nodes, boxes)
                if _says_far_more(whole.columns, self.columns):
                    return whole
        return self

    @cached_property
    def signature(self) -> Signature:
        """What another page of the site is compared with."""
        return Signature(self.columns.stored, self.columns.boxes)

    @cached_property
    def blocks(self) -> Blocks:
        """The text blocks and what is measured of them."""
        return Blocks(self)

    @cached_property
    def evidence(self) -> NDArray[np.float32]:
        """How likely each text block is content, from this page alone: 0 to 1."""
        return block_model()(self.blocks.features)

    def evidence_beside(self, known: NDArray[np.float32]) -> NDArray[np.float32]:
        """The same, but of each text block what is known of it already; NaN where nothing is."""
        found = self.__dict__.get("evidence")
        return block_model()(self.blocks.features, known) if found is None else np.where(np.isnan(known), found, known)

    @cached_property
    def asides(self) -> Asides:
        """What stands beside the content and says so: comments, dialogs that ask for consent, related pages."""
        return Asides(self.columns, self.is_thread)

    @cached_property
    def is_thread(self) -> bool:
        """Whether the page is a discussion itself, by its address."""
        return is_thread(self.url)

    @cached_property
    def digest(self) -> int:
        """64 bits of a hash of the page's address, or of its content where it has none: which page it is."""
        content = self.signature.content_hash.to_bytes(8, "little")
        name = self.url.encode("utf-8", "replace") if self.url else content
        return int.from_bytes(hashlib.blake2b(name, digest_size=8).digest(), "little")

    @cached_property
    def title(self) -> str:
        """The page's title without the site's name, as far as the page's headings tell them apart."""
        return find_title(self)

    def elements(self) -> list[_Element | None]:
        """The lxml element of each row; None for text rows. Empty for a page without its tree."""
        return elements(self.tree, self.revealed) if self.tree is not None else []

    @cached_property
    def code_lengths(self) -> Ints:
        """Of each row, the length of its own markup, an element's tags with their attributes; 0 for text rows.

        In bytes of UTF-8. All 0 for a page without its tree.
        """
        lengths = code_lengths(self.tree, self.revealed) if self.tree is not None else [0] * len(self.columns)
        return np.array(lengths, np.int32)

    @property
    def base_url(self) -> str | None:
        """What relative links refer to: the address, or the page's `base` element."""
        base = self.tree.find(".//base[@href]") if self.tree is not None else None
        if base is None:
            return self.url
        return safe_url_join(self.url, base.get("href", ""))

    @cached_property
    def text(self) -> str:
        """All visible text, a block a line."""
        return self.columns.text.decode("utf-8", "replace")


def _says_far_more(columns: Columns, than: Columns) -> bool:
    return len(columns.text) >= MIN_REVEALED + 2 * len(than.text)


def safe_url_join(base: str | None, url: str) -> str | None:
    """`urljoin` that gives the base where the page's own word is no address."""
    try:
        return urljoin(base or "", url.strip()) or base
    except ValueError:
        return base


def check_markup(markup: str | bytes, max_size: int = MAX_SIZE) -> None:
    """Raise PageTooLarge for a page that would cost too much to parse."""
    if max_size and len(markup) > max_size:
        raise PageTooLarge(f"the page has {len(markup):,} bytes, the limit is {max_size:,}")
    if len(markup) > 8 * MAX_ATTRIBUTES:
        attributes = most_attributes(markup if isinstance(markup, bytes) else markup.encode("utf-8", "replace"))
        if attributes > MAX_ATTRIBUTES:
            raise PageTooLarge(f"a tag of the page has {attributes:,} attributes, the limit is {MAX_ATTRIBUTES:,}")

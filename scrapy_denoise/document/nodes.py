"""The nodes of a document: blocks, and the inline nodes of which text blocks consist."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from scrapy_denoise.document.source.compiled import Record as Node

if TYPE_CHECKING:
    from attrs import frozen
else:
    from scrapy_denoise.document.source.compiled import frozen


@frozen
class Mark(Node):
    """Marked text.

    name: one of ``emphasis strong code deleted inserted highlighted quoted subscript superscript``. children: the text
    that is marked.
    """

    name: str
    children: tuple[Inline, ...]


@frozen
class Anchor(Node):
    """Text that links to an address.

    url: the address, absolute where the page's own is known (`scrapy_denoise.document.source.compiled.Addresses.link`).
    children: the text of the link.
    """

    url: str
    children: tuple[Inline, ...]


@frozen
class Picture(Node):
    """An image.

    url: the address of the image itself, not of its placeholder. alt: its alternative text, or empty. link: where the
    picture leads, or empty.
    """

    url: str
    alt: str = ""
    link: str = ""


@frozen
class Break(Node):
    """A line end inside a paragraph."""


@frozen
class Math(Node):
    """A formula. source: its kept text. notation: ``tex``, or ``mathml``. mathml: its elements, where that is the
    notation. display: whether it stands on a line of its own."""

    source: str
    notation: str
    display: bool = False
    mathml: str = ""


Inline: TypeAlias = str | Mark | Anchor | Picture | Break | Math


@frozen
class Heading(Node):
    """A heading. level: 1 to 6. children: its text."""

    level: int
    children: tuple[Inline, ...]


@frozen
class Paragraph(Node):
    """A paragraph. children: its text."""

    children: tuple[Inline, ...]


@frozen
class Item(Node):
    """An item of a list. blocks: what it holds. number: which the page shows in an ordered list; else None. checked: of
    an item that begins with a check box, whether it is checked; else None."""

    blocks: tuple[Block, ...]
    number: int | None = None
    checked: bool | None = None


@frozen
class List(Node):
    """A list. ordered: whether its items have numbers. items: in the order of the page."""

    ordered: bool
    items: tuple[Item, ...]


@frozen
class Entry(Node):
    """A term of a definition list, or the description of the terms before it. term: true for a term. blocks: what it
    holds."""

    term: bool
    blocks: tuple[Block, ...]


@frozen
class Definitions(Node):
    """A definition list. entries: its terms and descriptions, in the order of the page."""

    entries: tuple[Entry, ...]


@frozen
class Cell(Node):
    """A cell of a table.

    blocks: what it holds; none if it is empty or nothing in it was kept. header: whether it is a header cell. colspan,
    rowspan: the columns and the rows that it spans.
    """

    blocks: tuple[Block, ...] = ()
    header: bool = False
    colspan: int = 1
    rowspan: int = 1


@frozen
class Table(Node):
    """A data table. Tables that only lay out a page are not in a document.

    caption: its text; empty without one. rows: the cells of each row.
    """

    caption: tuple[Inline, ...]
    rows: tuple[tuple[Cell, ...], ...]


@frozen
class Figure(Node):
    """One or more pictures with their caption.

    pictures: in the order of the page. caption: its text; empty without one. blocks: what else the figure shows, such
    as a table. beside: whether the caption stands beside the text of the page and not in it.
    """

    pictures: tuple[Picture, ...]
    caption: tuple[Inline, ...] = ()
    blocks: tuple[Block, ...] = ()
    beside: bool = False


@frozen
class Quote(Node):
    """A quotation. blocks: what it holds."""

    blocks: tuple[Block, ...]


@frozen
class Code(Node):
    """Preformatted text. text: to the character. language: as the page names it, or empty."""

    text: str
    language: str = ""


@frozen
class Rule(Node):
    """A thematic break."""


@frozen
class Post(Node):
    """A post of a thread. blocks: its parts, in the order of the page."""

    blocks: tuple[Block, ...]


@frozen
class Record(Node):
    """A record of a list.

    blocks: what it says. url: where it leads; in the block that names it all the text is an anchor with that address.
    position: that of its `Entry` among the entries of the page, from 1: a record that the page shows twice is one.
    """

    blocks: tuple[Block, ...]
    url: str
    position: int


@frozen
class Records(Node):
    """Records that follow one another, of one list or of several. records: in the order of the page."""

    records: tuple[Record, ...]


Block: TypeAlias = Heading | Paragraph | List | Definitions | Table | Figure | Quote | Code | Rule | Post | Records


@frozen
class Document(Node):
    """The content of a page as a tree. Its text is exactly the text of the kept rows.

    blocks: its parts, in the order of the page.
    """

    blocks: tuple[Block, ...]

"""The parts of an article, each of which knows its markup and its gold text.

Text may hold ``[[label|address]]``, ``**strong**`` and ```code```. Gold lines are plain: what a reader sees.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape

import attrs

LINK = re.compile(r"\[\[(.+?)\|(.+?)\]\]")
STRONG = re.compile(r"\*\*(.+?)\*\*")
CODE = re.compile(r"`(.+?)`")


def plain(text: str) -> str:
    return CODE.sub(r"\1", STRONG.sub(r"\1", LINK.sub(r"\1", text)))


def inline(text: str) -> str:
    """The text as HTML."""
    marked = LINK.sub(r'<a href="\2">\1</a>', escape(text, quote=False))
    return CODE.sub(r"<code>\1</code>", STRONG.sub(r"<strong>\1</strong>", marked))


@attrs.frozen
class Paragraph:
    text: str

    def html(self) -> str:
        return f"<p>{inline(self.text)}</p>"

    def lines(self) -> list[str]:
        return [plain(self.text)]


@attrs.frozen
class Heading:
    text: str
    level: int = 2
    anchor: str = ""

    def html(self) -> str:
        name = f' id="{self.anchor}"' if self.anchor else ""
        return f"<h{self.level}{name}>{inline(self.text)}</h{self.level}>"

    def lines(self) -> list[str]:
        return [plain(self.text)]


@attrs.frozen
class Items:
    texts: Sequence[str]
    ordered: bool = False

    def html(self) -> str:
        tag = "ol" if self.ordered else "ul"
        return f"<{tag}>\n" + "\n".join(f"<li>{inline(text)}</li>" for text in self.texts) + f"\n</{tag}>"

    def lines(self) -> list[str]:
        return [plain(text) for text in self.texts]


@attrs.frozen
class Table:
    head: Sequence[str]
    rows: Sequence[Sequence[str]]

    def html(self) -> str:
        head = _row(self.head, "th")
        body = "\n".join(_row(row, "td") for row in self.rows)
        return f"<table>\n<thead>\n{head}\n</thead>\n<tbody>\n{body}\n</tbody>\n</table>"

    def lines(self) -> list[str]:
        return [" ".join(plain(cell) for cell in row) for row in (self.head, *self.rows)]


def _row(cells: Sequence[str], tag: str) -> str:
    return "<tr>\n" + "\n".join(f"<{tag}>{inline(cell)}</{tag}>" for cell in cells) + "\n</tr>"


@attrs.frozen
class Figure:
    source: str
    caption: str

    def html(self) -> str:
        image = f'<img src="{self.source}" alt="" width="600" height="400" />'
        return f"<figure>{image}\n<figcaption>{inline(self.caption)}</figcaption></figure>"

    def lines(self) -> list[str]:
        return []  # a caption is no part of the text


@attrs.frozen
class Quote:
    text: str

    def html(self) -> str:
        return f"<blockquote>\n<p>{inline(self.text)}</p>\n</blockquote>"

    def lines(self) -> list[str]:
        return [plain(self.text)]


@attrs.frozen
class Code:
    code: Sequence[str]
    language: str = "console"

    def html(self) -> str:
        source = escape("\n".join(self.code), quote=False)
        return f'<div class="highlight-{self.language}"><pre>{source}\n</pre></div>'

    def lines(self) -> list[str]:
        return list(self.code)


Element = Paragraph | Heading | Items | Table | Figure | Quote | Code


def gold(elements: Iterable[Element]) -> str:
    """The gold text: a paragraph, list item, table row or line of code a line."""
    return "\n".join(line for element in elements for line in element.lines())

"""Articles: what a site publishes, before any layout is put around it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime

import attrs

from .elements import Code, Element, Figure, Heading, Items, Paragraph, Quote, Table, gold
from .grammar import Writer

MARKED = re.compile(r"(`[^`]*`|\[\[.*?\]\]|\*\*.*?\*\*)")


@attrs.frozen
class Shape:
    """How articles of a site look: sizes are ranges, the rest are chances per paragraph (0 to 1)."""

    paragraphs: tuple[int, int] = (4, 10)
    sentences: tuple[int, int] = (2, 5)
    brief: float = 0.15  # of the articles have one or two paragraphs, and nothing else
    heading: float = 0.0
    figure: float = 0.0
    items: float = 0.0
    table: float = 0.0
    quote: float = 0.0
    code: float = 0.0
    link: float = 0.0
    strong: float = 0.0


@attrs.frozen
class Article:
    url: str
    title: str
    date: datetime
    author: str
    section: str
    elements: Sequence[Element]

    @property
    def gold_text(self) -> str:
        return gold(self.elements)

    @property
    def day(self) -> str:
        return f"{self.date:%Y-%m-%d}"

    def summary(self, chars: int = 80) -> str:
        """The beginning of the text, as lists of articles show it."""
        return self.gold_text.replace("\n", " ")[:chars] + "…"


def compose(writer: Writer, shape: Shape, links: Sequence[str], prefix: str = "") -> list[Element]:
    """The elements of one article; `links` are the addresses its words may point to.

    `prefix` selects the rules of another kind of text in the same vocabulary, such as ``news_``.
    """
    brief = writer.chance(shape.brief)
    count = writer.rng.randint(*((1, 2) if brief else shape.paragraphs))
    elements: list[Element] = [_paragraph(writer, shape, links, prefix, first=True)]
    for position in range(1, count):
        if position > 1 and writer.chance(shape.heading):
            elements.append(Heading(writer.say("heading"), anchor=f"section-{position}"))
        elements.append(_paragraph(writer, shape, links, prefix))
        if not brief:
            elements += _extra(writer, shape, prefix)
    if writer.chance(0.6):
        elements.append(Paragraph(writer.say(f"{prefix}closing")))
    return elements


def _paragraph(writer: Writer, shape: Shape, links: Sequence[str], prefix: str, first: bool = False) -> Paragraph:
    text = writer.sentences(*shape.sentences, rule=f"{prefix}sentence")
    if first:
        text = writer.joiner.join([writer.say(f"{prefix}opening"), text])
    for chance, mark in ((shape.link, f"[[{{}}|{writer.pick(links)}]]"), (shape.strong, "**{}**")):
        if writer.chance(chance):
            text = _marked(writer, text, mark)
    return Paragraph(text)


def _marked(writer: Writer, text: str, mark: str) -> str:
    """The text with `mark` around the first name that the article is about, where there is one."""
    names = [re.escape(name) for bound in writer.topic.bound.values() for name in bound]
    if not names:
        return text
    name = re.compile(rf"(?<![A-Za-z])(?:{'|'.join(names)})(?![A-Za-z])")
    parts = MARKED.split(text)
    for i in range(0, len(parts), 2):  # the others are code, links or bold already
        parts[i], found = name.subn(lambda match: mark.format(match[0]), parts[i], count=1)
        if found:
            break
    return "".join(parts)


def _extra(writer: Writer, shape: Shape, prefix: str) -> list[Element]:
    """At most one element that is not a paragraph."""
    if writer.chance(shape.figure):
        name = f"{writer.rng.randrange(16**8):08x}"
        return [Figure(f"/uploads/{name[:2]}/{name}.jpg", writer.say("caption"))]
    if writer.chance(shape.items):
        return [Items(writer.some(f"{prefix}item", 3, 6), ordered=writer.chance(0.4))]
    if writer.chance(shape.table):
        return [_table(writer)]
    if writer.chance(shape.quote):
        return [Quote(writer.say("quote"))]
    if writer.chance(shape.code):
        return [Code(writer.some("code", 1, 4))]
    return []


def _table(writer: Writer) -> Table:
    head, row = writer.pick(writer.grammar.rules["table"]).split(" => ")
    rows = [
        [writer.grammar.fill(cell, writer.rng, writer.topic) for cell in row.split(" ~ ")]
        for _ in range(writer.rng.randint(3, 6))
    ]
    return Table(head.split(" ~ "), rows)

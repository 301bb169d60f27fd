"""What an element makes of what it holds, when its last row has passed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import attrs

from scrapy_denoise.document.inline import nested
from scrapy_denoise.document.nodes import (
    Anchor,
    Block,
    Break,
    Cell,
    Code,
    Definitions,
    Entry,
    Figure,
    Heading,
    Inline,
    Item,
    List,
    Paragraph,
    Picture,
    Quote,
    Table,
)

MAX_LINES = 4
"""Paragraphs of a heading; one with more was never closed."""


@attrs.define(eq=False)
class Frame:
    """An element with structure of which rows are still to come. end: one past its last row. blocks: what it holds so
    far; parts: its items, entries, rows or cells, of preformatted text the pieces; lines: of its caption. captioned: of
    a figure, whether all its text is the caption; beside: whether the caption stands beside the text of the page."""

    kind: str
    end: int
    above: Frame | None = None
    blocks: list[Block] = attrs.field(factory=list)
    parts: list[Any] = attrs.field(factory=list)
    lines: list[Paragraph] | None = None
    ordered: bool = False
    term: bool = False
    header: bool = False
    number: int = 1
    position: int = 0
    spans: tuple[int, int] = (1, 1)
    language: str = ""
    captioned: bool = False
    beside: bool = False


def append(frame: Frame, block: Block) -> None:
    """Add a block to a frame; where that holds rows or cells, in one of its own."""
    if frame.kind == "row":
        frame.parts.append(Cell((block,)))
    elif frame.kind == "table":
        frame.parts.append((Cell((block,)),))
    else:
        frame.blocks.append(block)


def _settle(frame: Frame) -> None:
    """Put the blocks that stand between the items of a list, or between entries, to the one before."""
    if not frame.blocks:
        return
    if frame.parts:
        frame.parts[-1] = attrs.evolve(frame.parts[-1], blocks=(*frame.parts[-1].blocks, *frame.blocks))
    else:
        blocks, number = tuple(frame.blocks), frame.number if frame.ordered else None
        frame.parts.append(Item(blocks, number) if frame.kind == "list" else Entry(False, blocks))
    frame.blocks.clear()


# --- what an element makes of what it holds: blocks for the one above, or a part of it ---


def _item(frame: Frame, above: Frame) -> Sequence[Block]:
    if frame.blocks:
        _settle(above)
        counted = above.number + frame.position - 1
        number = (frame.number if frame.number >= 0 else counted) if above.ordered else None
        above.parts.append(Item(tuple(frame.blocks), number))
    return ()


def _list(frame: Frame, above: Frame) -> Sequence[Block]:
    _settle(frame)
    return (List(frame.ordered, tuple(frame.parts)),) if frame.parts else ()


def _entry(frame: Frame, above: Frame) -> Sequence[Block]:
    if frame.blocks:
        _settle(above)
        above.parts.append(Entry(frame.term, tuple(frame.blocks)))
    return ()


def _definitions(frame: Frame, above: Frame) -> Sequence[Block]:
    _settle(frame)
    return (Definitions(tuple(frame.parts)),) if frame.parts else ()


def _cell(frame: Frame, above: Frame) -> Sequence[Block]:
    above.parts.append(Cell(tuple(frame.blocks), frame.header, *frame.spans))
    return ()


def _row(frame: Frame, above: Frame) -> Sequence[Block]:
    above.parts.append(tuple(frame.parts))
    return ()


def _table(frame: Frame, above: Frame) -> Sequence[Block]:
    spanned = any(cell.rowspan > 1 for row in frame.parts for cell in row)
    rows = tuple(row for row in frame.parts if spanned or any(cell.blocks for cell in row))
    caption = _joined(frame.lines or ())
    if any(cell.blocks for row in rows for cell in row):
        return (Table(caption, rows),)
    return (Paragraph(caption),) if caption else ()


def _caption(frame: Frame, above: Frame) -> Sequence[Block]:
    above.lines = above.lines or []
    above.lines += [block for block in frame.blocks if isinstance(block, Paragraph)]
    above.beside |= frame.beside
    return [block for block in frame.blocks if not isinstance(block, Paragraph)]


def _figure(frame: Frame, above: Frame) -> Sequence[Block]:
    pictures: list[Picture] = []
    others: list[Block] = []
    for block in frame.blocks:
        if isinstance(block, Figure) and not block.caption and not block.blocks:
            pictures += block.pictures
        elif frame.captioned and isinstance(block, Paragraph):
            frame.lines = [*(frame.lines or ()), block]
        else:
            others.append(block)
    inside, caption = _apart(_joined(frame.lines or ()))
    pictures += inside
    if not caption:
        return [*([Figure(tuple(pictures))] if pictures else []), *others]
    if not pictures and not others and not frame.beside:
        return (Paragraph(caption),)
    return (Figure(tuple(pictures), caption, tuple(others), frame.beside),)


def _apart(caption: tuple[Inline, ...]) -> tuple[list[Picture], tuple[Inline, ...]]:
    """The pictures in a caption, and the caption without them."""
    pictures: list[Picture] = []
    words: list[Inline] = []
    for node in caption:
        if isinstance(node, Picture):
            pictures.append(node)
        elif isinstance(node, Anchor) and all(isinstance(child, Picture) for child in node.children):
            pictures += [attrs.evolve(child, link=node.url) for child in node.children if isinstance(child, Picture)]
        else:
            words.append(node)
    if not pictures:
        return [], caption
    return pictures, nested([((), node) for node in words])


def _quote(frame: Frame, above: Frame) -> Sequence[Block]:
    return (Quote(tuple(frame.blocks)),) if frame.blocks else ()


def _code(frame: Frame, above: Frame) -> Sequence[Block]:
    text = "".join(frame.parts)
    return (*([Code(text, frame.language)] if text.strip() else []), *frame.blocks)


def heading(frame: Frame, above: Frame) -> Sequence[Block]:
    """The heading; of one that was never closed, the first paragraph, and what follows after it."""
    level = int(frame.kind[1:])
    lines = [block for block in frame.blocks if isinstance(block, Paragraph)]
    if not lines:
        return frame.blocks
    if len(lines) <= MAX_LINES and all(isinstance(block, Paragraph | Figure) for block in frame.blocks):
        return (Heading(level, _joined(lines)), *(block for block in frame.blocks if isinstance(block, Figure)))
    first = frame.blocks.index(lines[0])
    return (*frame.blocks[:first], Heading(level, lines[0].children), *frame.blocks[first + 1 :])


def _joined(lines: Sequence[Paragraph]) -> tuple[Inline, ...]:
    """Several paragraphs as one, on one line."""
    found: list[Inline] = []
    for line in lines:
        found += [" ", *line.children] if found else line.children
    return tuple(" " if isinstance(node, Break) else node for node in found)


CLOSED = {
    "item": _item,
    "list": _list,
    "entry": _entry,
    "definitions": _definitions,
    "cell": _cell,
    "row": _row,
    "table": _table,
    "caption": _caption,
    "figure": _figure,
    "quote": _quote,
    "code": _code,
}

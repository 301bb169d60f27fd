"""The nodes of a document while they are built: the elements that are open, and the paragraph that goes on."""

from __future__ import annotations

import attrs
import numpy as np

from scrapy_denoise.document.frame import CLOSED, Frame, append, heading
from scrapy_denoise.document.inline import Open, Run, marked, nested, shared
from scrapy_denoise.document.nodes import (
    Block,
    Break,
    Figure,
    Math,
    Paragraph,
    Picture,
)
from scrapy_denoise.document.xml_characters import NOT_XML
from scrapy_denoise.page import Columns

MAX_MARKS = 16
"""Marks inside one another, links included."""


class Frames:
    """Takes rows in document order and gives the blocks that they make."""

    def __init__(self, columns: Columns) -> None:
        self.columns = columns
        self._text = columns.text
        self._not_xml = NOT_XML.search(columns.text.decode("utf-8", "replace")) is not None
        # Lists: an item of an array costs several times as much.
        self.end: list[int] = columns.end.tolist()
        self._block_row: list[int] = columns.block_row.tolist()
        self._text_block: list[int] = columns.block.tolist()
        self._text_start: list[int] = columns.text_start.tolist()
        self._text_stop: list[int] = columns.text_stop.tolist()
        self.current = Frame("root", len(columns))
        self.depth = 0
        self._stack: list[tuple[int, Frame | None, tuple[Open, ...]]] = []
        self._marks: tuple[Open, ...] = ()
        self._runs: list[Run] = []
        self._place = -1  # row of the block element that the paragraph stands in
        self._block = -1  # number of its text block; -1 where it has no text yet
        self._stop = -1  # where the text before ends
        self._line_ends = 0
        self._formula_end = 0

    # --- elements ---

    def close_before(self, row: int) -> None:
        """Close the elements that end before a row."""
        while self._stack and self._stack[-1][0] <= row:
            _, frame, self._marks = self._stack.pop()
            if frame is not None:
                self._close(frame)

    def open(self, frame: Frame) -> None:
        self._flush()
        self._stack.append((frame.end, frame, self._marks))
        self.current = frame
        self.depth += 1

    def mark(self, row: int, name: str, url: str = "") -> None:
        """Open a mark, unless one of its name is open."""
        if self.current.kind == "code" or len(self._marks) >= MAX_MARKS or any(name == m[0] for m in self._marks):
            return
        self._stack.append((self.end[row], None, self._marks))
        self._marks = (*self._marks, (name, url, row))

    def finish(self) -> tuple[Block, ...]:
        """The blocks of all rows since the last time."""
        self.close_before(len(self.columns))
        self._flush()
        blocks = tuple(self.current.blocks)
        self.current.blocks.clear()
        self._stop = -1
        return blocks

    # --- what they hold ---

    def text(self, row: int) -> None:
        start, stop, block = self._text_start[row], self._text_stop[row], self._text_block[row]
        words = self._text[start:stop].decode("utf-8", "replace")
        if self._not_xml:
            words = NOT_XML.sub("", words)
        if self.current.kind == "code":
            self.current.parts += (self._gap_in_code(start, block), words)
        else:
            self._arrive(self._block_row[row], block)
            self._space(start)
            self._runs.append((self._marks, words.replace("\n", " ")))
        self._block, self._stop = block, stop

    def line_end(self) -> None:
        if self._runs:
            self._line_ends += 1

    def block(self, block: Block) -> None:
        """Add a block that is whole already."""
        self._flush()
        append(self.current, block)

    def picture(self, row: int, picture: Picture, alone: bool) -> None:
        """alone: on a line of its own, whatever stands around."""
        if self.current.kind == "code" or alone:
            self.block(Figure((picture,)))
            return
        self._arrive(self._block_row[row], -1)
        texts = self.columns.text_rows
        following = int(np.searchsorted(texts, row))
        if following < len(texts):
            self._space(self._text_start[texts[following]])
        self._runs.append((self._marks, picture))

    def formula(self, row: int, formula: Math) -> None:
        self._formula_end, texts = self.end[row], self.columns.text_rows
        first, last = np.searchsorted(texts, (row, self._formula_end)).tolist()
        if self.current.kind == "code":
            self.current.parts.append(formula.source)
        elif formula.display:
            self.block(Paragraph((formula,)))
        else:
            self._arrive(self._block_row[row], -1)
            self._space(self._text_start[texts[first]])
            self._runs.append((self._marks, formula))
        self._stop = self._text_stop[texts[last - 1]]

    def in_caption(self) -> bool:
        """Whether the text that comes is part of a caption."""
        frame: Frame | None = self.current
        while frame is not None:
            if frame.kind == "caption" or frame.captioned:
                return True
            frame = frame.above
        return False

    def in_formula(self, row: int) -> bool:
        return row < self._formula_end

    # --- paragraphs ---

    def _arrive(self, place: int, block: int) -> None:
        """End the paragraph where what comes now stands in another one."""
        if self._runs:
            if place != self._place or self._line_ends > 1:
                self._flush()
            elif self._line_ends:
                self._runs.append((shared(self._runs[-1][0], self._marks), Break()))
            elif -1 not in (block, self._block) and block != self._block:
                self._flush()
        self._place, self._line_ends = place, 0

    def _space(self, start: int) -> None:
        """Write the space that the page has before the text that begins there."""
        if self._runs and self._stop < start and not isinstance(self._runs[-1][1], Break):
            self._runs.append((shared(self._runs[-1][0], self._marks), " "))

    def _gap_in_code(self, start: int, block: int) -> str:
        """What stands before a text in preformatted text: white space, or in place of what was left out a space."""
        text = self.columns.text
        if self.current.parts:
            gap = text[self._stop : start].decode("utf-8", "replace")
            return gap if not gap.strip(" \n") else " " if block == self._block else "\n"
        indent = start
        while indent > 0 and text[indent - 1] == 32:
            indent -= 1
        return " " * (start - indent) if indent == 0 or text[indent - 1] == 10 else ""

    def _flush(self) -> None:
        """End the paragraph."""
        self._line_ends, self._block = 0, -1
        if not self._runs:
            return
        runs, self._runs = self._runs, []
        if len(runs) == 1 and isinstance(words := runs[0][1], str):
            if words := words.strip():
                append(self.current, Paragraph(marked(words, runs[0][0])))
            return
        if all(isinstance(leaf, Picture | Break) or (isinstance(leaf, str) and leaf.isspace()) for _, leaf in runs):
            links = {id(leaf): mark[1] for marks, leaf in runs for mark in marks if mark[0] == "link"}
            pictures = [leaf for _, leaf in runs if isinstance(leaf, Picture)]
            if pictures:
                linked = (attrs.evolve(picture, link=links.get(id(picture), "")) for picture in pictures)
                append(self.current, Figure(tuple(linked)))
        elif children := nested(runs):
            append(self.current, Paragraph(children))

    def _close(self, frame: Frame) -> None:
        self._flush()
        assert frame.above is not None
        self.current = frame.above
        self.depth -= 1
        for block in CLOSED.get(frame.kind, heading)(frame, frame.above):
            append(frame.above, block)

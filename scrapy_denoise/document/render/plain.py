"""A document as plain text that shows its lists and tables."""

from __future__ import annotations

from attrs import frozen

from scrapy_denoise.document.nodes import (
    Block,
    Code,
    Definitions,
    Document,
    Figure,
    Heading,
    List,
    Paragraph,
    Records,
    Rule,
    Table,
)
from scrapy_denoise.document.tree.compiled import words_of


def render_plain(document: Document, alts: bool = False, captions: bool = False) -> str:
    """A paragraph a line, the items of lists with their marks, the rows of tables on a line of their own.

    Quotations (``q``) stand between quotation marks.

    alts: the alternative texts of pictures too, each on a line. captions: the captions too that stand beside the text.
    """
    return "\n".join(_lines(document.blocks, _Asked(alts, captions)))


@frozen
class _Asked:
    alts: bool
    captions: bool


def _lines(blocks: tuple[Block, ...], asked: _Asked) -> list[str]:
    return [line for block in blocks for line in _block(block, asked)]


def _block(block: Block, asked: _Asked) -> list[str]:
    if isinstance(block, Paragraph | Heading):
        return [words] if (words := words_of(block.children, quoted=True)) else []
    if isinstance(block, List):
        lines: list[str] = []
        for item in block.items:
            mark = "- " if item.number is None else f"{item.number}. "
            mark += "" if item.checked is None else "[x] " if item.checked else "[ ] "
            held = _lines(item.blocks, asked)
            lines += [(" " * len(mark) if at else mark) + line for at, line in enumerate(held)]
        return lines
    if isinstance(block, Definitions):
        return [line for entry in block.entries for line in _lines(entry.blocks, asked)]
    if isinstance(block, Table):
        rows = [" | ".join(" ".join(_lines(cell.blocks, asked)) for cell in row) for row in block.rows]
        return [*([words_of(block.caption, quoted=True)] if block.caption else []), *rows]
    if isinstance(block, Figure):
        shown = [picture.alt for picture in block.pictures if picture.alt] if asked.alts else []
        caption = (
            [words_of(block.caption, quoted=True)] if block.caption and (asked.captions or not block.beside) else []
        )
        return [*shown, *_lines(block.blocks, asked), *caption]
    if isinstance(block, Records):
        return [line for record in block.records for line in _lines(record.blocks, asked)]
    if isinstance(block, Code):
        return block.text.split("\n")
    return [] if isinstance(block, Rule) else _lines(block.blocks, asked)

"""A document as Markdown: CommonMark, with the tables and the strikethrough of GitHub Flavored Markdown."""

from __future__ import annotations

import re
from collections.abc import Sequence

from scrapy_denoise.document.markdown_inline import code_span, escaped_line_start, inline
from scrapy_denoise.document.nodes import (
    Block,
    Cell,
    Code,
    Definitions,
    Document,
    Entry,
    Figure,
    Heading,
    Inline,
    List,
    Mark,
    Math,
    Paragraph,
    Post,
    Quote,
    Rule,
    Table,
)
from scrapy_denoise.document.tables import grid
from scrapy_denoise.page.one_line import one_line

_FENCES = re.compile("`{3,}")
_INTERRUPTING = re.compile(r"(?:-|1\.) +\S")
_RULE = "___"  # no bullet: "- ---" would be a rule, not a list


def render_markdown(document: Document) -> str:
    """The document as Markdown, without an end of line at its end; empty for an empty document.

    What CommonMark has no sign for, such as subscripts, is written as HTML elements. The terms of a definition list are
    strong text above a list of their descriptions, formulas are written as on GitHub (``$`x^2`$``), and rules divide
    the posts of a thread.
    """
    return "\n".join(_lines(document.blocks))


def _lines(blocks: tuple[Block, ...]) -> list[str]:
    """The lines of blocks, with an empty one between each two."""
    if len(blocks) == 1:
        return _block(blocks[0], False)
    lines: list[str] = []
    before: Block | None = None
    other = False
    for block in blocks:
        # Two lists of a kind, one after the other, are one, unless their marks differ.
        other = not other if (kind := _list_kind(block)) and _list_kind(before) == kind else False
        following = _block(block, other)
        if isinstance(before, Post):
            following = [_RULE, "", *following]
        if following:
            if lines:
                lines.append("")
            lines += following
            before = block
    return lines


def _list_kind(block: Block | None) -> str:
    """What kind of marks a block begins its lines with; empty where it is no list."""
    if isinstance(block, List):
        return "numbers" if block.ordered else "bullets"
    return "bullets" if isinstance(block, Definitions) else ""


def _block(block: Block, other: bool) -> list[str]:
    if isinstance(block, Paragraph):
        return _paragraph(block.children)
    if isinstance(block, Heading):
        text = inline(block.children).replace("\n", " ")
        return ["#" * block.level + " " + (text[:-1] + "\\#" if text.endswith("#") else text)]
    if isinstance(block, List):
        return _list(block, other)
    if isinstance(block, Figure):
        pictures: tuple[Inline, ...] = tuple(node for picture in block.pictures for node in (picture, " "))[:-1]
        return _lines((*_paragraphs(pictures), *block.blocks, *_paragraphs(block.caption)))
    if isinstance(block, Table):
        return _lines(_paragraphs(block.caption)) + [""] * bool(block.caption) + _table(block)
    if isinstance(block, Code):
        return _fenced(block.text, block.language)
    if isinstance(block, Definitions):
        return _definitions(block)
    if isinstance(block, Rule):
        return [_RULE]
    lines = _lines(block.blocks)
    return [f"> {line}".rstrip() for line in lines] if isinstance(block, Quote) else lines


def _paragraphs(children: tuple[Inline, ...]) -> tuple[Block, ...]:
    return (Paragraph(children),) if children else ()


def _paragraph(children: tuple[Inline, ...]) -> list[str]:
    if (
        len(children) == 1
        and isinstance(formula := children[0], Math)
        and formula.display
        and formula.notation == "tex"
    ):
        return _fenced(formula.source, "math")
    text = inline(children)
    return [escaped_line_start(line) for line in text.split("\n")] if "\n" in text else [escaped_line_start(text)]


def _fenced(text: str, language: str) -> list[str]:
    fence = "`" * max(3, 1 + max((len(run) for run in _FENCES.findall(text)), default=0))
    return [fence + language, *text.split("\n"), fence]


def _list(block: List, other: bool) -> list[str]:
    held = [item.blocks for item in block.items]
    if not block.ordered:
        return _items(held, ["+ " if other else "- "] * len(held))
    first = block.items[0].number
    first = 1 if first is None else first
    return _items(held, [f"{number}{')' if other else '.'} " for number in range(first, first + len(held))])


def _items(held: Sequence[tuple[Block, ...]], marks: Sequence[str]) -> list[str]:
    """The items of a list, from what each holds and its mark."""
    tight = all(map(_is_tight, held))
    lines: list[str] = []
    for mark, blocks in zip(marks, held, strict=True):
        if lines and not tight:
            lines.append("")
        found = _line_and_list(*blocks) if tight and len(blocks) == 2 else _lines(blocks)
        if len(found) == 1:
            lines.append(mark + found[0] if found[0] else "")
        else:
            lines += _held(mark, found)
    return lines


def _is_tight(blocks: tuple[Block, ...]) -> bool:
    """Whether an item is one line of text, or one with a list below it."""
    if len(blocks) == 1:
        return isinstance(blocks[0], Paragraph)
    return not blocks or (len(blocks) == 2 and isinstance(blocks[0], Paragraph) and isinstance(blocks[1], List))


def _line_and_list(line: Block, below: Block) -> list[str]:
    """A line with a list below it, without an empty line between where the list is one without it too.

    CommonMark lets a list interrupt a paragraph whose first item is not empty and whose first number is 1.
    """
    above, lines = _block(line, False), _block(below, False)
    return [*above, *lines] if lines and _INTERRUPTING.match(lines[0]) else [*above, "", *lines]


def _held(mark: str, lines: list[str]) -> list[str]:
    """The lines of a list item, the others as far in as the first is behind its mark."""
    space = " " * len(mark)
    return [(space if at else mark) + line if line else "" for at, line in enumerate(lines)]


def _definitions(block: Definitions) -> list[str]:
    lines: list[str] = []
    described: list[tuple[Block, ...]] = []
    for entry in (*block.entries, Entry(True, ())):
        if not entry.term:
            described.append(entry.blocks)
            continue
        if described:
            if lines:
                lines.append("")
            lines += _items(described, ["- "] * len(described))
            described = []
        if not entry.blocks:
            continue
        if lines:
            lines.append("")
        if len(entry.blocks) == 1 and isinstance(entry.blocks[0], Paragraph):
            lines += _paragraph(_strong(entry.blocks[0]))
        else:
            lines += _lines(
                tuple(Paragraph(_strong(one)) if isinstance(one, Paragraph) else one for one in entry.blocks)
            )
    return lines


def _strong(term: Paragraph) -> tuple[Inline, ...]:
    return (Mark("strong", term.children),)


def _table(block: Table) -> list[str]:
    rows = [["" if cell is None else _cell(cell.blocks) for cell in row] for row in grid(block)]
    width = max(map(len, rows))
    if _has_head(block):
        head, *rows = rows
    else:
        head = []
    head += [""] * (width - len(head))
    return [_row(head), _row(["---"] * width), *map(_row, rows)]


def _has_head(table: Table) -> bool:
    """Whether the first row heads the columns: most of its cells are header cells, or all of them, and no other row's
    all, are strong text alone."""
    first, *others = (_filled(row) for row in table.rows)
    if any(cell.header for cell in first):
        return 2 * sum(cell.header for cell in first) > len(first)
    return len(first) > 1 and _is_strong(first) and not any(map(_is_strong, others))


def _filled(row: tuple[Cell, ...]) -> list[Cell]:
    return [cell for cell in row if cell.blocks]


def _is_strong(cells: list[Cell]) -> bool:
    """Whether each of a row's cells is a line of strong text alone."""
    lines = [cell.blocks[0] if len(cell.blocks) == 1 else None for cell in cells]
    return bool(lines) and all(
        isinstance(line, Paragraph)
        and len(line.children) == 1
        and isinstance(mark := line.children[0], Mark)
        and mark.name == "strong"
        for line in lines
    )


def _row(cells: list[str]) -> str:
    return "| " + " | ".join(cells) + " |" if cells else "| |"


def _cell(blocks: tuple[Block, ...]) -> str:
    """The blocks of a table's cell on one line."""
    return "<br>".join(part for block in blocks for part in _flat(block))


def _flat(block: Block) -> list[str]:
    if isinstance(block, Paragraph | Heading):
        return [inline(block.children, in_table=True)]
    if isinstance(block, Code):
        return [code_span(one_line(block.text), in_table=True)]
    if isinstance(block, Figure):
        pictures = [inline((picture,), in_table=True) for picture in block.pictures]
        caption = [inline(block.caption, in_table=True)] if block.caption else []
        return [*pictures, *(part for one in block.blocks for part in _flat(one)), *caption]
    if isinstance(block, List):
        return [part for item in block.items for one in item.blocks for part in _flat(one)]
    if isinstance(block, Definitions):
        return [part for entry in block.entries for one in entry.blocks for part in _flat(one)]
    if isinstance(block, Table):
        caption = [inline(block.caption, in_table=True)] if block.caption else []
        cells = [part for row in block.rows for cell in row for one in cell.blocks for part in _flat(one)]
        return [*caption, *cells]
    return [] if isinstance(block, Rule) else [part for one in block.blocks for part in _flat(one)]

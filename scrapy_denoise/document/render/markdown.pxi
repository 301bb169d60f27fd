"""A document as Markdown: CommonMark, with the tables and the strikethrough of GitHub Flavored Markdown.

Compiled, since a document has some hundred nodes: in Python, each took twice as long.
"""

import re

import attrs


from scrapy_denoise.document.nodes import (
    Break,
    Code,
    Definitions,
    Entry,
    Figure,
    Heading,
    List,
    Mark,
    Math,
    Paragraph,
    Picture,
    Post,
    Quote,
    Records,
    Rule,
    Table,
)
from scrapy_denoise.document.render.table_grid import grid
from scrapy_denoise.document.tree.compiled import words_of
from scrapy_denoise.page.compiled import match_key

_FENCES = re.compile("`{3,}")
_INTERRUPTING = re.compile(r"(?:-|1\.) +\S")
_RULE = "___"  # no bullet: "- ---" would be a rule, not a list


def render_markdown(document not None):
    """The document as Markdown, without an end of line at its end; empty for an empty document.

    What CommonMark has no sign for, such as subscripts, is written as HTML elements. The terms of a definition list are
    strong text above a list of their descriptions, formulas are written as on GitHub (``$`x^2`$``), and rules divide
    the posts of a thread. Captions of pictures are emphasis below them. Headings have no emphasis, and are strong lines
    in lists. A record of a list is a paragraph of which each block is a line.
    """
    return "\n".join(lines_of(document.blocks))


cdef list lines_of(tuple blocks):
    """The lines of blocks, with an empty one between each two."""
    if len(blocks) == 1:
        return lines_of_block(blocks[0], False)
    cdef list lines = []
    before = None
    other = False
    for block in told_once(blocks):
        # Two lists of a kind, one after the other, are one, unless their marks differ.
        other = not other if (kind := list_kind(block)) and list_kind(before) == kind else False
        if isinstance(block, Rule) and isinstance(before, (Rule, Post)):
            continue
        following = lines_of_block(block, other)
        if isinstance(before, Post):
            following = [_RULE, "", *following]
        if following:
            if lines:
                lines.append("")
            lines += following
            before = block
    return lines


cdef str list_kind(block):
    """What kind of marks a block begins its lines with; empty where it is no list."""
    if isinstance(block, List):
        return "numbers" if block.ordered else "bullets"
    return "bullets" if isinstance(block, Definitions) else ""


cdef list lines_of_block(block, bint other):
    if isinstance(block, Paragraph):
        return paragraph(block.children)
    if isinstance(block, Heading):
        text = inline(unmarked(block.children)).replace("\n", " ")
        return ["#" * block.level + " " + (text[:-1] + "\\#" if text.endswith("#") else text)]
    if isinstance(block, List):
        return lines_of_list(block, other)
    if isinstance(block, Figure):
        return lines_of((*as_paragraphs(pictures_of(block)), *block.blocks, *as_paragraphs(caption_of(block))))
    if isinstance(block, Table):
        return lines_of(as_paragraphs(block.caption)) + [""] * bool(block.caption) + lines_of_table(block)
    if isinstance(block, Code):
        return fenced(block.text, block.language)
    if isinstance(block, Definitions):
        return definitions(block)
    if isinstance(block, Rule):
        return [_RULE]
    if isinstance(block, Records):
        return lines_of(tuple([line for record in block.records for line in on_lines(record.blocks)]))
    lines = lines_of(block.blocks)
    return [f"> {line}" if line else ">" for line in lines] if isinstance(block, Quote) else lines


cdef tuple pictures_of(figure):
    """The pictures of a figure, without an alternative text with which its caption begins: a reader has that below."""
    own = match_key(words_of(figure.caption)) if figure.caption else ""
    pictures = [unnamed(one) if own and own.startswith(match_key(one.alt)) else one for one in figure.pictures]
    return tuple([node for picture in pictures for node in (picture, " ")][:-1])


cdef object unnamed(picture):
    """A picture without its alternative text."""
    return Picture(picture.url, "", picture.link) if picture.alt else picture


cdef tuple told_once(tuple blocks):
    """Blocks, their figures without an alternative text that an earlier one has, or that is the paragraph or the heading right before or
    behind them."""
    cdef list found = None
    cdef set told = set()
    cdef Py_ssize_t i
    for i, block in enumerate(blocks):
        if not isinstance(block, Figure) or not any([picture.alt for picture in block.pictures]):
            continue
        for other in (*blocks[max(i - 1, 0):i], *blocks[i + 1:i + 2]):
            if isinstance(other, (Paragraph, Heading)):
                told.add(match_key(words_of(other.children)))
        pictures = []
        for picture in block.pictures:
            key = match_key(picture.alt)
            pictures.append(unnamed(picture) if key in told else picture)
            told.add(key)
        if tuple(pictures) != block.pictures:
            found = found or list(blocks)
            found[i] = attrs.evolve(block, pictures=tuple(pictures))
    return tuple(found) if found else blocks


cdef tuple caption_of(figure):
    """The caption of pictures as emphasis, by which a reader tells it from the text around."""
    return (Mark("emphasis", unmarked(figure.caption)),) if figure.caption and figure.pictures else figure.caption


cdef tuple as_paragraphs(tuple children):
    return (Paragraph(children),) if children else ()


cdef bint is_fenced(tuple children) except -1:
    """Whether a paragraph is a formula on lines of its own."""
    if len(children) != 1 or not isinstance(formula := children[0], Math):
        return False
    return formula.display


cdef list paragraph(tuple children):
    if is_fenced(children):
        return fenced(tex_of(children[0]), "math")
    # A picture with its caption on one line.
    if len(children) > 1 and isinstance(picture := children[0], Picture) and picture.alt:
        if match_key(words_of(children[1:])) == match_key(picture.alt):
            children = (unnamed(picture), *children[1:])
    text = inline(children)
    return [escaped_line_start(line) for line in text.split("\n")] if "\n" in text else [escaped_line_start(text)]


cdef list fenced(str text, str language):
    fence = "`" * max(3, 1 + max([len(run) for run in _FENCES.findall(text)], default=0))
    return [fence + language, *text.split("\n"), fence]


cdef list lines_of_list(block, bint other):
    held = [item.blocks for item in block.items]
    if not block.ordered:
        mark = "+ " if other else "- "
        return lines_of_items(held, [mark] * len(held), [box(item.checked) for item in block.items])
    # A parser reads the first number alone, a reader all of them.
    numbers = [at if item.number is None else item.number for at, item in enumerate(block.items, 1)]
    return lines_of_items(held, [f"{number}{')' if other else '.'} " for number in numbers])


cdef str box(checked):
    """The box of an item, as GitHub writes it."""
    return "" if checked is None else "[x] " if checked else "[ ] "


cdef tuple without_headings(tuple blocks):
    """The blocks of an item with their headings as strong lines: a heading within a list is none of the page's."""
    for block in blocks:
        if isinstance(block, Heading):
            return tuple([Paragraph((Mark("strong", unmarked(one.children)),)) if isinstance(one, Heading) else one for one in blocks])
    return blocks


cdef list on_lines(tuple blocks):
    """The blocks of a record, those that are a line each as one paragraph."""
    cdef list found = [], lines = []
    for block in (*without_headings(told_once(blocks)), None):
        line = None if block is None else line_of(block)
        if line:
            lines += [Break(), *line] if lines else line
        elif block is not None or lines:
            if lines:
                found.append(Paragraph(tuple(lines)))
                lines = []
            if block is not None:
                found.append(block)
    return found


cdef tuple line_of(block):
    """The inline nodes of a block that is a line of a record; None of another."""
    if isinstance(block, Paragraph):
        return None if is_fenced(block.children) else block.children
    return pictures_of(block) if isinstance(block, Figure) and not block.caption and not block.blocks else None


cdef list lines_of_items(list held, list marks, list boxes=None):
    """The items of a list, from what each holds, its mark, and its box if it has one."""
    held = [without_headings(blocks) for blocks in held]
    tight = all([is_tight(blocks) for blocks in held])
    cdef list lines = []
    for at, (mark, blocks) in enumerate(zip(marks, held, strict=True)):
        if lines and not tight:
            lines.append("")
        found = line_and_list(blocks[0], blocks[1]) if tight and len(blocks) == 2 else lines_of(blocks)
        if boxes is not None and found:
            found[0] = boxes[at] + found[0]
        if len(found) == 1:
            lines.append(mark + found[0] if found[0] else "")
        else:
            lines += indented(mark, found)
    return lines


cdef bint is_tight(tuple blocks) except -1:
    """Whether an item is one line of text, or one with a list below it."""
    if len(blocks) == 1:
        return isinstance(blocks[0], Paragraph)
    return not blocks or (len(blocks) == 2 and isinstance(blocks[0], Paragraph) and isinstance(blocks[1], List))


cdef list line_and_list(line, below):
    """A line with a list below it, without an empty line between where the list is one without it too.

    CommonMark lets a list interrupt a paragraph whose first item is not empty and whose first number is 1.
    """
    above, lines = lines_of_block(line, False), lines_of_block(below, False)
    return [*above, *lines] if lines and _INTERRUPTING.match(lines[0]) else [*above, "", *lines]


cdef list indented(str mark, list lines):
    """The lines of a list item, the others as far in as the first is behind its mark."""
    space = " " * len(mark)
    return [(space if at else mark) + line if line else "" for at, line in enumerate(lines)]


cdef list definitions(block):
    cdef list lines = []
    cdef list described = []
    for entry in (*block.entries, Entry(True, ())):
        if not entry.term:
            described.append(entry.blocks)
            continue
        if described:
            if lines:
                lines.append("")
            lines += lines_of_items(described, ["- "] * len(described))
            described = []
        if not entry.blocks:
            continue
        if lines:
            lines.append("")
        if len(entry.blocks) == 1 and isinstance(entry.blocks[0], Paragraph):
            lines += paragraph(strong(entry.blocks[0]))
        else:
            terms = [Paragraph(strong(one)) if isinstance(one, Paragraph) else one for one in entry.blocks]
            lines += lines_of(tuple(terms))
    return lines


cdef tuple strong(term):
    return (Mark("strong", term.children),)


cdef list lines_of_table(block):
    rows = [["" if cell is None else line_of_cell(cell.blocks) for cell in row] for row in grid(block)]
    width = max(map(len, rows))
    if has_head(block):
        head, *rows = rows
    else:
        head = []
    head += [""] * (width - len(head))
    return [line_of_row(head), line_of_row(["---"] * width), *[line_of_row(row) for row in rows]]


cdef bint has_head(table) except -1:
    """Whether the first row heads the columns: most of its cells are header cells, or all of them, and no other row's
    all, are strong text alone."""
    first, *others = [filled(row) for row in table.rows]
    if any(cell.header for cell in first):
        return 2 * sum(cell.header for cell in first) > len(first)
    return len(first) > 1 and is_strong(first) and not any([is_strong(row) for row in others])


cdef list filled(tuple row):
    return [cell for cell in row if cell.blocks]


cdef bint is_strong(list cells) except -1:
    """Whether each of a row's cells is a line of strong text alone."""
    for cell in cells:
        line = cell.blocks[0] if len(cell.blocks) == 1 else None
        if not isinstance(line, Paragraph) or len(line.children) != 1:
            return False
        mark = line.children[0]
        if not isinstance(mark, Mark) or mark.name != "strong":
            return False
    return bool(cells)


cdef str line_of_row(list cells):
    return "| " + " | ".join(cells) + " |" if cells else "| |"


cdef str line_of_cell(tuple blocks):
    """The blocks of a table's cell on one line."""
    return "<br>".join([part for block in blocks for part in flat(block)])


cdef list flat(block):
    if isinstance(block, (Paragraph, Heading)):
        return [inline(block.children, in_table=True)]
    if isinstance(block, Code):
        return [code_span(line.rstrip(), in_table=True, indented=True) for line in block.text.split("\n")]
    if isinstance(block, Figure):
        pictures = [inline((picture,), in_table=True) for picture in pictures_of(block) if picture != " "]
        caption = [inline(caption_of(block), in_table=True)] if block.caption else []
        return [*pictures, *[part for one in block.blocks for part in flat(one)], *caption]
    if isinstance(block, List):
        return [part for item in block.items for one in item.blocks for part in flat(one)]
    if isinstance(block, Definitions):
        return [part for entry in block.entries for one in entry.blocks for part in flat(one)]
    if isinstance(block, Table):
        caption = [inline(block.caption, in_table=True)] if block.caption else []
        cells = [part for row in block.rows for cell in row for one in cell.blocks for part in flat(one)]
        return [*caption, *cells]
    return [] if isinstance(block, Rule) else [part for one in block.blocks for part in flat(one)]

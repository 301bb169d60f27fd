"""What an element makes of what it holds, when its last row has passed."""

import attrs

from scrapy_denoise.document.nodes import (
    Anchor, Break, Cell, Code, Definitions, Entry, Figure, Heading, Item, List, Mark, Paragraph, Picture, Quote, Table,
)
from scrapy_denoise.document.source.numbers import MAX_NUMBER
from scrapy_denoise.page.compiled import collapse_whitespace

cdef enum:
    MAX_LINES = 4  # paragraphs of a heading; one with more was never closed


cdef class OpenElement:
    """An element with structure of which rows are still to come (frame.pxd says what it keeps).

    details: those of its fields that are not as they mostly are.
    """

    def __init__(self, str kind not None, Py_ssize_t end, OpenElement above=None, dict details=None):
        self.kind, self.end, self.above = kind, end, above
        self.blocks, self.parts, self.loose_items = [], [], []
        self.number = self.colspan = self.rowspan = 1
        self.last_number = -1
        self.language = ""
        if details is None:
            return
        self.ordered, self.term = details.get("ordered", False), details.get("term", False)
        self.header, self.captioned = details.get("header", False), details.get("captioned", False)
        self.beside = details.get("beside", False)
        self.number, self.position = details.get("number", 1), details.get("position", 0)
        self.colspan, self.rowspan = details.get("spans", (1, 1))
        self.language = details.get("language", "")

    cdef int append(self, block) except -1:
        """Add a block; where the frame holds rows or cells, in one of its own."""
        if self.kind == "row":
            self.parts.append(Cell((block,)))
        elif self.kind == "table":
            self.parts.append((Cell((block,)),))
        else:
            self.blocks.append(block)
        return 0

    cdef int append_loose(self, OpenElement item) except -1:
        """Add an item that stands in no list. Two or more in a row are one, as browsers draw them; one with a heading, or of pictures
        alone, is a part of the page."""
        cdef list held = item.blocks
        if not held or any([isinstance(block, Heading) for block in held]) or all([only_pictures(block) for block in held]):
            self.blocks += held
            return 0
        if not self.blocks or self.blocks[-1] is not self.loose_last:
            self.end_loose()
            self.loose_place = len(self.blocks)
            self.blocks += held
        elif len(self.loose_items) == 1:
            del self.blocks[self.loose_place:]
            self.blocks.append(List(False, ()))  # in the place of the list of all of them
        self.loose_last = self.blocks[-1]
        self.loose_items.append(Item(tuple(held), None, item.checked))
        return 0

    cdef int end_loose(self) except -1:
        """Make one list of the last items that stand in none."""
        if len(self.loose_items) > 1:
            self.blocks[self.loose_place] = List(False, tuple(self.loose_items))
        self.loose_items, self.loose_last = [], None
        return 0

    cdef int attach_stray_blocks(self) except -1:
        """Put the blocks that stand between the items of a list, or between entries, to the one before."""
        if not self.blocks:
            return 0
        blocks = tuple(self.blocks)
        self.blocks = []
        if self.parts:
            self.parts[-1] = attrs.evolve(self.parts[-1], blocks=self.parts[-1].blocks + blocks)
        elif self.kind == "list":
            self.parts.append(Item(blocks, self.number if self.ordered else None))
        else:
            self.parts.append(Entry(False, blocks))
        return 0

    cdef object closed(self):
        """What the element makes: a sequence of blocks for the frame above, or a part that it has now."""
        cdef OpenElement above = self.above
        cdef str kind = self.kind
        self.end_loose()
        if kind == "cell":
            above.parts.append(Cell(tuple(self.blocks), self.header, self.colspan, self.rowspan))
        elif kind == "row":
            above.parts.append(tuple(self.parts))
        elif kind == "item":
            if self.loose:
                above.append_loose(self)
            elif self.blocks:
                above.attach_stray_blocks()
                above.parts.append(Item(tuple(self.blocks), self.item_number(), self.checked))
        elif kind == "entry":
            if self.blocks:
                above.attach_stray_blocks()
                above.parts.append(Entry(self.term, tuple(self.blocks)))
        elif kind == "list":
            self.attach_stray_blocks()
            return (List(self.ordered, tuple(self.parts)),) if self.parts else ()
        elif kind == "definitions":
            self.attach_stray_blocks()
            return (Definitions(tuple(self.parts)),) if self.parts else ()
        elif kind == "table":
            return self.table()
        elif kind == "caption":
            return self.caption()
        elif kind == "figure":
            return self.figure()
        elif kind == "quote":
            return (Quote(tuple(self.blocks)),) if self.blocks else ()
        elif kind == "code":
            return self.code()
        else:
            return self.heading()
        return ()

    cdef object item_number(self):
        """The number that a browser shows: that of the item, or one more than the item before it has, left-out ones too."""
        cdef OpenElement above = self.above
        cdef long number = self.number
        if not above.ordered:
            return None
        if number >= 0:
            above.number = number - self.position + 1
        else:
            number = max(above.number + self.position - 1, above.last_number + 1)
        above.last_number = min(number, MAX_NUMBER)
        return above.last_number

    cdef object table(self):
        cdef list rows = []
        cdef bint spanned = False, filled = False, holds
        for row in self.parts:
            for cell in row:
                spanned = spanned or cell.rowspan > 1
        for row in self.parts:
            holds = False
            for cell in row:
                holds = holds or bool(cell.blocks)
            filled = filled or holds
            if spanned or holds:
                rows.append(row)
        caption = joined(self.lines or ())
        if filled:
            return (Table(caption, tuple(rows)),)
        return (Paragraph(caption),) if caption else ()

    cdef object caption(self):
        """What stays of a caption among the blocks above: in a figure all of it, which is told apart there
        (`figure`); in a table what is no text of a caption, and all where text stands behind that."""
        cdef OpenElement above = self.above
        cdef bint ended = False
        cdef list others = []
        if not self.beside and above.kind == "table":
            for block in self.blocks:
                if not isinstance(block, Paragraph):
                    others.append(block)
                    ended = ended or not only_pictures(block)
                elif ended:
                    return self.blocks
        if above.lines is None:
            above.lines = []
        above.beside |= self.beside
        if self.beside:
            above.lines += lines_of(self.blocks)
            return ()
        above.lines += [block for block in self.blocks if isinstance(block, Paragraph)]
        return others if above.kind == "table" else self.blocks

    cdef object figure(self):
        """The figure; its blocks alone where one stands behind the caption, as in a caption that was never closed."""
        cdef list pictures = [], others = [], lines = self.lines or []
        cdef set captions = {id(line) for line in lines}
        cdef bint begun = False
        for block in self.blocks:
            if only_pictures(block):
                pictures += block.pictures
            elif id(block) in captions:
                begun = True
            elif self.captioned and (self.beside or isinstance(block, Paragraph)):
                begun = True
                lines = [*lines, *lines_of((block,))]
            elif begun and not self.beside:
                return self.blocks
            else:
                others.append(block)
        inside, caption = split_pictures(joined(lines))
        pictures += inside
        if not caption:
            return [*([Figure(tuple(pictures))] if pictures else []), *others]
        if not pictures and not others and not self.beside:
            return (Paragraph(caption),)
        return (Figure(tuple(pictures), caption, tuple(others), self.beside),)

    cdef object code(self):
        text = "".join(self.parts)
        return [*([Code(text, self.language)] if text.strip() else []), *self.blocks]

    cdef object heading(self):
        """The heading; of one that was never closed, the first paragraph, and what follows after it."""
        cdef long level = int(self.kind[1:])
        cdef list lines = [block for block in self.blocks if isinstance(block, Paragraph)]
        if not lines:
            return self.blocks
        figures = [block for block in self.blocks if isinstance(block, Figure)]
        if len(lines) <= MAX_LINES and len(lines) + len(figures) == len(self.blocks):
            return [Heading(level, joined(lines)), *figures]
        first = self.blocks.index(lines[0])
        return [*self.blocks[:first], Heading(level, lines[0].children), *self.blocks[first + 1:]]


cdef bint only_pictures(block) except -1:
    """Whether a block has pictures without text."""
    return isinstance(block, Figure) and not block.caption and not block.blocks


cdef tuple joined(lines):
    """Several paragraphs as one, on one line."""
    cdef list found = []
    for line in lines:
        if found:
            found.append(" ")
        found += line.children
    return on_one_line(tuple(found))


cdef tuple on_one_line(tuple children):
    """Inline nodes with spaces for their line ends, in marks and links too."""
    cdef list found = []
    cdef Py_ssize_t i
    for i in range(len(children)):
        node = children[i]
        if isinstance(node, Break):
            node = " "
        elif isinstance(node, (Mark, Anchor)):
            inner = on_one_line(node.children)
            if inner is not node.children:
                node = attrs.evolve(node, children=inner)
        found.append(node)
    return children if all([one is other for one, other in zip(found, children)]) else tuple(found)


cdef list lines_of(blocks):
    """The paragraphs of some blocks, those in lists, tables and the like too, with what else has words as one each."""
    cdef list found = []
    for block in blocks:
        if isinstance(block, Paragraph):
            found.append(block)
        elif isinstance(block, Heading):
            found.append(Paragraph(block.children))
        elif isinstance(block, Code):
            found.append(Paragraph((collapse_whitespace(block.text),)))
        elif isinstance(block, List):
            for item in block.items:
                found += lines_of(item.blocks)
        elif isinstance(block, Definitions):
            for entry in block.entries:
                found += lines_of(entry.blocks)
        elif isinstance(block, Table):
            found += [Paragraph(block.caption)] if block.caption else []
            for row in block.rows:
                for cell in row:
                    found += lines_of(cell.blocks)
        elif isinstance(block, Quote):
            found += lines_of(block.blocks)
        elif isinstance(block, Figure):
            found += [Paragraph(block.pictures)] if block.pictures else []
            found += lines_of(block.blocks)
            found += [Paragraph(block.caption)] if block.caption else []
    return found


cdef tuple split_pictures(tuple caption):
    """The pictures in a caption, and the caption without them."""
    cdef list pictures = [], words = []
    for node in caption:
        if isinstance(node, Picture):
            pictures.append(node)
        elif isinstance(node, Anchor) and all([isinstance(child, Picture) for child in node.children]):
            pictures += [attrs.evolve(child, link=node.url) for child in node.children]
        else:
            words.append(node)
    if not pictures:
        return pictures, caption
    return pictures, nested([((), node) for node in words])

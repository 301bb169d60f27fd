"""The nodes of a document while they are built: the elements that are open, and the paragraph that goes on."""

from cpython.bytes cimport PyBytes_AS_STRING
from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t

import re

import attrs

from scrapy_denoise.page.columns.adjacent_texts cimport begins_with_sign, run_together
from scrapy_denoise.page.columns.buffers cimport PageBuffers, TextRows, TreeColumns, page_buffers
from scrapy_denoise.page.compiled cimport A, BR, DT, TEXT, TH, THEAD
from scrapy_denoise.page.native.binary_search cimport lower_bound

from scrapy_denoise.document.nodes import Break, Figure, Math, Paragraph, Picture
from scrapy_denoise.document.source.compiled import NOT_XML, has_not_xml
from scrapy_denoise.page.columns import tags

cdef enum:
    MAX_MARKS = 16  # marks inside one another, links included

MAX_DEPTH = 60
"""Elements with structure inside one another; deeper ones are left out and their content joins the one above."""

MARKS = tags.by_code(
    {
        "emphasis": "em i cite dfn var",
        "strong": "strong b",
        "code": "code kbd samp tt",
        "deleted": "del s strike",
        "inserted": "ins",
        "highlighted": "mark",
        "quoted": "q",
        "subscript": "sub",
        "superscript": "sup",
    }
)
"""The names of the marks, by the codes of the tags."""

KINDS = tags.by_code(
    {
        "list": "ul ol menu dir",
        "item": "li",
        "definitions": "dl",
        "entry": "dt dd",
        "table": "table",
        "row": "tr",
        "cell": "td th",
        "caption": "caption figcaption",
        "figure": "figure",
        "quote": "blockquote",
        "code": "pre listing xmp plaintext",
        **{name: name for name in ("h1", "h2", "h3", "h4", "h5", "h6")},
    }
)
"""The kinds of frames, by the codes of the tags."""

LINES = re.compile(r"\n|[^\n]+")

# The frames that only one kind of frame may hold directly.
cdef dict HOLDERS = {"item": "list", "entry": "definitions", "row": "table", "cell": "row"}
cdef frozenset WITH_LOOSE_ITEMS = frozenset(("root", "quote", "entry", "cell", "item"))
cdef dict THE_MARKS = MARKS
cdef dict THE_KINDS = KINDS


cdef class NodeStack:
    """Takes rows in document order and gives the blocks that they make.

    columns: of the page. links: `Page.links`. addresses: of the page. tex: finds the formulas in its texts
    (`scrapy_denoise.document.tree.tex.TexInText`). apart: whether a space stands between elements whose words would run
    together, as in `render_text` where it knows of entries.
    """

    cdef public bint apart
    cdef readonly OpenElement current
    cdef TreeColumns _tree
    cdef TextRows _texts
    cdef int64_t _before      # row of the text before; -1 without one
    cdef readonly Py_ssize_t depth
    cdef object _columns      # what the pointers point to
    cdef bytes _text
    cdef bint _not_xml
    cdef list _stack          # of each open element its end, its frame or None for a mark, and the marks around it
    cdef Py_ssize_t _first_end  # of the innermost one
    cdef tuple _marks
    cdef list _runs
    cdef int32_t _place       # row of the block element that the paragraph stands in
    cdef int32_t _block       # number of its text block; -1 where it has no text yet
    cdef int32_t _stop        # where the text before ends
    cdef int _line_ends
    cdef Py_ssize_t _formula_end
    cdef bint _signs          # whether the paragraph has signs that formulas begin with
    cdef object _tex          # what finds the formulas in a text; None where a page has none
    cdef dict _links
    cdef object _addresses

    def __init__(self, columns not None, dict links not None, addresses not None, tex=None):
        cdef PageBuffers page = page_buffers(columns)
        self._tree, self._texts = page.tree, page.texts
        self._columns, self._text, self._tex = columns, columns.text, tex
        self._links, self._addresses = links, addresses
        self._not_xml = has_not_xml(columns.text)
        self.current = OpenElement("root", len(columns))
        self._stack, self._first_end = [], len(columns) + 1
        self._marks, self._runs = (), []
        self._place = self._block = self._stop = -1
        self._before = -1

    # --- rows ---

    def feed(self, const int64_t[::1] rows not None, const uint8_t[::1] texts not None,
             const uint8_t[::1] special not None, others not None):
        """Take some rows into the document.

        texts, special: for every row of the page, whether it is a text of the document, and whether it is left to
        `others`, a function of a row and the code of its tag that opens and adds what the row makes.
        """
        cdef Py_ssize_t i
        cdef int64_t row
        cdef uint16_t code
        for i in range(rows.shape[0]):
            row = rows[i]
            code = self._tree.tag[row]
            self.close_before(row)
            if row < self._formula_end:
                continue
            if special[row]:
                others(row, code)
            elif texts[row]:
                self.text(row)
            elif code == A:
                self.link(row)
            elif code == BR:
                self.line_end()
            else:
                kind = THE_MARKS.get(code)
                if kind is not None:
                    self.mark(row, kind)
                else:
                    self.open(row, code, THE_KINDS[code])

    cdef int close_before(self, Py_ssize_t row) except -1:
        """Close the elements that end before a row."""
        cdef tuple top
        while self._first_end <= row:
            top = self._stack.pop()
            self._first_end = (<tuple>self._stack[-1])[0] if self._stack else self._tree.n + 1
            self._marks = top[2]
            if top[1] is not None:
                self.close(top[1])
        return 0

    cpdef open(self, Py_ssize_t row, int code, str kind, dict details=None):
        """Open the frame of an element, unless it stands where none of its kind can."""
        cdef str above = self.current.kind, holder = HOLDERS.get(kind)
        cdef bint loose = kind == "item" and above in WITH_LOOSE_ITEMS
        if self.depth >= MAX_DEPTH or above == "code" or (holder is not None and above != holder and not loose):
            return
        if kind == "caption" and above != "table" and above != "figure":
            return
        self.flush()
        cdef OpenElement frame = OpenElement(kind, self._tree.end[row], self.current, details)
        if kind == "cell":
            frame.header = code == TH or self._tree.tag[self._tree.parent[self._tree.parent[row]]] == THEAD
        elif kind == "entry":
            frame.term = code == DT
        elif kind == "item":
            frame.position, frame.loose = self._tree.position[row], loose
            if details is None:
                frame.number = -1
            elif frame.ordered and not loose and not self.current.parts:  # a style numbers the items of a list
                self.current.ordered = True
        self.push(frame.end, frame)
        self.current = frame
        self.depth += 1

    cpdef mark(self, Py_ssize_t row, str name, str url=""):
        """Open a mark, unless one of its name is open; a quotation may stand in another."""
        if self.current.kind == "code" or len(self._marks) >= MAX_MARKS:
            return
        for open_one in self._marks:
            if open_one[0] == name and name != "quoted":
                return
        self.push(self._tree.end[row], None)
        self._marks += ((name, url, row),)

    cpdef link(self, Py_ssize_t row):
        """Open the mark of a link, if it leads somewhere. Links that were never closed, and headings that link to
        themselves, are none."""
        cdef tuple said = self._links.get(row)
        url = self._addresses.link(said[0]) if said is not None and self._tree.link[row] else ""
        if url:
            self.mark(row, "link", url)

    cdef int push(self, Py_ssize_t end, OpenElement frame) except -1:
        self._stack.append((end, frame, self._marks))
        self._first_end = end
        return 0

    def finish(self):
        """The blocks of all rows since the last time."""
        self.close_before(self._tree.n)
        self.flush()
        self.current.end_loose()
        blocks = tuple(self.current.blocks)
        self.current.blocks.clear()
        self._stop = -1
        return blocks

    # --- what they hold ---

    cpdef text(self, Py_ssize_t row):
        cdef int32_t start = self._tree.text_start[row], stop = self._tree.text_stop[row], block = self._tree.block[row]
        cdef str words = self._text[start:stop].decode("utf-8", "replace")
        if self._not_xml:
            words = NOT_XML.sub("", words)
        if self.current.kind == "code":
            self.current.parts.append(self.gap_in_code(start, block))
            self.current.parts.append(words)
        else:
            self.start_inline(self._tree.block_row[row], block)
            self.space(start, row)
            words = words.replace("\n", " ")
            if self._tex is not None and not self._signs:
                self._signs = ("$" in words or "\\" in words) and not self.in_code()
            self._runs.append((self._marks, words))
        self._block, self._stop, self._before = block, stop, row

    cdef bint in_code(self) except -1:
        for open_one in self._marks:
            if open_one[0] == "code":
                return True
        return False

    cpdef line_end(self):
        if self._runs:
            self._line_ends += 1

    def check(self, checked):
        """Take the box that an item begins with. checked: whether it is."""
        if self.current.kind == "item" and not self.current.blocks and not self._runs:
            self.current.checked = checked

    def block(self, block):
        """Add a block that is whole already."""
        self.flush()
        self.current.append(block)

    def picture(self, Py_ssize_t row, picture, bint alone):
        """alone: on a line of its own, whatever stands around."""
        if self.current.kind == "code" or alone:
            self.block(Figure((picture,)))
            return
        self.start_inline(self._tree.block_row[row], -1)
        cdef Py_ssize_t following = lower_bound(self._texts.row, self._texts.n, <int64_t>row)
        if following < self._texts.n:
            self.space(self._tree.text_start[self._texts.row[following]])
        self._runs.append((self._marks, picture))

    def formula(self, Py_ssize_t row, formula):
        """formula: of the element at a row, which holds text."""
        self._formula_end = self._tree.end[row]
        cdef Py_ssize_t first = row, last = self._formula_end - 1  # its texts
        while self._tree.tag[first] != TEXT:
            first += 1
        while self._tree.tag[last] != TEXT:
            last -= 1
        if self.current.kind == "code":
            self.current.parts.append(formula.source)
        elif formula.display:
            self.block(Paragraph((formula,)))
        else:
            self.start_inline(self._tree.block_row[row], -1)
            self.space(self._tree.text_start[first])
            self._runs.append((self._marks, formula))
        self._stop = self._tree.text_stop[last]

    def in_caption(self):
        """Whether the text that comes is part of a caption."""
        cdef OpenElement frame = self.current
        while frame is not None:
            if frame.kind == "caption" or frame.captioned:
                return True
            frame = frame.above
        return False

    # --- paragraphs ---

    cdef int start_inline(self, int32_t place, int32_t block) except -1:
        """End the paragraph where what comes now stands in another one."""
        if self._runs:
            if place != self._place or self._line_ends > 1:
                self.flush()
            elif self._line_ends:
                self._runs.append((shared((<tuple>self._runs[-1])[0], self._marks), Break()))
            elif block != -1 and self._block != -1 and block != self._block:
                self.flush()
        self._place, self._line_ends = place, 0
        return 0

    cdef int space(self, int32_t start, int64_t row=-1) except -1:
        """Write the space that the page has before the text that begins there. row: of that text; -1 for a formula."""
        cdef bint spaced = self._stop < start
        if spaced and row >= 0 and begins_with_sign(self._tree, PyBytes_AS_STRING(self._text), row):
            return 0
        if not spaced and self.apart and row >= 0 and self._before >= 0:
            spaced = run_together(self._tree, PyBytes_AS_STRING(self._text), self._before, row)
        if self._runs and spaced and not isinstance((<tuple>self._runs[-1])[1], Break):
            self._runs.append((shared((<tuple>self._runs[-1])[0], self._marks), " "))
        return 0

    cdef str gap_in_code(self, int32_t start, int32_t block):
        """What stands before a text in preformatted text: white space, or in place of what was left out a space."""
        cdef Py_ssize_t first = self._stop
        if not self.current.parts:
            first = self._text.rfind(b"\n", 0, start) + 1  # the indent of its first line
        cdef str gap = self._text[first:start].decode("utf-8", "replace")
        if not gap or gap.isspace():
            return gap
        if not self.current.parts:
            return ""
        return " " if block == self._block else "\n"

    cdef int flush(self) except -1:
        """End the paragraph."""
        self._line_ends, self._block = 0, -1
        if not self._runs:
            return 0
        cdef list runs = self._runs
        self._runs = []
        if not self._signs:
            return self.paragraph(runs)
        self._signs = False
        cdef list parts = []
        for run in with_formulas(runs, self._tex):
            if isinstance(run[1], Math) and run[1].display and not self.current.kind.startswith("h"):
                while parts and isinstance((<tuple>parts[-1])[1], Break):
                    parts.pop()
                self.paragraph(parts)
                self.current.append(Paragraph((run[1],)))
                parts = []
            elif parts or not isinstance(run[1], Break):  # the line of a formula has ended already
                parts.append(run)
        return self.paragraph(parts)

    cdef int paragraph(self, list runs) except -1:
        """Add a paragraph of some runs."""
        if not runs:
            return 0
        marks, words = runs[0]
        if len(runs) == 1 and isinstance(words, str):
            words = words.strip()
            if words:
                self.current.append(Paragraph(marked(words, marks) if marks else (words,)))
            return 0
        for _, leaf in runs:
            if not (leaf.isspace() if isinstance(leaf, str) else isinstance(leaf, (Picture, Break))):
                children = nested(runs)
                if children:
                    self.current.append(Paragraph(children))
                return 0
        self.pictures(runs)
        return 0

    cdef int pictures(self, list runs) except -1:
        """A paragraph of pictures alone."""
        pictures = []
        for marks, leaf in runs:
            if isinstance(leaf, Picture):
                links = [mark[1] for mark in marks if mark[0] == "link"]
                pictures.append(attrs.evolve(leaf, link=links[-1]) if links else leaf)
        if pictures:
            self.current.append(Figure(tuple(pictures)))
        return 0

    cdef int close(self, OpenElement frame) except -1:
        self.flush()
        self.current = frame.above
        self.depth -= 1
        for block in frame.closed():
            self.current.append(block)
        return 0


cdef list with_formulas(list runs, tex):
    """Some runs with the formulas that stand in their texts; one may go on behind the end of a line, but not from one
    mark into another. tex: what finds them."""
    cdef list found = [], words = []
    cdef tuple marks = ()
    for run in [*runs, ((), None)]:
        leaf = run[1]
        text = "\n" if isinstance(leaf, Break) else leaf
        is_text = isinstance(text, str) and not any(mark[0] == "code" for mark in run[0])
        if words and not (is_text and run[0] == marks):
            for part in tex.parts("".join(words)):
                if isinstance(part, str):
                    found += [(marks, Break() if line == "\n" else line) for line in LINES.findall(part)]
                else:
                    found.append((marks, part))
            words = []
        if is_text:
            marks = run[0]
            words.append(text)
        elif leaf is not None:
            found.append(run)
    return found

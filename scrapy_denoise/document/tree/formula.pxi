"""Formulas: the TeX that a page gives beside what it shows or in a script, or MathML."""

from cpython.bytes cimport PyBytes_AS_STRING
from libc.stdint cimport uint8_t

from html import escape

from scrapy_denoise.page.columns.buffers cimport TreeColumns, tree_columns_of
from scrapy_denoise.page.compiled cimport SCRIPT, TEXT

from scrapy_denoise.document.nodes import Math
from scrapy_denoise.document.source.compiled import NOT_XML, has_not_xml

cdef enum:
    MAX_NESTED = 100  # elements of a formula inside one another; deeper ones are left out

cdef frozenset ELEMENTS = frozenset(
    """math mrow mi mn mo ms mtext mspace mfrac msqrt mroot mstyle mpadded mphantom menclose mfenced msub msup msubsup
    munder mover munderover mmultiscripts mprescripts mtable mtr mtd mlabeledtr semantics""".split()
)
cdef frozenset TEX = frozenset(("application/x-tex", "application/x-latex", "text/x-tex", "tex", "latex"))

cdef class Formulas:
    """The formulas of a page.

    chosen: for every row of the page, whether it is a text row that was kept. elements: for every row its element or
    None (`page_elements`).
    """

    cdef object _columns
    cdef bytes _tree, _text, _chosen
    cdef list _elements
    cdef bint _not_xml

    def __init__(self, columns not None, chosen not None, list elements not None):
        self._columns, self._tree, self._text = columns, columns.tree_columns, columns.text
        self._chosen, self._elements = chosen.tobytes(), elements
        self._not_xml = has_not_xml(columns.text)
        if len(self._chosen) != len(columns) or len(elements) != len(columns):
            raise ValueError("columns of different lengths")

    def find(self, Py_ssize_t row):
        """The formula of a ``math`` element, or of a script for MathJax; None where none of its text was kept.

        In TeX where all of the kept text stands in such an annotation, else as MathML, of its presentation elements,
        without attributes.
        """
        cdef TreeColumns tree = tree_columns_of(self._tree)
        cdef const uint8_t* chosen = <const uint8_t*>PyBytes_AS_STRING(self._chosen)
        cdef Py_ssize_t at, end
        cdef list words = [], parts, opened
        cdef bint tex = True
        cdef str name
        if not 0 <= row < tree.n:
            raise ValueError("no such row")
        end = tree.end[row]
        for at in range(row, end):
            if chosen[at]:
                words.append(self.text(tree.text_start[at], tree.text_stop[at]))
                tex = tex and is_tex(self._elements[tree.parent[at]])
        if not words:
            return None
        if tree.tag[row] == SCRIPT:
            return Math(" ".join(words), "tex", tree.block_row[row] == row)
        element = self._elements[row]
        display = element is not None and element.get("display") == "block"
        if tex:
            return Math(" ".join(words).strip(), "tex", display)
        parts, opened = [], []
        cdef Py_ssize_t following = 0, closes = tree.n + 1  # the next of the texts, and where the innermost element ends
        for at in range(row, end):
            while at >= closes:
                parts.append(f"</{opened.pop()[1]}>")
                closes = opened[len(opened) - 1][0] if opened else tree.n + 1
            if tree.tag[at] == TEXT:
                if chosen[at]:
                    parts.append(escaped(words[following]))
                    following += 1
            elif len(opened) < MAX_NESTED:
                name = self._columns.name(at)
                if name in ELEMENTS:
                    parts.append(f"<{name}>")
                    closes = tree.end[at]
                    opened.append((closes, name))
        while opened:
            parts.append(f"</{opened.pop()[1]}>")
        return Math(" ".join(words), "mathml", display, "".join(parts))

    cdef str text(self, Py_ssize_t start, Py_ssize_t stop):
        cdef str words = self._text[start:stop].decode("utf-8", "replace")
        return NOT_XML.sub("", words) if self._not_xml else words


cdef str escaped(str words):
    return escape(words, quote=False) if "&" in words or "<" in words or ">" in words else words


cdef bint is_tex(element) except -1:
    return element is not None and element.tag == "annotation" and element.get("encoding", "").lower() in TEX

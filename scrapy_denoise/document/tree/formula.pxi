"""Formulas: the TeX that a page gives beside what it shows, in an attribute or in a script, or MathML."""

from cpython.bytes cimport PyBytes_AS_STRING
from libc.stdint cimport uint8_t

from html import escape
from itertools import islice

from scrapy_denoise.page.columns.buffers cimport TreeColumns, tree_columns_of
from scrapy_denoise.page.compiled cimport SCRIPT, TEXT

from scrapy_denoise.document.nodes import Math
from scrapy_denoise.document.source.compiled import NOT_XML, has_not_xml
from scrapy_denoise.page.compiled import collapse_whitespace, has_forms, is_uyghur
from scrapy_denoise.page.text.normalize import normalize_letters

cdef enum:
    MAX_NESTED = 100  # elements of a formula inside one another; deeper ones are left out

cdef Py_ssize_t LONGEST = 5_000  # elements of a formula

cdef frozenset ELEMENTS = frozenset(
    """math mrow mi mn mo ms mtext mspace mfrac msqrt mroot mstyle mpadded mphantom menclose mfenced msub msup msubsup
    munder mover munderover mmultiscripts mprescripts mtable mtr mtd mlabeledtr semantics""".split()
)
cdef frozenset TEX = frozenset(("application/x-tex", "application/x-latex", "text/x-tex", "tex", "latex"))

cdef class Formulas:
    """The formulas of a page.

    chosen: for every row of the page, whether it is a text row that was kept. elements: for every row its element or
    None (`document_elements`).
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
        """The formula of a ``math`` element, of a script for MathJax, or of an element that states its TeX in an attribute;
        None where none of its text was kept, or a part of
        what is no TeX.

        In TeX where all of the kept text is, in an annotation or an attribute, else as MathML, of its presentation elements,
        without attributes.
        """
        cdef TreeColumns tree = tree_columns_of(self._tree)
        cdef const uint8_t* chosen = <const uint8_t*>PyBytes_AS_STRING(self._chosen)
        cdef Py_ssize_t at, end, first = -1, last = -1
        cdef bint tex = True, display, whole = True
        cdef str words
        if not 0 <= row < tree.n:
            raise ValueError("no such row")
        end = tree.end[row]
        for at in range(row, end):
            if chosen[at]:
                first, last = at if first < 0 else first, at
                tex = tex and (tree.position[at] == 0 or is_tex(self._elements[tree.parent[at]]))
            elif tree.tag[at] == TEXT and not is_tex(self._elements[tree.parent[at]]):
                whole = False
        if first < 0:
            return None
        words = self.text(tree.text_start[first], tree.text_stop[last]).strip()
        if tree.tag[row] == SCRIPT:
            return Math(words, "tex", tree.block_row[row] == row)
        element = self._elements[row]
        display = tree.block_row[row] == row or (element is not None and is_display(element))
        if tex or element is None:
            return Math(words, "tex", display)
        if not whole:  # MathML would say more than what was kept
            return None
        return Math(words, "mathml", display, "".join(self.mathml(element, 0)))

    cdef str text(self, Py_ssize_t start, Py_ssize_t stop):
        cdef str words = self._text[start:stop].decode("utf-8", "replace")
        return NOT_XML.sub("", words) if self._not_xml else words

    cdef list mathml(self, element, int depth):
        """An element of a formula as markup, and those in it: the elements that show something, without their attributes."""
        cdef list parts = []
        cdef str name
        if not isinstance(element.tag, str) or depth > MAX_NESTED:
            return parts
        name = element.tag
        cdef bint known = name in ELEMENTS
        if name.startswith("annotation"):
            return parts
        if known:
            parts.append(f"<{name}>")
        if element.text:
            parts.append(self.shown(element.text))
        for child in islice(element, LONGEST):
            parts += self.mathml(child, depth + 1)
            if child.tail:
                parts.append(self.shown(child.tail))  # of damaged markup: no text of a formula stands between its elements
        if known:
            parts.append(f"</{name}>")
        return parts

    cdef str shown(self, str words):
        """The words of an element as the text of the page has them, escaped."""
        words = NOT_XML.sub("", collapse_whitespace(words))
        if not words.isascii():
            words = normalize_letters(words, has_forms(words) and is_uyghur(self._text.decode("utf-8", "replace")))
        return escape(words, quote=False) if "&" in words or "<" in words or ">" in words else words


cdef bint is_display(element) except -1:
    """Whether a formula stands on a line of its own: by its attribute, or the class of its picture."""
    return element.get("display") == "block" or "display" in element.get("class", "")


cdef bint is_tex(element) except -1:
    return element is not None and element.tag == "annotation" and element.get("encoding", "").lower() in TEX

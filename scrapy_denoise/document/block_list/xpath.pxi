"""Rows as XPath: where in the page a decision was made."""

from cpython.unicode cimport PyUnicode_1BYTE_DATA, PyUnicode_GET_LENGTH, PyUnicode_New
from libc.stdint cimport int32_t, uint16_t
from libc.string cimport memcpy

cdef extern from "Python.h":
    bint PyUnicode_IS_ASCII(str text)

import re
from collections import Counter
from weakref import ref

import numpy as np

from scrapy_denoise.page.compiled cimport TEXT

from scrapy_denoise.document.source.compiled import NOT_XML

MAX_STEPS = 64
"""Depth of a row above which its XPath counts elements in the whole page instead of naming all of its ancestors.

Pages nested thousands deep would else have XPaths of many times their own size."""

MAX_COUNTED = 8
"""Names whose elements are counted by a pass over the page each; of further ones, one pass counts all."""

_PLAIN_NAME = re.compile(r"\A[A-Za-z_][\w.-]*\Z", re.ASCII)


cdef int32_t DEEPEST = MAX_STEPS


cdef class XPaths:
    """The XPaths of a page's rows; ask for them with ``page.cached(XPaths)``, which makes the part that rows share once.

    They are of use as long as the page is, which they refer to weakly: it holds them, and is freed with its last user.

    An XPath selects its element or text node alone, with ``tree.getroottree().xpath(...)`` or Scrapy's
    ``response.xpath(...)``. It is absolute, ``/html/body[1]/p[1]``, or below a depth of MAX_STEPS the number of the
    element among all of its name, ``(//p)[1]``. Inside an element whose name no XPath can hold (broken markup makes
    names of control characters), it is the XPath of the element above that one.
    """

    cdef object _page, _all
    cdef const uint16_t[::1] _tag
    cdef const int32_t[::1] _parent, _depth, _position
    cdef dict _tests, _ordinals
    cdef list _found  # of each row its XPath, None where it was not asked for
    cdef dict _named  # of a row whose ancestor cannot be named, the nearest row above that can be

    def __init__(self, page not None):
        columns = page.columns
        self._page, self._all = ref(page), None
        self._tag, self._parent = columns.own_tags, columns.parent
        self._depth, self._position = columns.depth, columns.position
        self._tests, self._ordinals, self._named = {}, {}, {}
        self._found = [None] * len(columns)

    def xpath(self, Py_ssize_t row):
        """The XPath of a row of the page; for the source of a formula in an attribute that of its element."""
        if not 0 <= row < self._tag.shape[0]:
            raise IndexError(row)
        if self._tag[row] != TEXT:
            return self.element(row)
        cdef int32_t parent = self._parent[row]
        path = self.element(parent)
        # A text without a number stands in an attribute: it is that of the element.
        return path if not self._position[row] or (self._named and parent in self._named) else below(path, "text()", self._position[row])

    cdef str element(self, Py_ssize_t row):
        """The XPath of an element; those of its ancestors are made on the way."""
        cdef str path = self._found[row]
        cdef list lineage
        cdef Py_ssize_t parent
        if path is not None:
            return path
        lineage = [row]
        parent = self._parent[row]
        while parent >= 0 and self._found[parent] is None:
            lineage.append(parent)
            parent = self._parent[parent]
        path = self._found[parent] if parent >= 0 else ""
        for row in reversed(lineage):
            test = self._tests.get(self._tag[row])
            if not path or not test or self._named or self._depth[row] > DEEPEST:
                path = self.step(row, parent)
            else:
                path = below(path, test, self._position[row])
            self._found[row] = path
            parent = row
        return path

    cdef str step(self, Py_ssize_t row, Py_ssize_t parent):
        """The XPath of an element, from that of its parent."""
        cdef uint16_t code = self._tag[row]
        if code not in self._tests:
            self._tests[code] = node_test(self._page().columns.name(row))
        test = self._tests[code]
        if parent < 0:
            return f"/{test or '*'}{self.root_number()}"
        if test is None or parent in self._named:
            self._named[row] = parent
            return self._found[parent]
        if self._depth[row] > DEEPEST and self._page().root is not None:
            return f"(//{test})[{self.ordinal(row, code, test)}]"
        return f"{self._found[parent]}/{test}[{self._position[row]}]"

    cdef str root_number(self):
        """Which of several root elements the page's is, as broken markup has them; nothing where it is alone."""
        root = self._page().root
        if root is None:
            return ""
        before, after = (
            sum(other.tag == root.tag for other in root.itersiblings(preceding=preceding))
            for preceding in (True, False)
        )
        return f"[{before + 1}]" if before or after else ""

    cdef object ordinal(self, Py_ssize_t row, uint16_t code, str test):
        """The number of an element among those of its name in the whole page, in document order, from 1.

        code: its tag. test: what selects elements of its name in an XPath.
        """
        if code not in self._ordinals:
            self._ordinals[code] = self.ordinals_of(code, test)
        known = self._ordinals[code]
        return int(self.all_ordinals()[row]) if known is None else known[row]

    cdef object ordinals_of(self, uint16_t code, str test):
        """The numbers of all rows of a tag; None where the page has elements of that name that are no rows."""
        if len(self._ordinals) >= MAX_COUNTED:
            return None
        rows = np.flatnonzero(self._page().columns.own_tags == code).tolist()
        if self._page().tree.xpath(f"count(//{test})") != len(rows):
            return None
        return dict(zip(rows, range(1, len(rows) + 1), strict=True))

    cdef object all_ordinals(self):
        """For each element the number among those of its name in the whole page."""
        if self._all is not None:
            return self._all
        page = self._page()
        found = np.zeros(len(page.columns), np.int32)
        rows = iter((row, element) for row, element in enumerate(page.nodes()) if element is not None)
        row, wanted = next(rows)
        passed = Counter()
        for element in page.root.iter("*"):
            passed[element.tag] += 1
            if element == wanted:
                found[row] = passed[element.tag]
                row, wanted = next(rows, (0, None))
        self._all = found
        return found


cdef str below(str path, str test, int32_t position):
    """The XPath ``path/test[position]``. With an f-string in place of this, the XPaths of a page took half as long again."""
    cdef char[12] digits
    cdef char* out
    cdef Py_ssize_t n = 0, i, of_path = PyUnicode_GET_LENGTH(path), of_test = PyUnicode_GET_LENGTH(test)
    cdef int32_t rest = position
    if position <= 0 or not PyUnicode_IS_ASCII(path) or not PyUnicode_IS_ASCII(test):
        return f"{path}/{test}[{position}]"
    while rest:
        digits[n] = c"0" + rest % 10
        rest //= 10
        n += 1
    found = PyUnicode_New(of_path + of_test + n + 3, 127)
    out = <char*>PyUnicode_1BYTE_DATA(found)
    memcpy(out, PyUnicode_1BYTE_DATA(path), of_path)
    out[of_path] = c"/"
    out += of_path + 1
    memcpy(out, PyUnicode_1BYTE_DATA(test), of_test)
    out[of_test] = c"["
    out += of_test + 1
    for i in range(n):
        out[i] = digits[n - 1 - i]
    out[n] = c"]"
    return <str>found


def node_test(str name not None):
    """What selects elements of a name in an XPath; None for a name that none can hold."""
    if _PLAIN_NAME.match(name):
        return name
    # Names such as `o:p` would be read as a prefix; markup can hold quotes of one kind, rarely of both.
    quote = "'" if '"' in name else '"'
    if quote in name or NOT_XML.search(name):
        return None
    return f"*[name()={quote}{name}{quote}]"

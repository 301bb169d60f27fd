"""Which element of a tree is which element that a browser has drawn.

The browser writes the document out and lxml reads that, so both have the same start tags in the same order, however
differently they nest them. Only here and there an element is missing: what a parser inserts or leaves out, what the
browser takes for text (`noscript`) or keeps apart (`template`), and what a script has changed in between. So the two
sequences of elements are read side by side, and where they differ, from the nearest place on at which several elements
in a row are equal again. Elements are compared by their names and by how many attributes they have.
"""

from libc.stdint cimport int32_t, uint64_t

from lxml.includes.etreepublic cimport _Element, import_lxml__etree
from lxml.includes.tree cimport XML_ELEMENT_NODE, const_xmlChar, xmlAttr, xmlNode

from scrapy_denoise.page.native.memory cimport allocate, release
from scrapy_denoise.page.native.hash_table cimport Table, close_table, find_number, find_or_add, open_table, reserve_entries
from scrapy_denoise.page.dom.traversal cimport next_after_subtree

import numpy as np

import_lxml__etree()

cdef enum:
    FAR = 256        # elements that are passed over in search of a place at which both are equal again
    RUN = 6          # elements in a row that must be equal there
    UNKNOWN = -1     # the name of an element that no drawn one has

cdef struct Parsed:
    const xmlNode* node
    int32_t tag
    int32_t attributes


cdef class RenderedDomMatch:
    """The drawn element of each element of a tree.

    root: an lxml element. tags: the numbers of names of elements. drawn: int32 of shape (elements, 2 or more), of each
    drawn element in document order the number of its name and how many attributes it has. hidden: uint8, for each of
    these 1 where it is not seen, 0 where it is, AS_MARKUP where the markup decides. `count` is how many elements the tree has, and `matched` how many of
    them were drawn. `hidden_parts`: elements that the last walk met which the browser hides and the markup does not. Time: linear in the elements,
    but for at most `FAR` comparisons for each element that only one side has.
    """

    def __cinit__(self):
        self.numbers.entries = NULL
        self.walked = NULL
        self.n_walked = self.walked_capacity = 0

    def __dealloc__(self):
        close_table(&self.numbers)
        release(self.walked)

    def __init__(self, root not None, dict tags not None, const int32_t[:, ::1] drawn not None,
                 const unsigned char[::1] hidden not None):
        cdef Py_ssize_t n = 0, m = drawn.shape[0], i = 0, j = 0, di, dj, ni, nj, far
        cdef long long budget
        if hidden.shape[0] != m or drawn.shape[1] < 2:
            raise ValueError("columns of different lengths")
        cdef Parsed* parsed = parsed_elements(root_node(root), tags, &n)
        self.hidden = hidden
        self.n_walked = self.hidden_parts = 0
        self.matched = 0
        self.count = <int>n
        try:
            open_table(&self.numbers, min(n, m) + 1)
            budget = 64 * (n + m) + 100_000
            while i < m and j < n and budget > 0:
                if run_length(drawn, i, m, parsed, j, n, 2) < 2 and not (i + 1 == m or j + 1 == n):
                    far = next_run(drawn, i, m, parsed, j, n, &di, &dj, &budget)
                    if drawn[i, 0] == parsed[j].tag and (
                        far < 0 or 0 <= next_run(drawn, i + 1, m, parsed, j + 1, n, &ni, &nj, &budget) < far
                    ):
                        di = dj = 0  # the last pair before a difference, or one with a changed attribute
                    elif far < 0:
                        i += 1
                        j += 1
                        continue
                elif equal(drawn, i, parsed, j):
                    di = dj = 0
                else:
                    i += 1
                    j += 1
                    continue
                i += di
                j += dj
                find_or_add(&self.numbers, <uint64_t>parsed[j].node).number = <int32_t>i + 1
                self.matched += 1
                i += 1
                j += 1
        finally:
            release(parsed)

    cdef int32_t number(self, const xmlNode* node) noexcept nogil:
        """The number of the drawn element that a node is; -1 where it was not drawn."""
        return find_number(&self.numbers, <uint64_t>node) - 1

    def hide(self, const unsigned char[::1] hidden not None):
        """Let other elements be hidden from now on. hidden: as of the class."""
        if hidden.shape[0] != self.hidden.shape[0]:
            raise ValueError("columns of different lengths")
        self.hidden = hidden

    cdef void begin_walk(self) noexcept:
        """Forget the rows of the last walk."""
        self.n_walked = self.hidden_parts = 0

    cdef int add_row(self, int32_t number) except -1 nogil:
        if self.n_walked == self.walked_capacity:
            self.walked_capacity = 2 * self.walked_capacity + 1024
            self.walked = <int32_t*>allocate(self.walked, self.walked_capacity * sizeof(int32_t))
        self.walked[self.n_walked] = number
        self.n_walked += 1
        return 0

    def rows(self):
        """The drawn element of each row of the last walk, int32; NOT_DRAWN for texts and what was not drawn, HIDDEN_ROW
        for the rows of a hidden part."""
        if not self.n_walked:
            return np.zeros(0, np.int32)
        return np.frombuffer((<const char*>self.walked)[:self.n_walked * sizeof(int32_t)], np.int32)

    def row_values(self, const int32_t[:, ::1] elements not None, Py_ssize_t first, int32_t missing):
        """Four columns of the drawn elements, from `first` on, for the rows of the last walk; `missing` for rows of which
        there is none. elements: of the class, with all of their columns."""
        if elements.shape[0] != self.hidden.shape[0] or elements.shape[1] < first + 4:
            raise ValueError("columns of different lengths")
        found = np.empty((self.n_walked, 4), np.int32)
        cdef int32_t[:, ::1] values = found
        cdef Py_ssize_t row, column
        cdef int32_t number
        for row in range(self.n_walked):
            number = self.walked[row]
            for column in range(4):
                values[row, column] = missing if number < 0 else elements[number, first + column]
        return found


cdef inline bint equal(const int32_t[:, ::1] drawn, Py_ssize_t i, const Parsed* parsed, Py_ssize_t j) noexcept nogil:
    return drawn[i, 0] == parsed[j].tag and drawn[i, 1] == parsed[j].attributes


cdef Py_ssize_t run_length(
    const int32_t[:, ::1] drawn, Py_ssize_t i, Py_ssize_t m, const Parsed* parsed, Py_ssize_t j, Py_ssize_t n,
    Py_ssize_t most,
) noexcept nogil:
    """How many elements in a row are equal from here on, up to this many."""
    cdef Py_ssize_t k = 0
    while k < most and i + k < m and j + k < n and equal(drawn, i + k, parsed, j + k):
        k += 1
    return k


cdef Py_ssize_t next_run(
    const int32_t[:, ::1] drawn, Py_ssize_t i, Py_ssize_t m, const Parsed* parsed, Py_ssize_t j, Py_ssize_t n,
    Py_ssize_t* di, Py_ssize_t* dj, long long* budget,
) noexcept nogil:
    """The nearest place at which RUN elements are equal, or all that are left.

    Returns how many elements of both sides are passed over, -1 where there is no such place.
    """
    cdef Py_ssize_t far, k, wanted
    for far in range(FAR):
        for k in range(far + 1):
            di[0] = k
            dj[0] = far - k
            if i + di[0] >= m or j + dj[0] >= n:
                continue
            budget[0] -= 1
            wanted = min(RUN, min(m - i - di[0], n - j - dj[0]))
            if run_length(drawn, i + di[0], m, parsed, j + dj[0], n, wanted) == wanted:
                return far
        if budget[0] <= 0:
            return -1
    return -1


cdef Parsed* parsed_elements(const xmlNode* root, dict tags, Py_ssize_t* n) except NULL:
    """The elements of a tree in document order, without those in noscript and template, which are not drawn."""
    cdef Py_ssize_t capacity = 1024, count = 0
    cdef Parsed* found = <Parsed*>allocate(NULL, capacity * sizeof(Parsed))
    cdef const xmlNode* node = root
    cdef const xmlAttr* attribute
    cdef Table by_name
    cdef int32_t noscript = tags.get("noscript", UNKNOWN), template = tags.get("template", UNKNOWN)
    if found == NULL:
        raise MemoryError()
    open_table(&by_name, 64)
    try:
        while True:
            if node.type == XML_ELEMENT_NODE:
                if count == capacity:
                    capacity *= 2
                    found = <Parsed*>allocate(found, capacity * sizeof(Parsed))
                found[count].node = node
                found[count].tag = tag_number(node.name, tags, &by_name)
                found[count].attributes = 0
                attribute = node.properties
                while attribute != NULL:
                    found[count].attributes += 1
                    attribute = attribute.next
                count += 1
                if node.children != NULL and (
                    found[count - 1].tag == UNKNOWN or found[count - 1].tag not in (noscript, template)
                ):
                    node = node.children
                    continue
            node = next_after_subtree(<xmlNode*>node, root)
            if node == NULL:
                break
    except BaseException:
        release(found)
        raise
    finally:
        close_table(&by_name)
    n[0] = count
    return found


cdef int32_t tag_number(const_xmlChar* name, dict tags, Table* by_name) except? -2:
    """The number of a name; libxml2 keeps each name once, so its address finds it again."""
    cdef int32_t number = find_number(by_name, <uint64_t>name)
    if number == 0:
        text = (<const char*>name).decode("utf-8", "replace").lower()
        number = tags.get(text, UNKNOWN) + 2
        reserve_entries(by_name)
        find_or_add(by_name, <uint64_t>name).number = number
    return number - 2

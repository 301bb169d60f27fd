"""Which elements are lists of fields: `scrapy_denoise.document.selection.field_lists`."""

import re

import numpy as np

from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t
from libc.string cimport memset

from scrapy_denoise.page.columns.buffers cimport HashColumns, PageBuffers, TreeColumns, page_buffers, text_between
from scrapy_denoise.page.compiled cimport H1, H6, bool_data
from scrapy_denoise.page.native.binary_search cimport lower_bound
from scrapy_denoise.page.native.memory cimport cleared, release

from scrapy_denoise.page.columns import tags

cdef enum:
    MIN_FIELDS = 3    # so many fields of one tag are a list of them
    MAX_FIELDS = 100  # children of an element that are looked at: one with more is no list of fields
    MAX_NAME = 40     # characters of the name of a field
    MAX_TEXTS = 4     # texts of a field, the first of which is its name
    LEVELS = 8        # ancestors of a text, the nearest first, of which one may be the list
    MAX_ROWS = 1_000  # elements and texts of a list at most
    MAX_LISTS = 200   # elements of a page that may be such lists, of which all fields are asked for
    MAX_CUTS = 100    # places between a kept text and one that is not, of one page, that are looked at

cdef int64_t LONGEST = 100  # characters of a field, its name and its value together
cdef object NAMED = re.compile(r"[^:：]{0,39}[^\W\d_][^:：]{0,39}[:：]\s*\S")

cdef uint8_t NO_FIELD[256]
# What no list of fields holds: cards of products and of stories do, and rows of tables are completed by themselves.
cdef uint8_t IS_OTHER[256]
memset(NO_FIELD, 0, 256)
memset(IS_OTHER, 0, 256)
for _code in (tags.TEXT, *(tags.CODES[name] for name in "a tbody thead tfoot tr td th".split())):
    NO_FIELD[_code] = 1
for _name in "table h1 h2 h3 h4 h5 h6 button input select img form".split():
    IS_OTHER[tags.CODES[_name]] = 1


cdef inline bint has_tag(const uint8_t* of_tag, uint16_t tag) noexcept:
    return tag < 256 and of_tag[tag]


cdef class FieldLists:
    """Finds which elements of a page are lists of fields. columns: of the page."""

    cdef object _columns  # what the pointers point to
    cdef bytes _text
    cdef HashColumns hashes
    cdef TreeColumns tree
    cdef const int64_t* texts
    cdef Py_ssize_t n_texts
    cdef dict known  # of elements that were asked for

    def __cinit__(self, columns):
        cdef PageBuffers buffers = page_buffers(columns)
        self._columns, self._text, self.known = columns, columns.text, {}
        self.hashes, self.tree = buffers.hashes, buffers.tree
        self.texts, self.n_texts = buffers.texts.row, buffers.texts.n

    def cut(self, kept not None):
        """The lists of which some texts are kept and some are not, or that stand right behind a kept heading.

        kept: bool, one for each text row.
        """
        cdef const uint8_t* flags = bool_data(kept, self.n_texts)
        cdef Py_ssize_t i, above, below, cuts = 0
        cdef list found = []
        for i in range(self.n_texts - 1):
            above, below = self.texts[i], self.texts[i + 1]
            if flags[i] == flags[i + 1] or self.hashes.chars[above] > LONGEST or self.hashes.chars[below] > LONGEST:
                continue
            if not self.add_around(above, below, -1, found) and flags[i] and (
                H1 <= self.tree.tag[self.tree.block_row[above]] <= H6
            ):
                self.add_around(below, below, above, found)
            cuts += 1
            if cuts == MAX_CUTS:
                break
        return found

    def fields(self):
        """For each row whether it is a field of a list of fields; of names and values in turn both are."""
        cdef const int64_t[::1] chars = self._columns.subtree_chars
        cdef Py_ssize_t row, n = self.tree.n, lists = 0
        cdef object found = np.zeros(n, np.bool_)
        cdef uint8_t* flags = <uint8_t*>bool_data(found, n)
        cdef int32_t* known = <int32_t*>cleared(n * sizeof(int32_t))  # how many children of an element may be fields
        try:
            for row in range(n):
                if self.tree.tag[row] and 0 < chars[row] <= LONGEST and self.tree.parent[row] >= 0:
                    known[self.tree.parent[row]] += 1
            for row in range(n):
                if known[row] < MIN_FIELDS or lists == MAX_LISTS:
                    known[row] = False
                else:
                    lists += 1
                    known[row] = self.is_list(row)
            for row in range(n):
                if self.tree.tag[row] and 0 < chars[row] <= LONGEST and self.tree.parent[row] >= 0:
                    flags[row] = known[self.tree.parent[row]]
            return found
        finally:
            release(known)

    cdef bint add_around(self, Py_ssize_t row, Py_ssize_t last, Py_ssize_t behind, list found) except -1:
        """Add the nearest list around a row that holds a later one too, and begins behind a third; returns whether there is one."""
        cdef int _level
        for _level in range(LEVELS):
            row = self.tree.parent[row]
            if row < 0 or row <= behind:
                break
            if self.tree.end[row] <= last:
                continue
            if row not in self.known:
                self.known[row] = self.is_list(row)
                if self.known[row]:
                    found.append(row)
            if self.known[row]:
                return True
        return False

    cdef bint is_list(self, Py_ssize_t row) except -1:
        """Whether an element is a list of fields."""
        cdef Py_ssize_t i, child = row + 1, end = self.tree.end[row]
        cdef Py_ssize_t fields[MAX_FIELDS]
        cdef int n = 0
        if end - row > MAX_ROWS or has_tag(IS_OTHER, self.tree.tag[row]):
            return False
        # A heading of its own may stand before the fields.
        if child < end and H1 <= self.tree.tag[child] <= H6:
            child = self.tree.end[child]
        for i in range(child, end):
            if has_tag(IS_OTHER, self.tree.tag[i]):
                return False
        while child < end:
            if self.chars_in(child):
                if n == MAX_FIELDS:
                    return False
                fields[n] = child
                n += 1
            child = self.tree.end[child]
        if n == 0 or has_tag(NO_FIELD, self.tree.tag[fields[0]]):
            return False
        if n >= 2 * MIN_FIELDS and n % 2 == 0 and not self.are_alike(fields[0], fields[1]) and self.take_turns(fields, n):
            for i in range(n):
                if self.chars_in(fields[i]) > (MAX_NAME if i % 2 == 0 else LONGEST) or (i % 2 == 0 and self.has_link(fields[i])):
                    return False
            return True
        if n < MIN_FIELDS:
            return False
        for i in range(n):
            if self.tree.tag[fields[i]] != self.tree.tag[fields[0]]:
                return False
        for i in range(n):
            if not self.is_field(fields[i]):
                return False
        return True

    cdef inline bint are_alike(self, Py_ssize_t one, Py_ssize_t other) noexcept:
        """Whether two elements have the same tag and first class."""
        return (
            self.tree.tag[one] == self.tree.tag[other] and self.hashes.class_hash[one] == self.hashes.class_hash[other]
        )

    cdef bint take_turns(self, const Py_ssize_t* fields, int n) noexcept:
        cdef int i
        for i in range(2, n):
            if not self.are_alike(fields[i], fields[i - 2]):
                return False
        return True

    cdef int64_t chars_in(self, Py_ssize_t row) noexcept:
        cdef int64_t chars = 0
        cdef Py_ssize_t i
        for i in range(row, self.tree.end[row]):
            chars += self.hashes.chars[i]
        return chars

    cdef bint has_link(self, Py_ssize_t row) noexcept:
        cdef Py_ssize_t i
        for i in range(row, self.tree.end[row]):
            if self.tree.link[i]:
                return True
        return False

    cdef bint is_field(self, Py_ssize_t row) except -1:
        """Whether an element has a name and a value and little else."""
        cdef Py_ssize_t first, last, text
        cdef str name
        cdef Py_UCS4 c
        if self.chars_in(row) > LONGEST:
            return False
        first = lower_bound(self.texts, self.n_texts, <int64_t>row)
        last = lower_bound(self.texts, self.n_texts, <int64_t>self.tree.end[row])
        text = self.texts[first]
        if last - first > MAX_TEXTS or self.tree.linked[text]:
            return False
        name = text_between(self._text, &self.tree, text, text)
        if last - first == 1:
            return NAMED.match(name) is not None
        if len(name) <= MAX_NAME:
            for c in name:
                if c.isalpha():
                    return True
        return False

"""What a selection may have cut through, in a pass over the columns each: of most pages nothing, which these say at once."""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_GET_SIZE
from cpython.mem cimport PyMem_Free, PyMem_Malloc
from libc.stdint cimport int64_t, uint8_t, uint16_t, uint32_t
from libc.string cimport memchr, memcmp

from scrapy_denoise.page.layout cimport Rest, Stored, rest_of, stored_of

from scrapy_denoise.page import tags

cdef uint16_t TABLE = tags.CODES["table"]
cdef uint16_t UL = tags.CODES["ul"]
cdef uint16_t OL = tags.CODES["ol"]
cdef uint16_t DT = tags.CODES["dt"]
cdef uint16_t DD = tags.CODES["dd"]
cdef uint16_t H1 = tags.CODES["h1"]
cdef uint16_t H6 = tags.CODES["h6"]


cdef struct Sums:       # of the text rows before one
    int64_t chars
    int64_t link_chars
    int64_t kept_chars


cdef class Kept:
    """The text rows of a page, and which of them are kept.

    columns: of the page. kept: bool, one for each of its text rows.
    """

    cdef bytes _stored, _rest, _numbers, _text
    cdef Stored stored
    cdef Rest rest
    cdef const int64_t* texts
    cdef Py_ssize_t n_texts
    cdef readonly object kept
    cdef readonly bint any  # whether there is one
    cdef const uint8_t[::1] flags
    cdef Sums* sums  # of each text row, and of the end; NULL until some are asked for

    def __cinit__(self, columns, kept):
        self._stored, self._rest = columns.stored, columns.rest
        self._numbers, self._text = columns.text_row_numbers, columns.text
        self.stored, self.rest = stored_of(self._stored), rest_of(self._rest)
        self.texts = <const int64_t*>PyBytes_AS_STRING(self._numbers)
        self.n_texts = PyBytes_GET_SIZE(self._numbers) // <Py_ssize_t>sizeof(int64_t)
        self.kept, self.flags = kept, kept.view("u1")
        if self.flags.shape[0] != self.n_texts or self.stored.n != self.rest.n:
            raise ValueError("columns of different lengths")
        self.any = self.n_texts and memchr(&self.flags[0], 1, self.n_texts) != NULL

    def __dealloc__(self):
        PyMem_Free(self.sums)

    cdef Py_ssize_t texts_before(self, Py_ssize_t row) noexcept:
        """How many text rows stand before a row."""
        cdef Py_ssize_t low = 0, high = self.n_texts, middle
        while low < high:
            middle = (low + high) // 2
            if self.texts[middle] < row:
                low = middle + 1
            else:
                high = middle
        return low

    cdef Sums within(self, Py_ssize_t row) except *:
        """The sums over a row's subtree."""
        cdef Py_ssize_t i
        cdef int64_t chars
        if self.sums == NULL:
            self.sums = <Sums*>PyMem_Malloc((self.n_texts + 1) * sizeof(Sums))
            if self.sums == NULL:
                raise MemoryError()
            self.sums[0] = Sums(0, 0, 0)
            for i in range(self.n_texts):
                chars = self.stored.chars[self.texts[i]]
                self.sums[i + 1].chars = self.sums[i].chars + chars
                self.sums[i + 1].link_chars = self.sums[i].link_chars + chars * self.rest.linked[self.texts[i]]
                self.sums[i + 1].kept_chars = self.sums[i].kept_chars + chars * self.flags[i]
        cdef Sums low = self.sums[self.texts_before(row)]
        cdef Sums high = self.sums[self.texts_before(self.rest.end[row])]
        return Sums(high.chars - low.chars, high.link_chars - low.link_chars, high.kept_chars - low.kept_chars)

    def is_whole(self, double most, layout, double linked, beginnings, marks):
        """Whether no table, list or definition can be cut through, and no mark be kept: on most pages one call says so.

        The arguments are those of the methods below.
        """
        return not (
            self.has_terms() or self.has_link_of(marks) or self.begins_with(beginnings)
            or self.tables(most, layout) or self.lists(linked)
        )

    def tables(self, double most, const uint8_t[::1] layout not None):
        """The tables of which a part is kept, with at least this share of their characters, and that hold no element of
        these tags. layout: a flag for each tag that has a code."""
        cdef Py_ssize_t row
        cdef Sums sums
        cdef list found = []
        for row in range(self.rest.n):
            if self.rest.tag[row] == TABLE and not self.holds(row, layout):
                sums = self.within(row)
                if 0 < sums.kept_chars < sums.chars and sums.kept_chars >= most * sums.chars:
                    found.append(row)
        return found

    cdef bint holds(self, Py_ssize_t table, const uint8_t[::1] layout) noexcept:
        """Whether a table holds an element of one of these tags; another table is one."""
        cdef Py_ssize_t row
        for row in range(table + 1, self.rest.end[table]):
            if self.rest.tag[row] == TABLE or layout[self.rest.tag[row]]:
                return True
        return False

    def lists(self, double linked):
        """The lists right after a kept heading, up to this share of their characters in links, which kept text follows."""
        cdef Py_ssize_t row, t = 0, after
        cdef uint16_t tag
        cdef Sums sums
        cdef list found = []
        for row in range(self.rest.n):
            tag = self.rest.tag[row]
            if tag == 0:
                t += 1
            if (tag == UL or tag == OL) and t and self.flags[t - 1] and self.heads(self.texts[t - 1]):
                after = self.texts_before(self.rest.end[row])
                sums = self.within(row)
                if after < self.n_texts and self.flags[after] and sums.chars and sums.link_chars <= linked * sums.chars:
                    found.append(row)
        return found

    cdef bint heads(self, Py_ssize_t text) noexcept:
        """Whether a text row is a heading."""
        return H1 <= self.rest.tag[self.rest.block_row[text]] <= H6

    def has_terms(self):
        """Whether the page has a list of definitions."""
        cdef Py_ssize_t row
        for row in range(self.rest.n):
            if self.rest.tag[row] == DT or self.rest.tag[row] == DD:
                return True
        return False

    def begins_with(self, const uint8_t[:, ::1] beginnings not None):
        """Whether a text row begins with one of these, which have the same number of bytes."""
        cdef Py_ssize_t i, j, start, size = beginnings.shape[1]
        cdef const char* text = PyBytes_AS_STRING(self._text)
        for i in range(self.n_texts):
            start = self.rest.text_start[self.texts[i]]
            if self.rest.text_stop[self.texts[i]] - start >= size:
                for j in range(beginnings.shape[0]):
                    if <uint8_t>text[start] == beginnings[j, 0] and memcmp(text + start, &beginnings[j, 0], size) == 0:
                        return True
        return False

    def has_link_of(self, const uint32_t[::1] text_hashes not None):
        """Whether a text row in a link is one of the texts with these hashes."""
        cdef Py_ssize_t i, j
        for i in range(self.n_texts):
            if self.rest.linked[self.texts[i]]:
                for j in range(text_hashes.shape[0]):
                    if self.stored.text_hash[self.texts[i]] == text_hashes[j]:
                        return True
        return False

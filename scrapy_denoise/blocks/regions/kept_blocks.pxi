"""The kept part of each text block of a page, in document order."""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from cpython.unicode cimport PyUnicode_DecodeUTF8
from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t
from libc.string cimport memchr, memset

from scrapy_denoise.page.compiled cimport H1, H6, bool_data
from scrapy_denoise.page.columns.buffers cimport PageBuffers, page_buffers
from scrapy_denoise.page.native.binary_search cimport lower_bound
from scrapy_denoise.page.columns.tag_scan cimport next_tagged

from scrapy_denoise.page.columns import tags

cdef enum:
    BYTES = 4  # of a character, at most
    STEP = 32  # bytes that compilers count in a few vectors

cdef uint8_t WHOLE[256]  # elements whose lines belong together
memset(WHOLE, 0, 256)
for _name in "pre dl blockquote textarea".split():
    WHOLE[tags.CODES[_name]] = 1


cdef class KeptBlocks:
    """The kept parts by their numbers, from 0.

    columns: of the page. kept: bool, one for each of its text rows.
    """

    def __init__(self, columns, kept not None):
        cdef Py_ssize_t i
        cdef int32_t block, last = -1
        cdef PageBuffers buffers = page_buffers(columns)
        self._columns, self._text, self._kept = columns, columns.text, kept
        self.tree, self.texts, self.n_texts = buffers.tree, buffers.texts.row, buffers.texts.n
        self.kept = bool_data(kept, self.n_texts)
        self._ends = PyBytes_FromStringAndSize(NULL, 2 * self.n_texts * sizeof(int32_t))
        self.ends = <int32_t*>PyBytes_AS_STRING(self._ends)
        self.n = 0
        for i in range(self.n_texts):
            if self.kept[i]:
                block = self.tree.block[self.texts[i]]
                if block != last:
                    self.ends[2 * self.n] = <int32_t>i
                    self.n += 1
                    last = block
                self.ends[2 * self.n - 1] = <int32_t>i

    cdef int32_t first(self, Py_ssize_t number) except -1:
        if not 0 <= number < self.n:
            raise IndexError("no such part")
        return self.ends[2 * number]

    cdef tuple span(self, Py_ssize_t number):
        """The positions of a part's first text row and of one past its last."""
        return self.first(number), self.ends[2 * number + 1] + 1

    cdef str text(self, Py_ssize_t number, Py_ssize_t longest):
        """What a part says, white space collapsed, of its first characters."""
        return self.text_between(self.first(number), self.ends[2 * number + 1] + 1, longest)

    cdef bint has_more(self, Py_ssize_t number, Py_ssize_t chars, Py_ssize_t letters, Py_ssize_t longest) except -1:
        """Whether a part is sure to say more than so many characters and more than so many letters in its first ones.

        The letters of ASCII, and any that are no white space, tell so of most paragraphs, which are then never decoded.
        """
        cdef int32_t row = <int32_t>self.texts[self.first(number)]
        cdef int32_t last = <int32_t>self.texts[self.ends[2 * number + 1]]
        cdef const uint8_t* at = <const uint8_t*>PyBytes_AS_STRING(self._text) + self.tree.text_start[row]
        cdef Py_ssize_t size = min(<Py_ssize_t>(self.tree.text_stop[last] - self.tree.text_start[row]), longest)
        cdef Py_ssize_t i, seen = 0, in_words = 0
        cdef uint8_t some, some_letters
        while size >= STEP:
            some = some_letters = 0
            for i in range(STEP):
                # Of a character's bytes the first; U+0085 begins with C2, and is white space.
                some += (at[i] > c" ") & ((at[i] & 0xC0) != 0x80) & (at[i] != 0xC2)
                some_letters += <uint8_t>((at[i] | 0x20) - c"a") < 26
            seen += some
            in_words += some_letters
            if seen > chars and in_words > letters:
                return True
            at += STEP
            size -= STEP
        return False

    cdef str text_between(self, Py_ssize_t first, Py_ssize_t last, Py_ssize_t longest):
        """The same of what stands from one position up to another, kept or not."""
        cdef int32_t start, stop
        if not 0 <= first < last <= self.n_texts:
            raise IndexError("no such text")
        start, stop = self.tree.text_start[self.texts[first]], self.tree.text_stop[self.texts[last - 1]]
        stop = <int32_t>min(<Py_ssize_t>stop, start + BYTES * longest)
        cdef str text = PyUnicode_DecodeUTF8(PyBytes_AS_STRING(self._text) + start, stop - start, "replace")
        if len(text) > longest:
            text = text[:longest]
        # The walk has collapsed white space but for that of `pre`; to do it again takes .01 of the parse.
        if is_collapsed(<const uint8_t*>PyBytes_AS_STRING(self._text) + start, stop - start):
            return text.strip()
        return " ".join(text.split())

    cdef bint is_line(self, Py_ssize_t number, int levels) except -1:
        """Whether a part belongs to nothing whose lines belong together, a few levels up."""
        cdef int32_t row = self.tree.block_row[self.texts[self.first(number)]]
        cdef uint16_t tag
        cdef int _level
        for _level in range(levels):
            if row < 0:
                break
            tag = self.tree.tag[row]
            if tag < 256 and WHOLE[tag]:
                return False
            row = self.tree.parent[row]
        return True

    cdef bint is_heading(self, Py_ssize_t number) except -1:
        return H1 <= self.tree.tag[self.tree.block_row[self.texts[self.first(number)]]] <= H6

    cdef list headings(self, Py_ssize_t most):
        """The positions that the first ``h1`` of the page span, those of which a part is kept."""
        cdef Py_ssize_t row = -1, first, last
        cdef list found = []
        while most > 0:
            row = next_tagged(self.tree.tag, row + 1, self.tree.n, H1)
            if row == self.tree.n:
                break
            most -= 1
            first = lower_bound(self.texts, self.n_texts, <int64_t>row)
            last = lower_bound(self.texts, self.n_texts, <int64_t>self.tree.end[row])
            if memchr(self.kept + first, 1, last - first) != NULL:
                found.append((first, last))
        return found


cdef bint is_collapsed(const uint8_t* text, Py_ssize_t size) noexcept nogil:
    """Whether UTF-8 that the walk has written has no white space but single spaces."""
    cdef uint8_t found = size > 0 and text[0] < c" "
    cdef Py_ssize_t i
    for i in range(1, size):  # without a branch, so that compilers make 16 comparisons at once
        found |= (text[i] < c" ") | ((text[i] == c" ") & (text[i - 1] == c" ")) | ((text[i] == 0x85) & (text[i - 1] == 0xC2))
    return not found

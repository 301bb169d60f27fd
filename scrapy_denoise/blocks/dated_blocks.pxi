"""The blocks and the elements of a page whose text may have a day: few of those near its title do."""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_GET_SIZE
from cpython.unicode cimport PyUnicode_DecodeUTF8
from libc.stdint cimport int64_t, uint8_t
from libc.string cimport memset

from scrapy_denoise.blocks.features.block_columns cimport BlockFields, fields_of
from scrapy_denoise.page.columns.buffers cimport PageBuffers, page_buffers
from scrapy_denoise.page.compiled cimport collapse_whitespace, may_have_day
from scrapy_denoise.page.native.binary_search cimport lower_bound

cdef enum:
    FIGURES_OF_DAY = 3   # at least, with those of its year, as in "3 May 24"
    MOST_READ = 3_200    # bytes of a block

cdef uint8_t IS_FIGURE[256]  # of each byte whether it is a figure in UTF-8, or the first byte of one beyond ASCII
memset(IS_FIGURE, 0, 256)
for _byte in bytearray(b"0123456789\xd9\xdb\xdf\xe0\xe1\xea\xef\xf0"):
    IS_FIGURE[_byte] = 1


cdef bint has_figures(const char* at, Py_ssize_t size) noexcept:
    """Whether a text may have the figures of a day."""
    cdef Py_ssize_t i
    cdef int found = 0
    for i in range(size):
        found += IS_FIGURE[<uint8_t>at[i]]
        if found == FIGURES_OF_DAY:
            return True
    return False


cdef const char* text_between(PageBuffers* page, bytes text, Py_ssize_t first, Py_ssize_t last, Py_ssize_t* size) except NULL:
    """Where the text from one text row up to another stands, and its bytes."""
    cdef Py_ssize_t start = 0, stop = 0, begin, end
    if 0 <= first < last <= page.texts.n:
        begin, end = page.texts.row[first], page.texts.row[last - 1]
        if not 0 <= begin <= end < page.tree.n:
            raise ValueError("no such row")
        start, stop = page.tree.text_start[begin], page.tree.text_stop[end]
    if not 0 <= start <= stop <= PyBytes_GET_SIZE(text):
        raise ValueError("no such text")
    size[0] = stop - start
    return PyBytes_AS_STRING(text) + start


def dated_blocks(columns not None, blocks not None, numbers not None):
    """Those of some blocks, by their numbers, whose text may have a day: a list. Han numerals are no figures."""
    cdef bytes text = columns.text, block_columns = blocks.block_columns
    cdef BlockFields fields = fields_of(block_columns)
    cdef PageBuffers page = page_buffers(columns)
    cdef Py_ssize_t number, stop, size = 0
    cdef const char* at
    cdef list found = []
    for number in numbers:
        if not 0 <= number < fields.n:
            raise ValueError("no such block")
        stop = fields.first[number + 1] if number + 1 < fields.n else page.texts.n
        at = text_between(&page, text, fields.first[number], stop, &size)
        size = min(size, <Py_ssize_t>MOST_READ)
        if has_figures(at, size) and may_have_day(collapse_whitespace(PyUnicode_DecodeUTF8(at, size, "replace"))):
            found.append(number)
    return found


def figured_rows(columns not None, list rows not None):
    """Those of some rows of elements in whose text the figures of a day may stand: a list."""
    cdef bytes text = columns.text
    cdef PageBuffers page = page_buffers(columns)
    cdef Py_ssize_t row, first, last, size = 0
    cdef const char* at
    cdef list found = []
    for row in rows:
        if not 0 <= row < page.tree.n:
            raise ValueError("no such row")
        first = lower_bound(page.texts.row, page.texts.n, <int64_t>row)
        last = lower_bound(page.texts.row, page.texts.n, <int64_t>page.tree.end[row])
        at = text_between(&page, text, first, last, &size)
        if has_figures(at, size):
            found.append(row)
    return found

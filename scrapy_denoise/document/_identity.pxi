"""The texts of table cells and of fields of lists: `scrapy_denoise.document.identity`."""

from libc.stdint cimport int64_t, uint8_t

from scrapy_denoise.page.columns.buffers cimport PageBuffers, page_buffers, text_between
from scrapy_denoise.page.compiled cimport DD, TD, bool_data
from scrapy_denoise.page.native.binary_search cimport lower_bound


cdef enum:
    MAX_CELLS = 200  # table cells, descriptions and fields of lists whose values are compared: the first ones
    LONGEST = 40     # characters of a cell that holds a value; longer ones are text, or a table that lays out the page


def cell_texts(columns not None, kept not None, fields not None):
    """The words of the texts with figures of short cells of tables and descriptions, and of the fields of lists, of
    which all is kept, in document order.

    kept: bool, for each text row. fields: bool, for each row.
    """
    cdef PageBuffers page = page_buffers(columns)
    cdef bytes text = columns.text
    cdef const int64_t[::1] chars = columns.subtree_chars
    cdef const uint8_t* is_kept = bool_data(kept, page.texts.n)
    cdef const uint8_t* is_field = bool_data(fields, page.tree.n)
    cdef Py_ssize_t row, at, first, last, cells = 0
    cdef list found = []
    cdef str own
    for row in range(page.tree.n):
        if not is_field[row] and not (page.tree.tag[row] in (DD, TD) and chars[row] <= LONGEST):
            continue
        if cells == MAX_CELLS:
            break
        cells += 1
        first = at = lower_bound(page.texts.row, page.texts.n, <int64_t>row)
        last = lower_bound(page.texts.row, page.texts.n, <int64_t>page.tree.end[row])
        while at < last and is_kept[at]:
            at += 1
        if first == last or at < last:
            continue
        own = text_between(text, &page.tree, page.texts.row[first], page.texts.row[last - 1])
        if has_figure(own):
            found.append(lower_words(own))
    return found


cdef bint has_figure(str text) noexcept:
    cdef Py_UCS4 c
    for c in text:
        if c.isdigit():
            return True
    return False

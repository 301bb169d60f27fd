"""Which tables have the shape of data, by the rows that they hold."""

from libc.stdint cimport int64_t, uint8_t, uint16_t

from scrapy_denoise.page.compiled cimport CAPTION, TABLE, TD, TH, THEAD, TR, bool_data
from scrapy_denoise.page.columns.buffers cimport TAGS, HashColumns, PageBuffers, TreeColumns, page_buffers


cdef int64_t chars_of(const HashColumns* hashes, const TreeColumns* tree, Py_ssize_t row) noexcept nogil:
    cdef int64_t chars = 0
    cdef Py_ssize_t i
    for i in range(row, tree.end[row]):
        chars += hashes.chars[i]
    return chars


cdef bint is_data(const HashColumns* hashes, const TreeColumns* tree, Py_ssize_t table, const uint8_t* layout, int64_t long_cell) noexcept nogil:
    cdef Py_ssize_t row, until = 0, inner = 0, lines = 0, cells = 0
    cdef bint headed = False, long_one = False
    cdef uint16_t tag
    for row in range(table + 1, tree.end[table]):
        tag = tree.tag[row]
        # Tables that lay out a page hold tables too, and have no headers.
        if layout[tag] or (tag == TABLE and row >= inner and not headed):
            return False
        if tag == TABLE and row >= inner:
            inner = tree.end[row]
        if row < inner:
            continue
        headed |= tag == CAPTION or tag == THEAD or tag == TH
        lines += tag == TR
        if tag == TH or tag == TD:
            cells += 1
            # A cell in a cell, which broken markup makes, is no longer than that one.
            if row >= until:
                until = tree.end[row]
                long_one |= chars_of(hashes, tree, row) >= long_cell
    if lines >= 2 and 2 * cells >= 3 * lines and not long_one:
        return True
    return headed and not inner and cells > 1 and chars_of(hashes, tree, table) < long_cell * cells


def shaped_as_data(columns, tables not None, layout not None, int64_t long_cell):
    """Of some tables, by their rows, those with a caption, a head or header cells, or else two rows and two columns or
    more, of short cells; both where a table stands in a cell.

    layout: bool, for each tag that there can be, of elements that no table of data holds. long_cell: characters of a
    cell from which a table lays out a page; of the mean cell, where the table has headers.
    """
    cdef PageBuffers page = page_buffers(columns)
    cdef const uint8_t* of_tag = bool_data(layout, TAGS)
    cdef Py_ssize_t row
    cdef list found = []
    for row in tables:
        if not 0 <= row < page.tree.n:
            raise IndexError("no such table")
        if is_data(&page.hashes, &page.tree, row, of_tag, long_cell):
            found.append(row)
    return found


def stands_in_data(columns, Py_ssize_t position, layout not None, int64_t long_cell):
    """Whether the innermost table around a text row has the shape of data, see `shaped_as_data`.

    position: of the row in ``columns.text_rows``.
    """
    cdef PageBuffers page = page_buffers(columns)
    cdef Py_ssize_t row
    if not 0 <= position < page.texts.n:
        raise IndexError("no such text row")
    row = page.texts.row[position]
    while row >= 0 and page.tree.tag[row] != TABLE:
        row = page.tree.parent[row]
    return row >= 0 and len(shaped_as_data(columns, [row], layout, long_cell)) > 0

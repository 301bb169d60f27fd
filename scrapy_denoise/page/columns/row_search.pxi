"""Finds rows by their tag, and by the characters of their texts, where an array of NumPy takes ten times as long."""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_GET_SIZE
from libc.stdint cimport int64_t, uint8_t
from libc.string cimport memchr

from scrapy_denoise.page.columns.buffers cimport PageBuffers, TreeColumns, page_buffers, tree_columns_of
from scrapy_denoise.page.native.binary_search cimport lower_bound


def rows_of_tag(columns not None, int tag):
    """The rows of the elements of a tag, by its code: a list."""
    cdef TreeColumns tree = tree_columns_of(columns.tree_columns)
    cdef Py_ssize_t row
    return [row for row in range(tree.n) if tree.tag[row] == tag]


def short_subtrees(columns not None, rows not None, Py_ssize_t most):
    """Those of some rows that have characters, and no more than so many, in their subtree: a list."""
    cdef PageBuffers page = page_buffers(columns)
    cdef Py_ssize_t row, place
    cdef int64_t chars
    cdef list found = []
    for row in rows:
        if not 0 <= row < page.tree.n:
            raise IndexError("no such row")
        chars, place = 0, lower_bound(page.texts.row, page.texts.n, <int64_t>row)
        # Each text has characters, so that elements within each other cost no more than so many steps each.
        while place < page.texts.n and page.texts.row[place] < page.tree.end[row] and chars <= most:
            chars += page.hashes.chars[page.texts.row[place]]
            place += 1
        if 0 < chars <= most:
            found.append(row)
    return found


def row_behind(columns not None, Py_ssize_t row, Py_ssize_t chars):
    """The first row, from a row on, with which there are more characters than so many; the number of rows where there are fewer."""
    cdef PageBuffers page = page_buffers(columns)
    if row < 0:
        raise IndexError("no such row")
    while row < page.tree.n:
        chars -= page.hashes.chars[row]
        if chars < 0:
            break
        row += 1
    return row


def links_before(columns not None, bytes firsts not None):
    """The rows of the ``a`` elements behind which a text of marks stands, and then the text of a link: a list. firsts: the first byte of each
    mark. Beside marks the text may have spaces and characters beyond ASCII, but no others of ASCII."""
    cdef PageBuffers page = page_buffers(columns)
    cdef bytes text = columns.text
    cdef const uint8_t* at = <const uint8_t*>PyBytes_AS_STRING(text)
    cdef Py_ssize_t row, place, start, stop
    cdef bint[256] is_mark
    cdef list found = []
    for row in range(256):
        is_mark[row] = row >= 0x80 or row <= c" " or memchr(PyBytes_AS_STRING(firsts), <int>row, PyBytes_GET_SIZE(firsts)) != NULL
    for row in range(page.tree.n):
        if page.tree.tag[row] != A:
            continue
        place = lower_bound(page.texts.row, page.texts.n, <int64_t>page.tree.end[row])
        if place + 1 >= page.texts.n or page.tree.linked[page.texts.row[place]] or not page.tree.linked[page.texts.row[place + 1]]:
            continue
        start = max(page.tree.text_start[page.texts.row[place]], 0)
        stop = min(page.tree.text_stop[page.texts.row[place]], PyBytes_GET_SIZE(text))
        while start < stop and at[start] <= c" ":
            start += 1
        if start >= stop or memchr(PyBytes_AS_STRING(firsts), at[start], PyBytes_GET_SIZE(firsts)) == NULL:
            continue
        while start < stop and is_mark[at[start]]:
            start += 1
        if start == stop:
            found.append(row)
    return found


def links_of_texts(columns not None, Py_ssize_t first, Py_ssize_t stop, Py_ssize_t beside):
    """The links around the text rows from one position up to another, but for those that hold a row: of each its row, and whether it begins
    behind the first of these rows."""
    cdef PageBuffers page = page_buffers(columns)
    cdef Py_ssize_t place, row, last = -1
    cdef list found = []
    if not 0 <= first <= stop <= page.texts.n:
        raise IndexError("no such text row")
    for place in range(first, stop):
        row = page.texts.row[place]
        if not page.tree.linked[row]:
            continue
        while row >= 0 and not page.tree.link[row]:
            row = page.tree.parent[row]
        if row >= 0 and row != last and not row <= beside < page.tree.end[row]:
            found.append((row, row > page.texts.row[first]))
        last = row
    return found

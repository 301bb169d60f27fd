"""Finds rows by their tag, and by the characters of their texts, where an array of NumPy takes ten times as long."""

from libc.stdint cimport int64_t

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

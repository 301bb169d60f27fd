"""Compares the format of a page's columns in compiled code with that in Python; texts of rows; sums over subtrees."""

from cpython.bytes cimport PyBytes_AS_STRING
from libc.stdint cimport int32_t, int64_t, uint8_t

from scrapy_denoise.page.columns.buffers cimport (
    HASH_WIDTH,
    TREE_WIDTH,
    HashColumns,
    PageBuffers,
    TreeColumns,
    hash_columns_of,
    page_buffers,
    text_between,
    tree_columns_of,
)
from scrapy_denoise.page.native.binary_search cimport lower_bound


def check_layout(hashes, tree):
    """Raise AssertionError if buffers.pxd places a column differently. hashes, tree: the `Buffer` of each."""
    cdef Py_ssize_t rows = 8
    cdef bytes hash_columns = bytes(HASH_WIDTH * rows), tree_columns = bytes(TREE_WIDTH * rows)
    cdef char* a = PyBytes_AS_STRING(hash_columns)
    cdef char* b = PyBytes_AS_STRING(tree_columns)
    cdef HashColumns s = hash_columns_of(hash_columns)
    cdef TreeColumns r = tree_columns_of(tree_columns)
    hashes.check(HASH_WIDTH, rows, [
        ("depth", <char*>s.depth - a), ("tag_hash", <char*>s.tag_hash - a), ("id_hash", <char*>s.id_hash - a),
        ("class_hash", <char*>s.class_hash - a), ("text_hash", <char*>s.text_hash - a),
        ("mask_hash", <char*>s.mask_hash - a), ("chars", <char*>s.chars - a),
    ])
    tree.check(TREE_WIDTH, rows, [
        ("parent", <char*>r.parent - b), ("end", <char*>r.end - b), ("position", <char*>r.position - b),
        ("punctuation", <char*>r.punctuation - b), ("block", <char*>r.block - b),
        ("block_row", <char*>r.block_row - b), ("text_start", <char*>r.text_start - b),
        ("text_stop", <char*>r.text_stop - b), ("class_id", <char*>r.class_id - b),
        ("child", <char*>r.child - b), ("tag", <char*>r.tag - b), ("linked", <char*>r.linked - b), ("link", <char*>r.link - b),
    ])


def text_of_row(columns not None, Py_ssize_t row):
    """The visible text of a row's subtree, a block a line."""
    cdef PageBuffers page = page_buffers(columns)
    cdef Py_ssize_t first, stop
    if not 0 <= row < page.tree.n:
        raise IndexError("no such row")
    first = lower_bound(page.texts.row, page.texts.n, <int64_t>row)
    stop = lower_bound(page.texts.row, page.texts.n, <int64_t>page.tree.end[row])
    return text_between(columns.text, &page.tree, page.texts.row[first], page.texts.row[stop - 1]) if first < stop else ""


def text_of_rows(columns not None, Py_ssize_t first, Py_ssize_t stop):
    """The visible text from one position in the text rows up to another, a block a line."""
    cdef PageBuffers page = page_buffers(columns)
    if first >= stop:
        return ""
    if not 0 <= first < stop <= page.texts.n:
        raise IndexError("no such text row")
    return text_between(columns.text, &page.tree, page.texts.row[first], page.texts.row[stop - 1])


def subtree_sums(const int32_t[::1] end not None, const uint8_t[::1] values not None, int64_t[::1] into not None):
    """For each row the sum of a column over its subtree: one running sum, no recursion.

    end: where the subtree of each row ends. values: the bytes of the column, whose numbers have one byte each (without
    a sign), four or eight. into: for the sums, one longer than the column.
    """
    cdef Py_ssize_t row, n = end.shape[0]
    cdef Py_ssize_t width = values.shape[0] // max(n, 1)
    cdef int64_t total = 0
    if into.shape[0] != n + 1 or values.shape[0] != n * width or (n and width not in (1, 4, 8)):
        raise ValueError("columns of different lengths")
    cdef const uint8_t* data = &values[0] if n else NULL
    into[0] = 0
    for row in range(n):
        if width == 1:
            total += data[row]
        elif width == 4:
            total += (<const int32_t*>data)[row]
        else:
            total += (<const int64_t*>data)[row]
        into[row + 1] = total
    for row in range(n):
        if not row < end[row] <= n:
            raise ValueError("no such row")
        into[row] = into[end[row]] - into[row]


def mark_subtrees(const int32_t[::1] end not None, const int64_t[::1] rows not None, uint8_t[::1] into not None):
    """Mark each row that is one of some, or in the subtree of one. A negative number is no row.

    end: where the subtree of each row ends. into: for the marks, one for each row, all zero.
    """
    cdef Py_ssize_t i, row, n = end.shape[0]
    cdef int64_t until = 0
    if into.shape[0] != n:
        raise ValueError("columns of different lengths")
    for i in range(rows.shape[0]):
        if rows[i] >= n:
            raise IndexError("no such row")
        if rows[i] >= 0:
            into[rows[i]] = 1
    for row in range(n):
        if into[row] and end[row] > until:
            until = end[row]
        into[row] = row < until

"""The texts of records as lines, one a block."""

from cpython.bytes cimport PyBytes_AS_STRING
from libc.stdint cimport int32_t, int64_t, uint8_t

from scrapy_denoise.page.columns.adjacent_texts cimport run_together
from scrapy_denoise.page.columns.buffers cimport TreeColumns, tree_columns_of
from scrapy_denoise.page.compiled cimport collapse_whitespace


def record_lines(columns not None, const uint8_t[::1] wanted not None, const int64_t[::1] firsts not None,
                 const int64_t[::1] lasts not None):
    """Of the text rows from one position to another those that are wanted, as lines, one a block: a list for each.

    wanted: for each of ``columns.text_rows``. Parts that a browser shows apart are apart.
    """
    cdef TreeColumns tree = tree_columns_of(columns.tree_columns)
    cdef const int64_t[::1] rows = columns.text_rows
    cdef bytes text = columns.text
    cdef Py_ssize_t i
    cdef list found = []
    for i in range(firsts.shape[0]):
        found.append(lines_between(tree, rows, text, wanted, firsts[i], lasts[i]))
    return found


cdef list lines_between(TreeColumns tree, const int64_t[::1] rows, bytes text, const uint8_t[::1] wanted, int64_t first,
                        int64_t last):
    cdef list lines = [], parts = []
    cdef str piece
    cdef int32_t block = -1, stop = 0
    cdef int64_t at, row, last_row = -1
    for at in range(first, last):
        if not wanted[at]:
            continue
        row = rows[at]
        piece = text[tree.text_start[row]:tree.text_stop[row]].decode("utf-8", "replace")
        if tree.block[row] != block:
            add(lines, parts)
            parts, block = [], tree.block[row]
        # Where the element of the text before has ended and another begins, neither is a part of the other.
        elif tree.text_start[row] != stop or run_together(tree, PyBytes_AS_STRING(text), last_row, row):
            parts.append(" ")
        parts.append(piece)
        stop, last_row = tree.text_stop[row], row
    add(lines, parts)
    return lines


cdef int add(list lines, list parts) except -1:
    """Add a line of some parts, unless nothing is in it."""
    cdef str line = collapse_whitespace("".join(parts))
    if line:
        lines.append(line)
    return 0

"""The texts of links, each on one line."""

from libc.stdint cimport int64_t, uint8_t

from scrapy_denoise.page.columns.buffers cimport PageBuffers, TreeColumns, page_buffers, tree_columns_of
from scrapy_denoise.page.compiled cimport collapse_whitespace
from scrapy_denoise.page.native.binary_search cimport lower_bound

from scrapy_denoise.document.render.compiled import render_rows

import numpy as np


def text_spans(columns not None, const int64_t[::1] rows not None):
    """Where the texts of some elements begin and end in ``columns.text_rows``. Raises ValueError where there is no such row."""
    cdef PageBuffers page = page_buffers(columns)
    cdef Py_ssize_t i
    cdef int64_t[:, ::1] found = np.empty((2, rows.shape[0]), np.int64)
    for i in range(rows.shape[0]):
        if not 0 <= rows[i] < page.tree.n:
            raise ValueError("no such row")
        found[0, i] = lower_bound(page.texts.row, page.texts.n, rows[i])
        found[1, i] = lower_bound(page.texts.row, page.texts.n, <int64_t>page.tree.end[rows[i]])
    return found.base[0], found.base[1]


def lines_of(columns not None, const uint8_t[::1] kept not None, const int64_t[::1] firsts not None,
             const int64_t[::1] lasts not None):
    """Of text rows from one position to another what was kept, or where nothing was kept all, as a line each.

    kept: for each of ``columns.text_rows``.
    """
    cdef TreeColumns tree = tree_columns_of(columns.tree_columns)
    cdef const int64_t[::1] rows = columns.text_rows
    cdef bytes text = columns.text
    cdef list found = []
    cdef Py_ssize_t i
    cdef int64_t first, last, n_kept, at
    cdef str line
    for i in range(firsts.shape[0]):
        first, last = firsts[i], lasts[i]
        if first >= last:
            found.append("")
            continue
        n_kept = 0
        for at in range(first, last):
            n_kept += kept[at]
        if n_kept == 0 or n_kept == last - first:
            line = text[tree.text_start[rows[first]]:tree.text_stop[rows[last - 1]]].decode("utf-8", "replace")
        else:
            line = render_rows(columns, first + np.flatnonzero(kept[first:last]))
        found.append(collapse_whitespace(line))
    return found

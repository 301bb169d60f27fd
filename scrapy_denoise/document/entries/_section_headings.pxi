"""What stands around the records of a page: the lines before them, and the headings in which links stand."""

from libc.stdint cimport int32_t, int64_t

from scrapy_denoise.page.compiled cimport H1, H6
from scrapy_denoise.page.native.binary_search cimport lower_bound
from scrapy_denoise.page.native.memory cimport cleared, release

import numpy as np


def lines_before(RowSums sums not None, records not None, int32_t chars):
    """For each record the row of the short text that stands before it, and before those of its list right before it; -1 without one.

    records: a `Records` of the page. chars: of such a text, at most.
    """
    cdef const int64_t[::1] firsts = records.firsts, ends = records.ends, lists = records.lists
    cdef PageBuffers* page = &sums.page
    cdef Py_ssize_t i, n = firsts.shape[0]
    cdef int32_t before
    cdef int64_t row
    sums._check(firsts, ends)
    if lists.shape[0] != n:
        raise ValueError("columns of different lengths")
    found = np.full(n, -1, np.int64)
    cdef int64_t[::1] lines = found
    for i in range(n):
        before = sums.before[firsts[i]].texts - 1
        row = page.texts.row[max(before, 0)] if page.texts.n else -1
        # A record of another list, or of this one further up, ends before that text.
        if i and row < ends[i - 1] and lists[i] == lists[i - 1]:
            lines[i] = lines[i - 1]
        elif before >= 0 and page.hashes.chars[row] <= chars:
            lines[i] = row
    return found


def in_headings(RowSums sums not None, const int64_t[::1] links not None):
    """Which of some links hold a heading or stand in one, and say something, and the rows of these headings."""
    cdef TreeColumns* tree = &sums.page.tree
    cdef Py_ssize_t i, row, n = 0, n_headings = 0, following
    cdef int32_t heading, held
    for i in range(links.shape[0]):
        if not 0 <= links[i] < tree.n:
            raise ValueError("no such row")
    cdef int64_t[:, ::1] found = np.empty((2, links.shape[0]), np.int64)
    cdef int32_t* headings = <int32_t*>cleared(tree.n * sizeof(int32_t))
    for row in range(tree.n):
        if H1 <= tree.tag[row] <= H6:
            headings[n_headings] = <int32_t>row
            n_headings += 1
    for i in range(links.shape[0] if n_headings else 0):
        row = links[i]
        following = lower_bound(headings, n_headings, <int32_t>row)
        held, heading = headings[min(following, n_headings - 1)], headings[max(following - 1, 0)]
        if row < held < tree.end[row]:
            heading = held
        if (heading > row or (heading < row and tree.end[heading] > row)) and sums.chars(row, tree.end[row]) > 0:
            found[0, n], found[1, n] = i, heading
            n += 1
    release(headings)
    return found.base[0, :n], found.base[1, :n]

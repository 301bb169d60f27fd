"""Rows of a page's records: of their elements, of their texts with digits, and of those that may be labels."""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_GET_SIZE
from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t

from scrapy_denoise.document.source.compiled cimport KNOWN, Beginnings
from scrapy_denoise.page.columns.buffers cimport text_between
from scrapy_denoise.page.compiled cimport TEXT

import numpy as np

cdef enum:
    MANY_DIGITS = 4  # of the digits of a text: those of a year


def element_rows(RowSums sums not None, const int64_t[::1] firsts not None, const int64_t[::1] ends not None, Py_ssize_t most,
                 uint16_t tag=TEXT):
    """The rows, in order, of the elements among the first rows of records. most: so many. tag: those with this one alone."""
    cdef TreeColumns* tree = &sums.page.tree
    cdef Py_ssize_t i, n = 0
    cdef int64_t row
    sums._check(firsts, ends)
    most = min(most, tree.n)
    found = np.empty(tree.n, np.int64)
    cdef int64_t[::1] rows = found
    for i in range(firsts.shape[0]):
        for row in range(firsts[i], min(ends[i], firsts[i] + most)):
            if tree.tag[row] != TEXT and (tag == TEXT or tree.tag[row] == tag) and (n == 0 or row > rows[n - 1]):
                rows[n] = row
                n += 1
    return found[:n]


def with_elements(const int64_t[::1] rows not None, list elements not None):
    """Those of some rows of which there is an element. elements: of each row of the page, or None."""
    cdef Py_ssize_t i, n = 0
    found = np.empty(rows.shape[0], np.int64)
    cdef int64_t[::1] own = found
    for i in range(rows.shape[0]):
        if not 0 <= rows[i] < len(elements):
            raise ValueError("no such row")
        if elements[rows[i]] is not None:
            own[n] = rows[i]
            n += 1
    return found[:n]


def digits_of(RowSums sums not None, const int64_t[::1] firsts not None, const int64_t[::1] ends not None):
    """For each text row how many digits it has, up to MANY_DIGITS, be they beyond ASCII, where it stands in one of some records or right
    before one; 0 for the others."""
    cdef PageBuffers* page = &sums.page
    cdef bytes text = sums._columns.text
    cdef Py_ssize_t i, at
    cdef int64_t row
    sums._check(firsts, ends)
    found = np.zeros(page.texts.n, np.uint8)
    cdef uint8_t[::1] digits = found
    for i in range(firsts.shape[0]):
        for at in range(max(sums.before[firsts[i]].texts - 1, 0), sums.before[ends[i]].texts):
            row = page.texts.row[at]
            digits[at] = digits_in(text_between(text, &page.tree, row, row))
    return found


cdef uint8_t digits_in(str text):
    """How many digits a text has, up to MANY_DIGITS."""
    cdef uint8_t found = 0
    cdef Py_UCS4 c
    for c in text:
        if c"0" <= c <= c"9" or (c >= 0x80 and c.isdigit()):
            found += 1
            if found == MANY_DIGITS:
                break
    return found


def known_texts(RowSums sums not None, Beginnings known not None, const int64_t[::1] begins not None, const int64_t[::1] stops not None,
                int32_t chars, Py_ssize_t most):
    """Of records the texts, up to so many characters, that may be among known ones: pairs of the number of the record and the position
    of the text row. Of each record the first texts as short are looked at. begins, stops: where its texts begin and end. Raises
    ValueError where there are no such texts."""
    cdef PageBuffers* page = &sums.page
    cdef bytes text = sums._columns.text
    cdef const char* letters = PyBytes_AS_STRING(text)
    cdef Py_ssize_t i, at, left
    cdef int64_t row
    cdef list found = []
    if stops.shape[0] != begins.shape[0]:
        raise ValueError("columns of different lengths")
    for i in range(begins.shape[0]):
        left = most
        # A record may stand in another, whose texts are those before it.
        for at in range(begins[i], min(stops[i], begins[i + 1]) if i + 1 < begins.shape[0] else stops[i]):
            if not 0 <= at < page.texts.n:
                raise ValueError("no such text row")
            row = page.texts.row[at]
            if page.hashes.chars[row] > chars:
                continue
            if left == 0:
                break
            left -= 1
            if not 0 <= page.tree.text_start[row] <= page.tree.text_stop[row] <= PyBytes_GET_SIZE(text):
                raise ValueError("no such text")
            if known.kinds_of(<const uint8_t*>letters + page.tree.text_start[row], page.tree.text_stop[row] - page.tree.text_start[row]) & KNOWN:
                found.append((i, at))
    return found

"""A selection as text: the kept rows in order, a paragraph a line. Runs of rows are copied as they stand in the page."""

from cpython.bytes cimport PyBytes_AS_STRING
from cpython.unicode cimport PyUnicode_DecodeUTF8
from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.string cimport memcpy

from scrapy_denoise.page.compiled cimport bool_data
from scrapy_denoise.page.columns.adjacent_texts cimport begins_with_sign, run_together
from scrapy_denoise.page.columns.buffers cimport PageBuffers, TreeColumns, page_buffers
from scrapy_denoise.page.native.memory cimport allocate, release


def render_text(columns, kept not None, begins=None):
    """The text of the kept text rows; a new line where a block ends, a space where something was left out, but for one before a sign
    that ends a sentence or a part of one.

    kept: bool, one for each of ``columns.text_rows``. begins: of a list likewise those with which an entry begins. Then
    each begins a line, and a space stands between elements side by side whose words would run together, as those of a
    card: style sheets set them apart.
    """
    cdef Py_ssize_t i, n = 0, n_texts = len(kept)
    cdef const uint8_t* flags = bool_data(kept, n_texts)
    cdef const uint8_t* begin_flags = NULL
    cdef int64_t* chosen = <int64_t*>allocate(NULL, (n_texts + 1) * sizeof(int64_t))
    try:
        for i in range(n_texts):
            chosen[n] = i
            n += flags[i]
        if begins is not None:
            begin_flags = bool_data(begins, n_texts)
        return text_at(columns, chosen, n, begin_flags)
    finally:
        release(chosen)


def render_rows(columns, const int64_t[::1] chosen not None):
    """The same of some text rows. chosen: their positions in ``columns.text_rows``, ascending, int64."""
    return text_at(columns, &chosen[0], chosen.shape[0]) if chosen.shape[0] else ""


cdef str text_at(columns, const int64_t* chosen, Py_ssize_t n, const uint8_t* begins=NULL):
    """The same of n positions."""
    cdef PageBuffers page = page_buffers(columns)
    cdef TreeColumns tree = page.tree
    cdef const int64_t* row = page.texts.row
    cdef bytes text = columns.text
    cdef const char* at = PyBytes_AS_STRING(text)
    cdef Py_ssize_t i, size = 0
    cdef int32_t start, stop
    cdef int64_t last
    for i in range(n):
        if not 0 <= chosen[i] < page.texts.n or (i and chosen[i] <= chosen[i - 1]):
            raise ValueError("no such text, or texts out of order")
    if n == 0:
        return ""
    # What stands between the first and the last, and what may be put between two.
    cdef char* out = <char*>allocate(NULL, tree.text_stop[row[chosen[n - 1]]] - tree.text_start[row[chosen[0]]] + n)
    try:
        i = 0
        while i < n:
            start = tree.text_start[row[chosen[i]]]
            if i:
                out[size] = c" " if tree.block[row[chosen[i]]] == tree.block[row[chosen[i - 1]]] else c"\n"
                if begins != NULL and begins[chosen[i]]:
                    out[size] = c"\n"
                if out[size] == c"\n" or chosen[i] == chosen[i - 1] + 1 or not begins_with_sign(tree, at, row[chosen[i]]):
                    size += 1
            while i + 1 < n and chosen[i + 1] == chosen[i] + 1:
                if begins != NULL and (begins[chosen[i + 1]] or run_together(tree, at, row[chosen[i]], row[chosen[i + 1]])):
                    break
                i += 1
            last = row[chosen[i]]
            stop = tree.text_stop[last]
            memcpy(out + size, at + start, stop - start)
            size += stop - start
            i += 1
        return PyUnicode_DecodeUTF8(out, size, "replace")
    finally:
        release(out)

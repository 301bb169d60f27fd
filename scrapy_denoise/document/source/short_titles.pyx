"""The short headings and the like of a page, with their letters: what titles of parts are compared with."""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_GET_SIZE
from cpython.unicode cimport PyUnicode_DecodeUTF8
from libc.stdint cimport int32_t, int64_t, uint16_t

from scrapy_denoise.page.columns.buffers cimport Rest, Stored, rest_of, stored_of
from scrapy_denoise.page.columns.tag_lookup cimport BUTTON, H1, H6, SUMMARY
from scrapy_denoise.page.text.match_key cimport match_key

cdef enum:
    MAX_TITLE = 60  # characters


def short_titles(page):
    """The headings, summaries and buttons of a page that have a text of `MAX_TITLE` characters at most: of each the row, the
    characters, the position of its first text in `Columns.text_rows`, and its letters and digits (`match_key`).

    ``page.cached(short_titles)`` reads them once.
    """
    cdef bytes stored = page.columns.stored, rest = page.columns.rest
    cdef bytes numbers = page.columns.text_row_numbers, text = page.columns.text
    cdef Stored s = stored_of(stored)
    cdef Rest r = rest_of(rest)
    cdef const int64_t* texts = <const int64_t*>PyBytes_AS_STRING(numbers)
    cdef Py_ssize_t row, first = 0, last, n = PyBytes_GET_SIZE(numbers) // <Py_ssize_t>sizeof(int64_t)
    cdef int64_t chars
    cdef uint16_t tag
    cdef list found = []
    if s.n != r.n:
        raise ValueError("columns of different lengths")
    for row in range(r.n):
        tag = r.tag[row]
        if not H1 <= tag <= H6 and tag != SUMMARY and tag != BUTTON:
            continue
        while first < n and texts[first] < row:
            first += 1
        last, chars = first, 0
        while last < n and texts[last] < r.end[row] and chars <= MAX_TITLE:
            chars += s.chars[texts[last]]
            last += 1
        if 0 < chars <= MAX_TITLE:
            found.append((row, chars, first, match_key(text_between(text, &r, texts[first], texts[last - 1]))))
    return found


cdef inline str text_between(bytes text, const Rest* r, int64_t first, int64_t last):
    """The text from one text row to another."""
    cdef int32_t start = r.text_start[first], stop = r.text_stop[last]
    if not 0 <= start <= stop <= PyBytes_GET_SIZE(text):
        raise ValueError("no such text")
    return PyUnicode_DecodeUTF8(PyBytes_AS_STRING(text) + start, stop - start, "replace")

"""The short headings and the like of a page that are titles of specifications: on most pages none."""

from functools import cache

from cpython.bytes cimport PyBytes_AS_STRING
from libc.stdint cimport int64_t, uint8_t, uint16_t

from scrapy_denoise.page.columns.buffers cimport HashColumns, PageBuffers, TreeColumns, page_buffers, text_between
from scrapy_denoise.page.compiled cimport BUTTON, H1, H6, SUMMARY, match_key

from scrapy_denoise.blocks.lexicon import phrases

cdef enum:
    MAX_TITLE = 60  # characters


def short_titles(page):
    """The headings, summaries and buttons of a page that say what a title of specifications does, in `MAX_TITLE` characters at
    most: of each the row, the characters, the position of its first text in
    `Columns.text_rows`, and its letters and digits (`match_key`).

    ``page.cached(short_titles)`` reads them once.
    """
    cdef PageBuffers buffers = page_buffers(page.columns)
    cdef HashColumns s = buffers.hashes
    cdef TreeColumns r = buffers.tree
    cdef const int64_t* texts = buffers.texts.row
    cdef bytes text = page.columns.text
    cdef Py_ssize_t row, first = 0, last, n = buffers.texts.n
    cdef int64_t chars
    cdef uint16_t tag
    cdef list found = []
    cdef KnownKeys titles = known_titles()
    cdef frozenset known = titles.keys
    cdef const uint8_t* begin = <const uint8_t*>PyBytes_AS_STRING(text)
    cdef str key
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
        if 0 < chars <= MAX_TITLE and titles.may_be(
            begin + r.text_start[texts[first]], r.text_stop[texts[last - 1]] - r.text_start[texts[first]]
        ):
            key = match_key(text_between(text, &r, texts[first], texts[last - 1]))
            if key in known:
                found.append((row, chars, first, key))
    return found


@cache
def known_titles():
    """The letters and digits of these titles."""
    return KnownKeys([match_key(title) for title in phrases("specification_titles")])

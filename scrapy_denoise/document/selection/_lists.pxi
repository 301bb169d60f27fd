"""Quick checks that most pages are no lists, in a pass over the columns each, before anything that takes more time."""

from libc.stdint cimport int64_t, uint8_t

from scrapy_denoise.page.columns.buffers cimport HashColumns, PageBuffers, TreeColumns, page_buffers
from scrapy_denoise.page.compiled cimport bool_data


def linked_chars(columns not None, kept not None, const float[::1] scores=None, float least=0):
    """The characters of the page's text, those of them in links, the kept ones, those of these in links, and those that are not kept
    with at least this score; without scores none.

    kept: bool, and scores: float32, one for each text row.
    """
    cdef PageBuffers page = page_buffers(columns)
    cdef HashColumns s = page.hashes
    cdef TreeColumns r = page.tree
    cdef Py_ssize_t row, text
    cdef const uint8_t* flags = bool_data(kept, page.texts.n)
    cdef int64_t chars = 0, links = 0, own = 0, own_links = 0, likely = 0
    if scores is not None and scores.shape[0] != page.texts.n:
        raise ValueError("columns of different lengths")
    for text in range(page.texts.n):
        row = page.texts.row[text]
        chars += s.chars[row]
        links += s.chars[row] * r.linked[row]
        own += s.chars[row] * flags[text]
        own_links += s.chars[row] * (r.linked[row] & flags[text])
        if scores is not None and scores[text] >= least and not flags[text]:
            likely += s.chars[row]
    return chars, links, own, own_links, likely

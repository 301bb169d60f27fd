"""Sums over the text rows of a page, for the model of the confidence: `scrapy_denoise.methods.auto.confidence`."""

from libc.stdint cimport int32_t, uint8_t

from scrapy_denoise.page.columns.buffers cimport PageBuffers, page_buffers
from scrapy_denoise.page.compiled cimport bool_data


def selection_sums(columns not None, kept not None, const float[::1] scores not None, float sure, int32_t long_row):
    """Sums over the text rows of a page.

    kept: bool, for each text row. scores: of each. sure: score from which a text is surely content, long_row: characters of
    a long one. Returns the kept rows and the runs of them; then the characters of the page, of the kept rows, of all rows
    from the first to the last of these, of the kept ones that are surely content, and of the long ones; last those that
    are expected to be content, on the page and among the kept rows.
    """
    cdef PageBuffers page = page_buffers(columns)
    cdef const uint8_t* flags = bool_data(kept, page.texts.n)
    cdef Py_ssize_t i, rows = 0, runs = 0, last = -2
    cdef double chars, whole = 0, own = 0, spanned = 0, passed = 0, certain = 0, in_long = 0, content = 0, right = 0
    if scores.shape[0] != page.texts.n:
        raise ValueError("columns of different lengths")
    for i in range(page.texts.n):
        chars = page.hashes.chars[page.texts.row[i]]
        whole += chars
        content += chars * scores[i]
        passed += chars
        if not flags[i]:
            continue
        runs += last + 1 != i
        spanned = chars if rows == 0 else spanned + passed
        passed = 0
        last = i
        rows += 1
        own += chars
        right += chars * scores[i]
        certain += chars if scores[i] > sure else 0
        in_long += chars if chars > long_row else 0
    return rows, runs, whole, own, spanned, certain, in_long, content, right

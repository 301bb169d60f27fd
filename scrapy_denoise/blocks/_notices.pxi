"""How much text a page shows, and how much of it is kept: what tells most pages from notices."""

from libc.stdint cimport int64_t, uint8_t

from scrapy_denoise.page.columns.buffers cimport PageBuffers, page_buffers
from scrapy_denoise.page.compiled cimport bool_data


def shown_chars(columns not None, kept not None, dialog=None):
    """The characters of a page, those outside links, those outside its question for consent, and those of these that are kept.

    kept: bool, one for each text row. dialog: bool, for each row of the page whether it is part of such a question; None without one.
    """
    cdef PageBuffers page = page_buffers(columns)
    cdef const uint8_t* flags = bool_data(kept, page.texts.n)
    cdef const uint8_t* asks = NULL
    cdef int64_t chars = 0, unlinked = 0, outside = 0, own = 0, size
    cdef Py_ssize_t i, row
    if dialog is not None:
        asks = bool_data(dialog, page.tree.n)
    for i in range(page.texts.n):
        row = page.texts.row[i]
        size = page.hashes.chars[row]
        chars += size
        unlinked += 0 if page.tree.linked[row] else size
        if asks == NULL or not asks[row]:
            outside += size
            own += size if flags[i] else 0
    return chars, unlinked, outside, own

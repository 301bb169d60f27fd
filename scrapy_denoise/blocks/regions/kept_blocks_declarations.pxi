from libc.stdint cimport int32_t, int64_t, uint8_t

from scrapy_denoise.page.columns.buffers cimport TreeColumns

cdef class KeptBlocks:
    cdef bytes _text, _ends
    cdef TreeColumns tree
    cdef const int64_t* texts
    cdef readonly Py_ssize_t n
    cdef Py_ssize_t n_texts
    cdef object _columns, _kept  # what the pointers point to
    cdef const uint8_t* kept
    cdef int32_t* ends  # of each part the positions of its first and its last text row

    cdef int32_t first(self, Py_ssize_t number) except -1
    cdef tuple span(self, Py_ssize_t number)
    cdef bint has_more(self, Py_ssize_t number, Py_ssize_t chars, Py_ssize_t letters, Py_ssize_t longest) except -1
    cdef str text(self, Py_ssize_t number, Py_ssize_t longest)
    cdef str text_between(self, Py_ssize_t first, Py_ssize_t last, Py_ssize_t longest)
    cdef bint is_line(self, Py_ssize_t number, int levels) except -1
    cdef bint is_heading(self, Py_ssize_t number) except -1
    cdef list headings(self, Py_ssize_t most)

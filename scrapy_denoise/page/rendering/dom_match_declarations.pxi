"""The elements of a tree with the drawn elements that they are, for the walk."""

from libc.stdint cimport int32_t

from lxml.includes.tree cimport xmlNode

from scrapy_denoise.page.native.hash_table cimport Table


cpdef enum:
    TRUST_MARKUP = 2
    NOT_DRAWN = -1    # the number of a row that is a text or was not drawn,
    HIDDEN_ROW = -2   # and of one in what nobody sees


cdef class RenderedDomMatch:
    cdef Table numbers             # of each node that was drawn, by its address, its number + 1
    cdef const unsigned char[::1] hidden
    cdef int32_t* walked           # the drawn element of each row, as the walk adds them
    cdef Py_ssize_t n_walked, walked_capacity
    cdef readonly int matched
    cdef readonly int count
    cdef readonly int hidden_parts

    cdef int32_t number(self, const xmlNode* node) noexcept nogil
    cdef void begin_walk(self) noexcept
    cdef int add_row(self, int32_t number) except -1 nogil

"""The declarations of what a head states, for the pass that reads it."""

from lxml.includes.tree cimport xmlNode


cdef class StatedHead:
    cdef str _title  # None before there is one
    cdef readonly list descriptions

    cdef int read(self, const xmlNode* meta) except -1

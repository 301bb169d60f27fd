"""The declarations of what a head states, for the pass that reads it."""

from lxml.includes.tree cimport xmlNode


cdef struct MetaFields:
    # The values of a ``meta`` element's attributes; NULL without them.
    const char* name
    const char* property
    const char* content
    const char* value


cdef class StatedHead:
    cdef str _title  # None before there is one
    cdef readonly list descriptions

    cdef int read(self, const xmlNode* meta) except -1 nogil
    cdef int add(self, const MetaFields* of_meta, bint titles, bint describing) except -1 with gil

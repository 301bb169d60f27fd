"""The declarations of what a page states, for the walk, which reads it along its way."""

from lxml.includes.tree cimport xmlAttr, xmlNode


ctypedef bint (*Asked)(const xmlNode* node) noexcept


cdef class PageStatements:
    cdef readonly object base
    cdef readonly bint names_author
    cdef readonly bint has_displaced  # set by the walk
    cdef readonly set types, words
    cdef readonly list links
    cdef readonly StatedHead head
    cdef readonly dict told
    cdef const xmlNode* _head  # whose elements are read; NULL before the first of them
    cdef object _root
    cdef xmlNode* _top  # of the root; NULL without one
    cdef Py_ssize_t _most  # the elements of each kind that are read
    cdef Py_ssize_t _metas, _properties, _scripts  # how many there are
    cdef bint _keeps  # whether the nodes that state something are kept
    cdef xmlNode** _kept  # these, in document order
    cdef Py_ssize_t _n_kept, _capacity

    cdef int read(self, xmlNode* node) except -1 nogil
    cdef bint is_head(self, const xmlNode* node) noexcept nogil
    cdef int read_below(self, xmlNode* node) except -1 nogil
    cdef int add_told(self, const xmlAttr* attributes) except -1 with gil
    cdef int add_base(self, const xmlAttr* attributes) except -1 with gil
    cdef int keep(self, xmlNode* node, bint hands) except -1 nogil
    cdef xmlNode* next_stating(self, xmlNode* node, Py_ssize_t* number) noexcept
    cdef xmlNode* next_handing(self, xmlNode* node, Py_ssize_t* number) noexcept
    cdef int read_item(self, const xmlAttr* attributes) except -1 nogil
    cdef int add_types(self, const char* kind) except -1 with gil
    cdef int read_script(self, xmlNode* node, const char* kind) except -1 nogil
    cdef int add_words(self, const char* source) except -1 with gil
    cdef list elements(self, Asked asked, Py_ssize_t left)
    cdef int read_link(self, const xmlAttr* attributes, bint anchor) except -1 nogil
    cdef int add_link(self, const xmlAttr* attributes, bint anchor) except -1 with gil

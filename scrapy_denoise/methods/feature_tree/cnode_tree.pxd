from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t

cdef struct CNode:
    int32_t row           # in the page
    int32_t parent        # in level order; -1 for the root
    uint32_t tag
    uint32_t id_hash
    uint32_t class_hash
    uint32_t attributes
    uint32_t children     # hash of the tags of the child elements, in order
    int32_t from_start    # sibling elements before it
    int32_t from_end      # and after it
    uint8_t content       # a content node; else a structure node
    uint64_t inner        # hash of what is inside: tags, ids, classes and texts
    uint64_t whole        # hash of the node itself and what is inside
    int32_t box[4]        # left, top, width, height


cdef class CNodeTree:
    cdef CNode* nodes              # in level order
    cdef int32_t* level_starts     # the first node of each level, and the number of nodes
    cdef readonly Py_ssize_t n, n_levels, n_rows
    cdef readonly bint has_boxes

    cdef int allocate(self, Py_ssize_t n, Py_ssize_t n_levels) except -1

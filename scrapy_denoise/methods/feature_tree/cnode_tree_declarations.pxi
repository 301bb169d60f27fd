from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t

cdef struct CNode:
    int32_t row           # in the page
    int32_t parent        # in level order; -1 for the root
    uint32_t tag
    uint32_t id_hash
    uint32_t class_hash
    uint32_t attributes
    uint32_t children     # hash of the tags of the child elements, in order
    int32_t from_start    # number of sibling elements before it
    int32_t from_end      # number of sibling elements after it
    uint8_t content       # whether it is a content node; else it is a structure node
    uint64_t inner        # hash of its descendants: tags, ids, classes and texts
    uint64_t whole        # hash of the node and its descendants
    int32_t box[4]        # left, top, width, height


cdef class CNodeTree:
    cdef CNode* nodes              # in level order
    cdef int32_t* level_starts     # the first node of each level, and the number of nodes
    cdef readonly Py_ssize_t n, n_levels, n_rows
    cdef readonly bint has_boxes

    cdef int allocate(self, Py_ssize_t n, Py_ssize_t n_levels) except -1

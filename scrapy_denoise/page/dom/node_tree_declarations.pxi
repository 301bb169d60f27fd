"""The declarations of the nodes of a page, for the passes that read them."""

from lxml.includes.tree cimport xmlNode


cdef struct Chunk:  # of memory; what it holds follows
    Chunk* before
    size_t size  # bytes, this head included

cdef struct Builder:  # what the parser's events build
    Chunk* chunk        # the newest
    char* at            # where it is free
    char* stop
    xmlNode* document
    xmlNode* node       # the innermost element that is open, or the document
    xmlNode* text       # the text that goes on with the next characters; NULL where none does
    char* text_stop     # where its characters end
    char* text_limit    # and its memory
    int depth
    Py_ssize_t most_attributes  # of one tag
    bint failed         # nothing more is built: it is too deep, or there is no memory
    bint no_memory
    void* parser        # whose names the nodes have
    size_t first        # bytes of the first chunk


cdef class NodeTree:
    cdef readonly bytes markup
    cdef readonly object tree
    cdef public bint is_placed
    cdef Builder builder

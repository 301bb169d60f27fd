"""The declarations of the elements of a page, for the passes that begin at one."""

from lxml.includes.tree cimport xmlNode


cdef class NodeElement:
    cdef readonly NodeTree owner
    cdef xmlNode* node


cdef xmlNode* root_node(object root) except NULL
cdef object element_of(object root, xmlNode* node)

"""The order of a libxml2 tree, for the passes that walk it without lxml's elements."""

from lxml.includes.tree cimport XML_ELEMENT_NODE, xmlNode


cdef inline xmlNode* next_after_subtree(xmlNode* node, const xmlNode* top) noexcept nogil:
    """The node that follows another and all that it contains, within the subtree of `top`; NULL where none does."""
    while node != top and node.next == NULL:
        node = node.parent
    return NULL if node == top else node.next


cdef inline xmlNode* next_node(xmlNode* node, const xmlNode* top) noexcept nogil:
    """The node that follows another, or is the first in it, within the subtree of `top`; NULL where none does."""
    return node.children if node.type == XML_ELEMENT_NODE and node.children != NULL else next_after_subtree(node, top)

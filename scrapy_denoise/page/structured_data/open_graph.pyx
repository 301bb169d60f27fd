"""What OpenGraph in the head of a page states of it."""

from libc.string cimport strcmp

from lxml.includes.etreepublic cimport _Element, import_lxml__etree
from lxml.includes.tree cimport XML_ELEMENT_NODE, xmlNode

from scrapy_denoise.page.dom.attributes cimport attribute_text, attribute_value, equals_ascii_ci
from scrapy_denoise.page.text.whitespace cimport collapse_whitespace

import_lxml__etree()


def og_title(root, Py_ssize_t most):
    """What OpenGraph in the page's ``head`` states as its title, of so many characters. root: an lxml element, or None.

    Without an lxml element for each of the dozens of `meta` that a head has.
    """
    cdef const xmlNode* node
    cdef const char* value
    if root is None:
        return ""
    if not isinstance(root, _Element):
        raise TypeError(f"expected an lxml element, got {type(root).__name__}")
    node = child_named((<_Element>root)._c_node.children, b"head")
    node = child_named(node.children, b"meta") if node != NULL else NULL
    while node != NULL:
        value = attribute_value(node.properties, b"property")
        if value != NULL and strcmp(value, b"og:title") == 0:
            return collapse_whitespace(attribute_text(node.properties, b"content"))[:most]
        node = child_named(node.next, b"meta")
    return ""


cdef inline const xmlNode* child_named(const xmlNode* node, const char* name) noexcept:
    """The element with a name among some node and those that follow it; NULL where there is none."""
    while node != NULL and not (node.type == XML_ELEMENT_NODE and equals_ascii_ci(<const char*>node.name, name)):
        node = node.next
    return node

"""What the head of a page states of it: the title in OpenGraph, and descriptions.

Without an lxml element for each of the dozens of `meta` that a head has, which `StatedElements` reads.
"""

from libc.string cimport strcmp

from lxml.includes.etreepublic cimport _Element, import_lxml__etree
from lxml.includes.tree cimport XML_ELEMENT_NODE, xmlNode

from scrapy_denoise.page.dom.attributes cimport attribute_text, attribute_value, equals_ascii_ci
from scrapy_denoise.page.text.whitespace cimport collapse_whitespace

import_lxml__etree()


def og_title(root, Py_ssize_t most):
    """What OpenGraph in the page's ``head`` states as its title, of so many characters. root: an lxml element, or None."""
    cdef const xmlNode* node = first_meta(root)
    cdef const char* value
    while node != NULL:
        value = attribute_value(node.properties, b"property")
        if value != NULL and strcmp(value, b"og:title") == 0:
            return collapse_whitespace(attribute_text(node.properties, b"content"))[:most]
        node = child_named(node.next, b"meta")
    return ""


def descriptions(root, Py_ssize_t most, Py_ssize_t chars):
    """How the page's ``head`` describes it, white space collapsed: the first ones that differ, each of so many characters.

    root: an lxml element, or None. Some pages write ``value`` for ``content``.
    """
    cdef const xmlNode* node = first_meta(root)
    cdef list found = []
    cdef str text
    while node != NULL and len(found) < most:
        if describes(attribute_value(node.properties, b"name")) or describes(attribute_value(node.properties, b"property")):
            text = attribute_text(node.properties, b"content") or attribute_text(node.properties, b"value")
            text = collapse_whitespace(text[:chars])
            if text and text not in found:
                found.append(text)
        node = child_named(node.next, b"meta")
    return found


cdef inline bint describes(const char* name) noexcept:
    return name != NULL and (
        equals_ascii_ci(name, b"description")
        or equals_ascii_ci(name, b"og:description")
        or equals_ascii_ci(name, b"twitter:description")
    )


cdef const xmlNode* first_meta(root) except? NULL:
    """The first ``meta`` of a page's ``head``; NULL where there is none."""
    cdef const xmlNode* head
    if root is None:
        return NULL
    if not isinstance(root, _Element):
        raise TypeError(f"expected an lxml element, got {type(root).__name__}")
    head = child_named((<_Element>root)._c_node.children, b"head")
    return child_named(head.children, b"meta") if head != NULL else NULL


cdef inline const xmlNode* child_named(const xmlNode* node, const char* name) noexcept:
    """The element with a name among some node and those that follow it; NULL where there is none."""
    while node != NULL and not (node.type == XML_ELEMENT_NODE and equals_ascii_ci(<const char*>node.name, name)):
        node = node.next
    return node

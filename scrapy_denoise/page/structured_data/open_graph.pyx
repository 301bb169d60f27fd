"""What the head of a page states of it: the title in OpenGraph, and descriptions; in one walk over its elements.

Without an lxml element for each of the dozens of `meta` that a head has, which `StatedElements` reads.
"""

from libc.string cimport strcmp, strlen

from lxml.includes.etreepublic cimport _Element, import_lxml__etree
from lxml.includes.tree cimport XML_ELEMENT_NODE, xmlAttr, xmlNode

from scrapy_denoise.page.dom.attributes cimport equals_ascii_ci
from scrapy_denoise.page.text.whitespace cimport collapse_whitespace

import_lxml__etree()


cdef struct Meta:
    # The values of a ``meta`` element's attributes; NULL without them.
    const char* name
    const char* property
    const char* content
    const char* value


def stated_head(root, Py_ssize_t title_chars, Py_ssize_t most, Py_ssize_t chars):
    """What OpenGraph in the page's ``head`` states as its title, and how the ``head`` describes the page; white space collapsed.

    Of the title so many characters, empty without one; of descriptions the first ones that differ, each of so many characters.
    root: an lxml element, or None. Some pages write ``value`` for ``content`` of a description.
    """
    cdef const xmlNode* node = first_meta(root)
    cdef Meta meta
    cdef list found = []
    cdef str text, title = None
    while node != NULL:
        meta = meta_of(node)
        if title is None and meta.property != NULL and strcmp(meta.property, b"og:title") == 0:
            title = collapse_whitespace(decoded(meta.content))[:title_chars]
        if len(found) < most and (describes(meta.name) or describes(meta.property)):
            text = decoded(meta.content) or decoded(meta.value)
            text = collapse_whitespace(text[:chars])
            if text and text not in found:
                found.append(text)
        node = child_named(node.next, b"meta")
    return title or "", found


cdef inline Meta meta_of(const xmlNode* node) noexcept:
    """The values of an element's attributes, of each name the first."""
    cdef Meta found = Meta(NULL, NULL, NULL, NULL)
    cdef const xmlAttr* attribute = node.properties
    cdef const char* name
    while attribute != NULL:
        name = <const char*>attribute.name
        if found.content == NULL and equals_ascii_ci(name, b"content"):
            found.content = value_of(attribute)
        elif found.name == NULL and equals_ascii_ci(name, b"name"):
            found.name = value_of(attribute)
        elif found.property == NULL and equals_ascii_ci(name, b"property"):
            found.property = value_of(attribute)
        elif found.value == NULL and equals_ascii_ci(name, b"value"):
            found.value = value_of(attribute)
        attribute = attribute.next
    return found


cdef inline const char* value_of(const xmlAttr* attribute) noexcept:
    """The value of an attribute, empty where it has none."""
    if attribute.children == NULL or attribute.children.content == NULL:
        return b""
    return <const char*>attribute.children.content


cdef inline str decoded(const char* value):
    return "" if value == NULL else value[:strlen(value)].decode("utf-8", "replace")


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

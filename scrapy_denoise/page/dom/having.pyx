"""What the elements of a tree have in them: elements, texts, and the words of scripts."""

from cpython.bytes cimport PyBytes_AS_STRING
from libc.string cimport strcmp, strlen, strstr

from lxml.includes.etreepublic cimport _Element, elementFactory, import_lxml__etree
from lxml.includes.tree cimport XML_CDATA_SECTION_NODE, XML_ELEMENT_NODE, XML_TEXT_NODE, xmlNode

from scrapy_denoise.page.dom.attributes cimport holds, is_name, value_of
from scrapy_denoise.page.dom.traversal cimport behind

import_lxml__etree()


def first_named(root not None, bytes name not None):
    """The first element of a name in a tree, or None. lxml's own iteration gives it when it has found the next one too,
    or has read all of the page: that took a twelfth of the time of its text."""
    cdef xmlNode* first = (<_Element?>root)._c_node
    cdef xmlNode* node = first
    cdef const char* wanted = PyBytes_AS_STRING(name)
    while node != NULL:
        if node.type == XML_ELEMENT_NODE:
            if node.ns == NULL and strcmp(<const char*>node.name, wanted) == 0:
                return elementFactory((<_Element>root)._doc, node)
            if node.children != NULL:
                node = node.children
                continue
        node = behind(node, first)
    return None


def texts_below(root not None, Py_ssize_t most, Py_ssize_t most_elements):
    """The texts in an element in their order, not those of comments: of about `most` characters, and of the first
    `most_elements` elements in it."""
    cdef xmlNode* first = (<_Element?>root)._c_node
    cdef xmlNode* node = first.children
    cdef list found = []
    cdef str text
    while node != NULL and most >= 0 and most_elements > 0:
        if node.type == XML_ELEMENT_NODE:
            most_elements -= 1
            if node.children != NULL:
                node = node.children
                continue
        elif (node.type == XML_TEXT_NODE or node.type == XML_CDATA_SECTION_NODE) and node.content != NULL:
            text = (<const char*>node.content)[:strlen(<const char*>node.content)].decode("utf-8", "replace")
            found.append(text)
            most -= len(text)
        node = behind(node, first)
    return found


def script_says(root not None, bytes word not None):
    """Whether the source of one of the page's scripts that are JSON-LD has a word."""
    cdef xmlNode* first = (<_Element?>root)._c_node
    cdef xmlNode* node = first
    cdef const char* wanted = PyBytes_AS_STRING(word)
    while node != NULL:
        if node.type == XML_ELEMENT_NODE and node.children != NULL:
            if not is_name(<const char*>node.name, b"script"):
                node = node.children
                continue
            if linked_data_has(node, wanted):
                return True
        node = behind(node, first)
    return False


def types_stated(root not None, tuple names not None):
    """Those types of which a page states something, in microdata or JSON-LD, of some that are given by the ends of
    their names: a set."""
    cdef xmlNode* first = (<_Element?>root)._c_node
    cdef xmlNode* node = first
    cdef const char* stated
    cdef bytes name
    cdef set found = set()
    while node != NULL:
        if node.type == XML_ELEMENT_NODE:
            stated = value_of(node.properties, b"itemtype")
            if stated != NULL:
                found.update([name for name in names if stated[:strlen(stated)].endswith(name)])
            if node.children != NULL:
                if not is_name(<const char*>node.name, b"script"):
                    node = node.children
                    continue
                found.update([name for name in names if linked_data_has(node, name)])
        node = behind(node, first)
    return found


cdef bint linked_data_has(const xmlNode* script, const char* wanted) noexcept:
    """Whether a script with text is JSON-LD that has a word."""
    # libxml2 has a script's source in one node. Other scripts are long, and their text is seldom in the cache.
    cdef const char* kind = value_of(script.properties, b"type")
    return (script.children.content != NULL and kind != NULL and holds(kind, b"ld+json")
            and strstr(<const char*>script.children.content, wanted) != NULL)

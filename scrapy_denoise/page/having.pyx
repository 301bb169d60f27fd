"""The elements of a tree that have an attribute, found without making an lxml element of every other one."""

from cpython.bytes cimport PyBytes_AS_STRING
from libc.string cimport strlen, strstr

from lxml.includes.etreepublic cimport _Document, _Element, elementFactory, import_lxml__etree
from lxml.includes.tree cimport XML_CDATA_SECTION_NODE, XML_ELEMENT_NODE, XML_TEXT_NODE, xmlAttr, xmlNode

from scrapy_denoise.page.attributes cimport is_name, is_prefix, value_of
from scrapy_denoise.page.tree_order cimport behind

import_lxml__etree()

cdef enum:
    MOST_NAMES = 4
    LONGEST = 300  # bytes of a value that is compared


def elements_having(root not None, bytes attribute not None, tuple names=(), frozenset values=None, Py_ssize_t most=-1,
                    Py_ssize_t among=-1):
    """The elements that have an attribute, in document order.

    names: of the elements, at most four, in lower case; empty: any. values: of the attribute, of which one must be its
    value, without white space around it and in lower case; None: any. most: how many are given. among: how many elements of
    these names are looked at.
    """
    cdef _Element top = <_Element?>root
    cdef _Document document = top._doc
    cdef xmlNode* first = top._c_node
    cdef xmlNode* node = first
    cdef const char* wanted = PyBytes_AS_STRING(attribute)
    cdef const char* named[MOST_NAMES]
    cdef const char* value
    cdef int n_names = 0
    cdef list found = []
    for name in names:
        if n_names == MOST_NAMES:
            raise ValueError(f"at most {MOST_NAMES} names")
        named[n_names] = PyBytes_AS_STRING(<bytes>name)
        n_names += 1
    while node != NULL and len(found) != most and among != 0:
        if node.type == XML_ELEMENT_NODE and is_one_of(<const char*>node.name, named, n_names):
            among -= 1
            value = value_of(node.properties, wanted)
            if value != NULL and (values is None or is_value(value, values)):
                found.append(elementFactory(document, node))
        if node.type == XML_ELEMENT_NODE and node.children != NULL:
            node = node.children
            continue
        node = behind(node, first)
    return found


def metas(root not None, Py_ssize_t most):
    """Of the first `most` ``meta`` elements the ``property``, the ``name``, the ``http-equiv``, and the ``content`` or else
    the ``value``; empty where an element has none.

    Pages have dozens of them: an lxml element of each costs several times as much.
    """
    cdef xmlNode* first = (<_Element?>root)._c_node
    cdef xmlNode* node = first
    cdef list found = []
    while node != NULL and len(found) != most:
        if node.type == XML_ELEMENT_NODE and is_name(<const char*>node.name, b"meta"):
            said = text_of(node.properties, b"content") or text_of(node.properties, b"value")
            found.append((text_of(node.properties, b"property"), text_of(node.properties, b"name"),
                          text_of(node.properties, b"http-equiv"), said))
        if node.type == XML_ELEMENT_NODE and node.children != NULL:
            node = node.children
            continue
        node = behind(node, first)
    return found


cdef str text_of(const xmlAttr* attributes, const char* wanted):
    cdef const char* value = value_of(attributes, wanted)
    return "" if value == NULL else value[:strlen(value)].decode("utf-8", "replace")


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
            # libxml2 has a script's source in one node. Other scripts are long, and their text is seldom in the cache.
            if (node.children.content != NULL and is_json_ld(value_of(node.properties, b"type"))
                    and strstr(<const char*>node.children.content, wanted) != NULL):
                return True
        node = behind(node, first)
    return False


cdef bint is_json_ld(const char* value) noexcept:
    """Whether the type of a script says that it is JSON-LD."""
    while value != NULL and value[0]:
        if is_prefix(value, b"ld+json"):
            return True
        value += 1
    return False


cdef bint is_one_of(const char* name, const char** named, int n_names) noexcept:
    cdef int i
    if name == NULL:
        return False
    for i in range(n_names):
        if is_name(name, named[i]):
            return True
    return n_names == 0


cdef bint is_value(const char* value, frozenset values) except -1:
    if strlen(value) > LONGEST:
        return False
    return value[:strlen(value)].decode("utf-8", "replace").strip().lower() in values

"""What the elements of a tree have in them: elements, texts, and the words of scripts."""

from cpython.bytes cimport PyBytes_AS_STRING
from libc.stdint cimport uint8_t
from libc.string cimport memchr, strcmp, strlen, strncmp, strstr

from lxml.includes.tree cimport (
    XML_CDATA_SECTION_NODE, XML_COMMENT_NODE, XML_ELEMENT_NODE, XML_ENTITY_REF_NODE, XML_PI_NODE, XML_TEXT_NODE, xmlAttr,
    xmlNode,
)

from scrapy_denoise.page.dom.attributes cimport attribute_value, equals_ascii_ci, holds, is_prefix
from scrapy_denoise.page.dom.traversal cimport next_after_subtree

cdef enum:
    LONGEST_NAME = 40  # bytes of the name of a property behind a word in it
    SHORTEST_TIME = 9  # figures of a time since 1970, in seconds
    LONGEST_TIME = 13  # and in milliseconds


def find_first(root not None, bytes name not None):
    """The first element of a name in a tree, or None. lxml's own iteration gives it when it has found the next one too,
    or has read all of the page: that took a twelfth of the time of its text."""
    cdef xmlNode* first = root_node(root)
    cdef xmlNode* node = first
    cdef const char* wanted = PyBytes_AS_STRING(name)
    while node != NULL:
        if node.type == XML_ELEMENT_NODE:
            if node.ns == NULL and strcmp(<const char*>node.name, wanted) == 0:
                return element_of(root, node)
            if node.children != NULL:
                node = node.children
                continue
        node = next_after_subtree(node, first)
    return None


def named_around(root not None, tuple words not None):
    """Whether the class or the id of an element, of the one around it or of the first in it has one of some words, which
    are bytes in small letters, in any case. To make these elements takes ten times as long."""
    cdef xmlNode* node = root_node(root)
    cdef xmlNode* child = node.children
    while child != NULL and child.type != XML_ELEMENT_NODE:
        if child.type == XML_COMMENT_NODE or child.type == XML_PI_NODE or child.type == XML_ENTITY_REF_NODE:
            child = NULL  # these are the first for lxml, and have no names
            break
        child = child.next
    return is_named(node, words) or is_named(node.parent, words) or is_named(child, words)


cdef bint is_named(const xmlNode* node, tuple words):
    """Whether the class or the id of a node, if it is an element, has one of some words."""
    cdef const char* class_
    cdef const char* id_
    cdef bytes word
    if node == NULL or node.type != XML_ELEMENT_NODE or node.properties == NULL:
        return False
    class_, id_ = attribute_value(node.properties, b"class"), attribute_value(node.properties, b"id")
    for word in words:
        if (class_ != NULL and holds(class_, word)) or (id_ != NULL and holds(id_, word)):
            return True
    return False


def elements_with_seconds(PageStatements stated not None, Py_ssize_t most):
    """The elements of which an attribute that begins with ``data-`` has a value of `SHORTEST_TIME` to `LONGEST_TIME`
    figures, as a time has in seconds or milliseconds: among the first `most` of a page that may hand something to programs."""
    cdef Py_ssize_t number = 0
    cdef xmlNode* node = stated.next_handing(NULL, &number)
    cdef const xmlAttr* attribute
    cdef list found = []
    while node != NULL and most > 0:
        most -= 1
        attribute = node.properties if node.type == XML_ELEMENT_NODE else NULL
        while attribute != NULL:
            if (attribute.children != NULL and is_of_figures(<const char*>attribute.children.content)
                    and strncmp(<const char*>attribute.name, b"data-", 5) == 0):
                found.append(element_of(stated._root, node))
                break
            attribute = attribute.next
        node = stated.next_handing(node, &number)
    return found


cdef inline bint is_of_figures(const char* value) noexcept:
    cdef int n = 0
    if value == NULL:
        return False
    while c"0" <= value[n] <= c"9" and n <= LONGEST_TIME:
        n += 1
    return value[n] == 0 and SHORTEST_TIME <= n <= LONGEST_TIME


def text_nodes(root not None, Py_ssize_t most, Py_ssize_t most_elements):
    """The texts in an element in their order, not those of comments: of about `most` characters, and of the first
    `most_elements` elements in it."""
    cdef xmlNode* first = root_node(root)
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
        node = next_after_subtree(node, first)
    return found


def head_comments_have(root not None, bytes text not None, Py_ssize_t most):
    """Whether one of the first comments of a page's ``head`` has a text."""
    cdef const xmlNode* node = root_node(root).children
    cdef const char* wanted = PyBytes_AS_STRING(text)
    while node != NULL and not (node.type == XML_ELEMENT_NODE and equals_ascii_ci(<const char*>node.name, b"head")):
        node = node.next
    node = NULL if node == NULL else node.children
    while node != NULL and most > 0:
        if node.type == XML_COMMENT_NODE:
            most -= 1
            if node.content != NULL and strstr(<const char*>node.content, wanted) != NULL:
                return True
        node = node.next
    return False


def scripts_give(PageStatements stated not None, bytes word not None):
    """Whether one of a page's scripts that are no JSON-LD has a property with a word in its name, in any case, and with
    a text as its value that begins with a figure. word: in lower case, two letters or more.

    What else looks like one counts too: the names of properties are letters, "-", "_" and what is beyond ASCII.
    """
    cdef Py_ssize_t number = 0
    cdef xmlNode* node = stated.next_handing(NULL, &number)
    cdef const char* kind
    while node != NULL:
        if node.type == XML_ELEMENT_NODE and node.children != NULL and equals_ascii_ci(<const char*>node.name, b"script"):
            kind = attribute_value(node.properties, b"type")
            if node.children.content != NULL and (kind == NULL or not holds(kind, b"ld+json")):
                if gives(<const char*>node.children.content, PyBytes_AS_STRING(word)):
                    return True
        node = stated.next_handing(node, &number)
    return False


cdef bint gives(const char* script, const char* word) noexcept:
    """Whether a script has such a property. The word is looked for by its second letter in both cases, which the library
    does many bytes at a time."""
    cdef const char* at
    cdef const char* stop = script + strlen(script)
    cdef char letter
    for letter in (word[1], word[1] - 32):
        at = script
        while at + 1 < stop:
            at = <const char*>memchr(at + 1, letter, stop - at - 1)
            if at == NULL:
                break
            if is_prefix(at - 1, word) and is_figure_behind(at):
                return True
    return False


cdef bint is_figure_behind(const char* at) noexcept:
    """Whether a name ends with a quotation mark, soon behind a place in it, and a colon, another one and a figure follow."""
    cdef int _i
    for _i in range(LONGEST_NAME):
        if not (c"a" <= (at[0] | 0x20) <= c"z" or at[0] == c"-" or at[0] == c"_" or <uint8_t>at[0] >= 0x80):
            break
        at += 1
    if at[0] != c'"' and at[0] != c"'":
        return False
    at += 1
    while is_white(at[0]):
        at += 1
    if at[0] != c":":
        return False
    at += 1
    while is_white(at[0]):
        at += 1
    return (at[0] == c'"' or at[0] == c"'") and (c"0" <= at[1] <= c"9" or <uint8_t>at[1] >= 0x80)


cdef inline bint is_white(char byte) noexcept:
    return 0 < <uint8_t>byte <= 0x20 or <uint8_t>byte >= 0x80


def scripts_naming(root not None, tuple words not None, Py_ssize_t most):
    """The scripts that have one of some words in their source or in its address, among the first `most` of a page."""
    cdef xmlNode* first = root_node(root)
    cdef xmlNode* node = first
    cdef const char* source
    cdef const char* address
    cdef bytes word
    cdef list found = []
    while node != NULL and most > 0:
        if node.type == XML_ELEMENT_NODE:
            if node.ns == NULL and strcmp(<const char*>node.name, b"script") == 0:
                most -= 1
                source = NULL if node.children == NULL else <const char*>node.children.content
                address = attribute_value(node.properties, b"src")
                for word in words:
                    if (source != NULL and strstr(source, word) != NULL) or (address != NULL and strstr(address, word) != NULL):
                        found.append(element_of(root, node))
                        break
            elif node.children != NULL:
                node = node.children
                continue
        node = next_after_subtree(node, first)
    return found

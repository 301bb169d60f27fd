"""Panels that a reader opens, recognised by what stands before them: a heading or a question that is a button, as in an
accordion.

Names say nothing where they are generated, and many pages leave out the attributes of a panel (`is_panel`).
"""

from libc.stdint cimport uint8_t
from libc.string cimport memcmp, strlen

from lxml.includes.tree cimport XML_ELEMENT_NODE, XML_TEXT_NODE, xmlNode

from scrapy_denoise.page.dom.attributes cimport attribute_value, equals_ascii_ci
from scrapy_denoise.page.compiled cimport KIND, SPACE
from scrapy_denoise.page.dom.traversal cimport next_after_subtree

cdef enum:
    MAX_WRAPPERS = 4    # ancestors of the hidden element, of which the outermost follows what opens it
    MAX_TRIGGER = 64    # nodes of what opens a panel: with more it is a part of the page with a button somewhere,
    MAX_HEADING = 400   # and so it is with more bytes of text, without white space
    MAX_PANEL = 400     # nodes of a panel that are looked at
    LEAST_TEXT = 20     # bytes outside links, without white space, that a panel has at least, and more than in links
    HEADING = 1
    BUTTON = 2
    TRIGGER = 3


cdef inline bint shows_nothing(const char* name) noexcept nogil:
    return equals_ascii_ci(name, b"script") or equals_ascii_ci(name, b"style") or equals_ascii_ci(name, b"template") or equals_ascii_ci(name, b"link")


cdef inline Py_ssize_t text_size(const xmlNode* text) noexcept nogil:
    """The bytes of a text that are no white space."""
    cdef const uint8_t* byte = <const uint8_t*>text.content
    cdef Py_ssize_t size = 0
    if byte != NULL:
        while byte[0]:
            size += KIND[byte[0]] != SPACE
            byte += 1
    return size


cdef inline bint asks(const xmlNode* text) noexcept nogil:
    """Whether a text ends with a question mark, in ASCII, fullwidth or Arabic."""
    cdef const uint8_t* content = <const uint8_t*>text.content
    cdef Py_ssize_t size = strlen(<const char*>content) if content != NULL else 0
    while size and KIND[content[size - 1]] == SPACE:
        size -= 1
    if size and content[size - 1] == c"?":
        return True
    return (size >= 3 and memcmp(content + size - 3, b"\xef\xbc\x9f", 3) == 0) or (size >= 2 and memcmp(content + size - 2, b"\xd8\x9f", 2) == 0)


cdef inline xmlNode* preceding_element(xmlNode* node) noexcept nogil:
    """The element right before a node, or before an element that begins with it; NULL where text stands in between."""
    cdef int _level
    cdef xmlNode* before
    for _level in range(MAX_WRAPPERS):
        before = node.prev
        while before != NULL:
            if before.type == XML_ELEMENT_NODE and not shows_nothing(<const char*>before.name):
                return before
            if before.type == XML_TEXT_NODE and text_size(before):
                return NULL
            before = before.prev
        node = node.parent
        if node == NULL or node.type != XML_ELEMENT_NODE:
            break
    return NULL


cdef inline int trigger_parts(const xmlNode* node) noexcept nogil:
    """Whether an element is a HEADING, a BUTTON, or both."""
    cdef const char* name = <const char*>node.name
    cdef const char* role
    cdef int parts = 0
    if equals_ascii_ci(name, b"summary"):
        return TRIGGER
    if equals_ascii_ci(name, b"dt") or (name[0] | 0x20) == c"h" and c"1" <= name[1] <= c"6" and not name[2]:
        parts = HEADING
    elif equals_ascii_ci(name, b"button"):
        parts = BUTTON
    if node.properties == NULL:
        return parts
    role = attribute_value(node.properties, b"role")
    if role != NULL and equals_ascii_ci(role, b"heading"):
        parts |= HEADING
    elif role != NULL and (equals_ascii_ci(role, b"button") or equals_ascii_ci(role, b"tab")):
        parts |= BUTTON
    elif attribute_value(node.properties, b"aria-expanded") != NULL or attribute_value(node.properties, b"aria-controls") != NULL:
        parts |= BUTTON
    return parts


cdef inline bint is_accordion_header(xmlNode* element) noexcept nogil:
    """Whether an element is, or holds, a heading in a button or a button in a heading, or a button with a question, and not
    much else."""
    cdef int parts, seen = 0
    cdef Py_ssize_t size = 0
    cdef bint found = False, button = False, question = False
    cdef xmlNode* node = element
    cdef xmlNode* above
    while node != NULL:
        if node.type == XML_TEXT_NODE:
            size += text_size(node)
            question = question or (button and asks(node))
        if seen == MAX_TRIGGER or size > MAX_HEADING:
            return False
        seen += 1
        if node.type == XML_ELEMENT_NODE and not found:
            parts = trigger_parts(node)
            above = node
            while 0 < parts < TRIGGER and above != element:
                above = above.parent
                parts |= trigger_parts(above)
            found = parts == TRIGGER
            button = button or parts & BUTTON
        if node.type == XML_ELEMENT_NODE and node.children != NULL and not shows_nothing(<const char*>node.name):
            node = node.children
        else:
            node = next_after_subtree(node, element)
    return found or question


cdef inline bint is_question(xmlNode* element) noexcept nogil:
    """Whether an element says no more than a question."""
    cdef int seen = 0
    cdef Py_ssize_t size = 0
    cdef bint question = False
    cdef xmlNode* node = element
    while node != NULL:
        if node.type == XML_TEXT_NODE and text_size(node):
            size += text_size(node)
            question = asks(node)
        seen += 1
        if seen == MAX_TRIGGER or size > MAX_HEADING:
            return False
        if node.type == XML_ELEMENT_NODE and node.children != NULL and not shows_nothing(<const char*>node.name):
            node = node.children
        else:
            node = next_after_subtree(node, element)
    return question


cdef inline bint has_running_text(xmlNode* panel) noexcept nogil:
    """Whether the beginning of a panel has more text outside links than in them, and not too little."""
    cdef Py_ssize_t outside = 0, linked = 0
    cdef int _seen
    cdef xmlNode* node = panel
    cdef xmlNode* link = NULL
    for _seen in range(MAX_PANEL):
        if node.type == XML_TEXT_NODE:
            if link != NULL:
                linked += text_size(node)
            else:
                outside += text_size(node)
        elif link == NULL and node.type == XML_ELEMENT_NODE and equals_ascii_ci(<const char*>node.name, b"a"):
            link = node
        if node.type == XML_ELEMENT_NODE and node.children != NULL and not shows_nothing(<const char*>node.name):
            node = node.children
            continue
        while node != panel and node.next == NULL:
            if node == link:
                link = NULL
            node = node.parent
        if node == panel:
            break
        if node == link:
            link = NULL
        node = node.next
    return outside >= LEAST_TEXT and outside > linked

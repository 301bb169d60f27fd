"""What is not copied with code, and where the lines of code end whose lines are elements."""

from libc.stdint cimport int32_t, uint8_t, uint32_t
from libc.string cimport strlen, strstr

from lxml.includes.tree cimport (
    XML_CDATA_SECTION_NODE,
    XML_ELEMENT_NODE,
    XML_ENTITY_REF_NODE,
    XML_TEXT_NODE,
    xmlNode,
)

from scrapy_denoise.page.columns.tag_lookup cimport BUTTON
from scrapy_denoise.page.dom.attributes cimport attribute_value, is_prefix
from scrapy_denoise.page.dom.name_matcher cimport NameWords
from scrapy_denoise.page.dom.traversal cimport next_after_subtree
from scrapy_denoise.page.text.characters cimport KIND, SPACE
from scrapy_denoise.page.walk.rows cimport Frame, Row

cdef enum:
    # families of words in the names of elements in code
    NUMBERS = 1
    UNSHOWN = 2
    LINES = 4
    MAX_NUMBER_NODES = 5_000  # of an element that holds the numbers of all lines


cdef inline bint is_not_copied(
    const Frame* frames, Py_ssize_t n_frames, int* gutter, xmlNode* node, int tag, uint32_t words
) noexcept:
    """Whether an element in code is not copied with it: a button, the number of a line, a line that is not shown.

    frames: the elements around it, of the code the innermost. gutter: of the code, whether it is nothing but numbers; -1
    until it is asked for. words: the families of words in the element's class.
    """
    cdef Py_ssize_t i
    if tag == BUTTON or is_unselectable(node):
        return True
    if not words & NUMBERS:
        return words & UNSHOWN != 0
    if gutter[0] < 0:  # of numbers in a text of their own the selection decides (`_unread.line_numbers`)
        i = n_frames - 1
        while i and frames[i - 1].preserved:
            i -= 1
        gutter[0] = has_only_numbers(frames[i].node)
    return not gutter[0] and has_only_numbers(node)


cdef inline bint is_like_the_one_before(const Row* rows, int32_t parent, int32_t index) noexcept nogil:
    """Whether the element before one, of the same parent, has its tag and its class."""
    cdef int32_t row = index - 1
    while row > parent and rows[row].parent != parent:
        row = rows[row].parent
    return row > parent and rows[row].tag == rows[index].tag and rows[row].class_id == rows[index].class_id


cdef inline bint follows_a_line(const xmlNode* node, NameWords code_words) noexcept nogil:
    """Whether right before an element that is a line of code, with no text between them, another such element stands: a
    style sheet shows each on a line of its own."""
    cdef const char* name
    if node.prev == NULL or node.prev.type != XML_ELEMENT_NODE:
        return False
    name = attribute_value(node.prev.properties, b"class")
    return name != NULL and code_words.matched_families(<const uint8_t*>name, strlen(name)) & LINES != 0


cdef inline bint is_unselectable(const xmlNode* node) noexcept nogil:
    """Whether an inline style says that readers do not select an element: ``user-select: none``."""
    cdef const char* style = attribute_value(node.properties, b"style")
    if style == NULL:
        return False
    style = strstr(style, b"user-select:")
    if style == NULL:
        return False
    style += strlen(b"user-select:")
    while KIND[<uint8_t>style[0]] == SPACE:
        style += 1
    return is_prefix(style, b"none")


cdef inline bint has_only_numbers(xmlNode* first) noexcept nogil:
    """Whether no text in an element has more than digits and white space."""
    cdef xmlNode* node = first
    cdef const uint8_t* at
    cdef int _step
    for _step in range(MAX_NUMBER_NODES):
        if (node.type == XML_TEXT_NODE or node.type == XML_CDATA_SECTION_NODE) and node.content != NULL:
            at = <const uint8_t*>node.content
            while at[0]:
                if at[0] == 0xC2 and at[1] == 0xA0:
                    at += 1
                elif not c"0" <= at[0] <= c"9" and KIND[at[0]] != SPACE:
                    return False
                at += 1
        elif node.type == XML_ENTITY_REF_NODE:
            return False
        if node.type == XML_ELEMENT_NODE and node.children != NULL:
            node = node.children
        else:
            node = next_after_subtree(node, first)
        if node == NULL:
            return True
    return False

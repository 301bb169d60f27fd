"""Code that stands in no ``pre``: what a style shows as one, and elements for code whose lines end with ``br``."""

from libc.stdint cimport uint8_t
from libc.string cimport strchr, strlen

from lxml.includes.tree cimport XML_ELEMENT_NODE, XML_TEXT_NODE, xmlNode

from scrapy_denoise.page.compiled cimport CODE, DIV, P, SAMP, SPAN
from scrapy_denoise.page.dom.attributes cimport equals_ascii_ci, is_prefix
from scrapy_denoise.page.dom.inline_style cimport KEEPS_LINES, SHOWS, WRAPS
from scrapy_denoise.page.dom.traversal cimport next_node
from scrapy_denoise.page.compiled cimport KIND, SPACE

cdef enum:
    PRESERVED = 1  # all white space stays
    BY_BREAKS = 2  # lines end with <br>, and white space is what it is elsewhere, but for no-break spaces

    MAX_NODES = 5_000
    MAX_BESIDE_CODE = 10  # nodes beside an element for code, among which no text may be


cdef inline uint8_t code_block_of(xmlNode* node, int tag, int style, const char* names) noexcept nogil:
    """How an element keeps its lines that is code on several of them though it is no ``pre``: PRESERVED, BY_BREAKS; 0 for
    another.

    style: what its declarations say. names: its class, or NULL.
    """
    cdef bint is_code = tag == CODE or tag == SAMP
    if not is_code and tag != DIV and tag != P and tag != SPAN:
        return 0
    if style & KEEPS_LINES and (style & SHOWS or is_code or tag == DIV or tag == P) or is_code and style & WRAPS:
        return PRESERVED if has_lines(node, False) else 0
    if node.children == NULL or not (is_code and stands_alone(node) or tag == DIV and is_named_code(names)):
        return 0
    return BY_BREAKS if has_lines(node, True) else 0


cdef inline bint is_named_code(const char* names) noexcept nogil:
    """Whether a class says that an element is code."""
    cdef int size
    while names != NULL and names[0]:
        size = 0
        while names[size] and KIND[<uint8_t>names[size]] != SPACE:
            size += 1
        if (
            (size == 4 and is_prefix(names, b"code")) or (size == 9 and is_prefix(names, b"codeblock"))
            or (size == 10 and is_prefix(names, b"sourcecode")) or (size == 10 and is_prefix(names, b"code") and is_prefix(names + 5, b"block"))
            or (size == 11 and is_prefix(names, b"source") and is_prefix(names + 7, b"code"))
        ):
            return True
        names += size
        while KIND[<uint8_t>names[0]] == SPACE:
            names += 1
    return False


cdef inline bint stands_alone(const xmlNode* node) noexcept nogil:
    """Whether no text stands beside an element in the one around it, up to a ``br`` on each side."""
    cdef const xmlNode* beside
    cdef int _step, way
    for way in range(2):
        beside = node.prev if way else node.next
        for _step in range(MAX_BESIDE_CODE):
            if beside == NULL or beside.type == XML_ELEMENT_NODE:
                break
            if beside.type == XML_TEXT_NODE and not is_white(<const uint8_t*>beside.content):
                return False
            beside = beside.prev if way else beside.next
        if beside != NULL and not (beside.type == XML_ELEMENT_NODE and is_line_end(beside)):
            return False
    return True


cdef inline bint is_white(const uint8_t* text) noexcept nogil:
    while text != NULL and text[0]:
        if KIND[text[0]] != SPACE:
            return False
        text += 1
    return True


cdef inline bint is_line_end(const xmlNode* node) noexcept nogil:
    cdef const char* name = <const char*>node.name
    return equals_ascii_ci(name, b"br") or equals_ascii_ci(name, b"p") or equals_ascii_ci(name, b"div")


cdef inline bint is_inline(const char* name) noexcept nogil:
    """Whether an element may stand within a line of code."""
    return (
        equals_ascii_ci(name, b"br") or equals_ascii_ci(name, b"span") or equals_ascii_ci(name, b"b") or equals_ascii_ci(name, b"i")
        or equals_ascii_ci(name, b"code") or equals_ascii_ci(name, b"font") or equals_ascii_ci(name, b"em")
        or equals_ascii_ci(name, b"strong") or equals_ascii_ci(name, b"a") or equals_ascii_ci(name, b"tt") or equals_ascii_ci(name, b"u")
        or equals_ascii_ci(name, b"var") or equals_ascii_ci(name, b"kbd")
    )


cdef inline bint has_lines(xmlNode* code, bint by_breaks) noexcept nogil:
    """Whether an element has two lines with text. by_breaks: which end with ``br``, stand in no other blocks, and have signs
    of code where only a class says that they are some."""
    cdef xmlNode* node = code
    cdef const uint8_t* at
    cdef bint begun = False, ended = False, several = False, signs = not by_breaks or not equals_ascii_ci(<const char*>code.name, b"div")
    cdef int _step
    for _step in range(MAX_NODES):
        if node.type == XML_ELEMENT_NODE and node != code:
            if by_breaks and not is_inline(<const char*>node.name):
                return False
            if not by_breaks and equals_ascii_ci(<const char*>node.name, b"pre"):
                return False
            ended = ended or (begun and is_line_end(node))
        elif node.type == XML_TEXT_NODE and node.content != NULL:
            at = <const uint8_t*>node.content
            while at[0]:
                if at[0] == c"\n" and not by_breaks:
                    ended = begun
                elif KIND[at[0]] != SPACE:
                    several = several or ended
                    begun = True
                    signs = signs or strchr(b"{};=<>$#[]|\\_", at[0]) != NULL or (at[0] == c"(" and at[1] == c")")
                    signs = signs or (at[0] == 0xC2 and at[1] == 0xA0 and at[2] == 0xC2 and at[3] == 0xA0)
                at += 1
        if several and signs and not by_breaks:
            return True
        node = next_node(node, code)
        if node == NULL:
            return several and signs
    return False

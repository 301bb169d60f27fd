"""What stands in a page and is no text of it: what is not copied with code, and what is shown of a formula beside its TeX."""

from libc.stdint cimport uint8_t
from libc.string cimport strlen, strstr

from lxml.includes.tree cimport (
    XML_CDATA_SECTION_NODE,
    XML_ELEMENT_NODE,
    XML_ENTITY_REF_NODE,
    XML_TEXT_NODE,
    const_xmlChar,
    xmlNode,
)

from scrapy_denoise.page.dom.attributes cimport attribute_value, equals_ascii_ci, is_prefix
from scrapy_denoise.page.dom.traversal cimport next_after_subtree
from scrapy_denoise.page.text.characters cimport KIND, SPACE

cdef enum:
    # families of words in the names of elements in code
    NUMBERS = 1
    UNSHOWN = 2
    MAX_NUMBER_NODES = 5_000  # of an element that holds the numbers of all lines
    MAX_BESIDE = 6  # nodes between what is shown of a formula and its TeX


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


cdef inline bint is_formula_script(const xmlNode* node) noexcept nogil:
    """Whether a ``script`` holds the TeX of a formula, as MathJax reads it."""
    cdef const char* kind = attribute_value(node.properties, b"type")
    return kind != NULL and is_prefix(kind, b"math/tex")


cdef inline bint is_display_script(const xmlNode* node) noexcept nogil:
    """Whether that formula stands on a line of its own."""
    cdef const char* kind = attribute_value(node.properties, b"type")
    return kind != NULL and strstr(kind, b"display") != NULL


cdef inline bint shows_formula(const xmlNode* node, const_xmlChar* names) noexcept nogil:
    """Whether an element is a preview of a formula, or what MathJax made of it, whose TeX stands behind it.

    names: its class."""
    cdef int _step
    if names == NULL or strstr(<const char*>names, b"MathJax") == NULL:
        return False
    for _step in range(MAX_BESIDE):
        node = node.next
        if node == NULL:
            return False
        if node.type == XML_ELEMENT_NODE and equals_ascii_ci(<const char*>node.name, b"script"):
            return is_formula_script(node)
    return False


cdef inline bytes tex_of(bytes script):
    """The TeX of a script, without the marks that kramdown writes around it for XML, each in a comment; empty where it
    shows nothing: it opens or closes a group for the formulas of a post."""
    cdef bytes tex = script.strip()
    if tex == b"\\begingroup" or tex == b"\\endgroup":
        return b""
    if tex.startswith(b"%") and tex[1:].lstrip().startswith(b"<![CDATA[") and tex.endswith(b"]]>"):
        tex = tex[tex.index(b"<![CDATA[") + 9:len(tex) - 3].strip()
        return tex[:len(tex) - 1] if tex.endswith(b"%") else tex
    return tex


cdef inline bint has_parentheses(const xmlNode* reading) noexcept nogil:
    """Whether the reading of a word has parentheses before it for those who show no ``ruby``, or is none of a ``ruby``."""
    cdef const xmlNode* before = reading.prev
    if reading.parent == NULL or not equals_ascii_ci(<const char*>reading.parent.name, b"ruby"):
        return True
    while before != NULL and before.type != XML_ELEMENT_NODE:
        before = before.prev
    return before != NULL and equals_ascii_ci(<const char*>before.name, b"rp")

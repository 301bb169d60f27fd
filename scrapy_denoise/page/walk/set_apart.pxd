"""What stands in a page beside its text and says nothing more: what is shown of a formula, whose TeX is read, how a word sounds,
and the link to edit a section."""

from libc.string cimport strstr

from lxml.includes.tree cimport XML_ELEMENT_NODE, const_xmlChar, xmlNode

from scrapy_denoise.page.dom.attributes cimport attribute_value, equals_ascii_ci, is_prefix

cdef enum:
    MAX_BESIDE = 6  # nodes between what is shown of a formula and its TeX


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


cdef inline bint edits_section(const_xmlChar* names) noexcept nogil:
    """Whether an element is the link to edit a section that MediaWiki writes beside its heading, with the brackets around it.

    names: its class, from the first name on."""
    return names != NULL and (
        is_prefix(<const char*>names, b"mw-editsection") or is_prefix(<const char*>names, b"editsection")
    )


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

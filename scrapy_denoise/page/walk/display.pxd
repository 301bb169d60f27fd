"""How the walk reads an element, by its tag and its role: its text, or none; on a line of its own or within one; as part of a table or as a control."""

from libc.stdint cimport uint8_t
from libc.string cimport memset

from lxml.includes.tree cimport XML_ELEMENT_NODE, xmlNode

from scrapy_denoise.page.compiled cimport BUTTON, DIV, LI, NOSCRIPT, SCRIPT, SPAN, TABLE, TBODY, TD, TH, TR
from scrapy_denoise.page.dom.attributes cimport attribute_value, equals_ascii_ci
from scrapy_denoise.page.walk.rows cimport Frame, Row
from scrapy_denoise.page.walk.set_apart cimport is_display_script, is_formula_script

cdef enum:
    INLINE = 0
    BLOCK = 1
    OPAQUE = 2   # a row, and nothing inside it
    SKIPPED = 3  # no row
    VOID = 4

    MAX_WITHIN = 4  # elements that say nothing between a row and its table, or a cell and its row


cdef inline int fill_display(uint8_t* display, tags) except -1:
    """Fill in a table of 256 codes of tags. tags: the module that names them."""
    if len(tags.NAMES) > 256:
        raise ValueError("more tags than the table has room for")
    memset(display, INLINE, 256)
    for names, kind in ((tags.BLOCK, BLOCK), (tags.OPAQUE, OPAQUE), (tags.SKIPPED, SKIPPED), (tags.VOID, VOID)):
        for name in names:
            display[<int>tags.CODES[name]] = <uint8_t>kind
    return 0


cdef inline int display_of(const uint8_t* display, xmlNode* node, int tag, bint reveal) noexcept nogil:
    """How one element is read. reveal: whether the contents of ``noscript`` are too."""
    if reveal and tag == NOSCRIPT:
        return BLOCK
    if tag == SCRIPT and is_formula_script(node):
        return BLOCK if is_display_script(node) else INLINE
    return display[tag] if tag < 256 else INLINE


cdef inline int tag_of_role(const xmlNode* node, const char* role, int tag, const Frame* frames, Py_ssize_t n_frames, const Row* rows) noexcept nogil:
    """The tag of a table, of a part of one, or of the button of a tab, that an element with a role is; its own for others.

    frames: of the elements around it. Outside a table a role makes no row, and outside a row no cell: lists and menus have such too. A tab
    that has no other beside it may be the title of what it opens.
    """
    if tag != DIV and tag != SPAN and tag != LI:
        return tag
    if equals_ascii_ci(role, b"tab"):
        return BUTTON if is_tab(element_beside(node, False)) or is_tab(element_beside(node, True)) else tag
    if tag == LI:
        return tag
    if equals_ascii_ci(role, b"table") or equals_ascii_ci(role, b"grid"):
        return TABLE
    if equals_ascii_ci(role, b"rowgroup"):
        return TBODY if is_within(TABLE, TABLE, frames, n_frames, rows) else tag
    if equals_ascii_ci(role, b"row"):
        return TR if is_within(TABLE, TBODY, frames, n_frames, rows) else tag
    if equals_ascii_ci(role, b"cell") or equals_ascii_ci(role, b"gridcell"):
        return TD if is_within(TR, TR, frames, n_frames, rows) else tag
    if equals_ascii_ci(role, b"columnheader") or equals_ascii_ci(role, b"rowheader"):
        return TH if is_within(TR, TR, frames, n_frames, rows) else tag
    return tag


cdef inline const xmlNode* element_beside(const xmlNode* node, bint behind) noexcept nogil:
    """The element right before a node, or behind it, but for a text or a comment; NULL where there is none."""
    cdef int _step
    for _step in range(MAX_WITHIN):
        node = node.next if behind else node.prev
        if node == NULL or node.type == XML_ELEMENT_NODE:
            return node
    return NULL


cdef inline bint is_tab(const xmlNode* node) noexcept nogil:
    """Whether an element, or NULL, says to be a tab."""
    cdef const char* role
    if node == NULL or node.properties == NULL:
        return False
    role = attribute_value(node.properties, b"role")
    return role != NULL and equals_ascii_ci(role, b"tab")


cdef inline bint is_within(int tag, int other, const Frame* frames, Py_ssize_t n_frames, const Row* rows) noexcept nogil:
    """Whether the innermost element that is no mere ``div`` or ``span`` has one of two tags."""
    cdef Py_ssize_t i
    cdef int around
    for i in range(n_frames - 1, max(n_frames - 2 - MAX_WITHIN, -1), -1):
        around = rows[frames[i].row].tag
        if around != DIV and around != SPAN:
            return around == tag or around == other
    return False

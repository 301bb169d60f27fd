"""How the walk reads an element, by its tag: its text, or none; on a line of its own or within one."""

from libc.stdint cimport uint8_t
from libc.string cimport memset

from lxml.includes.tree cimport xmlNode

from scrapy_denoise.page.columns.tag_lookup cimport NOSCRIPT, SCRIPT
from scrapy_denoise.page.walk.set_apart cimport is_display_script, is_formula_script

cdef enum:
    INLINE = 0
    BLOCK = 1
    OPAQUE = 2   # a row, and nothing inside it
    SKIPPED = 3  # no row
    VOID = 4


cdef inline int fill_display(uint8_t* display, tags) except -1:
    """Fill in a table of 256 codes of tags. tags: the module that names them."""
    if len(tags.NAMES) > 256:
        raise ValueError("more tags than the table has room for")
    memset(display, INLINE, 256)
    for names, kind in ((tags.BLOCK, BLOCK), (tags.OPAQUE, OPAQUE), (tags.SKIPPED, SKIPPED), (tags.VOID, VOID)):
        for name in names:
            display[<int>tags.CODES[name]] = <uint8_t>kind
    return 0


cdef inline int display_of(const uint8_t* display, xmlNode* node, int tag, bint reveal):
    """How one element is read. reveal: whether the contents of ``noscript`` are too."""
    if reveal and tag == NOSCRIPT:
        return BLOCK
    if tag == SCRIPT and is_formula_script(node):
        return BLOCK if is_display_script(node) else INLINE
    return display[tag] if tag < 256 else INLINE

"""What the walk reads of an element's attributes, in one pass over them."""

from libc.stdint cimport uint8_t, uint32_t
from libc.string cimport memset, strlen

from lxml.includes.tree cimport const_xmlChar, xmlAttr

from scrapy_denoise.page.dom.attributes cimport class_hides, equals_ascii_ci, is_prefix
from scrapy_denoise.page.dom.inline_style cimport HIDES, SHOWS, style_says
from scrapy_denoise.page.compiled cimport KIND, SPACE
from scrapy_denoise.page.walk.masked_hash cimport Scratch, masked_hash
from scrapy_denoise.page.walk.tag_names cimport Names, attribute_name_sum

cdef struct Attributes:
    uint32_t id_hash
    uint32_t class_hash         # of the first name
    uint32_t others             # the sum of the hashes of the names of all others: their order means nothing
    const_xmlChar* class_value  # from the first name on
    const_xmlChar* id_value
    const_xmlChar* href
    const char* mail
    const char* role
    const char* described_by
    bint has_href
    bint hidden
    bint unreachable            # neither read aloud nor to be used: aria-hidden, inert
    bint is_open
    bint is_popover
    bint states_source          # whether an attribute may have the source of a formula
    int style                   # what its declarations say (`inline_style`)


cdef inline int read_attributes(
    const xmlAttr* attr, Attributes* found, Names* names, Scratch* scratch
) except -1 nogil:
    """Read an element's attributes, from the first on."""
    cdef Py_ssize_t size
    cdef const_xmlChar* value
    cdef const char* attribute
    memset(found, 0, sizeof(Attributes))
    while attr != NULL:
        attribute = <const char*>attr.name
        value = attr.children.content if attr.children != NULL else NULL
        if attribute[0] == c"c" and equals_ascii_ci(attribute, b"class"):
            if value != NULL:
                # the first name says what an element is; the rest is its state, category, number
                while KIND[<uint8_t>value[0]] == SPACE:
                    value += 1
                found.class_value = value
                if class_hides(<const char*>value):
                    found.hidden = True
                size = 0
                while value[size] and KIND[<uint8_t>value[size]] != SPACE:
                    size += 1
                if size:
                    found.class_hash = masked_hash(scratch, <const uint8_t*>value, size)
        elif attribute[0] == c"i" and equals_ascii_ci(attribute, b"id"):
            if value != NULL:
                found.id_value = value
                found.id_hash = masked_hash(scratch, <const uint8_t*>value, strlen(<const char*>value))
        else:
            if attribute[0] == c"h":
                if equals_ascii_ci(attribute, b"href"):
                    found.has_href, found.href = True, value
                elif equals_ascii_ci(attribute, b"hidden"):
                    found.hidden = True
            elif attribute[0] == c"s" and equals_ascii_ci(attribute, b"style"):
                if value != NULL:
                    found.style = style_says(<const char*>value)
            elif attribute[0] == c"r" and equals_ascii_ci(attribute, b"role"):
                found.role = <const char*>value
            elif attribute[0] == c"a" and equals_ascii_ci(attribute, b"aria-hidden"):
                found.unreachable = found.unreachable or (value != NULL and equals_ascii_ci(<const char*>value, b"true"))
            elif attribute[0] == c"a" and equals_ascii_ci(attribute, b"aria-describedby"):
                found.described_by = <const char*>value
            elif attribute[0] == c"i" and equals_ascii_ci(attribute, b"inert"):
                found.unreachable = True
            elif attribute[0] == c"o" and equals_ascii_ci(attribute, b"open"):
                found.is_open = True
            elif attribute[0] == c"p" and equals_ascii_ci(attribute, b"popover"):
                found.is_popover = True
            elif attribute[0] == c"d" and is_prefix(attribute, b"data-"):
                if equals_ascii_ci(attribute, b"data-cfemail"):
                    found.mail = <const char*>value
                found.states_source = found.states_source or (
                    is_prefix(attribute + 5, b"math") or is_prefix(attribute + 5, b"latex") or is_prefix(attribute + 5, b"tex")
                    or is_prefix(attribute + 5, b"formula") or is_prefix(attribute + 5, b"equation")
                )
            found.others += attribute_name_sum(names, attribute)
        attr = attr.next
    # What the style says counts for more than the attribute and than what a style sheet says of the class.
    found.hidden = (found.hidden and not found.style & SHOWS) or found.style & HIDES != 0
    return 0

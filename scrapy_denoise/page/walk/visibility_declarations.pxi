"""Which elements are read of those that a page hides, by its markup or as a browser has drawn it."""

from libc.stdint cimport int32_t, uint8_t, uint32_t

from lxml.includes.tree cimport const_xmlChar, xmlNode

from scrapy_denoise.page.compiled cimport RenderedDomMatch
from scrapy_denoise.page.walk.element_attributes cimport Attributes

cdef enum:
    OPENED = 1   # in a panel that readers open
    UNSEEN = 2   # in what nobody sees, walked because it was asked for
    NO_PART = 3  # in what is passed over


cdef class Visibility:
    cdef bint reveal             # walk what the page hides too
    cdef RenderedDomMatch drawn  # what a browser has drawn of the page; None where none has
    cdef bint with_hidden        # walk what the browser alone hides too
    cdef bint has_displaced      # whether it met a part that a browser shows in another place
    cdef set notes               # the ids of notes that the page has referred to so far
    cdef bint has_notes          # whether there are some

    cdef int refer(self, xmlNode* node, const Attributes* found) except -1 nogil
    cdef int add_note(self, const char* name) except -1 with gil

    cdef bint is_note(self, xmlNode* around) except -1 nogil
    cdef bint holds_note(self, xmlNode* around) except -1 with gil

    cdef uint8_t state(
        self, xmlNode* node, int tag, int display, int32_t number, bint stated, uint8_t within, const_xmlChar* class_value,
        const_xmlChar* id_value,
    ) except? 255 nogil

    cdef bint fades(self, xmlNode* node, const_xmlChar* class_value, const_xmlChar* id_value) noexcept nogil

    cdef bint is_opened_by_reader(self, xmlNode* node, uint32_t words) noexcept nogil


cdef bint has_visible(xmlNode* around) noexcept nogil

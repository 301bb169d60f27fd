"""The lxml elements of a page's rows, and what links say: a walk that makes no columns."""

from libc.stdint cimport int32_t, uint8_t
from libc.string cimport strstr

from lxml.includes.etreepublic cimport _Document, _Element, elementFactory, import_lxml__etree
from lxml.includes.tree cimport xmlAttr, xmlNode

from scrapy_denoise.page.dom.attributes cimport attribute_text, attribute_value, equals_ascii_ci
from scrapy_denoise.page.rendering.dom_match cimport RenderedDomMatch
from scrapy_denoise.page.walk.walk cimport Walk, checked

import_lxml__etree()


cpdef enum ElementRequest:
    """Of a row, what is wanted of its element. An element costs far more than its row."""
    WANTED = 1
    WITH_ATTRIBUTES = 2  # it is wanted if it has attributes
    WITH_NUMBERS = 3     # if it has one of ``colspan rowspan start value``
    LINKED = 4           # what a link says is wanted (`elements_and_links`), and it if its ``rel`` has "author" in it
    LINKED_TOO = 5       # what a link says is wanted beside it


cdef class ElementWalk(Walk):
    """The walk that makes the elements of the rows that are wanted."""

    cdef _Document document
    cdef list elements
    cdef const uint8_t[::1] wanted  # the rows whose elements these are; None: all
    cdef dict links  # of the rows of links that are wanted as LINKED, what they say
    cdef dict held   # the rows of the elements that Python held before

    cdef int add_element(self, int32_t row, xmlNode* node) except -1:
        if node != NULL and node._private != NULL:
            self.held[elementFactory(self.document, node)] = row
        self.elements.append(
            elementFactory(self.document, node) if node != NULL and self.is_wanted(row, node) else None
        )
        return 0

    cdef bint is_wanted(self, int32_t row, xmlNode* node) except -1:
        cdef uint8_t request
        if self.wanted is None:
            return True
        request = self.wanted[row] if row < self.wanted.shape[0] else 0
        if request == WITH_ATTRIBUTES:
            return node.properties != NULL
        if request == WITH_NUMBERS:
            return has_number(node.properties)
        if request == LINKED or request == LINKED_TOO:
            return (node.properties != NULL and self.add_link(row, node.properties)) or request == LINKED_TOO
        return request != 0

    cdef bint add_link(self, int32_t row, const xmlAttr* attributes) except -1:
        """Keep what a link says. Returns whether its element is wanted too."""
        cdef const char* href = attribute_value(attributes, b"href")
        cdef const char* rel = attribute_value(attributes, b"rel")
        if href != NULL:
            self.links[row] = attribute_text(attributes, b"href"), attribute_text(attributes, b"rel")
        return rel != NULL and strstr(rel, b"author") != NULL


cdef bint has_number(const xmlAttr* attribute) noexcept:
    """Whether an attribute among those that follow one says how many rows or columns a cell spans, or numbers an item."""
    cdef const char* name
    while attribute != NULL:
        name = <const char*>attribute.name
        if equals_ascii_ci(name, b"colspan") or equals_ascii_ci(name, b"rowspan") or equals_ascii_ci(name, b"start") or equals_ascii_ci(name, b"value"):
            return True
        attribute = attribute.next
    return False


def elements(root, reveal=False, const uint8_t[::1] wanted=None, RenderedDomMatch drawn=None, with_hidden=False):
    """The lxml element of every row that `walk` gives for the same tree; None for text rows, and for rows that are not
    `wanted` (an ElementRequest a row, 0 for none; None: all are): to make an element costs far more than to walk
    over it."""
    return elements_and_links(root, reveal, wanted, drawn, with_hidden)[0]


def elements_and_links(root, reveal=False, const uint8_t[::1] wanted=None, RenderedDomMatch drawn=None, with_hidden=False):
    """The same; of the rows that are wanted as LINKED or LINKED_TOO and have a ``href``, by row, this and the ``rel``, empty where
    there is none: a link's element costs three times as much as both; and the rows of the elements that Python held before."""
    cdef _Element element = checked(root)
    cdef ElementWalk w = ElementWalk(None, 0x7FFFFFFF, reveal, drawn, with_hidden)
    w.makes_columns = False
    w.document, w.wanted, w.elements, w.links, w.held = element._doc, wanted, [], {}, {}
    w.run(element._c_node)
    return w.elements, w.links, w.held

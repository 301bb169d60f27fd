"""The elements with which a page states something of itself, found in one pass over its tree.

A pass for each kind of them takes eight times as long, a twentieth of the time of all outputs.
"""

from libc.stdint cimport uint8_t
from libc.string cimport memset, strlen

from lxml.includes.etreepublic cimport _Document, _Element, elementFactory, import_lxml__etree
from lxml.includes.tree cimport XML_ELEMENT_NODE, xmlAttr, xmlNode

from scrapy_denoise.page.dom.attributes cimport attribute_text, attribute_value, equals_ascii_ci, holds
from scrapy_denoise.page.dom.traversal cimport next_after_subtree

import_lxml__etree()

cdef enum:
    LONGEST = 300  # bytes of an address that is compared

cdef bint READ[256]  # whether the name of an element that is read begins with a letter
memset(READ, 0, sizeof(READ))
for _name in "a base h1 link meta noscript script time".split():
    READ[ord(_name[0])] = READ[ord(_name[0].upper())] = True


cdef class StatedElements:
    """What a page states, in document order.

    base: the address of its ``base`` element, or None. metas: of its ``meta`` elements the ``property``, the ``name`` and the
    ``http-equiv`` with spaces between them, and the ``content`` or else the ``value``, empty where one has none. properties:
    the elements that have an ``itemprop``. links: of the ``link`` elements whose ``rel`` says that they lead to the page
    itself, to its picture or to its licence, and of the ``a`` elements with that of a licence, the name, the ``rel`` and the
    ``href``. names_author: whether the ``rel`` of an ``a`` element has "author" in it. homes: the links to one of some
    addresses. scripts: the elements with JSON-LD. times: the ``time`` and ``h1`` elements. noscripts: the ``noscript`` elements.
    """

    cdef readonly object base
    cdef readonly bint names_author
    cdef readonly list metas, properties, links, homes, scripts, times, noscripts
    cdef _Document _document
    cdef frozenset _homes
    cdef Py_ssize_t _most, _anchors
    cdef bint _lengths[LONGEST + 1]  # those of the addresses

    def __init__(self, root=None, frozenset homes=frozenset(), Py_ssize_t most=0, Py_ssize_t anchors=0):
        """root: an lxml element, or None for a page without its tree. homes: addresses in lower case. most: elements
        of each kind that are given. anchors: ``a`` elements among which such an address is looked for."""
        cdef xmlNode* first
        cdef xmlNode* node
        self.base, self._homes, self._most, self._anchors = None, homes, most, anchors
        for home in homes:
            if len(home) <= LONGEST:
                self._lengths[len(home)] = True
        self.metas, self.properties, self.links, self.homes = [], [], [], []
        self.scripts, self.times, self.noscripts = [], [], []
        if root is None:
            return
        self._document = (<_Element?>root)._doc
        first = node = (<_Element>root)._c_node
        while node != NULL:
            if node.type == XML_ELEMENT_NODE:
                if node.name != NULL:
                    self.read(node)
                if node.children != NULL:
                    node = node.children
                    continue
            node = next_after_subtree(node, first)

    cdef int read(self, xmlNode* node) except -1:
        cdef const char* name = <const char*>node.name
        cdef const xmlAttr* attributes = node.properties
        cdef const char* value
        if attributes != NULL and attribute_value(attributes, b"itemprop") != NULL:
            self.keep(self.properties, node)
        if not READ[<uint8_t>name[0]]:  # most elements
            return 0
        if equals_ascii_ci(name, b"a"):
            if self._homes and self._anchors:
                self._anchors -= 1
                value = attribute_value(attributes, b"href")
                if value != NULL and self.is_home(value):
                    self.homes.append(elementFactory(self._document, node))
            self.add_link(node, attributes, True)
        elif equals_ascii_ci(name, b"link"):
            self.add_link(node, attributes, False)
        elif equals_ascii_ci(name, b"meta"):
            if len(self.metas) < self._most:
                said = attribute_text(attributes, b"content") or attribute_text(attributes, b"value")
                self.metas.append((names_of(attributes), said))
        elif equals_ascii_ci(name, b"script"):
            value = attribute_value(attributes, b"type")
            if value != NULL and holds(value, b"ld+json"):
                self.keep(self.scripts, node)
        elif equals_ascii_ci(name, b"time") or equals_ascii_ci(name, b"h1"):
            self.keep(self.times, node)
        elif equals_ascii_ci(name, b"noscript"):
            self.keep(self.noscripts, node)
        elif self.base is None and equals_ascii_ci(name, b"base"):
            if attribute_value(attributes, b"href") != NULL:
                self.base = attribute_text(attributes, b"href")
        return 0

    cdef int keep(self, list found, xmlNode* node) except -1:
        if len(found) < self._most:
            found.append(elementFactory(self._document, node))
        return 0

    cdef int add_link(self, xmlNode* node, const xmlAttr* attributes, bint anchor) except -1:
        cdef const char* rel = attribute_value(attributes, b"rel")
        if rel == NULL:
            return 0
        if anchor and not self.names_author:
            self.names_author = holds(rel, b"author")
        if len(self.links) >= self._most:
            return 0
        # What matches by chance is passed over by those who read the links; `holds` compares letters alone.
        if holds(rel, b"license") or (
            not anchor and (holds(rel, b"canonical") or holds(rel, b"image") or holds(rel, b"next"))
        ):
            self.links.append(("a" if anchor else "link", attribute_text(attributes, b"rel"), attribute_text(attributes, b"href")))
        return 0

    cdef bint is_home(self, const char* value) except -1:
        cdef const char* begin = value
        cdef const char* end
        cdef bint ascii = True
        while 0 < begin[0] <= 32:
            begin += 1
        # Most addresses begin otherwise, or have another length.
        if 0 < begin[0] and begin[0] != c"/" and (begin[0] | 0x20) != c"h" or strlen(value) > LONGEST:
            return False
        end = begin
        while end[0]:
            ascii = ascii and 0 < end[0]
            end += 1
        while end > begin and 0 < (end - 1)[0] <= 32:
            end -= 1
        if ascii and not self._lengths[end - begin]:
            return False
        return value[:strlen(value)].decode("utf-8", "replace").strip().lower() in self._homes


cdef str names_of(const xmlAttr* attributes):
    """What a ``meta`` element says that it states: most have one of these attributes."""
    cdef str names = attribute_text(attributes, b"property")
    for other in (attribute_text(attributes, b"name"), attribute_text(attributes, b"http-equiv")):
        if other:
            names = f"{names} {other}" if names else other
    return names

"""What the head of a page states of it: the title in OpenGraph, and descriptions.

Read along the walk over the page, of which its elements are out of the caches soon, and without an lxml element for each.
"""

from libc.string cimport strcmp, strlen

from lxml.includes.tree cimport xmlAttr, xmlNode

from scrapy_denoise.page.dom.attributes cimport equals_ascii_ci

cdef enum:
    MAX_TITLE = 1_000  # characters that are read of a title,
    MAX_DESCRIPTIONS = 8     # descriptions
    MAX_DESCRIPTION = 2_000  # and characters of each


cdef class StatedHead:
    """What the ``meta`` elements of a page's ``head`` state; white space collapsed.

    title: of OpenGraph, empty without one. descriptions: the first ones that differ. Some pages write ``value`` for ``content`` of
    a description.
    """

    def __init__(self):
        self._title, self.descriptions = None, []

    @property
    def title(self):
        return self._title or ""

    cdef int read(self, const xmlNode* meta) except -1 nogil:
        """Read what one of these elements states."""
        cdef MetaFields of_meta = meta_of(meta)
        cdef bint titles = of_meta.property != NULL and strcmp(of_meta.property, b"og:title") == 0
        cdef bint describing = describes(of_meta.name) or describes(of_meta.property)
        return self.add(&of_meta, titles, describing) if titles or describing else 0

    cdef int add(self, const MetaFields* of_meta, bint titles, bint describing) except -1 with gil:
        cdef str text
        if titles and self._title is None:
            self._title = collapse_whitespace(decoded(of_meta.content))[:MAX_TITLE]
        if describing and len(self.descriptions) < MAX_DESCRIPTIONS:
            text = decoded(of_meta.content) or decoded(of_meta.value)
            text = collapse_whitespace(text[:MAX_DESCRIPTION])
            if text and text not in self.descriptions:
                self.descriptions.append(text)
        return 0


cdef inline MetaFields meta_of(const xmlNode* node) noexcept nogil:
    """The values of an element's attributes, of each name the first."""
    cdef MetaFields found = MetaFields(NULL, NULL, NULL, NULL)
    cdef const xmlAttr* attribute = node.properties
    cdef const char* name
    while attribute != NULL:
        name = <const char*>attribute.name
        if found.content == NULL and equals_ascii_ci(name, b"content"):
            found.content = value_of(attribute)
        elif found.name == NULL and equals_ascii_ci(name, b"name"):
            found.name = value_of(attribute)
        elif found.property == NULL and equals_ascii_ci(name, b"property"):
            found.property = value_of(attribute)
        elif found.value == NULL and equals_ascii_ci(name, b"value"):
            found.value = value_of(attribute)
        attribute = attribute.next
    return found


cdef inline const char* value_of(const xmlAttr* attribute) noexcept nogil:
    """The value of an attribute, empty where it has none."""
    if attribute.children == NULL or attribute.children.content == NULL:
        return b""
    return <const char*>attribute.children.content


cdef inline str decoded(const char* value):
    return "" if value == NULL else value[:strlen(value)].decode("utf-8", "replace")


cdef inline bint describes(const char* name) noexcept nogil:
    return name != NULL and (
        equals_ascii_ci(name, b"description")
        or equals_ascii_ci(name, b"og:description")
        or equals_ascii_ci(name, b"twitter:description")
    )

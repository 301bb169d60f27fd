"""The elements that tell when a page was made, what its site is called, and what it shows without scripts, found in one
pass over the nodes that state something. A pass for each kind of them takes several times as long."""

from libc.string cimport strchr, strlen

from lxml.includes.tree cimport XML_ELEMENT_NODE, xmlNode

from scrapy_denoise.page.dom.attributes cimport attribute_text, attribute_value, equals_ascii_ci, holds, is_prefix

cdef enum:
    LONGEST_VALUE = 300  # bytes of an address that is compared


cdef inline bint is_stated_element(const char* name) noexcept nogil:
    """Whether an element has one of the names below, but for "a"."""
    cdef char letter = name[0] | 0x20
    return (
        letter == c"t" and equals_ascii_ci(name, b"time")
        or letter == c"h" and equals_ascii_ci(name, b"h1")
        or letter == c"n" and equals_ascii_ci(name, b"noscript")
    )


cdef bint may_lead_to_tag(const char* address) noexcept:
    """Whether a step of an address begins as those before tags do."""
    while True:
        address = strchr(address, c"/")
        if address == NULL:
            return False
        address += 1
        if is_prefix(address, b"tag") or is_prefix(address, b"label"):
            return True


cdef class StatedElements:
    """Elements of a page, in document order.

    homes: the links to one of some addresses. times: the ``time`` and ``h1`` elements. noscripts: the ``noscript`` elements.
    may_file: whether the ``rel`` or the ``href`` of a link may say that it leads to a tag.
    """

    cdef readonly list homes, times, noscripts
    cdef readonly bint may_file
    cdef object _root
    cdef frozenset _homes
    cdef Py_ssize_t _most, _anchors
    cdef bint _lengths[LONGEST_VALUE + 1]  # of the addresses
    cdef bint _are_ascii  # all addresses

    def __init__(
        self, PageStatements stated=None, frozenset homes=frozenset(), Py_ssize_t most=0, Py_ssize_t anchors=0
    ):
        """stated: what the page states, or None for none. homes: addresses in lower case. most: elements
        of each kind that are given. anchors: ``a`` elements among which such an address is looked for."""
        cdef Py_ssize_t number = 0
        cdef xmlNode* node
        self._homes, self._most, self._anchors = homes, most, anchors
        for home in homes:
            if len(home) <= LONGEST_VALUE:
                self._lengths[len(home)] = True
        self._are_ascii = all(map(str.isascii, homes))
        self.homes, self.times, self.noscripts = [], [], []
        if stated is None:
            return
        self._root = stated._root
        node = stated.next_stating(NULL, &number)
        while node != NULL:
            if node.type == XML_ELEMENT_NODE and node.name != NULL:
                self.read(node)
            node = stated.next_stating(node, &number)

    cdef int read(self, xmlNode* node) except -1:
        cdef const char* name = <const char*>node.name
        cdef const char* value
        cdef const char* rel
        if equals_ascii_ci(name, b"a"):
            value = attribute_value(node.properties, b"href")
            if not self.may_file and value != NULL:
                rel = attribute_value(node.properties, b"rel")
                self.may_file = (rel != NULL and holds(rel, b"tag")) or may_lead_to_tag(value)
            if self._homes and self._anchors:
                self._anchors -= 1
                if value != NULL and self.is_home(value):
                    self.homes.append(element_of(self._root, node))
        elif is_stated_element(name):
            self.keep(self.noscripts if (name[0] | 0x20) == c"n" else self.times, node)
        return 0

    cdef int keep(self, list found, xmlNode* node) except -1:
        if len(found) < self._most:
            found.append(element_of(self._root, node))
        return 0

    cdef bint is_home(self, const char* value) except -1:
        cdef const signed char* begin = <const signed char*>value  # negative beyond ASCII on every platform
        cdef Py_ssize_t size
        while 0 < begin[0] <= 32:
            begin += 1
        # Most addresses begin otherwise, or have another length.
        if 0 < begin[0] and begin[0] != c"/" and (begin[0] | 0x20) != c"h":
            return False
        size = strlen(<const char*>begin)
        if <const char*>begin - value + size > LONGEST_VALUE:
            return False
        while size and 0 < begin[size - 1] <= 32:
            size -= 1
        # A space beyond ASCII may stand at an end.
        if self._are_ascii and not self._lengths[size] and 0 <= begin[0] and (not size or 0 < begin[size - 1]):
            return False
        return value[:strlen(value)].decode("utf-8", "replace").strip().lower() in self._homes


def items_around(element not None, dict known not None, Py_ssize_t most):
    """The items around an element, the innermost `most` first, each with its type and the property that it is of another; and the
    number of other properties around it.

    known: both of ancestors of elements that were asked for before, by the places of their nodes; it will have those of this one.
    """
    cdef xmlNode* node = root_node(element).parent
    cdef list lineage = []
    cdef tuple items = (), found
    cdef Py_ssize_t nested = 0
    while node != NULL and node.type == XML_ELEMENT_NODE:
        found = known.get(<size_t>node)
        if found is not None:
            items, nested = found
            break
        lineage.append(<size_t>node)
        node = node.parent
    for place in reversed(lineage):
        node = <xmlNode*><size_t>place
        if attribute_value(node.properties, b"itemscope") != NULL:
            items = ((type_of_item(node), attribute_text(node.properties, b"itemprop")), *items)[:most]
        elif attribute_value(node.properties, b"itemprop") != NULL:
            nested += 1
        known[place] = items, nested
    return items, nested

"""What the tree says of a page's rows beyond its columns: their lxml elements, what links say, lengths of markup.

The columns tell which child of its parent each element is, so that nothing which the walk has decided is decided again,
and of the tree only the elements around the wanted ones are looked at.
"""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from libc.stdint cimport int32_t, uint8_t
from libc.string cimport memcpy, memset, strlen, strstr

from lxml.includes.tree cimport XML_ELEMENT_NODE, xmlAttr, xmlNode

from scrapy_denoise.page.columns.buffers cimport TreeColumns, tree_columns_of
from scrapy_denoise.page.compiled cimport A, element_of, root_node
from scrapy_denoise.page.dom.attributes cimport attribute_text, attribute_value, equals_ascii_ci
from scrapy_denoise.page.native.hash_table cimport (
    Entry, Table, close_table, find_number, find_or_add, open_table, reserve_entries,
)
from scrapy_denoise.page.native.memory cimport allocate, release

import numpy as np


cpdef enum ElementRequest:
    """Of a row, what is wanted of its element. An element costs far more than its row."""
    WANTED = 1
    WITH_ATTRIBUTES = 2  # it is wanted if it has attributes
    WITH_NUMBERS = 3     # if it has one of ``colspan rowspan start value``, or a style that numbers it
    DATING = 4           # if it has one of ``datetime itemprop title``
    SIGNING = 5          # if it has one of ``data-author itemprop rel``
    HEADING = 6          # if its ``role`` is that of a heading
    DATING_POST = 7      # if it has one of ``datetime itemprop itemtype title``
    RATING = 8           # if it has one of ``itemprop aria-label title alt data-rating data-score data-grade style``


cdef struct Place:  # of an element of a row
    xmlNode* next   # the first of its children that may be one that is looked for
    int32_t number  # of the elements among its children before that


cdef class RowNodes:
    """The nodes of the rows of elements, asked for in document order.

    They are children of their parents' nodes, by their numbers. If the tree has changed since it was walked, rows may
    have other nodes than they had, or none.
    """

    cdef object root
    cdef xmlNode* top  # of the root
    cdef bytes data  # of `tree`
    cdef TreeColumns tree
    cdef Place* places
    cdef uint8_t* needed  # the rows whose nodes are asked for, and those around them

    def __init__(self, root, columns, const uint8_t[::1] wanted):
        """wanted: a sign for each row, 0 for those of which nothing is wanted; None: all are wanted."""
        cdef Py_ssize_t row, n
        self.root, self.top, self.data = root, checked(root), columns.tree_columns
        self.tree = tree_columns_of(self.data)
        n = self.tree.n
        self.places = <Place*>allocate(NULL, (n + 1) * sizeof(Place))
        self.needed = <uint8_t*>allocate(NULL, n + 1)
        memset(self.needed, wanted is None, n)
        if wanted is None or not wanted.shape[0]:
            return
        memcpy(self.needed, &wanted[0], min(n, wanted.shape[0]))
        for row in range(n - 1, 0, -1):
            if self.needed[row]:
                self.needed[self.tree.parent[row]] = True

    def __dealloc__(self):
        release(self.places)
        release(self.needed)

    cdef inline xmlNode* node(self, Py_ssize_t row) noexcept:
        """The node of an element; NULL for one that is not needed or not there, and for text."""
        cdef xmlNode* node = NULL
        if not self.needed[row] or not self.tree.tag[row]:
            return NULL
        if row == 0:
            node = self.top
        else:
            node = child(&self.places[self.tree.parent[row]], self.tree.child[row])
        self.places[row].number = 0
        self.places[row].next = NULL
        if node != NULL:
            self.places[row].next = node.children
        return node


cdef inline xmlNode* child(Place* place, int32_t number) noexcept:
    """The element with a number, which no child that was looked for before exceeds; NULL where there is none."""
    cdef xmlNode* node = place.next
    while node != NULL:
        if node.type == XML_ELEMENT_NODE:
            if place.number == number:
                break
            place.number += 1
        node = node.next
    place.next = node
    return node


def elements(root, columns not None, const uint8_t[::1] wanted=None):
    """The lxml element of each row; None for text rows, and for rows that are not `wanted`: an ElementRequest a row, 0
    for none; None: all are."""
    cdef RowNodes nodes = RowNodes(root, columns, wanted)
    cdef list found = [None] * nodes.tree.n
    cdef Py_ssize_t row, asked = 0 if wanted is None else wanted.shape[0]
    cdef xmlNode* node
    for row in range(nodes.tree.n):
        node = nodes.node(row)
        if node != NULL and (wanted is None or (row < asked and is_wanted(wanted[row], node.properties))):
            found[row] = element_of(root, node)
    return found


def elements_with(list elements not None, uint8_t request):
    """For each row whether it has one of some elements, which is as an ElementRequest asks: a bool array.

    elements: of each row, or None.
    """
    cdef Py_ssize_t row, n = len(elements)
    cdef bytes flags = PyBytes_FromStringAndSize(NULL, n)
    cdef uint8_t* found = <uint8_t*>PyBytes_AS_STRING(flags)
    for row in range(n):
        element = elements[row]
        found[row] = element is not None and is_wanted(request, root_node(element).properties)
    return np.frombuffer(flags, np.bool_)


def links(root, columns not None):
    """What the ``a`` elements that have a ``href`` say: this and the ``rel``, empty where there is none, by row. A link's
    element costs three times as much as both."""
    cdef RowNodes nodes = RowNodes(root, columns, (columns.tag == A).view("uint8"))
    cdef dict said = {}
    cdef Py_ssize_t row
    cdef xmlNode* node
    for row in range(nodes.tree.n):
        node = nodes.node(row)
        if node != NULL and nodes.tree.tag[row] == A and attribute_value(node.properties, b"href") != NULL:
            said[row] = attribute_text(node.properties, b"href"), attribute_text(node.properties, b"rel")
    return said


def rows_of_elements(root, columns not None, list sought not None):
    """The rows of some elements: a dict, without those that have no row. What holds none of them is passed over."""
    cdef RowNodes nodes = RowNodes(root, columns, None)
    cdef Py_ssize_t row = 0, i
    cdef xmlNode* node
    cdef dict found = {}
    cdef int32_t number
    cdef Table places  # of each node the number of its element, from 1 on; -1 of one around them
    cdef Entry* place
    open_table(&places, 2 * len(sought))
    try:
        for i in range(len(sought)):
            node = root_node(sought[i])
            reserve_entries(&places)
            find_or_add(&places, <size_t>node).number = <int32_t>(i + 1)
            node = node.parent
            while node != NULL:
                reserve_entries(&places)
                place = find_or_add(&places, <size_t>node)
                if place.number:
                    break
                place.number = -1
                node = node.parent
        while row < nodes.tree.n:
            node = nodes.node(row)
            number = 0 if node == NULL else find_number(&places, <size_t>node)
            if number > 0:
                found[sought[number - 1]] = row
            row = row + 1 if number else max(row + 1, nodes.tree.end[row])
        return found
    finally:
        close_table(&places)


def code_lengths(root, columns not None):
    """For each row the length of its own markup, an element's tags with their attributes, in bytes of UTF-8; 0 for text
    rows."""
    cdef RowNodes nodes = RowNodes(root, columns, None)
    cdef Py_ssize_t row
    cdef xmlNode* node
    cdef list found = [0] * nodes.tree.n
    for row in range(nodes.tree.n):
        node = nodes.node(row)
        if node != NULL:
            found[row] = 2 * strlen(<const char*>node.name) + 5 + attributes_length(node.properties)  # <a></a>
    return found


cdef inline bint is_wanted(uint8_t request, const xmlAttr* attributes) noexcept:
    cdef const char* role
    cdef const char* style
    if request == HEADING:
        role = NULL if attributes == NULL else attribute_value(attributes, b"role")
        return role != NULL and equals_ascii_ci(role, b"heading")
    if request == WITH_ATTRIBUTES:
        return attributes != NULL
    if request == WITH_NUMBERS:
        style = NULL if attributes == NULL else attribute_value(attributes, b"style")
        return has_one(attributes, b"colspan", b"rowspan", b"start", b"value") or (style != NULL and strstr(style, b"decimal") != NULL)
    if request == DATING:
        return has_one(attributes, b"datetime", b"itemprop", b"title", NULL)
    if request == SIGNING:
        return has_one(attributes, b"data-author", b"itemprop", b"rel", NULL)
    if request == DATING_POST:
        return has_one(attributes, b"datetime", b"itemprop", b"itemtype", b"title")
    if request == RATING:
        return has_one(attributes, b"itemprop", b"aria-label", b"title", b"alt") or has_one(
            attributes, b"data-rating", b"data-score", b"data-grade", b"style"
        )
    return request != 0


cdef bint has_one(const xmlAttr* attribute, const char* a, const char* b, const char* c, const char* d) noexcept:
    """Whether an attribute among those that follow one has one of some names. d: or NULL."""
    cdef const char* name
    while attribute != NULL:
        name = <const char*>attribute.name
        if equals_ascii_ci(name, a) or equals_ascii_ci(name, b) or equals_ascii_ci(name, c) or (d != NULL and equals_ascii_ci(name, d)):
            return True
        attribute = attribute.next
    return False


cdef size_t attributes_length(const xmlAttr* attribute) noexcept:
    cdef size_t length = 0
    while attribute != NULL:
        length += strlen(<const char*>attribute.name) + 4  # _name=""
        if attribute.children != NULL and attribute.children.content != NULL:
            length += strlen(<const char*>attribute.children.content)
        attribute = attribute.next
    return length

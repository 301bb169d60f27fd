"""Which rows of a page make its document: in one pass each, instead of twenty with arrays."""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from cpython.list cimport PyList_GET_ITEM
from cpython.object cimport PyObject
from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.string cimport memset

from bisect import bisect_left, bisect_right

import numpy as np

from scrapy_denoise.page.columns.buffers cimport TreeColumns, tree_columns_of
from scrapy_denoise.page.compiled cimport DL, LI

from scrapy_denoise.page.columns import tags

cdef enum:
    STRUCTURE = 1     # a frame, a mark, a link or a formula, where it holds something of the document
    EMPTY = 2         # an element that holds nothing
    TABLE_PART = 4    # a row or a cell of a table
    CONTAINER = 8     # what says nothing of the text in it: a document begins below one, so that a list stays a list
    DETAILS = 16      # of which more is asked than the tag
    FIELD = 64        # a field of a form, with which the first item of a list may begin
    SPANNED = 32      # the same, where it has an element
    PLAIN = 128       # what may be a heading by its role

cdef uint8_t[::1] KIND = np.zeros(1 << 16, np.uint8)
for _code in (*KINDS, *MARKS, *(tags.CODES[_name] for _name in ("a", "math", "script", "img"))):
    KIND[_code] |= STRUCTURE
for _names, _kind in (
    ("br hr", EMPTY),
    ("input", FIELD),
    ("tr td th", TABLE_PART),
    ("html body main article section div center form td li span font", CONTAINER),
    ("hr img input math script ul ol menu dir table caption figcaption figure pre listing xmp plaintext", DETAILS),
    ("td th li", SPANNED),
    ("div p span", PLAIN),
):
    for _name in _names.split():
        KIND[tags.CODES[_name]] |= _kind


def rows_with_element(columns not None, list elements not None):
    """The rows of parts of text without a structure of their own (`PLAIN`) that have an element: a list.

    elements: of each row, or None.
    """
    cdef TreeColumns tree = tree_columns_of(columns.tree_columns)
    cdef Py_ssize_t row
    cdef list found = []
    if len(elements) != tree.n:
        raise ValueError("columns of different lengths")
    for row in range(tree.n):
        if KIND[tree.tag[row]] & PLAIN and <PyObject*>PyList_GET_ITEM(elements, row) != <PyObject*>None:
            found.append(row)
    return found


def rows_needing_element(columns not None, list elements not None, const uint8_t[::1] texts not None, list others not None):
    """For each row whether more is asked of it than its tag, its element, its picture or its caption: a bool array.

    elements: of each row, or None. texts: for each row whether it is such a text. others: further rows.
    """
    cdef TreeColumns tree = tree_columns_of(columns.tree_columns)
    cdef Py_ssize_t row
    cdef bytes found = PyBytes_FromStringAndSize(NULL, tree.n)
    cdef uint8_t* special = <uint8_t*>PyBytes_AS_STRING(found)
    cdef uint8_t kind
    cdef bint asked
    if len(elements) != tree.n or texts.shape[0] != tree.n:
        raise ValueError("columns of different lengths")
    for row in range(tree.n):
        kind = KIND[tree.tag[row]]
        asked = kind & DETAILS or (kind & SPANNED and <PyObject*>PyList_GET_ITEM(elements, row) != <PyObject*>None)
        special[row] = asked or texts[row]
    for row in others:
        special[row] = True
    return np.frombuffer(found, np.bool_)


def event_rows(columns not None, const int64_t[::1] texts not None, const int64_t[::1] pictures not None,
               const uint8_t[::1] needed not None, tables not None, framed not None, Py_ssize_t first,
               Py_ssize_t last, uint8_t[::1] chosen not None):
    """The rows that make a document of some text rows, with the pictures and rules among them, in order.

    texts, pictures: rows. needed: for each row whether it holds something of the page's document. tables, framed: the
    rows of all tables that hold data, and of all frames of captions, in order. first, last: the first and the last row
    of the document. chosen: for each row; it will say of those of the document whether they are among the texts.
    """
    cdef TreeColumns tree = tree_columns_of(columns.tree_columns)
    cdef Py_ssize_t row, i, start, end, low, high, top = first
    if needed.shape[0] != tree.n or chosen.shape[0] != tree.n or not 0 <= first <= last < tree.n:
        raise ValueError("columns of different lengths")
    while tree.end[top] <= last or (tree.parent[top] >= 0 and not says_nothing(&tree, top)):
        top = tree.parent[top]
    start, end = top + 1, tree.end[top]
    # What stands before the part, or behind it, is none of its rows but for what holds it: a page of many parts is
    # passed once in all.
    low, high = max(first, start), last
    for i in range(texts.shape[0]):
        if not start <= texts[i] < end:
            raise ValueError("a text that is not between the first and the last row")
        low, high = min(low, texts[i]), max(high, texts[i])
    for i in range(pictures.shape[0]):
        if start <= pictures[i] < end:
            low, high = min(low, pictures[i]), max(high, pictures[i])
    # The box of a task stands before the text of its item.
    row = low
    while row >= start and tree.tag[row] != LI:
        row = tree.parent[row]
    low = row if row >= start else low
    # Tables and frames are looked up: to go through all of a page for each of its parts takes too long.
    cdef list held = tables[bisect_left(tables, low):bisect_right(tables, high)]
    row = tree.parent[low]
    while row >= start:
        if is_among(row, tables):
            held.append(row)
        row = tree.parent[row]
    for row in held:
        low, high = min(low, row), max(high, tree.end[row] - 1)
    cdef bytes flags = bytes(high - low + 1)
    cdef uint8_t* events = <uint8_t*>PyBytes_AS_STRING(flags)
    memset(&chosen[low], 0, high - low + 1)
    for i in range(texts.shape[0]):
        events[texts[i] - low] = chosen[texts[i]] = True
    for i in range(pictures.shape[0]):
        if start <= pictures[i] < end:
            events[pictures[i] - low] = True
    mark_elements(&tree, needed, low, high, first, last, events)
    for row in held:
        for i in range(row, tree.end[row]):
            if KIND[tree.tag[i]] & TABLE_PART:
                events[i - low] = True
    for row in framed[bisect_left(framed, low):bisect_right(framed, high)]:
        events[row - low] = needed[row]
    cdef list above = []
    row = tree.parent[low]
    while row >= start:
        if needed[row] and (KIND[tree.tag[row]] & STRUCTURE or is_among(row, framed)):
            above.append(row)
        row = tree.parent[row]
    above.reverse()
    return np.frombuffer(rows_in_order(above, flags, low), np.int64)


cdef bytes rows_in_order(list above, bytes flags, Py_ssize_t low):
    """Some rows, and behind them those that are flagged, the first of which is `low`: the bytes of an int64 array."""
    cdef const uint8_t* events = <const uint8_t*>PyBytes_AS_STRING(flags)
    cdef Py_ssize_t i, size = len(flags), n = len(above)
    for i in range(size):
        n += events[i]
    cdef bytes found = PyBytes_FromStringAndSize(NULL, n * sizeof(int64_t))
    cdef int64_t* rows = <int64_t*>PyBytes_AS_STRING(found)
    n = 0
    for row in above:
        rows[n] = row
        n += 1
    for i in range(size):
        if events[i]:
            rows[n] = low + i
            n += 1
    return found


cdef int mark_elements(const TreeColumns* tree, const uint8_t[::1] needed, Py_ssize_t low, Py_ssize_t high, Py_ssize_t first,
                       Py_ssize_t last, uint8_t* events) except -1:
    """Mark the elements of a part alone among its events: those that hold a row or a picture of it, or stand among its rows.

    low, high: the first and the last row of events. first, last: those of the document. events: of each row from low on,
    the texts and pictures of the part.
    """
    cdef Py_ssize_t row, size = high - low + 1
    cdef uint8_t kind
    cdef bint event, empty, among
    # Of each row how many texts and pictures of the part stand before it.
    cdef bytes counts = PyBytes_FromStringAndSize(NULL, (size + 1) * sizeof(int32_t))
    cdef int32_t* before = <int32_t*>PyBytes_AS_STRING(counts)
    before[0] = 0
    for row in range(size):
        before[row + 1] = before[row] + events[row]
    for row in range(low, high + 1):
        if events[row - low]:
            continue
        kind, among = KIND[tree.tag[row]], first < row < last
        event = kind & STRUCTURE and needed[row]
        event = event and (among or before[min(<Py_ssize_t>tree.end[row], high + 1) - low] > before[row - low])
        empty = (kind & FIELD or kind & EMPTY and among) and needed[tree.parent[row]]
        events[row - low] = event or empty
    return 0


cdef bint is_among(Py_ssize_t row, rows) except -1:
    """Whether a row is one of some rows that are in order."""
    cdef Py_ssize_t place = bisect_left(rows, row)
    return place < len(rows) and rows[place] == row


cdef bint says_nothing(const TreeColumns* tree, Py_ssize_t row) noexcept:
    return KIND[tree.tag[row]] & CONTAINER and (tree.parent[row] < 0 or tree.tag[tree.parent[row]] != DL)

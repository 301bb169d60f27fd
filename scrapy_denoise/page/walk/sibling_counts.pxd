"""How many children of each name the open elements have had so far: the positions of XPath."""

from libc.stdint cimport int32_t, uint32_t, uint64_t

from scrapy_denoise.page.native.memory cimport allocate, release
from scrapy_denoise.page.native.hash_table cimport Entry, Table, close_table, find_or_add, open_table, reserve_entries

cdef enum:
    SIDE_BY_SIDE = 16  # names of an element's children that are compared one by one; the table has further ones

cdef struct Count:
    uint32_t name_hash
    int32_t number

cdef struct ChildCounts:
    Count* counts   # of the open elements, those of the innermost last
    Py_ssize_t n, capacity
    Table further   # by the element's row and the name


cdef inline int open_counts(ChildCounts* children) except -1:
    """Make counts of no element yet. `close_counts` frees them."""
    children.n, children.capacity = 0, 256
    children.counts = <Count*>allocate(NULL, children.capacity * sizeof(Count))
    open_table(&children.further, 8)
    return 0


cdef inline void close_counts(ChildCounts* children) noexcept:
    release(children.counts)
    children.counts = NULL
    close_table(&children.further)


cdef inline int32_t position_of(ChildCounts* children, Py_ssize_t first, int32_t row, uint32_t name_hash) except -1 nogil:
    """Count a child with this name of the innermost open element; returns its position, from 1, as in XPath.

    first: where the counts of this element begin. row: its own.
    """
    cdef Py_ssize_t i
    cdef Entry* entry
    for i in range(first, children.n):
        if children.counts[i].name_hash == name_hash:
            children.counts[i].number += 1
            return children.counts[i].number
    if children.n - first == SIDE_BY_SIDE:
        reserve_entries(&children.further)
        entry = find_or_add(&children.further, (<uint64_t>(row + 1) << 32) | name_hash)
        entry.number += 1
        return entry.number
    if children.n == children.capacity:
        children.capacity *= 2
        children.counts = <Count*>allocate(children.counts, children.capacity * sizeof(Count))
    children.counts[children.n] = Count(name_hash, 1)
    children.n += 1
    return 1

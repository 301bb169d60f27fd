"""Looking for the rows of a tag."""

from libc.stdint cimport uint16_t

cdef enum:
    AT_ONCE = 32  # rows, which compilers compare in a few vectors


cdef inline Py_ssize_t next_tagged(const uint16_t* tag, Py_ssize_t row, Py_ssize_t stop, uint16_t wanted) noexcept nogil:
    """The first row, from one up to another, that has a tag; the other where none has."""
    cdef Py_ssize_t i
    cdef uint16_t found
    while stop - row >= AT_ONCE:
        found = 0
        for i in range(AT_ONCE):
            found |= tag[row + i] == wanted
        if found:
            break
        row += AT_ONCE
    while row < stop and tag[row] != wanted:
        row += 1
    return row

"""Elements without text: what holds text around each row, and what the elements in between are named."""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from libc.stdint cimport int32_t, int64_t, uint32_t

from scrapy_denoise.page.layout cimport Rest, rest_of


def text_holders(columns not None, const int64_t[::1] chars not None, const uint32_t[::1] families not None):
    """For each row the nearest row around it that holds text, itself included, or else the first row of the page; and
    the families of words in the names of the rows below that one, its own among them. As bytes of int32 and uint32.

    chars, families: of each row the characters in it, and the families of words in its own names.
    """
    cdef Rest rest = rest_of(columns.rest)
    cdef Py_ssize_t row
    cdef bytes holders = PyBytes_FromStringAndSize(NULL, rest.n * sizeof(int32_t))
    cdef bytes names = PyBytes_FromStringAndSize(NULL, rest.n * sizeof(uint32_t))
    cdef int32_t* holder = <int32_t*>PyBytes_AS_STRING(holders)
    cdef uint32_t* named = <uint32_t*>PyBytes_AS_STRING(names)
    for row in range(rest.n):
        if chars[row] or row == 0:
            holder[row], named[row] = row, 0
        else:
            holder[row] = holder[rest.parent[row]]
            named[row] = named[rest.parent[row]] | families[row]
    return holders, names

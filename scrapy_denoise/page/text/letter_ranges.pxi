"""Counts the letters of a text by the scripts that they are of."""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_GET_SIZE
from libc.stdint cimport uint8_t, uint32_t

cdef enum:
    MOST_RANGES = 64


def count_letters(bytes text not None, list ranges not None):
    """How many characters of a text in UTF-8 are in each of some ranges of code points, a list; empty for a text with as many letters
    of ASCII as bytes beyond ASCII.

    ranges: of each its first code point and one past its last, the two one after the other, letters all; at most MOST_RANGES."""
    cdef uint32_t[2 * MOST_RANGES] edges
    cdef int[MOST_RANGES] counts
    cdef int i, n = len(ranges) // 2, last = 0
    cdef Py_ssize_t place, letters = 0, beyond = 0
    cdef const uint8_t* at = <const uint8_t*>PyBytes_AS_STRING(text)
    cdef Py_UCS4 c
    if not 0 < n <= MOST_RANGES:
        raise ValueError("too many ranges, or none")
    for place in range(PyBytes_GET_SIZE(text)):
        beyond += at[place] >> 7
    place = 0
    while letters < beyond and place < PyBytes_GET_SIZE(text):  # the first letters of most texts tell
        letters += c"a" <= (at[place] | 0x20) <= c"z"
        place += 1
    if letters >= beyond:
        return []
    for i in range(n):
        edges[2 * i], edges[2 * i + 1], counts[i] = ranges[2 * i], ranges[2 * i + 1], 0
    for c in text.decode("utf-8", "ignore"):
        if not edges[2 * last] <= c < edges[2 * last + 1]:  # most letters are of the script of the one before
            for i in range(n):
                if edges[2 * i] <= c < edges[2 * i + 1]:
                    last = i
                    break
            else:
                continue
        counts[last] += 1
    return [counts[i] for i in range(n)]

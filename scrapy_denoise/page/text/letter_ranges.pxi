"""Counts the letters of a text by the scripts that they are of."""

cdef enum:
    MOST_RANGES = 64
    FIRST_LETTER = 0x41


def count_ranges(str text not None, list ranges not None):
    """How many characters of a text are in each of some ranges of code points from "A" on, a list.

    ranges: of each its first code point and one past its last, the two one after the other; at most MOST_RANGES."""
    cdef uint32_t[2 * MOST_RANGES] edges
    cdef int[MOST_RANGES] counts
    cdef int i, n = len(ranges) // 2, last = 0
    cdef Py_UCS4 c
    if n > MOST_RANGES:
        raise ValueError("too many ranges")
    for i in range(n):
        edges[2 * i], edges[2 * i + 1], counts[i] = ranges[2 * i], ranges[2 * i + 1], 0
    for c in text:
        if c < FIRST_LETTER or n == 0:
            continue
        if not edges[2 * last] <= c < edges[2 * last + 1]:  # most letters are of the script of the one before
            for i in range(n):
                if edges[2 * i] <= c < edges[2 * i + 1]:
                    last = i
                    break
            else:
                continue
        counts[last] += 1
    return [counts[i] for i in range(n)]

"""The cells of a matching table that are computed: an interval of columns for each row."""

from libc.stdint cimport int32_t, int64_t

cdef enum:
    NARROWEST = 16    # a band has at least this many columns on either side of its middle

cdef struct RowCells:  # the cells of a node of the second tree
    int64_t offset    # the offset of its first cell
    int32_t low       # its first column
    int32_t high      # one past its last column
    int32_t score     # the score at the end of the row
    int32_t child     # the row of its first child, or -1

cdef struct Anchor:  # a pair of equal subtrees that occur once on either side
    int32_t column, row
    int32_t before    # the preceding anchor in the longest sequence that ends with this one, or -1
    int32_t ends      # at index k: the last anchor of the best sequence of length k + 1, as in patience sorting


cdef inline void narrow(RowCells* rows, Py_ssize_t first, Py_ssize_t last, Py_ssize_t width) noexcept nogil:
    """Narrow the intervals of some rows to a band along the diagonal of each rectangle. width: on either side."""
    cdef Py_ssize_t row = first, other, stop, middle, low, high
    width = max(NARROWEST, width)
    while row < last:
        stop = row + 1
        low = rows[row].low
        high = rows[row].high
        while stop < last and rows[stop].low == low and rows[stop].high == high:
            stop += 1
        for other in range(row, stop):
            middle = low + (2 * (other - row) + 1) * (high - low) // (2 * (stop - row))
            rows[other].low = <int32_t>max(low, middle - width)
            rows[other].high = <int32_t>min(high, middle + width + 1)
        row = stop


cdef inline Py_ssize_t last_in_order(Anchor* anchors, Py_ssize_t n) noexcept nogil:
    """The last of the longest sequence of anchors whose rows are in order, as their columns are; -1 where there is none.

    Each has its predecessor in `before`."""
    cdef Py_ssize_t i, low, high, middle, length = 0
    for i in range(n):
        low = 0
        high = length
        while low < high:
            middle = (low + high) >> 1
            if anchors[anchors[middle].ends].row < anchors[i].row:
                low = middle + 1
            else:
                high = middle
        anchors[i].before = anchors[low - 1].ends if low else -1
        anchors[low].ends = <int32_t>i
        length = max(length, low + 1)
    return anchors[length - 1].ends if length else -1

"""The two passes over a count-min sketch."""

from libc.stdint cimport uint32_t, uint64_t


def count(uint32_t[:, ::1] cells not None, const uint64_t[::1] hashes not None):
    """Add one for each hash to its cell in every row; a cell takes as many as fall into it."""
    cdef Py_ssize_t i, row
    cdef uint64_t width = <uint64_t>cells.shape[1]
    for i in range(hashes.shape[0]):
        for row in range(cells.shape[0]):
            cells[row, <Py_ssize_t>((hashes[i] >> (32 * row)) % width)] += 1


def estimate(const uint32_t[:, ::1] cells not None, const uint64_t[::1] hashes not None, double[::1] found not None):
    """Fill `found` with the count of each hash: the least over the rows, less the mean of what collides there."""
    cdef Py_ssize_t i, row, column
    cdef uint64_t width = <uint64_t>cells.shape[1], total
    cdef double seen
    if found.shape[0] < hashes.shape[0]:
        raise ValueError("columns of different lengths")
    for row in range(cells.shape[0]):
        total = 0
        for column in range(cells.shape[1]):
            total += cells[row, column]
        for i in range(hashes.shape[0]):
            seen = cells[row, <Py_ssize_t>((hashes[i] >> (32 * row)) % width)]
            seen -= (total - seen) / (width - 1)
            if seen < 0:
                seen = 0
            if row == 0 or seen < found[i]:
                found[i] = seen

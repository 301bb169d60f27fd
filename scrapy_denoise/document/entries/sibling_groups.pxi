"""What a block's groups of siblings alike say of it: one walk up from each block, of bounded length."""

from libc.math cimport log
from libc.stdint cimport int32_t, int64_t

cdef enum:
    LEVELS = 25       # ancestors of a block among which groups are looked for
    MAX_RECORD = 300  # characters of a sibling that count for its group: one long sibling makes no list

cdef double SMOOTH = 0.01  # added to both odds: no block is certain


cdef inline double log_odds(double content, double chars) noexcept nogil:
    cdef double score = content / chars
    return log((score + SMOOTH) / (1 + SMOOTH - score))


def group_measures(const int32_t[::1] parent not None, const int32_t[::1] element_row not None,
                   const int64_t[::1] group not None, const double[::1] chars not None, const double[::1] content not None,
                   const int64_t[::1] sizes not None, double[:, ::1] found not None):
    """Write the measures of each block's nearest and largest group.

    parent, group, chars, content: of each row of a page the row above, the number of its group, -1 without one, and its
    characters and those of them that are expected to be content. sizes: of each group the number of its siblings.
    element_row: of each block the row of its element.

    found: 5 x blocks, filled: of the nearest group its log-odds, those of the sibling that holds the block, and the
    characters of a sibling; of the largest group its log-odds and those of the sibling. What a block has no group for is
    left as it is. Raises ValueError where the columns are not of one page.
    """
    cdef Py_ssize_t n = element_row.shape[0], rows = parent.shape[0], groups = sizes.shape[0], block, row, level
    cdef int64_t number
    cdef double weight, most
    cdef bint seen
    if min(group.shape[0], chars.shape[0], content.shape[0]) < rows or found.shape[0] != 5 or found.shape[1] != n:
        raise ValueError("columns of different lengths")
    cdef double[:, ::1] sums = _sums(group, chars, content, groups)
    with nogil:
        for block in range(n):
            row, level, most, seen = element_row[block], 0, 0, False
            while 0 < row < rows and level < LEVELS:
                number = group[row]
                if number >= 0:
                    if not seen:
                        seen = True
                        found[0, block] = log_odds(sums[1, number], sums[0, number])
                        found[1, block] = log_odds(content[row], chars[row])
                        found[2, block] = sums[0, number] / sizes[number]
                    weight = sizes[number] * min(chars[row], <double>MAX_RECORD)
                    if weight > most:
                        most = weight
                        found[3, block] = log_odds(sums[1, number], sums[0, number])
                        found[4, block] = log_odds(content[row], chars[row])
                row = parent[row]
                level += 1


def _sums(const int64_t[::1] group, const double[::1] chars, const double[::1] content, Py_ssize_t groups):
    """The characters of each group, and those that are expected to be content: 2 x groups."""
    from numpy import zeros

    cdef double[:, ::1] found = zeros((2, groups))
    cdef Py_ssize_t row
    for row in range(group.shape[0]):
        if group[row] >= groups:
            raise ValueError("no such group")
        if group[row] >= 0:
            found[0, group[row]] += chars[row]
            found[1, group[row]] += content[row]
    return found.base

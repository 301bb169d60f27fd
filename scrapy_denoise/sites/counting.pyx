"""Counting what the known pages of a site have in common."""

from libc.stdint cimport int64_t, uint16_t


cdef inline Py_ssize_t place_of(const uint16_t[::1] prints, uint16_t wanted) noexcept nogil:
    """Where it is among sorted prints; -1 where it is not."""
    cdef Py_ssize_t low = 0, high = prints.shape[0], middle
    while low < high:
        middle = (low + high) // 2
        if prints[middle] < wanted:
            low = middle + 1
        else:
            high = middle
    return low if low < prints.shape[0] and prints[low] == wanted else -1


def common(const uint16_t[::1] one not None, const uint16_t[::1] other not None):
    """How many prints two sorted arrays of them share."""
    cdef Py_ssize_t i, n = 0
    for i in range(one.shape[0]):
        n += place_of(other, one[i]) >= 0
    return n


def add_counts(
    const uint16_t[::1] prints not None,
    const int64_t[::1] counts not None,
    const uint16_t[::1] own not None,
    const uint16_t[::1] wanted not None,
    double[::1] found not None,
):
    """Add to `found`, for each wanted print, its count, less one for those of `own`. prints, own: sorted."""
    cdef Py_ssize_t i, place
    if counts.shape[0] < prints.shape[0] or found.shape[0] < wanted.shape[0]:
        raise ValueError("columns of different lengths")
    for i in range(wanted.shape[0]):
        place = place_of(prints, wanted[i])
        if place >= 0:
            found[i] += counts[place] - (place_of(own, wanted[i]) >= 0)

"""Looking a number up among sorted ones."""

from libc.stdint cimport int32_t, int64_t, uint16_t, uint32_t, uint64_t

ctypedef fused Number:
    int32_t
    int64_t
    uint16_t
    uint32_t
    uint64_t


cdef inline Py_ssize_t lower_bound(const Number* numbers, Py_ssize_t n, Number wanted) noexcept nogil:
    """How many of n ascending numbers are less than it, which is the place of the first that is not."""
    cdef Py_ssize_t low = 0, high = n, middle
    while low < high:
        middle = (low + high) // 2
        if numbers[middle] < wanted:
            low = middle + 1
        else:
            high = middle
    return low


cdef inline Py_ssize_t index_of(const Number* numbers, Py_ssize_t n, Number wanted) noexcept nogil:
    """Where it is among n ascending numbers; -1 where it is not."""
    cdef Py_ssize_t place = lower_bound(numbers, n, wanted)
    return place if place < n and numbers[place] == wanted else -1

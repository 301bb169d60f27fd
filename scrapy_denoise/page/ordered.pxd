"""Looking a number up among sorted ones."""

from libc.stdint cimport uint16_t, uint32_t, uint64_t

ctypedef fused Number:
    uint16_t
    uint32_t
    uint64_t


cdef inline Py_ssize_t place_of(const Number* numbers, Py_ssize_t n, Number wanted) noexcept nogil:
    """Where it is among n ascending numbers; -1 where it is not."""
    cdef Py_ssize_t low = 0, high = n, middle
    while low < high:
        middle = (low + high) // 2
        if numbers[middle] < wanted:
            low = middle + 1
        else:
            high = middle
    return low if low < n and numbers[low] == wanted else -1

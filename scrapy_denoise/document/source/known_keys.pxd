"""The declarations of `KnownKeys`, for the passes that ask it of single texts."""

from libc.stdint cimport uint8_t

cdef enum:
    CODES = 37  # of the end, the letters and the figures


cdef class KnownKeys:
    cdef readonly frozenset keys
    cdef uint8_t begins[CODES * CODES]
    cdef bint numbered

    cdef bint may_be(self, const uint8_t* at, Py_ssize_t size) noexcept

"""The declarations of `KnownKeys`, for the passes that ask it of single texts."""

from libc.stdint cimport uint8_t

cdef enum:
    PLACES = 4_096  # of beginnings, by their hashes: most are free


cdef class KnownKeys:
    cdef readonly frozenset keys
    cdef uint8_t begins[PLACES]

    cdef bint may_be(self, const uint8_t* at, Py_ssize_t size) noexcept

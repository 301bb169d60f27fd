"""The declarations of `Beginnings`, for the passes that ask it of single texts."""

from libc.stdint cimport uint8_t, uint32_t

cdef enum:
    KNOWN = 1     # a text may be a known one,
    LABEL = 2     # or begin with a label
    HASHES = 1 << 14
    FIRST_LETTERS = 4   # letters and digits that are compared; labels of two or three are whole ones

cdef bint first_letters(const uint8_t* at, Py_ssize_t size, uint32_t* found) noexcept nogil
cdef uint32_t first_letters_of(str text)


cdef class Beginnings:
    cdef uint8_t kinds[HASHES]

    cdef int add(self, str text, uint8_t kind) except -1
    cdef uint8_t kinds_of(self, const uint8_t* at, Py_ssize_t size) noexcept

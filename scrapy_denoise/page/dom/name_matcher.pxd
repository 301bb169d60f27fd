from libc.stdint cimport uint8_t, uint16_t, uint32_t

cdef enum:
    LETTERS = 27
    MAX_STATES = 1024

cdef class NameWords:
    cdef uint16_t steps[MAX_STATES * LETTERS]
    cdef uint32_t found[MAX_STATES]
    cdef int families

    cdef uint32_t families_in(self, const uint8_t* name, Py_ssize_t size) noexcept nogil

from libc.stdint cimport uint8_t, uint16_t, uint32_t

cdef enum:
    LETTERS = 27
    ROW = 32  # numbers for a state, so that a state is told by where its row begins
    MAX_STATES = 1600

cdef class NameWords:
    cdef uint16_t steps[MAX_STATES * ROW]  # behind each letter the row of the next state
    cdef uint32_t found[MAX_STATES]
    cdef int families

    cdef uint32_t matched_families(self, const uint8_t* name, Py_ssize_t size) noexcept nogil

cdef class ExactWords:
    cdef uint8_t begins[8192]  # a bit for each two bytes with which a word begins
    cdef uint8_t within[8192]  # a bit for each two bytes with which a word begins or which follow its first byte
    cdef bint are_long        # all words have three bytes or more
    cdef uint16_t starts[257]  # where the words with each first byte stand among `words`, which are in their order
    cdef list words
    cdef bytes pairs           # uint16, the first two bytes of each word
    cdef bytes _kinds          # of each word
    cdef readonly int n  # kinds
    cdef int first             # the byte with which all words begin; -1 where they differ

    cdef Py_ssize_t next_at(self, const uint8_t* at, const uint8_t* stop, Py_ssize_t i)
    cdef uint32_t kinds_in(self, const uint8_t* at, Py_ssize_t size, bint one=*)
    cdef const uint8_t* next_word(self, const uint8_t* at, const uint8_t* stop, Py_ssize_t* number)

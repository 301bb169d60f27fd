"""Words and titles that are looked for by their letters (`match_key`): most texts differ from all in the first ones, which are read
where they stand. To make the letters of each short text of a page takes longer than most steps."""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_GET_SIZE
from libc.stdint cimport uint8_t, uint32_t
from libc.string cimport memset

cdef enum:
    COMPARED_LETTERS = 4  # that are compared


cdef class KnownKeys:
    """Tells which texts cannot have one of some keys.

    keys: letters and figures, as `match_key` gives them.
    """

    def __init__(self, keys):
        cdef bytes key
        cdef uint32_t place
        self.keys = frozenset(keys)
        memset(self.begins, 0, sizeof(self.begins))
        for key in [each.encode() for each in self.keys]:
            place = place_of(<const uint8_t*>PyBytes_AS_STRING(key), PyBytes_GET_SIZE(key))
            if place < PLACES:
                self.begins[place] = 1

    cdef bint may_be(self, const uint8_t* at, Py_ssize_t size) noexcept:
        """Whether a text may have one of the keys: a letter beyond ASCII may be any."""
        cdef uint32_t place = place_of(at, size)
        return place == PLACES or self.begins[place]

    def may_have(self, str text not None):
        """The same of a text by itself."""
        cdef bytes data = text.encode()
        return self.may_be(<const uint8_t*>PyBytes_AS_STRING(data), PyBytes_GET_SIZE(data))


cdef uint32_t place_of(const uint8_t* at, Py_ssize_t size) noexcept:
    """The place of the first letters and figures of a text; PLACES where not all is ASCII up to the last of them."""
    cdef Py_ssize_t i
    cdef uint32_t found = 0
    cdef int n = 0
    cdef uint8_t letter
    for i in range(size):
        if at[i] >= 0x80:
            return PLACES
        letter = at[i] | 0x20
        if c"a" <= letter <= c"z" or c"0" <= at[i] <= c"9":
            found = found << 8 | letter
            n += 1
            if n == COMPARED_LETTERS:
                break
    return (found * <uint32_t>2_654_435_761) >> 20  # Knuth's factor: the upper bits depend on all

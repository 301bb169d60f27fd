"""Words and titles that are looked for by their letters (`match_key`): most texts differ from all in the first two, which are read
where they stand. To make the letters of each short text of a page took longer than most steps."""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_GET_SIZE
from libc.stdint cimport uint8_t
from libc.string cimport memset


cdef class KnownKeys:
    """Tells which texts cannot have one of some keys.

    keys: letters and figures, as `match_key` gives them. numbered: whether figures may stand around a key.
    """

    def __init__(self, keys, bint numbered=False):
        cdef bytes key
        cdef uint8_t letters[2]
        self.keys, self.numbered = frozenset(keys), numbered
        memset(self.begins, 0, sizeof(self.begins))
        for key in [each.encode() for each in self.keys]:
            if first_two(<const uint8_t*>PyBytes_AS_STRING(key), PyBytes_GET_SIZE(key), numbered, letters):
                self.begins[letters[0] * CODES + letters[1]] = 1

    cdef bint may_be(self, const uint8_t* at, Py_ssize_t size) noexcept:
        """Whether a text may have one of the keys: a letter beyond ASCII may be any."""
        cdef uint8_t letters[2]
        return not first_two(at, size, self.numbered, letters) or self.begins[letters[0] * CODES + letters[1]]

    def may_have(self, str text not None):
        """The same of a text by itself."""
        cdef bytes data = text.encode()
        return self.may_be(<const uint8_t*>PyBytes_AS_STRING(data), PyBytes_GET_SIZE(data))


cdef bint first_two(const uint8_t* at, Py_ssize_t size, bint numbered, uint8_t* letters) noexcept:
    """Set the codes of the first two letters or figures of a text, 0 behind its end. Returns whether all is ASCII up to them.

    numbered: whether figures are passed over."""
    cdef Py_ssize_t i
    cdef int n = 0
    cdef uint8_t letter
    letters[0] = letters[1] = 0
    for i in range(size):
        if at[i] >= 0x80:
            return False
        letter = at[i] | 0x20
        if c"a" <= letter <= c"z":
            letters[n] = 1 + (letter - c"a")
        elif c"0" <= at[i] <= c"9" and not numbered:
            letters[n] = 27 + (at[i] - c"0")
        else:
            continue
        n += 1
        if n == 2:
            break
    return True

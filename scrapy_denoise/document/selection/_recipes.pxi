"""Texts that begin as a heading of a recipe does."""

from cpython.bytes cimport PyBytes_AS_STRING
from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcmp, memset


cdef class Beginnings:
    """What texts are looked for by: bytes that they begin with.

    beginnings: uint8, a row each, of the same number of bytes.
    """

    cdef const uint8_t[:, ::1] beginnings
    cdef uint8_t first[256]  # whether a beginning has this byte first

    def __init__(self, beginnings):
        cdef Py_ssize_t i
        self.beginnings = beginnings
        memset(self.first, 0, 256)
        for i in range(self.beginnings.shape[0]):
            self.first[self.beginnings[i, 0]] = 1

    def positions(self, KeptRows part not None):
        """The positions of the text rows that begin so."""
        cdef Py_ssize_t i, j, start, size = self.beginnings.shape[1]
        cdef const char* text = PyBytes_AS_STRING(part._text)
        cdef list found = []
        for i in range(part.n_texts):
            start = part.tree.text_start[part.texts[i]]
            if self.first[<uint8_t>text[start]] and part.tree.text_stop[part.texts[i]] - start >= size:
                for j in range(self.beginnings.shape[0]):
                    if memcmp(text + start, &self.beginnings[j, 0], size) == 0:
                        found.append(i)
                        break
        return found

    def may_be(self, KeptRows part not None, uint64_t families):
        """Whether the page has one of some families of words in names, and these positions; None where it has neither."""
        cdef list found = self.positions(part)
        cdef bint named = part.has & families != 0
        return (named, found) if named or found else None

"""Characters that could not be read: U+FFFD in UTF-8."""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_GET_SIZE
from libc.stdint cimport uint8_t
from libc.string cimport memchr


def count_replacements(bytes text not None):
    """How many characters U+FFFD a text has. Next to no page has many bytes with which one begins."""
    cdef const uint8_t* at = <const uint8_t*>PyBytes_AS_STRING(text)
    cdef const uint8_t* stop = at + PyBytes_GET_SIZE(text)
    cdef Py_ssize_t found = 0
    while True:
        at = <const uint8_t*>memchr(at, 0xEF, stop - at)
        if at == NULL or stop - at < 3:
            return found
        found += at[1] == 0xBF and at[2] == 0xBD
        at += 1

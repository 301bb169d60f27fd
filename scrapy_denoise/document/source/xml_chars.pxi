"""The characters that no output may hold."""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_GET_SIZE
from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memchr, memcpy

import re

from scrapy_denoise.page.compiled import CONTROLS

NOT_XML = re.compile(f"[{CONTROLS}\ufffe\uffff]")
"""What no XML document and no XPath can hold, or no result may; browsers show nothing for most of it."""


def has_not_xml(bytes text not None):
    """Whether a text in UTF-8 has such a character; a pattern takes thousands of times as long to say that it has none.

    >>> has_not_xml(b"a river"), has_not_xml(b"a \\x02 river"), has_not_xml("\\uffff".encode())
    (False, True, True)
    """
    cdef const uint8_t* at = <const uint8_t*>PyBytes_AS_STRING(text)
    cdef Py_ssize_t i = 0, size = PyBytes_GET_SIZE(text)
    cdef uint64_t word
    cdef const uint8_t* stop
    while size - i >= 8:
        memcpy(&word, at + i, 8)
        # Of eight bytes of 0x20 or more that subtraction sets no highest bit that was not set before.
        if (word - 0x2020202020202020ULL) & ~word & 0x8080808080808080ULL and has_control(at + i, 8):
            return True
        i += 8
    if has_control(at + i, size - i):
        return True
    stop = at + size
    at = <const uint8_t*>memchr(at, 0xEF, size)
    while at != NULL and stop - at > 2:
        if at[1] == 0xBF and at[2] >= 0xBE:
            return True
        at = <const uint8_t*>memchr(at + 1, 0xEF, stop - at - 1)
    return False


cdef inline bint has_control(const uint8_t* at, Py_ssize_t size) noexcept:
    """Whether one of some bytes is a control character but tab and line break."""
    cdef Py_ssize_t i
    for i in range(size):
        if at[i] < 0x20 and at[i] != 9 and at[i] != 10 and at[i] != 13:
            return True
    return False

"""The characters that no output may hold."""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_GET_SIZE
from libc.stdint cimport uint8_t

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
    cdef Py_ssize_t i, size = PyBytes_GET_SIZE(text)
    cdef uint8_t c, found = 0
    for i in range(size):  # without a branch, so that compilers take many bytes at a time
        c = at[i]
        found |= (c < 0x20) & (c != 9) & (c != 10) & (c != 13)
    for i in range(size - 2):
        found |= (at[i] == 0xEF) & (at[i + 1] == 0xBF) & (at[i + 2] >= 0xBE)
    return found != 0

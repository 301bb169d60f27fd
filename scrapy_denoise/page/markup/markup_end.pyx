"""Where markup says that the page ends."""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_GET_SIZE
from libc.stdint cimport uint8_t
from libc.string cimport memchr


def chars_behind_end(bytes markup not None):
    """How many characters stand behind the name of the first tag ``</html``; 0 where there is none.

    markup: in UTF-8. A pattern that ignores case takes .3 of the page's parse to find it.
    """
    cdef Py_ssize_t chars = 0
    cdef const uint8_t* at = <const uint8_t*>PyBytes_AS_STRING(markup)
    cdef const uint8_t* stop = at + PyBytes_GET_SIZE(markup)
    while True:
        at = <const uint8_t*>memchr(at, c"<", stop - at)
        if at == NULL or stop - at < 6:
            return 0
        if at[1] == c"/" and at[2] | 0x20 == c"h" and at[3] | 0x20 == c"t" and at[4] | 0x20 == c"m" and at[5] | 0x20 == c"l":
            break
        at += 1
    at += 6
    while at < stop:
        chars += at[0] & 0xC0 != 0x80
        at += 1
    return chars

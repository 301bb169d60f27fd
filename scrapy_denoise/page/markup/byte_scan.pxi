"""Whether bytes are UTF-8 and nothing else: most pages, which are then parsed without being decoded first."""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_GET_SIZE
from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memchr, memcmp, memcpy


def count_plain(bytes body not None):
    """How many characters bytes are in UTF-8; -1 where they may be something else, or say so, or hold U+FFFD.

    That is: bytes that are not valid UTF-8, a byte order mark, NUL as in UTF-16, escapes as in ISO-2022-JP.
    """
    cdef const uint8_t* at = <const uint8_t*>PyBytes_AS_STRING(body)
    cdef Py_ssize_t size = PyBytes_GET_SIZE(body)
    if size >= 3 and memcmp(at, b"\xef\xbb\xbf", 3) == 0:
        return -1
    if memchr(at, 0, size) != NULL or memchr(at, 0x1B, size) != NULL:
        return -1
    return count_chars(at, at + size)


def has_control_bytes(bytes head not None):
    """Whether bytes have a control character of ASCII that is neither white space nor an escape.

    >>> has_control_bytes(b"a\\tb \\x1b$B\\r\\n"), has_control_bytes(b"a\\x01"), has_control_bytes(b"\\x7f")
    (False, True, True)
    """
    cdef const uint8_t* at = <const uint8_t*>PyBytes_AS_STRING(head)
    cdef Py_ssize_t i
    cdef uint8_t c, found = 0
    for i in range(PyBytes_GET_SIZE(head)):  # without a branch, so that compilers take many bytes at a time
        c = at[i]
        found |= (c < 0x20) & ((c < 9) | (c > 13)) & (c != 0x1B) | (c == 0x7F)
    return found != 0


cdef Py_ssize_t count_chars(const uint8_t* at, const uint8_t* stop) noexcept nogil:
    """The characters of UTF-8; -1 where it is not valid or has U+FFFD."""
    cdef Py_ssize_t behind = 0, size = stop - at  # bytes behind the first of a character
    cdef uint64_t word
    cdef uint64_t words[4]
    cdef int width, i
    cdef uint8_t low, high
    while at < stop:
        while stop - at >= 32:
            memcpy(words, at, 32)
            if (words[0] | words[1] | words[2] | words[3]) & <uint64_t>0x8080808080808080:
                break
            at += 32
        while stop - at >= 8:
            memcpy(&word, at, 8)
            if word & <uint64_t>0x8080808080808080:
                break
            at += 8
        if at == stop:
            break
        if at[0] < 0x80:
            at += 1
            continue
        # Letters of other scripts come in words: two bytes each, or three from U+1000 to U+CFFF.
        while stop - at > 1 and 0xC2 <= at[0] < 0xE0 and at[1] & 0xC0 == 0x80:
            at += 2
            behind += 1
        while stop - at > 2 and 0xE1 <= at[0] < 0xED and at[1] & 0xC0 == 0x80 and at[2] & 0xC0 == 0x80:
            at += 3
            behind += 2
        if at == stop or at[0] < 0x80:
            continue
        width = 2 if at[0] < 0xE0 else 3 if at[0] < 0xF0 else 4
        # The second byte's range keeps out longer forms than needed, surrogates, and what is beyond Unicode.
        low = 0xA0 if at[0] == 0xE0 else 0x90 if at[0] == 0xF0 else 0x80
        high = 0x9F if at[0] == 0xED else 0x8F if at[0] == 0xF4 else 0xBF
        if at[0] < 0xC2 or at[0] > 0xF4 or stop - at < width or not low <= at[1] <= high:
            return -1
        for i in range(2, width):
            if at[i] & 0xC0 != 0x80:
                return -1
        if at[0] == 0xEF and at[1] == 0xBF and at[2] == 0xBD:
            return -1
        behind += width - 1
        at += width
    return size - behind

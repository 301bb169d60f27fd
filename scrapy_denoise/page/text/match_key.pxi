"""What of a text counts where titles, names and the like are compared."""

from cpython.unicode cimport PyUnicode_DecodeASCII
from libc.stdint cimport uint32_t

from scrapy_denoise.page.native.memory cimport allocate, release

cdef extern from "Python.h":
    const char* PyUnicode_AsUTF8AndSize(object text, Py_ssize_t* size) except NULL
    int PyUnicode_4BYTE_KIND
    str PyUnicode_FromKindAndData(int kind, const void* characters, Py_ssize_t size)

cdef enum:
    SHORT = 1024  # characters of a text whose letters stand on the stack


cpdef str match_key(str text):
    """The letters and digits of a text in lower case.

    >>> match_key("The River rose -- again!")
    'theriverroseagain'
    """
    cdef Py_ssize_t size
    cdef const char* at
    cdef char short_text[SHORT]
    cdef char* letters
    if not text.isascii():
        return match_key_of_any(text)
    at = PyUnicode_AsUTF8AndSize(text, &size)
    if size <= SHORT:
        return PyUnicode_DecodeASCII(short_text, copy_letters(at, size, short_text), NULL)
    letters = <char*>allocate(NULL, size)
    try:
        return PyUnicode_DecodeASCII(letters, copy_letters(at, size, letters), NULL)
    finally:
        release(letters)


def match_keys(bytes text not None, list starts not None, list stops not None, Py_ssize_t most):
    """The same of parts of a text in UTF-8, a list; empty for a part of more bytes than `most`, 1024 at most.

    starts, stops: where the parts begin and end, in bytes.

    >>> match_keys(b"The River. It rose", [0, 11], [10, 18], 9)
    ['', 'itrose']
    """
    cdef const char* begin = text
    cdef char letters[SHORT]
    cdef Py_ssize_t start, stop, size = len(text)
    cdef list keys = []
    if most > SHORT:
        raise ValueError("parts of a text are too long")
    for start, stop in zip(starts, stops, strict=True):
        if not 0 <= start <= stop <= size:
            raise ValueError("a part that is not within a text")
        if stop - start > most:
            keys.append("")
        elif of_ascii(begin + start, stop - start):
            keys.append(PyUnicode_DecodeASCII(letters, copy_letters(begin + start, stop - start, letters), NULL))
        else:
            keys.append(match_key_of_any((begin + start)[:stop - start].decode("utf-8", "replace")))
    return keys


cdef bint of_ascii(const char* text, Py_ssize_t size) noexcept nogil:
    """Whether all bytes are ASCII."""
    cdef Py_ssize_t i
    cdef char all_bits = 0
    for i in range(size):
        all_bits |= text[i]
    return all_bits >= 0


cdef str match_key_of_any(str text):
    """The same of text that is not ASCII, by Python's tables."""
    cdef Py_ssize_t n = 0
    cdef Py_UCS4 c
    cdef bint is_ascii = True  # all letters and digits: most such texts have other signs, as quotation marks are
    cdef str key
    cdef uint32_t letter
    cdef Py_UCS4* letters = <Py_UCS4*>allocate(NULL, len(text) * sizeof(Py_UCS4))
    try:
        for c in text:
            if c < 0x80:
                letter = c
                if u"A" <= c <= u"Z":
                    c = letter | 0x20
                elif not (u"a" <= c <= u"z" or u"0" <= c <= u"9"):
                    continue
            elif c == 0x130:  # the İ of Turkish, which in small letters would be two signs
                c = u"i"
            elif c.isalnum():
                is_ascii = False
            else:
                continue
            letters[n] = c
            n += 1
        key = PyUnicode_FromKindAndData(PyUnicode_4BYTE_KIND, letters, n)
        return key if is_ascii else key.casefold()
    finally:
        release(letters)


cdef Py_ssize_t copy_letters(const char* text, Py_ssize_t size, char* letters) noexcept nogil:
    """Copy the letters and digits of ASCII text, in lower case; returns how many there are."""
    cdef Py_ssize_t i, n = 0
    cdef char c
    for i in range(size):
        c = text[i]
        if c"A" <= c <= c"Z":
            letters[n] = c | 0x20
            n += 1
        elif c"a" <= c <= c"z" or c"0" <= c <= c"9":
            letters[n] = c
            n += 1
    return n

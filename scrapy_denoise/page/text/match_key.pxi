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

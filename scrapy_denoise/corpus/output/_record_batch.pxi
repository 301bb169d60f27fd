"""The buffers of Arrow's arrays, made of lists of Python values."""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from libc.stdint cimport int32_t, uint8_t
from libc.string cimport memcpy, memset

cdef extern from "Python.h":
    const char* PyUnicode_AsUTF8AndSize(object text, Py_ssize_t* size) except NULL


def bits(list values not None):
    """A bit for each value: whether it is true."""
    cdef Py_ssize_t i
    cdef bytes found = _no_bits(len(values))
    cdef uint8_t* into = <uint8_t*>PyBytes_AS_STRING(found)
    for i in range(len(values)):
        if values[i]:
            into[i >> 3] |= 1 << (i & 7)
    return found


def valid_bits(list values not None):
    """A bit for each value: whether it is not None; and how many are None."""
    cdef Py_ssize_t i, missing = 0
    cdef bytes found = _no_bits(len(values))
    cdef uint8_t* into = <uint8_t*>PyBytes_AS_STRING(found)
    for i in range(len(values)):
        if values[i] is None:
            missing += 1
        else:
            into[i >> 3] |= 1 << (i & 7)
    return found, missing


cdef bytes _no_bits(Py_ssize_t n):
    cdef Py_ssize_t size = (n + 7) >> 3
    cdef bytes found = PyBytes_FromStringAndSize(NULL, size)
    memset(PyBytes_AS_STRING(found), 0, size)
    return found


def text_bytes(list values not None, Py_ssize_t most):
    """Where each text begins among all of them one after the other, in UTF-8, and where the last one ends; and their
    bytes. None is an empty text. Raises OverflowError for more bytes than `most`, which is less than 2**31."""
    cdef Py_ssize_t i, size, total = 0, n = len(values)
    cdef bytes places, data
    cdef int32_t* place
    cdef char* into
    cdef const char* text
    for i in range(n):
        if values[i] is not None:
            PyUnicode_AsUTF8AndSize(values[i], &size)
            total += size
    _check(total, most)
    places, data = PyBytes_FromStringAndSize(NULL, 4 * (n + 1)), PyBytes_FromStringAndSize(NULL, total)
    place, into = <int32_t*>PyBytes_AS_STRING(places), PyBytes_AS_STRING(data)
    total = 0
    for i in range(n):
        place[i] = <int32_t>total
        if values[i] is not None:
            text = PyUnicode_AsUTF8AndSize(values[i], &size)
            memcpy(into + total, text, size)
            total += size
    place[n] = <int32_t>total
    return places, data


def places_of(list values not None, Py_ssize_t most):
    """Where each value begins among the items of all of them one after the other, and where the last one ends. None
    has no items. Raises OverflowError as `text_bytes` does."""
    cdef Py_ssize_t i, total = 0, n = len(values)
    cdef list sizes = [0 if value is None else len(value) for value in values]
    cdef bytes places
    cdef int32_t* place
    for i in range(n):
        total += <Py_ssize_t>sizes[i]
    _check(total, most)
    places = PyBytes_FromStringAndSize(NULL, 4 * (n + 1))
    place = <int32_t*>PyBytes_AS_STRING(places)
    total = 0
    for i in range(n):
        place[i] = <int32_t>total
        total += <Py_ssize_t>sizes[i]
    place[n] = <int32_t>total
    return places


cdef int _check(Py_ssize_t total, Py_ssize_t most) except -1:
    if total > most:
        raise OverflowError(f"a column has {total:,} bytes or values, more than {most:,}")
    return 0

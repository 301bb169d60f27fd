"""Flags of a bool array, read where they are: a call with a view of them as bytes took six times as long (2.2 instead of .35 µs)."""

from cpython.buffer cimport PyBUF_SIMPLE, PyBuffer_Release, PyObject_GetBuffer
from libc.stdint cimport uint8_t


cdef inline const uint8_t* bool_data(flags, Py_ssize_t n) except? NULL:
    """The bytes of a numpy array of n flags, which stay where they are for as long as the caller has the array."""
    cdef Py_buffer view
    PyObject_GetBuffer(flags, &view, PyBUF_SIMPLE)
    cdef const uint8_t* at = <const uint8_t*>view.buf
    cdef bint fits = view.len == n and view.itemsize == 1
    PyBuffer_Release(&view)
    if not fits:
        raise ValueError("columns of different lengths")
    return at

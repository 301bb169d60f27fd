"""Types of blocks that follow from values of their features."""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize, PyBytes_GET_SIZE
from libc.stdint cimport uint8_t

cdef enum:
    MAX_TESTS = 32  # tests

cdef struct WordTest:
    uint8_t code
    Py_ssize_t column
    float least, most


def first_types(bytes table not None, Py_ssize_t width, list tests not None):
    """For each row of features the code of the first test that holds, or 0: the bytes of a uint8 array.

    table, width: float32, so many features a row. tests: of each its code, which feature it reads, and the least and the
    largest value with which it holds.
    """
    cdef WordTest[MAX_TESTS] read
    cdef Py_ssize_t row, i, n = len(tests), rows = PyBytes_GET_SIZE(table) // (width * <Py_ssize_t>sizeof(float))
    cdef const float* features = <const float*>PyBytes_AS_STRING(table)
    cdef bytes types = PyBytes_FromStringAndSize(NULL, rows)
    cdef uint8_t* found = <uint8_t*>PyBytes_AS_STRING(types)
    cdef float value
    if n > MAX_TESTS:
        raise ValueError(f"more than {MAX_TESTS} tests")
    for i in range(n):
        read[i].code, read[i].column, read[i].least, read[i].most = tests[i]
        if not 0 <= read[i].column < width:
            raise ValueError("no such feature")
    for row in range(rows):
        found[row] = 0
        for i in range(n):
            value = features[row * width + read[i].column]
            if read[i].least <= value <= read[i].most:
                found[row] = read[i].code
                break
    return types

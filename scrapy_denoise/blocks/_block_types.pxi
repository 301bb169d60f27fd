"""Types of blocks that follow from values of their features, and the types of text rows."""

from cpython.bytearray cimport PyByteArray_AS_STRING, PyByteArray_FromStringAndSize, PyByteArray_GET_SIZE
from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize, PyBytes_GET_SIZE
from libc.math cimport fabs
from libc.stdint cimport int32_t, uint8_t

from scrapy_denoise.blocks.features.block_columns cimport BlockFields, fields_of
from scrapy_denoise.page.compiled cimport bool_data

cdef enum:
    MAX_TESTS = 32  # tests

cdef enum:  # characters of a block that a class calls a byline
    SHORTEST_BYLINE = 3
    LONGEST_BYLINE = 40

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


def mark_types(bytearray types not None, bytes blocks not None, uint8_t code):
    """Set the type of some blocks. blocks: for each the byte of a bool."""
    cdef Py_ssize_t i, n = PyByteArray_GET_SIZE(types)
    cdef uint8_t* found = <uint8_t*>PyByteArray_AS_STRING(types)
    cdef const uint8_t* wanted = <const uint8_t*>PyBytes_AS_STRING(blocks)
    if PyBytes_GET_SIZE(blocks) != n:
        raise ValueError("types of other blocks")
    for i in range(n):
        if wanted[i]:
            found[i] = code


def mark_types_of_rows(bytearray types not None, bytes row_blocks not None, rows not None, uint8_t code):
    """Set the type of the blocks that have one of some text rows. row_blocks: int32, the block of each text row. rows: for each a bool, or
    a code that is not 0."""
    cdef Py_ssize_t i, n = PyBytes_GET_SIZE(row_blocks) // <Py_ssize_t>sizeof(int32_t), blocks = PyByteArray_GET_SIZE(types)
    cdef uint8_t* found = <uint8_t*>PyByteArray_AS_STRING(types)
    cdef const uint8_t* wanted = bool_data(rows, n)
    cdef const int32_t* block = <const int32_t*>PyBytes_AS_STRING(row_blocks)
    for i in range(n):
        if wanted[i]:
            if not 0 <= block[i] < blocks:
                raise IndexError("no such block")
            found[block[i]] = code


def types_of_rows(bytearray types not None, bytes row_blocks not None):
    """The type of the block of each text row: the bytes of a uint8 array. row_blocks: int32, the number of each block."""
    cdef Py_ssize_t i, n = PyBytes_GET_SIZE(row_blocks) // <Py_ssize_t>sizeof(int32_t), blocks = PyByteArray_GET_SIZE(types)
    cdef const uint8_t* known = <const uint8_t*>PyByteArray_AS_STRING(types)
    cdef const int32_t* block = <const int32_t*>PyBytes_AS_STRING(row_blocks)
    cdef bytearray found = PyByteArray_FromStringAndSize(NULL, n)
    cdef uint8_t* at = <uint8_t*>PyByteArray_AS_STRING(found)
    for i in range(n):
        if not 0 <= block[i] < blocks:
            raise IndexError("no such block")
        at[i] = known[block[i]]
    return found


def block_of_title(bytes table not None, Py_ssize_t width, Py_ssize_t known, Py_ssize_t distance):
    """The number of the first block whose distance to the title is the smallest; -1 for a page without blocks or a title.

    table, width: as for `first_types`. known: the feature that says whether the page has a title. distance: that of the distance."""
    cdef Py_ssize_t row, found = 0, rows
    cdef const float* features = <const float*>PyBytes_AS_STRING(table)
    if not (0 <= known < width and 0 <= distance < width):
        raise ValueError("no such feature")
    rows = PyBytes_GET_SIZE(table) // (width * <Py_ssize_t>sizeof(float))
    if not rows or features[known] == 0:
        return -1
    for row in range(1, rows):
        if fabs(features[row * width + distance]) < fabs(features[found * width + distance]):
            found = row
    return found


def short_blocks_beside(blocks not None, Py_ssize_t title, Py_ssize_t most, int32_t chars, Py_ssize_t width, Py_ssize_t byline):
    """The blocks near that of the title with few characters, the nearest first, of two as near the one before it: of each its number, the
    positions of its first text row and of the one behind its last, and whether a name of a class calls it a byline.

    blocks: `TextBlocks`. most: blocks before and behind the title. chars: of a block at most. width, byline: features of a block, and which
    of them is how near such a name is."""
    cdef bytes table = blocks.table, block_columns = blocks.block_columns
    cdef BlockFields fields = fields_of(block_columns)
    cdef Py_ssize_t i, number, texts = PyBytes_GET_SIZE(blocks.row_blocks) // <Py_ssize_t>sizeof(int32_t)
    cdef const float* features = <const float*>PyBytes_AS_STRING(table)
    cdef bint is_byline
    cdef list found = []
    if not 0 <= title < fields.n or not 0 <= byline < width or PyBytes_GET_SIZE(table) != fields.n * width * <Py_ssize_t>sizeof(float):
        raise ValueError("no such block or feature")
    for i in range(2, 2 * most + 2):
        number = title - i // 2 if i % 2 == 0 else title + i // 2
        if 0 <= number < fields.n and fields.chars[number] <= chars:
            is_byline = features[number * width + byline] <= 1 and SHORTEST_BYLINE <= fields.chars[number] <= LONGEST_BYLINE
            found.append((number, fields.first[number], fields.first[number + 1] if number + 1 < fields.n else texts, is_byline))
    return found

"""A page as one row of features: the means over its kept blocks, what is the same for all its blocks, and totals."""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize, PyBytes_GET_SIZE
from libc.math cimport log1p
from libc.stdint cimport int32_t, uint8_t
from libc.string cimport memcpy, memset

from scrapy_denoise.blocks.features.block_columns cimport BlockFields, fields_of
from scrapy_denoise.page.native.bool_array cimport flags_of

from scrapy_denoise.blocks.features.features import NAMES

TOTALS = ("expected_f1", "kept_share", "kept_characters", "kept_blocks", "kept_runs")
"""What stands behind the features."""

cdef enum:
    N_TOTALS = 5

assert N_TOTALS == len(TOTALS)

cdef Py_ssize_t WIDTH = len(NAMES)


def page_row(blocks, kept not None, double expected, Py_ssize_t of_page):
    """One row for a page, the bytes of a float32 array: len(NAMES) features and TOTALS.

    blocks: of the page (`TextBlocks`), one at least. kept: bool, one for each text row. expected: the F1 that is
    expected of them. of_page: the number of the first feature that all blocks of a page share; of those before it the
    row has the means over the kept blocks, weighted by their characters.
    """
    cdef bytes table = blocks.table, of_blocks = blocks.of_blocks, of_rows = blocks.of_rows
    cdef const float* features = <const float*>PyBytes_AS_STRING(table)
    cdef BlockFields fields = fields_of(of_blocks)
    cdef Py_ssize_t n_blocks = fields.n
    cdef const int32_t* block_of = <const int32_t*>PyBytes_AS_STRING(of_rows)
    cdef Py_ssize_t i, k, n = PyBytes_GET_SIZE(of_rows) // <Py_ssize_t>sizeof(int32_t)
    cdef const uint8_t* flags = flags_of(kept, n)
    if n_blocks == 0 or not 0 <= of_page <= WIDTH or PyBytes_GET_SIZE(table) != n_blocks * WIDTH * <Py_ssize_t>sizeof(float):
        raise ValueError("columns of different lengths")
    cdef bytes row = PyBytes_FromStringAndSize(NULL, (WIDTH + N_TOTALS) * sizeof(float))
    cdef bytes sum_memory = PyBytes_FromStringAndSize(NULL, of_page * sizeof(double))
    cdef bytes inside_memory = PyBytes_FromStringAndSize(NULL, n_blocks)
    cdef float* f = <float*>PyBytes_AS_STRING(row)
    cdef double* sums = <double*>PyBytes_AS_STRING(sum_memory)
    cdef uint8_t* inside = <uint8_t*>PyBytes_AS_STRING(inside_memory)
    cdef double weight, content = 0, all_chars = 0
    cdef Py_ssize_t n_kept = 0, runs = 0
    memset(inside, 0, n_blocks)
    for i in range(n):
        if not 0 <= block_of[i] < n_blocks:
            raise ValueError("no such block")
        inside[block_of[i]] |= flags[i]
    memset(sums, 0, of_page * sizeof(double))
    for i in range(n_blocks):
        weight = max(fields.chars[i], 1)
        all_chars += weight
        runs += i > 0 and inside[i] != inside[i - 1]
        if inside[i]:
            n_kept += 1
            content += weight
            for k in range(of_page):
                sums[k] += weight * features[i * WIDTH + k]
    for k in range(of_page):
        f[k] = <float>(sums[k] / max(content, 1))
    memcpy(f + of_page, features + of_page, (WIDTH - of_page) * sizeof(float))
    f += WIDTH
    f[0] = <float>expected
    f[1] = <float>(content / all_chars)
    f[2] = <float>log1p(content)
    f[3] = <float>log1p(<double>n_kept)
    f[4] = <float>log1p(<double>runs)
    return row

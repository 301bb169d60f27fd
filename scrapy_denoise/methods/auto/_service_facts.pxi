"""The lines that may say something on the page of a service, in one pass over its blocks."""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_GET_SIZE
from libc.stdint cimport uint8_t

import numpy as np

from scrapy_denoise.blocks.features.block_columns cimport BlockFields, fields_of
from scrapy_denoise.page.columns.buffers cimport TreeColumns, tree_columns_of
from scrapy_denoise.page.compiled cimport MAIN, bool_data
from scrapy_denoise.page.columns.tag_scan cimport next_tagged

from scrapy_denoise.blocks.features.compiled import NAMES

# Share of the lowest kept score from which a block may be such a line.
cdef float LIKE = 0.3

cdef enum:
    MAX_CHARS = 200  # characters of such a line
    MIN_LINES = 2    # such lines of a page: to find its type takes longer than all else here, and one line says little

cdef Py_ssize_t N_FEATURES = len(NAMES)
cdef Py_ssize_t DIGITS_COLUMN = NAMES.index("digits")
cdef Py_ssize_t LINKS = NAMES.index("link_density")
cdef Py_ssize_t HEADING_COLUMN = NAMES.index("heading")


def possible_lines(columns not None, blocks not None, kept not None, const float[::1] scores not None):
    """For each text block whether it is a line of at most MAX_CHARS without links that is not kept and scores at least LIKE of what is,
    and either is a heading or has a figure and stands between two kept blocks or in the only ``main`` of the page, or stands there
    before the last kept block: a bool array; None where fewer than MIN_LINES are.

    kept: bool, one for each text row. scores: of each text row. Raises ValueError where these are not of the page.
    """
    cdef TreeColumns tree = tree_columns_of(columns.tree_columns)
    cdef bytes block_columns = blocks.block_columns, table = blocks.table
    cdef BlockFields fields = fields_of(block_columns)
    cdef Py_ssize_t n = fields.n, i, begin = -1, last = -1, main, lines = 0
    cdef const uint8_t* flags = bool_data(kept, scores.shape[0])
    cdef const float* features = <const float*>PyBytes_AS_STRING(table)
    cdef float least = 0
    cdef bint told, within
    if PyBytes_GET_SIZE(table) != n * N_FEATURES * <Py_ssize_t>sizeof(float):
        raise ValueError("columns of different lengths")
    for i in range(n):
        if not (0 <= fields.first[i] < scores.shape[0]):
            raise ValueError("no such text")
        if flags[fields.first[i]]:
            least = scores[fields.first[i]] if begin < 0 else min(least, scores[fields.first[i]])
            begin = i if begin < 0 else begin
            last = i
    if begin < 0:
        return None
    least = LIKE * least
    main = next_tagged(tree.tag, 0, tree.n, MAIN)
    if main < tree.n and next_tagged(tree.tag, main + 1, tree.n, MAIN) < tree.n:
        main = tree.n
    found = np.zeros(n, np.bool_)
    cdef uint8_t[::1] line = found.view(np.uint8)
    for i in range(n):
        if flags[fields.first[i]] or not scores[fields.first[i]] > least or fields.chars[i] > MAX_CHARS or features[LINKS] != 0:
            features += N_FEATURES
            continue
        told = features[DIGITS_COLUMN] > 0 or features[HEADING_COLUMN] > 0
        within = main < tree.n and main <= fields.element_row[i] < tree.end[main]
        line[i] = (told and (within or begin <= i < last)) or (within and i < last)
        lines += line[i]
        features += N_FEATURES
    return found if lines >= MIN_LINES else None

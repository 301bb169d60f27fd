"""What a table says of blocks of text rows: the row that stands for each, its longest text, its length, in one pass each."""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from libc.stdint cimport int32_t, int64_t, uint8_t

from scrapy_denoise.document.render.compiled cimport text_at
from scrapy_denoise.page.columns.buffers cimport HashColumns, TreeColumns, hash_columns_of, tree_columns_of
from scrapy_denoise.page.native.binary_search cimport lower_bound


def group(columns not None, const uint8_t[::1] chosen not None):
    """Some of the text rows, those of one text block together: their positions in ``columns.text_rows``, and where each
    block begins among these, with their number as the last. The bytes of two int64 arrays.

    chosen: one for each text row.
    """
    cdef const int64_t[::1] rows = columns.text_rows
    cdef TreeColumns tree = tree_columns_of(columns.tree_columns)
    cdef Py_ssize_t i, n = 0, n_blocks = 0
    cdef int32_t block = -1
    if chosen.shape[0] != rows.shape[0]:
        raise ValueError("columns of different lengths")
    for i in range(chosen.shape[0]):
        if chosen[i]:
            n_blocks += n == 0 or tree.block[rows[i]] != block
            block = tree.block[rows[i]]
            n += 1
    cdef bytes position_bytes = PyBytes_FromStringAndSize(NULL, n * sizeof(int64_t))
    cdef bytes start_bytes = PyBytes_FromStringAndSize(NULL, (n_blocks + 1) * sizeof(int64_t))
    cdef int64_t* position = <int64_t*>PyBytes_AS_STRING(position_bytes)
    cdef int64_t* start = <int64_t*>PyBytes_AS_STRING(start_bytes)
    n = n_blocks = 0
    for i in range(chosen.shape[0]):
        if chosen[i]:
            if n == 0 or tree.block[rows[i]] != block:
                start[n_blocks] = n
                n_blocks += 1
            block = tree.block[rows[i]]
            position[n] = i
            n += 1
    start[n_blocks] = n
    return position_bytes, start_bytes


def element_rows(columns not None, const int64_t[::1] positions not None, const int64_t[::1] starts not None):
    """For each block the row that stands for it: the element with its text and no other, or its first text row. The
    bytes of an int64 array. positions, starts: as of `BlockSpans`."""
    cdef const int64_t[::1] rows = columns.text_rows
    cdef TreeColumns tree = tree_columns_of(columns.tree_columns)
    cdef Py_ssize_t i, n = blocks_in(positions, starts, rows.shape[0]), held
    cdef bytes found = PyBytes_FromStringAndSize(NULL, n * sizeof(int64_t))
    cdef int64_t* home = <int64_t*>PyBytes_AS_STRING(found)
    cdef int64_t first, last
    cdef int32_t element
    for i in range(n):
        first, last = rows[positions[starts[i]]], rows[positions[starts[i + 1] - 1]]
        element = tree.block_row[first]
        home[i] = first
        if tree.end[element] > last:
            held = lower_bound[int64_t](&rows[0], rows.shape[0], tree.end[element])
            held -= lower_bound[int64_t](&rows[0], rows.shape[0], element)
            if held == starts[i + 1] - starts[i]:
                home[i] = element
    return found


def texts(columns not None, const int64_t[::1] positions not None, const int64_t[::1] starts not None):
    """The text of each block: a list."""
    cdef Py_ssize_t i
    cdef list found = []
    for i in range(blocks_in(positions, starts, len(columns.text_rows))):
        found.append(text_at(columns, &positions[starts[i]], starts[i + 1] - starts[i]))
    return found


def longest(columns not None, const int64_t[::1] positions not None, const int64_t[::1] starts not None):
    """For each block the position of the longest of its text rows, of equals the first: the bytes of an int64 array."""
    cdef const int64_t[::1] rows = columns.text_rows
    cdef HashColumns hashes = hash_columns_of(columns.hash_columns)
    cdef Py_ssize_t i, k, n = blocks_in(positions, starts, rows.shape[0])
    cdef bytes found = PyBytes_FromStringAndSize(NULL, n * sizeof(int64_t))
    cdef int64_t* best = <int64_t*>PyBytes_AS_STRING(found)
    for i in range(n):
        best[i] = positions[starts[i]]
        for k in range(starts[i] + 1, starts[i + 1]):
            if hashes.chars[rows[positions[k]]] > hashes.chars[rows[best[i]]]:
                best[i] = positions[k]
    return found


def lengths(columns not None, const int64_t[::1] positions not None, const int64_t[::1] starts not None):
    """Of each block its characters, and the share of them in links, 0 to 1: two lists."""
    cdef const int64_t[::1] rows = columns.text_rows
    cdef HashColumns hashes = hash_columns_of(columns.hash_columns)
    cdef TreeColumns tree = tree_columns_of(columns.tree_columns)
    cdef Py_ssize_t i, k, n = blocks_in(positions, starts, rows.shape[0])
    cdef int64_t chars, linked, row
    cdef list totals = [], shares = []
    for i in range(n):
        chars = linked = 0
        for k in range(starts[i], starts[i + 1]):
            row = rows[positions[k]]
            chars += hashes.chars[row]
            if tree.linked[row]:
                linked += hashes.chars[row]
        totals.append(chars)
        shares.append(linked / <double>max(chars, 1))
    return totals, shares


cdef Py_ssize_t blocks_in(const int64_t[::1] positions, const int64_t[::1] starts, Py_ssize_t texts) except -1:
    """How many blocks there are. Raises ValueError where one is empty, or has no text row of the page."""
    cdef Py_ssize_t i, n = starts.shape[0] - 1
    if n < 0 or starts[0] < 0 or starts[n] > positions.shape[0]:
        raise ValueError("blocks of other rows")
    for i in range(n):
        if starts[i] >= starts[i + 1]:
            raise ValueError("an empty block")
    for i in range(positions.shape[0]):
        if not 0 <= positions[i] < texts:
            raise ValueError("no such text row")
    return n

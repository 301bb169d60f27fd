"""Which blocks are kept, given the score of each: the cut of the highest expected F1."""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from cpython.mem cimport PyMem_Free, PyMem_Malloc
from libc.stdint cimport int32_t, uint8_t
from libc.stdlib cimport qsort

cdef struct Scored:
    float score
    int32_t block


cdef int best_first(const void* one, const void* other) noexcept nogil:
    """The higher score first; of equals the first block."""
    cdef const Scored* a = <const Scored*>one
    cdef const Scored* b = <const Scored*>other
    return (a.score < b.score) - (a.score > b.score) or (a.block > b.block) - (a.block < b.block)


def best_cut(const float[::1] scores not None, const int32_t[::1] chars not None) -> tuple[float, float]:
    """The score from which blocks are kept so that the expected F1 of the kept characters is highest, and that F1.

    scores: the probability of each block; chars: its length. With c the expected characters of content among the
    kept, k the kept characters and e the expected characters of content on the page, ``F1 = 2 c / (k + e)``.
    """
    cdef Py_ssize_t i, n = scores.shape[0]
    cdef double content = 0, all_content = 0, length = 0, f1, best = -1
    cdef float threshold = 1
    if chars.shape[0] < n:
        raise ValueError("columns of different lengths")
    if n == 0:
        return 1.0, 0.0
    cdef Scored* order = <Scored*>PyMem_Malloc(n * sizeof(Scored))
    if order == NULL:
        raise MemoryError()
    with nogil:
        for i in range(n):
            order[i].score = scores[i]
            order[i].block = <int32_t>i
        qsort(order, n, sizeof(Scored), best_first)
        for i in range(n):
            all_content += <double>chars[order[i].block] * order[i].score
        for i in range(n):
            content += <double>chars[order[i].block] * order[i].score
            length += chars[order[i].block]
            f1 = 2 * content / (length + all_content)
            if f1 > best:
                best = f1
                threshold = order[i].score
    PyMem_Free(order)
    return threshold, best


def cut(const float[::1] scores not None, const int32_t[::1] block_of not None, float threshold):
    """For each text row whether its block reaches a score, and that of its block: the bytes of a bool and of a float32
    array. And how many rows do. block_of: of each text row."""
    cdef Py_ssize_t i, n = block_of.shape[0], n_kept = 0
    cdef bytes kept = PyBytes_FromStringAndSize(NULL, n)
    cdef bytes row_scores = PyBytes_FromStringAndSize(NULL, n * sizeof(float))
    cdef uint8_t* k = <uint8_t*>PyBytes_AS_STRING(kept)
    cdef float* s = <float*>PyBytes_AS_STRING(row_scores)
    for i in range(n):
        if not 0 <= block_of[i] < scores.shape[0]:
            raise ValueError("no such block")
        s[i] = scores[block_of[i]]
        k[i] = s[i] >= threshold
        n_kept += k[i]
    return kept, row_scores, n_kept

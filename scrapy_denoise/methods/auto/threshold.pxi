"""Chooses the threshold on the blocks' scores that has the highest expected F1."""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize, PyBytes_GET_SIZE
from libc.math cimport INFINITY
from libc.stdint cimport int32_t, uint8_t

from scrapy_denoise.blocks.features.block_columns cimport FIELD_WIDTH, BlockFields, fields_of

cdef enum:
    STEPS = 64  # thresholds that are tried


def best_cut(const float[::1] scores not None, const int32_t[::1] chars not None, double together,
             const uint8_t[::1] dropped, double recall=1):
    """The threshold from which blocks are kept so that the expected F of the kept characters is highest, and its F1.

    scores: the probability of each block, 0 to 1. chars: its length. dropped: whether the block is no content whatever
    its score; None where none is. recall: how much more it counts than precision, the beta of van Rijsbergen's F; 1 for
    F1. Thresholds are multiples of 1 / 64. With ``w = recall ** 2``, the expected F of a threshold with L characters
    above it is a mean of two models:

    - blocks independent (Lipton, Elkan and Naryanaswamy 2014): ``(1 + w) c / (L + w e)``, where c are the expected
      characters of content above the threshold, and e those on the whole page;
    - blocks fully dependent: one unknown threshold u, uniform on (0, 1), separates content from noise. The mean over u
      of ``(1 + w) min(L, L(u)) / (L + w L(u))``, where L(u) are the characters above u.

    `together`, 0 to 1, is the weight of the second model. Without it a short article drowns in its comments: a fifth of
    very many characters is many. Returns (1.0, 0.0) for a page without blocks.

    >>> threshold, f1 = best_cut(np.array([0.9, 0.4, 0.1], np.float32), np.array([100, 10, 100], np.int32), 0.7, None)
    >>> round(threshold, 2), round(f1, 2)
    (0.89, 0.87)
    """
    cdef Py_ssize_t n = scores.shape[0]
    cdef double f1 = 0, threshold
    if chars.shape[0] < n or (dropped is not None and dropped.shape[0] < n):
        raise ValueError("columns of different lengths")
    if n == 0:
        return 1.0, 0.0
    with nogil:
        threshold = cut_at(&scores[0], &chars[0], n, together, &dropped[0] if dropped is not None else NULL, recall, &f1)
    return threshold, f1


cdef double cut_at(const float* scores, const int32_t* chars, Py_ssize_t n_blocks, double together,
                   const uint8_t* dropped, double recall, double* expected) noexcept nogil:
    """The threshold of `best_cut`. expected: set to its F1."""
    cdef double length[STEPS]
    cdef double content[STEPS]
    cdef double step_content, f, f1 = 0, best = -1, all_content = 0, w = recall * recall
    cdef double above[STEPS]  # of the steps that have blocks, the highest first: characters from there up
    cdef double sure[STEPS]   # their mean score
    cdef int steps[STEPS]
    cdef int step, i, n = 0, found = 0
    cdef Py_ssize_t block
    for step in range(STEPS):
        length[step] = content[step] = 0
    for block in range(n_blocks):
        if dropped != NULL and dropped[block]:
            continue
        step = min(max(<int>(scores[block] * STEPS), 0), STEPS - 1)
        length[step] += chars[block]
        content[step] += chars[block] * <double>scores[block]
    for step in range(STEPS - 1, -1, -1):
        if length[step] > 0:
            above[n] = length[step] + (above[n - 1] if n else 0)
            sure[n] = content[step] / length[step]
            all_content += content[step]
            steps[n] = step
            n += 1
    step_content = 0
    for i in range(n):
        step_content += content[steps[i]]
        f = expected_f(above, sure, n, i, step_content, all_content, together, w)
        if f > best:
            best = f
            found = i
            f1 = best if w == 1 else expected_f(above, sure, n, i, step_content, all_content, together, 1)
    expected[0] = f1
    return steps[found] / <double>STEPS if n else 1.0


cdef double expected_f(const double* above, const double* sure, int n, int i, double content, double all_content,
                       double together, double w) noexcept nogil:
    """The expected F of the threshold at step i (`best_cut`); content: expected above it."""
    cdef double as_one = 0
    cdef int j
    for j in range(n):
        as_one += (sure[j] - (sure[j + 1] if j + 1 < n else 0)) * min(above[i], above[j]) / (above[i] + w * above[j])
    return (1 + w) * (together * as_one + (1 - together) * content / (above[i] + w * all_content))


def decide(bytes scores not None, blocks, bytes dropped, double together, double recall, double least,
           double least_score):
    """Cut a page: the threshold with the highest expected F, and the text rows whose blocks reach it.

    scores: of the blocks (`TextBlocks`), the bytes of a float32 array. dropped: of each block whether it is no content,
    the bytes of a bool array; None where none is. together, recall: see `best_cut`. least: the expected F1 below which
    nothing is kept; where it is not reached without the dropped blocks, these may be content too: the page has nothing
    else. least_score: the lowest threshold.

    Returns for each text row whether it is kept, the bytes of a bool array, and the score of its block, of a float32
    array; how many are kept; the expected F1; and the blocks that were dropped after all.
    """
    cdef bytes row_blocks = blocks.row_blocks, block_columns = blocks.block_columns
    cdef const float* score = <const float*>PyBytes_AS_STRING(scores)
    cdef const int32_t* block_of = <const int32_t*>PyBytes_AS_STRING(row_blocks)
    cdef Py_ssize_t n_blocks = PyBytes_GET_SIZE(scores) // <Py_ssize_t>sizeof(float)
    cdef BlockFields fields = fields_of(block_columns)
    cdef const int32_t* chars = fields.chars
    cdef const uint8_t* left_out = <const uint8_t*>PyBytes_AS_STRING(dropped) if dropped is not None else NULL
    cdef Py_ssize_t i, n = PyBytes_GET_SIZE(row_blocks) // <Py_ssize_t>sizeof(int32_t), n_kept = 0
    cdef double threshold, expected = 0
    cdef bytes kept = PyBytes_FromStringAndSize(NULL, n)
    cdef bytes row_scores = PyBytes_FromStringAndSize(NULL, n * sizeof(float))
    cdef uint8_t* k = <uint8_t*>PyBytes_AS_STRING(kept)
    cdef float* s = <float*>PyBytes_AS_STRING(row_scores)
    cdef float limit
    if (PyBytes_GET_SIZE(block_columns) != FIELD_WIDTH * n_blocks
            or (dropped is not None and PyBytes_GET_SIZE(dropped) != n_blocks)):
        raise ValueError("columns of different lengths")
    for i in range(n):
        if not 0 <= block_of[i] < n_blocks:
            raise ValueError("no such block")
    with nogil:
        threshold = cut_at(score, chars, n_blocks, together, left_out, recall, &expected)
        if left_out != NULL and expected < least:
            left_out = NULL
            threshold = cut_at(score, chars, n_blocks, together, NULL, recall, &expected)
        limit = <float>(max(threshold, least_score) if expected >= least else INFINITY)
        for i in range(n):
            s[i] = 0 if left_out != NULL and left_out[block_of[i]] else score[block_of[i]]
            k[i] = s[i] >= limit
            n_kept += k[i]
    return kept, row_scores, n_kept, expected, dropped if left_out != NULL else None

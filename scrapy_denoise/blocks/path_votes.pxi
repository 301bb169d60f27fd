"""What a page's blocks score where all blocks at the same path have a say: the vote of a page alone.

`sites/votes.pxi` adds the votes of its siblings.
"""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize, PyBytes_GET_SIZE
from libc.math cimport exp, log
from libc.stdint cimport int32_t
from libc.string cimport memset

from scrapy_denoise.page.columns.buffers cimport Nodes, Texts, hash_columns_of, nodes_of, texts_of
from scrapy_denoise.page.native.hash_table cimport Entry, Table, close_table, find_or_add, open_table

import numpy as np

# Weights of the votes on a text's log-odds: its own score, and the mean of its path on the page.
OWN_WEIGHT = 1
PATH_WEIGHT = 1.3

cdef double ODDS_FLOOR = 0.02  # keeps log-odds finite


cdef struct PathMean:  # the texts of the page at one path
    double chars
    double content     # each text times its score
    double vote        # the log-odds of their mean, times PATH_WEIGHT


cdef class VotedScores:
    """The scores of a page's blocks after a vote.

    siblings: how many of them had a say. scores: for each block, 0 to 1: the average, in log-odds, of its own score and
    of the scores of all text at the same path on the page and on its siblings, lowered where the text is repeated;
    source code never scores less than on the page alone. repeated: for each block the share of these pages that have
    its text at its path. Both float32; of_scores, of_repeated: the bytes that these are in, for compiled code.
    """

    @property
    def scores(self):
        return np.frombuffer(self.of_scores, np.float32)

    @property
    def repeated(self):
        return np.frombuffer(self.of_repeated, np.float32)


cdef VotedScores no_votes(Py_ssize_t n_blocks, Py_ssize_t siblings):
    """The scores of so many blocks, all 0, for a vote to fill in."""
    cdef VotedScores voted = VotedScores.__new__(VotedScores)
    voted.siblings = siblings
    voted.of_scores = zeros(n_blocks * sizeof(float))
    voted.of_repeated = zeros(n_blocks * sizeof(float))
    return voted


cdef bytes zeros(Py_ssize_t size):
    cdef bytes data = PyBytes_FromStringAndSize(NULL, size)
    memset(PyBytes_AS_STRING(data), 0, size)
    return data


def without_votes(bytes scores not None):
    """`VotedScores` that are these scores, the bytes of a float32 array: no text has a say."""
    cdef VotedScores voted = no_votes(PyBytes_GET_SIZE(scores) // <Py_ssize_t>sizeof(float), 0)
    voted.of_scores = scores
    return voted


def vote_alone(signature, blocks, bytes scores not None):
    """Average the log-odds of a page's blocks with those of all its text at the same path.

    signature, blocks: of the page (`TextBlocks`); scores: of the blocks, the bytes of a float32 array. The text counts
    OWN_WEIGHT times, the mean of its path PATH_WEIGHT times. Returns `VotedScores` of no siblings: nothing is repeated,
    and nothing varies. Raises ValueError for columns that do not belong together.
    """
    cdef Nodes nodes = nodes_of(signature.nodes)
    cdef Texts texts = texts_of(signature.text_hashes)
    cdef const int32_t* chars = hash_columns_of(signature.hash_columns).chars
    cdef bytes row_blocks = blocks.row_blocks
    cdef Py_ssize_t n_blocks = PyBytes_GET_SIZE(scores) // <Py_ssize_t>sizeof(float)
    check_blocks(texts.n, row_blocks, n_blocks)
    cdef const int32_t* block_of = <const int32_t*>PyBytes_AS_STRING(row_blocks)
    cdef const float* own = <const float*>PyBytes_AS_STRING(scores)

    # Working memory, which Python frees whatever happens.
    cdef bytes mean_memory = PyBytes_FromStringAndSize(NULL, texts.n * sizeof(PathMean))
    cdef bytes path_memory = PyBytes_FromStringAndSize(NULL, texts.n * sizeof(int32_t))
    cdef bytes block_memory = zeros(n_blocks * sizeof(double))
    cdef PathMean* means = <PathMean*>PyBytes_AS_STRING(mean_memory)
    cdef int32_t* paths = <int32_t*>PyBytes_AS_STRING(path_memory)
    cdef double* block_chars = <double*>PyBytes_AS_STRING(block_memory)
    cdef VotedScores voted = no_votes(n_blocks, 0)
    cdef float* found = <float*>PyBytes_AS_STRING(voted.of_scores)
    cdef Table numbers  # of the paths, from 1
    open_table(&numbers, min(texts.n, nodes.n))
    try:
        with nogil:
            add_paths(&numbers, &nodes, &texts, chars, block_of, own, means, paths)
            score_blocks(&texts, chars, block_of, own, means, paths, block_chars, found)
            divide(found, block_chars, n_blocks)
    finally:
        close_table(&numbers)
    return voted


cdef int check_blocks(Py_ssize_t n, bytes row_blocks, Py_ssize_t n_blocks) except -1:
    """Raise ValueError unless these are the blocks of n texts."""
    cdef Py_ssize_t i
    cdef const int32_t* block_of = <const int32_t*>PyBytes_AS_STRING(row_blocks)
    if PyBytes_GET_SIZE(row_blocks) != n * <Py_ssize_t>sizeof(int32_t):
        raise ValueError("columns of different lengths")
    for i in range(n):
        if not 0 <= block_of[i] < n_blocks:
            raise ValueError("no such block")
    return 0


cdef void add_paths(
    Table* numbers, const Nodes* nodes, const Texts* texts, const int32_t* chars, const int32_t* block_of,
    const float* own, PathMean* means, int32_t* paths
) noexcept nogil:
    """Number the path of each text, from 0, and let the texts of each path vote."""
    cdef Py_ssize_t i, row
    cdef Entry* entry
    cdef PathMean* mean
    for i in range(texts.n):
        row = texts.row[i]
        entry = find_or_add(numbers, nodes.path[row])
        if entry.number == 0:
            entry.number = <int32_t>numbers.used
            means[entry.number - 1] = PathMean(0, 0, 0)
        paths[i] = entry.number - 1
        mean = &means[paths[i]]
        mean.chars += chars[row]
        mean.content += chars[row] * own[block_of[i]]
    for i in range(numbers.used):
        means[i].vote = PATH_WEIGHT * log_odds(means[i].content / means[i].chars)


cdef void score_blocks(
    const Texts* texts, const int32_t* chars, const int32_t* block_of, const float* own, const PathMean* means,
    const int32_t* paths, double* block_chars, float* found
) noexcept nogil:
    """Of each block the sum over its characters of the scores of its texts, and the number of its characters."""
    cdef Py_ssize_t i, block
    cdef int32_t text_chars
    cdef double votes, score = 0
    for i in range(texts.n):
        block, text_chars = block_of[i], chars[texts.row[i]]
        # A block has many texts at one path: these score the same, and logarithms take most of the time.
        if i == 0 or block != block_of[i - 1] or paths[i] != paths[i - 1]:
            votes = OWN_WEIGHT * log_odds(own[block]) + means[paths[i]].vote
            score = 1 / (1 + exp(-votes / (OWN_WEIGHT + PATH_WEIGHT)))
        found[block] += <float>(text_chars * score)
        block_chars[block] += text_chars


cdef void divide(float* sums, const double* chars, Py_ssize_t n) noexcept nogil:
    """Make means of sums over the characters of each block."""
    cdef Py_ssize_t i
    for i in range(n):
        if chars[i] > 0:
            sums[i] /= <float>chars[i]


cdef double log_odds(double score) noexcept nogil:
    """The logarithm of the odds, finite for 0 and 1 too."""
    return log((score + ODDS_FLOOR) / (1 + ODDS_FLOOR - score))

"""The scores of blocks after a vote, and what votes have in common."""

from libc.stdint cimport int32_t

cdef double OWN_WEIGHT, PATH_WEIGHT


cdef class VotedScores:
    cdef readonly Py_ssize_t siblings
    cdef readonly bytes of_scores, of_repeated


cdef VotedScores no_votes(Py_ssize_t n_blocks, Py_ssize_t siblings)

cdef int check_blocks(Py_ssize_t n, bytes row_blocks, Py_ssize_t n_blocks) except -1

cdef void divide(float* sums, const double* chars, Py_ssize_t n) noexcept nogil

cdef double log_odds(double score) noexcept nogil

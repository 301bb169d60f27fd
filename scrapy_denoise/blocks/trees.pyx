"""Scores of gradient-boosted regression trees, all rows of a table at once.

A tree is walked without branches: the children of a node stand side by side, and a leaf is its own child. The rows
of a table go down a tree in groups, so that one row's memory access does not wait for another's.
"""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from cpython.mem cimport PyMem_Free, PyMem_Malloc
from libc.math cimport exp
from libc.stdint cimport int16_t, int32_t, uint8_t


cdef struct Node:
    float threshold  # to the right above it
    int16_t feature
    int16_t child    # left; the right one follows

cdef enum:
    GROUP = 16
    FEW_TREES = 16


cdef class Trees:
    """nodes: the `Node` structures of all trees, children counted from the root; values: of each node, in log-odds;
    roots, depths: of each tree."""

    cdef const uint8_t[::1] nodes
    cdef const float[::1] values
    cdef const int32_t[::1] roots
    cdef const uint8_t[::1] depths

    def __init__(self, nodes, values, roots, depths):
        self.nodes, self.values, self.roots, self.depths = nodes, values, roots, depths
        if not len(self.nodes) == len(self.values) * sizeof(Node) or len(self.roots) != len(self.depths):
            raise ValueError("columns of different lengths")

    def predict(self, const float[:, ::1] rows not None, const float[::1] known=None):
        """The probability that each row's trees add up to, the bytes of a float32 array. rows: n x features, finite.

        known: the probabilities of rows that are known already; NaN for the others.
        """
        cdef const Node* node = <const Node*>&self.nodes[0]
        cdef const Node* at
        cdef Node q
        cdef const float* value
        cdef Py_ssize_t n = rows.shape[0], trees = self.roots.shape[0], first, tree, row, wanted = 0
        cdef int size, i, _level
        cdef const float* x[GROUP]
        cdef int32_t place[GROUP]
        cdef bytes probabilities = PyBytes_FromStringAndSize(NULL, n * sizeof(float))
        cdef float* found = <float*>PyBytes_AS_STRING(probabilities)
        if n == 0:
            return probabilities
        if known is not None and known.shape[0] != n:
            raise ValueError("columns of different lengths")
        cdef int32_t* numbers = <int32_t*>PyMem_Malloc(n * sizeof(int32_t))
        if numbers == NULL:
            raise MemoryError()
        with nogil:
            for row in range(n):
                if known is not None and known[row] == known[row]:
                    found[row] = known[row]
                else:
                    found[row] = 0
                    numbers[wanted] = <int32_t>row
                    wanted += 1
            # Some trees and some rows at a time: both stay in the nearest cache.
            first = 0
            while first < trees:
                row = 0
                while row < wanted:
                    size = <int>min(wanted - row, GROUP)
                    for i in range(size):
                        x[i] = &rows[numbers[row + i], 0]
                    for tree in range(first, min(first + FEW_TREES, trees)):
                        at = node + self.roots[tree]
                        for i in range(GROUP):
                            place[i] = 0
                        if size == GROUP:
                            for _level in range(self.depths[tree]):
                                for i in range(GROUP):
                                    q = at[place[i]]
                                    place[i] = q.child + (x[i][q.feature] > q.threshold)
                        else:
                            for _level in range(self.depths[tree]):
                                for i in range(size):
                                    q = at[place[i]]
                                    place[i] = q.child + (x[i][q.feature] > q.threshold)
                        value = &self.values[self.roots[tree]]
                        for i in range(size):
                            found[numbers[row + i]] += value[place[i]]
                    row += GROUP
                first += FEW_TREES
            for i in range(wanted):
                found[numbers[i]] = <float>(1 / (1 + exp(-found[numbers[i]])))
        PyMem_Free(numbers)
        return probabilities

    def contributions(self, const float[::1] row not None):
        """How much each feature moved one row's score, in log-odds: the change of value at each split on the way down.

        (A. Saabas, "Interpreting random forests", 2014.) The bytes of a float32 array, one for each feature.
        """
        cdef const Node* node = <const Node*>&self.nodes[0]
        cdef const Node* at
        cdef Py_ssize_t tree, _level
        cdef int32_t place, below
        cdef bytes moved = PyBytes_FromStringAndSize(NULL, row.shape[0] * sizeof(float))
        cdef float* found = <float*>PyBytes_AS_STRING(moved)
        for tree in range(row.shape[0]):
            found[tree] = 0
        for tree in range(self.roots.shape[0]):
            at = node + self.roots[tree]
            place = 0
            for _level in range(self.depths[tree]):
                below = at[place].child + (row[at[place].feature] > at[place].threshold)
                if below != place:
                    found[at[place].feature] += self.values[self.roots[tree] + below] - self.values[self.roots[tree] + place]
                place = below
        return moved

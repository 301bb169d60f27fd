"""Scores of gradient-boosted regression trees, all rows of a table at once.

A tree is walked without branches: the children of a node stand side by side, and a leaf is its own child. The rows
of a table go down a tree in groups, so that one row's memory access does not wait for another's.
"""

from libc.math cimport exp
from libc.stdint cimport int16_t, int32_t, uint8_t


cdef struct Node:
    float threshold  # to the right above it
    int16_t feature
    int16_t child    # left; the right one follows

cdef enum:
    GROUP = 8


def predict(
    const uint8_t[::1] nodes not None,
    const float[::1] values not None,
    const int32_t[::1] roots not None,
    const uint8_t[::1] depths not None,
    const float[:, ::1] rows not None,
    float[::1] found not None,
):
    """The probability that each row's trees add up to.

    nodes: the `Node` structures of all trees, children counted from the root; values: of each node, in log-odds;
    roots, depths: of each tree. rows: n x features, finite; found: n.
    """
    cdef const Node* node = <const Node*>&nodes[0]
    cdef const Node* at
    cdef const float* value
    cdef Py_ssize_t n = rows.shape[0], width = rows.shape[1], trees = roots.shape[0], tree, row, i, level
    cdef Py_ssize_t size
    cdef const float* x
    cdef int32_t place[GROUP]
    if found.shape[0] < n:
        raise ValueError("columns of different lengths")
    if n == 0:
        return
    with nogil:
        for row in range(n):
            found[row] = 0
        row = 0
        while row < n:
            size = min(n - row, GROUP)
            x = &rows[row, 0]
            for tree in range(trees):
                at = node + roots[tree]
                for i in range(GROUP):
                    place[i] = 0
                if size == GROUP:
                    for level in range(depths[tree]):
                        for i in range(GROUP):
                            place[i] = at[place[i]].child + (
                                x[i * width + at[place[i]].feature] > at[place[i]].threshold
                            )
                else:
                    for level in range(depths[tree]):
                        for i in range(size):
                            place[i] = at[place[i]].child + (
                                x[i * width + at[place[i]].feature] > at[place[i]].threshold
                            )
                value = &values[roots[tree]]
                for i in range(size):
                    found[row + i] += value[place[i]]
            row += size
        for row in range(n):
            found[row] = <float>(1 / (1 + exp(-found[row])))


def contributions(
    const uint8_t[::1] nodes not None,
    const float[::1] values not None,
    const int32_t[::1] roots not None,
    const uint8_t[::1] depths not None,
    const float[::1] row not None,
    float[::1] found not None,
):
    """How much each feature moved one row's score, in log-odds: the change of value at each split on the way down.

    (A. Saabas, "Interpreting random forests", 2014.) found: one for each feature.
    """
    cdef const Node* node = <const Node*>&nodes[0]
    cdef const Node* at
    cdef Py_ssize_t tree, level
    cdef int32_t place, below
    if found.shape[0] < row.shape[0]:
        raise ValueError("columns of different lengths")
    for tree in range(row.shape[0]):
        found[tree] = 0
    for tree in range(roots.shape[0]):
        at = node + roots[tree]
        place = 0
        for level in range(depths[tree]):
            below = at[place].child + (row[at[place].feature] > at[place].threshold)
            if below != place:
                found[at[place].feature] += values[roots[tree] + below] - values[roots[tree] + place]
            place = below

"""Scores of gradient-boosted regression trees, all rows of a table at once.

But for a few rows, no tree is walked. Each test that a row fails rules out the leaves to the left of it, and of those that are left over the
leftmost is the row's: QuickScorer (C. Lucchese and others, "QuickScorer: a fast algorithm to rank documents with additive
ensembles of regression trees", 2015). The leaves of a tree are the bits of some bytes, with those of many rows side
by side, so that a test is made for all of them at once (T. Ye and others, "RapidScorer: fast tree ensemble evaluation by
maximizing compactness in data level parallelization", 2018). Measured: a third of the time of walking down the trees.
"""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize, PyBytes_GET_SIZE
from libc.math cimport exp
from libc.stdint cimport int16_t, int32_t, uint8_t, uint32_t
from libc.string cimport memset

from scrapy_denoise.blocks.forest.simd cimport LEAST_LANES, MOST_LANES, Test, add_leaves, count_lanes, lowest_bit, make_words, rule_out, turn
from scrapy_denoise.page.native.memory cimport allocate, release

import numpy as np

cdef struct Node:
    float threshold  # to the right above it
    int16_t feature
    int16_t child    # left; the right one follows

cdef struct Feature:  # that some test is of
    int32_t column
    int32_t test     # the first; the feature after it has where they stop

cdef enum:
    WORD = 4         # bytes that are looked at together for a leaf that is left
    LEAVES = 32      # that these are bits of
    FEW = 8          # rows that are walked down
    ABREAST = 8      # trees that one row goes down side by side


TEST = np.dtype([("feature", np.int16), ("threshold", np.float32), ("byte", np.int32), ("leaves", np.uint32)])


cdef class Trees:
    """nodes: the `Node` structures of all trees, children counted from the root; values: of each node, in log-odds;
    roots, depths: of each tree. wide: use the widest vectors that the processor has; the results are the same.

    rest: trees that are asked too about the rows whose log-odds, by these trees, are less than `exit_margin` from 0. The log-odds of
    all other rows are multiplied by `scale` instead.
    """

    cdef const uint8_t[::1] nodes
    cdef const float[::1] values
    cdef const int32_t[::1] roots
    cdef const uint8_t[::1] depths
    cdef bytes _features, _tests, _words, _leaves  # what the pointers point to
    cdef Feature* features
    cdef Test* tests
    cdef const int32_t* words  # of each tree the first word of its leaves
    cdef const float* leaves   # LEAVES values for each word
    cdef Py_ssize_t n_features, n_words, width
    cdef int lanes
    cdef Trees rest
    cdef float exit_margin, scale

    def __init__(self, nodes, values, roots, depths, bint wide=True, Trees rest=None, float exit_margin=0, float scale=1):
        self.rest, self.exit_margin, self.scale = rest, exit_margin, scale
        self.lanes = count_lanes() if wide else LEAST_LANES
        self.nodes, self.values, self.roots, self.depths = nodes, values, roots, depths
        if not len(self.nodes) == len(self.values) * <Py_ssize_t>sizeof(Node) or len(self.roots) != len(self.depths):
            raise ValueError("columns of different lengths")
        self.read_leaves()

    cdef int read_leaves(self) except -1:
        """Number the leaves of each tree from the left, and sort the tests."""
        cdef const Node* node = <const Node*>&self.nodes[0]
        cdef Py_ssize_t tree, at, byte, n = self.values.shape[0], n_trees = self.roots.shape[0], words
        cdef int32_t start, stop, left, right, first
        below_array, first_array = np.ones(n, np.int32), np.zeros(n, np.int32)
        cdef int32_t[::1] below = below_array   # the leaves below each node
        cdef int32_t[::1] first_of = first_array  # and the first of them
        cdef list first_words = [], values = [], tests = []
        self.n_words = 0
        for tree in range(n_trees):
            start = self.roots[tree]
            stop = self.roots[tree + 1] if tree + 1 < n_trees else <int32_t>n
            for at in range(stop - 1, start - 1, -1):
                left = start + node[at].child
                if left != at:
                    below[at] = below[left] + below[left + 1]
            first_words.append(self.n_words)
            words = (below[start] + LEAVES - 1) // LEAVES
            order = [0.0] * (LEAVES * words)
            reached = [False] * (stop - start)
            reached[0] = True
            for at in range(start, stop):
                if not reached[at - start]:
                    continue
                left = start + node[at].child
                if left == at:
                    order[first_of[at]] = self.values[at]
                    continue
                reached[left - start] = reached[left + 1 - start] = True
                first = first_of[left] = first_of[at]
                right = first_of[left + 1] = first + below[left]
                for byte in range(first // 8, (right - 1) // 8 + 1):
                    ruled_out = (1 << min(right - 8 * byte, 8)) - (1 << max(first - 8 * byte, 0))
                    tests.append((node[at].feature, node[at].threshold, WORD * self.n_words + byte, 255 - ruled_out))
            values += order
            self.n_words += words
        self._words, self._leaves = np.array(first_words, np.int32).tobytes(), np.array(values, np.float32).tobytes()
        in_order = np.array(tests, TEST)
        in_order = in_order[np.lexsort([in_order[name] for name in ("byte", "threshold", "feature")])]
        columns = in_order["feature"]
        features = _starts(columns)
        self.n_features, self.width = len(features), int(columns.max()) + 1 if len(columns) else 0
        self._tests = _records(
            (in_order["threshold"], np.float32), (in_order["byte"], np.int32),
            (in_order["leaves"] * np.uint32(0x01010101), np.uint32),
        )
        self._features = _records((np.append(columns[features], 0), np.int32), (np.append(features, len(tests)), np.int32))
        self.tests, self.features = <Test*>PyBytes_AS_STRING(self._tests), <Feature*>PyBytes_AS_STRING(self._features)
        self.words, self.leaves = <const int32_t*>PyBytes_AS_STRING(self._words), <const float*>PyBytes_AS_STRING(self._leaves)
        return 0

    def predict(self, const float[:, ::1] rows not None, const float[::1] known=None):
        """The probability that each row's trees add up to, the bytes of a float32 array. rows: n x features, finite.

        known: the probabilities of rows that are known already; NaN for the others.
        """
        cdef Py_ssize_t n = rows.shape[0]
        if known is not None and known.shape[0] != n:
            raise ValueError("columns of different lengths")
        return self.probabilities(
            &rows[0, 0] if n else NULL, n, rows.shape[1], &known[0] if n and known is not None else NULL,
        )

    def predict_bytes(self, Py_ssize_t width, bytes table not None, bytes known=None):
        """The same of a table of this many columns, and of what is known, as the bytes of float32 arrays."""
        cdef Py_ssize_t n = PyBytes_GET_SIZE(table) // (width * <Py_ssize_t>sizeof(float))
        if (PyBytes_GET_SIZE(table) != n * width * <Py_ssize_t>sizeof(float)
                or (known is not None and PyBytes_GET_SIZE(known) != n * <Py_ssize_t>sizeof(float))):
            raise ValueError("columns of different lengths")
        return self.probabilities(
            <const float*>PyBytes_AS_STRING(table), n, width,
            <const float*>PyBytes_AS_STRING(known) if known is not None else NULL,
        )

    cdef bytes probabilities(self, const float* rows, Py_ssize_t n, Py_ssize_t width, const float* known):
        """The same of n rows of this width. known: NULL where nothing is."""
        cdef Py_ssize_t row
        cdef int i, waiting = 0, late = 0
        cdef const float* x[MOST_LANES]
        cdef float* sums[MOST_LANES]
        cdef const float* late_x[MOST_LANES]  # of the rows that the rest of the trees is asked about
        cdef float* late_sums[MOST_LANES]
        cdef Trees rest = self.rest
        cdef bint has_rest = rest is not None
        cdef bytes probabilities = PyBytes_FromStringAndSize(NULL, n * sizeof(float))
        cdef float* found = <float*>PyBytes_AS_STRING(probabilities)
        if n == 0:
            return probabilities
        if width < max(self.width, rest.width if has_rest else 0):
            raise ValueError("columns of different lengths")
        cdef Py_ssize_t columns = (width + 3) // 4 * 4
        cdef Py_ssize_t words = max(self.n_words, rest.n_words if has_rest else 0)
        cdef float* turned = NULL
        cdef uint8_t* bits = NULL
        if n > FEW:
            turned = <float*>allocate(NULL, self.lanes * (columns * sizeof(float) + words * WORD))
            bits = <uint8_t*>(turned + self.lanes * columns)
        with nogil:
            for row in range(n):
                if known != NULL and known[row] == known[row]:
                    found[row] = known[row]
                else:
                    found[row] = 0
                    x[waiting], sums[waiting] = rows + row * width, &found[row]
                    waiting += 1
                if waiting == self.lanes or (waiting and row == n - 1):
                    self.ask(x, width, sums, waiting, turned, bits)
                    for i in range(waiting):
                        if not has_rest:
                            sums[i][0] = probability(sums[i][0])
                        elif not -self.exit_margin < sums[i][0] < self.exit_margin:
                            sums[i][0] = probability(sums[i][0] * self.scale)
                        else:
                            late_x[late], late_sums[late] = x[i], sums[i]
                            late += 1
                        if late == self.lanes:
                            rest.finish(late_x, width, late_sums, late, turned, bits)
                            late = 0
                    waiting = 0
            if late:
                rest.finish(late_x, width, late_sums, late, turned, bits)
        release(turned)
        return probabilities

    cdef void finish(
        self, const float** x, Py_ssize_t width, float** sums, int n, float* turned, uint8_t* bits
    ) noexcept nogil:
        """Turn the log-odds of n rows into probabilities, once these trees have added theirs."""
        cdef int i
        self.ask(x, width, sums, n, turned, bits)
        for i in range(n):
            sums[i][0] = probability(sums[i][0])

    cdef void ask(self, const float** x, Py_ssize_t width, float** sums, int n, float* turned, uint8_t* bits) noexcept nogil:
        """Add the log-odds of n rows, no more than lanes, to their sums.

        x: the rows, with room for as many as there are lanes. turned, bits: memory for their features and leaves, of more than FEW.
        """
        cdef int i
        if n == 1:  # a page, say
            sums[0][0] += self.sum_of(x[0])
            return
        if n <= FEW:
            self.walk_down(x, sums, n)
            return
        for i in range(n, self.lanes):
            x[i] = x[0]
        turn_all(self.lanes, x, width, turned)
        self.add_up(turned, sums, n, bits)

    cdef float sum_of(self, const float* row) noexcept nogil:
        """The log-odds of one row. It goes down some trees side by side, as `walk_down` takes rows, so that no step waits for
        that in another tree."""
        cdef const Node* node = <const Node*>&self.nodes[0]
        cdef Py_ssize_t at[ABREAST]
        cdef Py_ssize_t tree = 0, n = self.roots.shape[0]
        cdef float total = 0
        cdef int k, some, depth, _level
        while tree < n:
            some = <int>min(ABREAST, n - tree)
            depth = 0
            for k in range(ABREAST):
                at[k] = 0
                if k < some:
                    depth = max(depth, self.depths[tree + k])
            if some == ABREAST:
                for _level in range(depth):
                    for k in range(ABREAST):
                        at[k] = next_node(node + self.roots[tree + k] + at[k], row)
            else:
                for _level in range(depth):
                    for k in range(some):
                        at[k] = next_node(node + self.roots[tree + k] + at[k], row)
            for k in range(some):
                total += self.values[self.roots[tree + k] + at[k]]
            tree += some
        return total

    cdef void walk_down(self, const float** x, float** sums, int n) noexcept nogil:
        """Add the log-odds of n rows, no more than FEW, to their sums, from root to leaf in each tree.

        They go down side by side, as many steps as the tree is deep, since a leaf is its own child: no row waits for
        another, and no branch has to be foreseen. Measured: .57 of the time of all tests for all lanes.
        """
        cdef const Node* node
        cdef const float* row[FEW]
        cdef float total[FEW]
        cdef Py_ssize_t at[FEW]
        cdef Py_ssize_t tree
        cdef int k, _level
        for k in range(FEW):
            row[k] = x[min(k, n - 1)]
            total[k] = 0
        for tree in range(self.roots.shape[0]):
            node = <const Node*>&self.nodes[0] + self.roots[tree]
            for k in range(FEW):
                at[k] = 0
            for _level in range(self.depths[tree]):
                for k in range(FEW):
                    at[k] = next_node(node + at[k], row[k])
            for k in range(FEW):
                total[k] += self.values[self.roots[tree] + at[k]]
        for k in range(n):
            sums[k][0] += total[k]

    cdef void add_up(self, const float* turned, float** found, int n, uint8_t* bits) noexcept nogil:
        """Add the log-odds of n rows, no more than lanes, to what is found.

        turned: their features, those of each column side by side. bits: memory for the leaves.
        """
        cdef const Feature* feature
        cdef const float* leaf
        cdef const uint32_t* words = <const uint32_t*>bits
        cdef const uint32_t* left
        cdef float sums[MOST_LANES]
        cdef float a, b, c, d
        cdef Py_ssize_t t
        cdef int i, lanes = self.lanes
        memset(bits, 0xFF, lanes * WORD * self.n_words)
        for t in range(self.n_features):
            feature = &self.features[t]
            rule_out(
                lanes, turned + lanes * feature.column, self.tests + feature.test, self.tests + feature[1].test, bits,
            )
        if lanes == MOST_LANES and self.n_words == self.roots.shape[0]:
            add_leaves(bits, self.leaves, <int>self.n_words, sums)
            for i in range(n):
                found[i][0] += sums[i]
            return
        for t in range(self.n_words):
            make_words(lanes, bits + lanes * WORD * t)
        i = 0
        while i < n:  # four rows at a time, whose sums do not wait for one another
            a = b = c = d = 0
            for t in range(self.roots.shape[0]):
                left = words + lanes * self.words[t] + i
                leaf = self.leaves + LEAVES * self.words[t]
                a += leaf[first_leaf(left, lanes)]
                b += leaf[first_leaf(left + 1, lanes)]
                c += leaf[first_leaf(left + 2, lanes)]
                d += leaf[first_leaf(left + 3, lanes)]
            found[i][0] += a
            if i + 1 < n:
                found[i + 1][0] += b
            if i + 2 < n:
                found[i + 2][0] += c
            if i + 3 < n:
                found[i + 3][0] += d
            i += 4

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


def _starts(*columns):
    """The places in sorted columns at which another value begins in one of them."""
    begins = np.ones(len(columns[0]), np.bool_)
    begins[1:] = False
    for column in columns:
        begins[1:] |= column[1:] != column[: len(column) - 1]
    return np.flatnonzero(begins)


def _records(*columns):
    """The bytes of structures of members of 32 bits each, given as columns with their types."""
    records = np.empty((len(columns[0][0]), len(columns)), np.int32)
    for number, (column, kind) in enumerate(columns):
        records[:, number] = column.astype(kind).view(np.int32)
    return records.tobytes()


cdef inline void turn_all(int lanes, const float** rows, Py_ssize_t width, float* turned) noexcept nogil:
    """Write the columns of some rows one after the other, each with its rows side by side."""
    cdef Py_ssize_t column = 0, i
    while column + 4 <= width:
        turn(lanes, rows, <int>column, turned + lanes * column)
        column += 4
    if column < width and width >= 4:
        column = width - 4  # the last four, some of them once more
        turn(lanes, rows, <int>column, turned + lanes * column)
        return
    for column in range(column, width):
        for i in range(lanes):
            turned[lanes * column + i] = rows[i][column]


cdef inline Py_ssize_t next_node(const Node* node, const float* row) noexcept nogil:
    """The child to which a row goes from a node; of a leaf the leaf itself."""
    return node.child + (row[node.feature] > node.threshold)


cdef inline float probability(float odds) noexcept nogil:
    """Of log-odds."""
    return <float>(1 / (1 + exp(-odds)))


cdef inline Py_ssize_t first_leaf(const uint32_t* left, int lanes) noexcept nogil:
    """The first of the leaves that a row has left, whose words are this far apart."""
    cdef Py_ssize_t before = 0
    while left[0] == 0:  # only in trees of more leaves than a word has bits
        left += lanes
        before += LEAVES
    return before + lowest_bit(left[0])

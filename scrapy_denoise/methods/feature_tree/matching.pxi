"""The maximum similarity matching of two feature trees: their longest common subsequence by similarity.

Paper 002, section 2.3.2. The trees are read in level order. By rules (1) to (4) of CompareTwoCNode two nodes are
similar only if their parents are, up to the two roots, so similar nodes are on the same level. Of the table of all
nodes of both trees only the cells for pairs on the same level have to be computed; the rest follows from their last
rows and columns. A level can be reduced further to the cells between nodes that are known to match, and to a band. Each
row of the table therefore has an interval of columns, and all other cells count as similarity 0.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.string cimport memset

from scrapy_denoise.methods.feature_tree.intervals cimport Anchor, RowCells, last_in_order, narrow
from scrapy_denoise.methods.feature_tree.similarity cimport features
from scrapy_denoise.page.native.memory cimport allocate, cleared, release
from scrapy_denoise.page.native.hash_table cimport Entry, Table, close_table, find_number, find_or_add, open_table

cdef enum:
    FEATURES = 7      # the features of rule (7); similarities are integers, in sevenths, so that ties are exact
    UP = 0
    LEFT = 1
    DIAGONAL = 2      # a pair that is not similar
    SIMILAR = 3       # a similar pair
    SMALL = 4096      # rectangles with at most this many cells are computed as a whole


cdef struct Column:  # a node of the first tree
    int32_t partner   # the row it is matched with, or -1
    int32_t equal     # the row with an equal subtree that was matched first, or -1

cdef struct Subtree:  # the number of occurrences of a subtree on either side of a rectangle, and the last of them
    int32_t in_a, in_b, a, b

cdef class MatchingTable:
    """The table of two trees: for each node of the second (a row) an interval of nodes of the first (columns)."""

    cdef CNodeTree one, two
    cdef int similar      # a pair is similar from this number of sevenths on
    cdef bint clamp, anchors, strict, boxes
    cdef int32_t tolerance
    cdef Py_ssize_t max_cells
    cdef RowCells* rows
    cdef Column* columns
    cdef int32_t* scores      # of each column as far as computed, from 1 on
    cdef uint8_t* pointers    # 2 bits a cell
    cdef uint8_t* similars    # 1 bit a cell: whether the pair is similar, which rule (4) asks of parents
    cdef int64_t cells, capacity

    def __cinit__(self):
        self.rows = NULL
        self.columns = NULL
        self.scores = NULL
        self.pointers = self.similars = NULL

    def __dealloc__(self):
        release(self.rows)
        release(self.columns)
        release(self.scores)
        release(self.pointers)
        release(self.similars)

    def __init__(self, CNodeTree one, CNodeTree two):
        cdef Py_ssize_t i
        self.one = one
        self.two = two
        self.boxes = one.has_boxes and two.has_boxes
        self.cells = self.capacity = 0
        self.rows = <RowCells*>cleared((two.n + 1) * sizeof(RowCells))
        self.columns = <Column*>cleared((one.n + 1) * sizeof(Column))
        self.scores = <int32_t*>cleared((one.n + 1) * sizeof(int32_t))
        for i in range(two.n + 1):
            self.rows[i].child = -1
        for i in range(one.n + 1):
            self.columns[i].partner = self.columns[i].equal = -1

    cdef int reserve(self) except -1:
        """Allocate zeroed memory for all cells so far."""
        cdef int64_t old = self.capacity
        if self.cells <= old:
            return 0
        self.capacity = (self.cells + self.cells // 4 + 4096) // 8 * 8
        self.pointers = <uint8_t*>allocate(self.pointers, self.capacity // 4)
        self.similars = <uint8_t*>allocate(self.similars, self.capacity // 8)
        memset(&self.pointers[old // 4], 0, (self.capacity - old) // 4)
        memset(&self.similars[old // 8], 0, (self.capacity - old) // 8)
        return 0

    cdef inline int pointer(self, Py_ssize_t row, Py_ssize_t column) noexcept nogil:
        cdef int64_t cell = self.rows[row].offset + column - self.rows[row].low
        return self.pointers[cell >> 2] >> ((cell & 3) << 1) & 3

    cdef inline bint parents_similar(self, Py_ssize_t row, Py_ssize_t column) noexcept nogil:
        """Rule (4): whether the parents allow the pair; the roots have no parents."""
        cdef int64_t cell
        if row < 0 or column < 0:
            return row == column
        if self.strict:
            return self.columns[column].partner == row
        if column < self.rows[row].low or column >= self.rows[row].high:
            return False
        cell = self.rows[row].offset + column - self.rows[row].low
        return self.similars[cell >> 3] >> (cell & 7) & 1

    cdef inline int compare(self, Py_ssize_t column, Py_ssize_t row) noexcept nogil:
        """CompareTwoCNode (section 2.3.2), in sevenths, by the paper's numbers."""
        cdef const CNode* a = &self.one.nodes[column]
        cdef const CNode* b = &self.two.nodes[row]
        if a.tag != b.tag:
            return 0                                               # (1)
        if a.parent < 0 or b.parent < 0:
            return FEATURES if a.parent == b.parent else 0         # (2), (3)
        if not self.parents_similar(b.parent, a.parent):
            return 0                                               # (4)
        if a.content and b.content:
            return FEATURES if a.inner == b.inner else 0           # (5)
        if a.content or b.content:
            return 0                                               # (6)
        if self.anchors and a.whole == b.whole:
            return FEATURES
        return features(a, b, self.boxes, self.tolerance)          # (7)

    cdef int run(self) except -1:
        cdef Py_ssize_t level, row, filled = 0
        cdef int64_t total = 0, allowed, left_over = 0
        cdef int32_t* a = self.one.level_starts
        cdef int32_t* b = self.two.level_starts
        cdef Py_ssize_t shared = min(self.one.n_levels, self.two.n_levels)
        for level in range(shared):
            total += <int64_t>(a[level + 1] - a[level]) * (b[level + 1] - b[level])
        for level in range(self.two.n_levels):
            if level < shared:
                allowed = <int64_t>(a[level + 1] - a[level]) * (b[level + 1] - b[level])
                if total > self.max_cells:
                    allowed = <int64_t>(<double>allowed * self.max_cells / total) + left_over
                left_over = allowed - self.intervals(level, allowed)
                if left_over < 0 or total <= self.max_cells:
                    left_over = 0
            else:
                for row in range(b[level], b[level + 1]):
                    self.rows[row].low = self.rows[row].high = <int32_t>self.one.n
                    self.rows[row].offset = self.cells
            self.reserve()
            for row in range(b[level], b[level + 1]):
                # no earlier row has these columns, so no pair of theirs is matched yet
                while filled < self.rows[row].high:
                    filled += 1
                    self.scores[filled] = self.scores[filled - 1]
                self.fill_row(row)
                self.rows[row].score = self.scores[filled]
            if self.strict and level < shared:
                self.trace(b[level + 1] - 1, a[level + 1] - 1, b[level], a[level])
        while filled < self.one.n:
            filled += 1
            self.scores[filled] = self.scores[filled - 1]
        if not self.strict:
            self.trace(self.two.n - 1, self.one.n - 1, 0, 0)
        return 0

    cdef int fill_row(self, Py_ssize_t row) noexcept nogil:
        cdef Py_ssize_t column, first = self.rows[row].low, last = self.rows[row].high
        cdef int64_t cell = self.rows[row].offset
        cdef int32_t* scores = self.scores
        cdef int32_t diagonal, above, left, best
        cdef int s, pointer
        if first >= last:
            return 0
        diagonal = left = scores[first]
        for column in range(first, last):
            s = self.compare(column, row)
            if s >= self.similar:
                self.similars[cell >> 3] |= 1 << (cell & 7)
            elif self.clamp:
                s = 0
            above = scores[column + 1]
            # getDirection: the largest value; ties prefer the diagonal, then up, then left
            best = diagonal + s
            pointer = SIMILAR if s >= self.similar else DIAGONAL
            if above > best:
                best = above
                pointer = UP
            if left > best:
                best = left
                pointer = LEFT
            self.pointers[cell >> 2] |= pointer << ((cell & 3) << 1)
            diagonal = above
            scores[column + 1] = left = best
            cell += 1
        return 0

    cdef int trace(self, Py_ssize_t row, Py_ssize_t column, Py_ssize_t first_row, Py_ssize_t first_column) noexcept nogil:
        """Trace the matching back from a cell, through computed cells and cells outside the intervals."""
        cdef int pointer
        while row >= first_row and column >= first_column:
            if column < self.rows[row].low:
                # below its last row a column's score is constant: go up, or diagonally if the column adds nothing
                pointer = DIAGONAL if self.scores[column] == self.scores[column + 1] else UP
            elif column >= self.rows[row].high:
                pointer = DIAGONAL if self.before(row) == self.rows[row].score else LEFT
            else:
                pointer = self.pointer(row, column)
                if pointer == SIMILAR:
                    self.columns[column].partner = <int32_t>row
            if pointer != UP:
                column -= 1
            if pointer != LEFT:
                row -= 1
        return 0

    cdef inline int32_t before(self, Py_ssize_t row) noexcept nogil:
        return self.rows[row - 1].score if row else 0

    # --- the intervals: the cells of a level that are computed ---

    cdef int64_t intervals(self, Py_ssize_t level, int64_t allowed) except -1:
        """Set the intervals of a level's rows, and return the number of the level's cells."""
        cdef Py_ssize_t first_a = self.one.level_starts[level], last_a = self.one.level_starts[level + 1]
        cdef Py_ssize_t first_b = self.two.level_starts[level], last_b = self.two.level_starts[level + 1]
        cdef Py_ssize_t row
        cdef int64_t cells = 0, rows = 0
        for row in range(first_b, last_b):
            self.rows[row].low = <int32_t>first_a
            self.rows[row].high = <int32_t>last_a
        if self.anchors:
            self.anchor(first_a, last_a, first_b, last_b)
        for row in range(first_b, last_b):
            cells += self.rows[row].high - self.rows[row].low
            rows += self.rows[row].high - self.rows[row].low > 1
        if cells > allowed and rows:
            narrow(self.rows, first_b, last_b, <Py_ssize_t>(allowed // (2 * rows)))
            cells = 0
            for row in range(first_b, last_b):
                cells += self.rows[row].high - self.rows[row].low
        for row in range(first_b, last_b):
            self.rows[row].offset = self.cells
            self.cells += self.rows[row].high - self.rows[row].low
        return cells

    cdef int anchor(self, Py_ssize_t first_a, Py_ssize_t last_a, Py_ssize_t first_b, Py_ssize_t last_b) except -1:
        """Pair equal subtrees first, and set the rectangles between them as the intervals of a level's rows."""
        cdef CNode* a = self.one.nodes
        cdef CNode* b = self.two.nodes
        cdef Py_ssize_t row, column, child = 0, from_a = first_a, from_b = first_b
        for row in range(first_b, last_b):
            if b[row].parent >= 0 and self.rows[b[row].parent].child < 0:
                self.rows[b[row].parent].child = <int32_t>row
        for column in range(first_a, last_a):
            # the children of equal subtrees are paired in order
            child = child + 1 if column > first_a and a[column].parent == a[column - 1].parent else 0
            if a[column].parent < 0 or self.columns[a[column].parent].equal < 0:
                continue
            row = self.rows[self.columns[a[column].parent].equal].child
            if row < 0 or row + child >= last_b or a[column].whole != b[row + child].whole:
                continue  # a hash collision
            row += child
            self.split(from_a, column, from_b, row)
            self.pair(column, row)
            from_a = column + 1
            from_b = row + 1
        self.split(from_a, last_a, from_b, last_b)
        return 0

    cdef inline void pair(self, Py_ssize_t column, Py_ssize_t row) noexcept nogil:
        self.rows[row].low = <int32_t>column
        self.rows[row].high = <int32_t>(column + 1)
        if self.one.nodes[column].whole == self.two.nodes[row].whole:
            self.columns[column].equal = <int32_t>row

    cdef int split(self, Py_ssize_t from_a, Py_ssize_t to_a, Py_ssize_t from_b, Py_ssize_t to_b) except -1:
        """Set the intervals of a rectangle: trim equal ends; divide a large one at equal subtrees that are unique."""
        self.trim(&from_a, &to_a, &from_b, &to_b)
        if (to_a - from_a) * (to_b - from_b) <= SMALL:
            self.rectangle(from_a, to_a, from_b, to_b)
            return 0
        cdef Py_ssize_t n_a = to_a - from_a, n_b = to_b - from_b, i, k, low, high, n = 0
        cdef Py_ssize_t next_a, next_b, end_a, end_b
        cdef Entry* entry
        cdef Table found
        cdef Subtree* subtrees = NULL
        cdef Subtree* subtree
        cdef Anchor* anchors = NULL
        open_table(&found, n_a)
        try:
            subtrees = <Subtree*>cleared((n_a + 1) * sizeof(Subtree))
            anchors = <Anchor*>cleared((n_a + 1) * sizeof(Anchor))
            for i in range(n_a):
                entry = find_or_add(&found, self.one.nodes[from_a + i].whole)
                if not entry.number:
                    entry.number = <int32_t>found.used
                subtree = &subtrees[entry.number]
                subtree.in_a += 1
                subtree.a = <int32_t>(from_a + i)
            for i in range(n_b):
                subtree = &subtrees[find_number(&found, self.two.nodes[from_b + i].whole)]  # 0: of none of the first
                subtree.in_b += 1
                subtree.b = <int32_t>(from_b + i)
            for i in range(n_a):
                subtree = &subtrees[find_number(&found, self.one.nodes[from_a + i].whole)]
                if subtree.in_a != 1 or subtree.in_b != 1 or self.compare(subtree.a, subtree.b) != FEATURES:
                    continue
                anchors[n].column = subtree.a
                anchors[n].row = subtree.b
                n += 1
            k = last_in_order(anchors, n)
            end_a = to_a
            end_b = to_b
            while True:
                next_a = anchors[k].column if k >= 0 else from_a - 1
                next_b = anchors[k].row if k >= 0 else from_b - 1
                low = next_a + 1
                high = next_b + 1
                self.trim(&low, &end_a, &high, &end_b)
                self.rectangle(low, end_a, high, end_b)
                if k < 0:
                    break
                self.pair(next_a, next_b)
                end_a = next_a
                end_b = next_b
                k = anchors[k].before
        finally:
            close_table(&found)
            release(subtrees)
            release(anchors)
        return 0

    cdef void trim(self, Py_ssize_t* from_a, Py_ssize_t* to_a, Py_ssize_t* from_b, Py_ssize_t* to_b) noexcept nogil:
        """Match the pairs of similarity 1 at both ends of a rectangle.

        This loses no similarity on their level: a matching without such a pair matches at most one of its two nodes,
        and the pair can replace that match. On lower levels it may lose some. Without `strict`, rule (4) requires only
        that the parents are similar, and parents whose cell is not computed count as not similar. With `strict`, a node
        may have a similarity of 1 to several others, and the one at the end need not have the most similar descendants.
        """
        while from_a[0] < to_a[0] and from_b[0] < to_b[0] and self.compare(from_a[0], from_b[0]) == FEATURES:
            self.pair(from_a[0], from_b[0])
            from_a[0] += 1
            from_b[0] += 1
        while from_a[0] < to_a[0] and from_b[0] < to_b[0] and self.compare(to_a[0] - 1, to_b[0] - 1) == FEATURES:
            to_a[0] -= 1
            to_b[0] -= 1
            self.pair(to_a[0], to_b[0])

    cdef void rectangle(self, Py_ssize_t from_a, Py_ssize_t to_a, Py_ssize_t from_b, Py_ssize_t to_b) noexcept nogil:
        cdef Py_ssize_t row
        for row in range(from_b, to_b):
            self.rows[row].low = <int32_t>from_a
            self.rows[row].high = <int32_t>to_a


def match(
    CNodeTree one not None,
    CNodeTree two not None,
    int similar,
    bint clamp,
    bint anchors,
    bint strict,
    int32_t tolerance,
    Py_ssize_t max_cells,
    uint8_t[::1] found not None,
):
    """The maximum similarity matching of two pages; section 2.3.2.

    Marks in `found` the rows of the first page's nodes that are matched with a similar node of the second page. Returns
    the summed similarity of all matched pairs in sevenths, and the number of computed cells.

    similar: a pair is similar from this number of sevenths on. For the other parameters see `FeatureTree`.
    """
    cdef Py_ssize_t i
    if found.shape[0] < one.n_rows:
        raise ValueError("columns of different lengths")
    if one.n == 0 or two.n == 0:
        return 0, 0
    cdef CNodeTree less_one, less_two
    if anchors:
        less_one = CNodeTree.__new__(CNodeTree)
        less_two = CNodeTree.__new__(CNodeTree)
        reduce_pair(one, two, less_one, less_two)
        one = less_one
        two = less_two
        if one.n == 0 or two.n == 0:
            return 0, 0
    cdef MatchingTable table = MatchingTable(one, two)
    table.similar = max(similar, 1)
    table.clamp = clamp
    table.anchors = anchors
    table.strict = strict
    table.tolerance = tolerance
    table.max_cells = max_cells
    table.run()
    for i in range(one.n):
        if table.columns[i].partner >= 0:
            found[one.nodes[i].row] = True
    return table.scores[one.n], table.cells

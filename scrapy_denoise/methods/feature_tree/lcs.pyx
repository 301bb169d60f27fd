"""Paper 002's feature trees, and the longest common subsequence by similarity of two of them.

The trees are read in level order. By rules (1) to (4) of CompareTwoCNode two nodes are alike only if their parents
are, up to the two roots, so only nodes of one level are: of the table of all nodes of both trees only the cells
where the levels meet have to be computed, and what the rest of the table holds follows from their last rows and
columns. A level may be cut down further, to the cells between nodes known to match and to a band; each row of the
table therefore has an interval of columns, and all other cells count as similarity 0.
"""

from cpython.mem cimport PyMem_Free, PyMem_Malloc, PyMem_Realloc
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memset

import numpy as np

cdef enum:
    FEATURES = 7      # the features of rule (7); similarities are counted in sevenths, so that ties are exact
    UP = 0
    LEFT = 1
    DIAGONAL = 2      # a pair that is not similar
    SIMILAR = 3       # a pair that is
    SMALL = 4096      # cells of a rectangle that is computed as it is
    NARROWEST = 16    # columns on either side of a band's middle, however small the cap
    NO_BOX = -0x80000000

cdef uint64_t FACTOR = 0x9E3779B97F4A7C15
cdef uint64_t SEED = 0x2545F4914F6CDD1D


cdef inline uint64_t mix(uint64_t h, uint64_t word) noexcept nogil:
    h = (h ^ word) * FACTOR
    return h ^ (h >> 29)


cdef void* allocate(void* old, Py_ssize_t size) except NULL:
    cdef void* memory = PyMem_Realloc(old, size) if old != NULL else PyMem_Malloc(max(size, 1))
    if memory == NULL:
        raise MemoryError()
    return memory


cdef struct Node:
    int32_t row       # in the page
    int32_t parent    # in level order; -1 for the root
    uint32_t tag
    uint32_t id_hash
    uint32_t class_hash
    uint32_t attributes
    uint32_t children     # the tags of the children, in order
    int32_t from_start    # how many siblings stand before it
    int32_t from_end      # and after it
    uint8_t content
    uint64_t inner    # what is inside: tags, ids, classes and texts
    uint64_t whole    # the node itself and what is inside
    int32_t box[4]    # left, top, width, height


cdef class FeatureTree:
    """A page as CNodes (section 2.3.1) in level order: the elements below the body and the body itself.

    page: a Signature. content_tags: sorted hashes of the names of the content tags. text_rate: share of an
    element's text that is its own, above which it is a content node whatever its tag. exact: texts with other
    numbers differ. texts: a text beside elements in a structure node is a content node too.
    """

    cdef Node* nodes
    cdef int32_t* level_starts   # of each level, and of the one after the last
    cdef readonly Py_ssize_t n, n_levels, n_rows
    cdef readonly bint has_boxes

    def __cinit__(self):
        self.nodes = NULL
        self.level_starts = NULL

    def __dealloc__(self):
        PyMem_Free(self.nodes)
        PyMem_Free(self.level_starts)

    def __init__(
        self, page, uint32_t body, const uint32_t[::1] content_tags not None, double text_rate, bint exact, bint texts
    ):
        cdef const int32_t[::1] depth = page.depth, parent = page.parent, end = page.end, chars = page.chars
        cdef const uint32_t[::1] tag = page.tag_hash, ident = page.id_hash, clas = page.class_hash
        cdef const uint32_t[::1] attributes = page.text_hash
        cdef const uint32_t[::1] text = page.text_hash if exact else page.mask_hash
        cdef const int32_t[:, ::1] boxes = None
        cdef Py_ssize_t size = depth.shape[0], first = 0, last = size, i, above, place, level, n = 0
        self.n = self.n_levels = 0
        self.n_rows = size
        self.has_boxes = page.boxes is not None
        if self.has_boxes:
            boxes = page.boxes
        if min(
            parent.shape[0], end.shape[0], chars.shape[0], tag.shape[0], ident.shape[0], clas.shape[0],
            attributes.shape[0], text.shape[0],
        ) < size or (self.has_boxes and (boxes.shape[0] < size or boxes.shape[1] != 4)):
            raise ValueError("columns of different lengths")
        if size == 0:
            return
        # the root is the body
        i = 1
        while i < size:
            if tag[i] == body:
                first = i
                last = end[i]
                break
            i = end[i]

        cdef Py_ssize_t span = last - first, n_levels = 0
        # of each row from the body on
        cdef int64_t* own_chars = <int64_t*>allocate(NULL, span * sizeof(int64_t))
        cdef int64_t* all_chars = NULL
        cdef uint64_t* inner = NULL
        cdef int32_t* number = NULL
        cdef int32_t* counts = NULL
        cdef uint8_t* kinds = NULL
        cdef uint32_t* tags_below = NULL
        cdef Node* node
        cdef uint64_t h
        try:
            all_chars = <int64_t*>allocate(NULL, span * sizeof(int64_t))
            inner = <uint64_t*>allocate(NULL, span * sizeof(uint64_t))
            number = <int32_t*>allocate(NULL, span * sizeof(int32_t))
            counts = <int32_t*>allocate(NULL, span * sizeof(int32_t))
            kinds = <uint8_t*>allocate(NULL, span)
            tags_below = <uint32_t*>allocate(NULL, span * sizeof(uint32_t))
            memset(own_chars, 0, span * sizeof(int64_t))
            memset(all_chars, 0, span * sizeof(int64_t))
            memset(counts, 0, span * sizeof(int32_t))
            memset(tags_below, 0, span * sizeof(uint32_t))
            for i in range(span):
                inner[i] = SEED
            # from the last row up: every row is whole when its parent takes it in
            for i in range(span - 1, -1, -1):
                above = parent[first + i] - first
                if tag[first + i] == 0:
                    all_chars[i] = chars[first + i]
                    inner[i] = mix(1, text[first + i])
                    h = inner[i]
                    if i:
                        own_chars[above] += all_chars[i]
                else:
                    h = mix(mix(mix(mix(tag[first + i], ident[first + i]), clas[first + i]), attributes[first + i]), inner[i])
                    if i:
                        counts[above] += 1
                        tags_below[above] = tags_below[above] * 0x01000193 ^ tag[first + i]
                if i:
                    all_chars[above] += all_chars[i]
                    inner[above] = mix(inner[above], h)
            # content (2) or structure (1) nodes; texts of structure nodes that hold elements are nodes as well
            for i in range(span):
                if tag[first + i] == 0:
                    above = parent[first + i] - first
                    kinds[i] = 2 if texts and kinds[above] == 1 else 0
                elif holds(content_tags, tag[first + i]) or own_chars[i] > text_rate * all_chars[i]:
                    kinds[i] = 2
                else:
                    kinds[i] = 1
                if kinds[i]:
                    n += 1
                    n_levels = max(n_levels, depth[first + i] - depth[first] + 1)

            self.nodes = <Node*>allocate(NULL, n * sizeof(Node))
            self.level_starts = <int32_t*>allocate(NULL, (n_levels + 1) * sizeof(int32_t))
            memset(self.level_starts, 0, (n_levels + 1) * sizeof(int32_t))
            self.n = n
            self.n_levels = n_levels
            for i in range(span):
                if kinds[i]:
                    self.level_starts[depth[first + i] - depth[first] + 1] += 1
            for level in range(n_levels):
                self.level_starts[level + 1] += self.level_starts[level]
            # document order within a level is the order of the traversal level by level
            for i in range(span):
                if not kinds[i]:
                    continue
                level = depth[first + i] - depth[first]
                place = self.level_starts[level]
                self.level_starts[level] += 1
                number[i] = <int32_t>place
                node = &self.nodes[place]
                node.row = <int32_t>(first + i)
                node.parent = number[parent[first + i] - first] if i else -1
                node.tag = tag[first + i]
                node.content = kinds[i] == 2
                node.inner = inner[i]
                if node.tag:
                    node.id_hash = ident[first + i]
                    node.class_hash = clas[first + i]
                    node.attributes = attributes[first + i]
                    node.children = tags_below[i]
                    node.whole = mix(mix(mix(mix(node.tag, node.id_hash), node.class_hash), node.attributes), inner[i])
                else:
                    node.id_hash = node.class_hash = node.attributes = node.children = 0
                    node.whole = inner[i]
                node.from_start = node.from_end = 0
                if i and node.tag:
                    # `own_chars` is not needed any more: the number of element children passed
                    above = parent[first + i] - first
                    own_chars[i] = 0
                    node.from_start = <int32_t>own_chars[above]
                    own_chars[above] += 1
                    node.from_end = counts[above] - 1 - node.from_start
                elif i == 0:
                    own_chars[i] = 0
                if self.has_boxes:
                    for level in range(4):
                        node.box[level] = boxes[first + i, level]
            for level in range(n_levels, 0, -1):
                self.level_starts[level] = self.level_starts[level - 1]
            self.level_starts[0] = 0
        finally:
            PyMem_Free(own_chars)
            PyMem_Free(all_chars)
            PyMem_Free(inner)
            PyMem_Free(number)
            PyMem_Free(counts)
            PyMem_Free(kinds)
            PyMem_Free(tags_below)

    def rows(self):
        """The row of each node, in level order: an array of intp."""
        found = np.empty(self.n, np.intp)
        cdef Py_ssize_t[::1] rows = found
        cdef Py_ssize_t i
        for i in range(self.n):
            rows[i] = self.nodes[i].row
        return found

    def content_nodes(self):
        """Of each node, in level order, whether it is a content node: an array of bool."""
        found = np.empty(self.n, np.uint8)
        cdef uint8_t[::1] content = found
        cdef Py_ssize_t i
        for i in range(self.n):
            content[i] = self.nodes[i].content
        return found.view(np.bool_)


cdef bint holds(const uint32_t[::1] values, uint32_t wanted) noexcept nogil:
    cdef Py_ssize_t low = 0, high = values.shape[0], middle
    while low < high:
        middle = (low + high) >> 1
        if values[middle] < wanted:
            low = middle + 1
        else:
            high = middle
    return low < values.shape[0] and values[low] == wanted


cdef inline bint near(int64_t a, int64_t b, int32_t tolerance) noexcept nogil:
    if a == NO_BOX or b == NO_BOX:
        return a == b
    return (a - b if a > b else b - a) <= tolerance


cdef inline int features(const Node* a, const Node* b, bint boxes, int32_t tolerance) noexcept nogil:
    """Rule (7): how many of the seven features are equal. Of nodes that are compared the depth always is."""
    cdef int equal = 1 + (a.id_hash == b.id_hash) + (a.class_hash == b.class_hash)
    if boxes:
        return equal + (
            near(a.box[0], b.box[0], tolerance) + near(a.box[1], b.box[1], tolerance)
            + near(a.box[2], b.box[2], tolerance) + near(a.box[3], b.box[3], tolerance)
        )
    return equal + (
        (a.children == b.children) + (a.attributes == b.attributes)
        + (a.from_start == b.from_start) + (a.from_end == b.from_end)
    )


cdef struct Slot:
    uint64_t key
    int32_t in_a, in_b, a, b


cdef inline uint64_t find(Slot* slots, uint64_t mask, uint64_t key) noexcept nogil:
    """The slot of a key in a table that is never full; key 0 marks a free one."""
    key |= 1
    cdef uint64_t slot = (key * FACTOR >> 20) & mask
    while slots[slot].key and slots[slot].key != key:
        slot = (slot + 1) & mask
    slots[slot].key = key
    return slot


cdef class _Table:
    """The table of two trees: for each node of the second (a row) an interval of nodes of the first (columns)."""

    cdef FeatureTree one, two
    cdef int similar      # sevenths from which a pair is similar
    cdef bint clamp, anchors, strict, boxes
    cdef int32_t tolerance
    cdef Py_ssize_t max_cells
    cdef int32_t* low         # of each row, its first column
    cdef int32_t* high        # and one past its last
    cdef int64_t* offset      # of its first cell
    cdef int32_t* row_scores  # at the end of each row
    cdef int32_t* scores      # of each column as far as computed, from 1 on
    cdef int32_t* partners    # of each column, the row it is matched with, or -1
    cdef int32_t* equals      # of each column, the row with an equal subtree that was matched first, or -1
    cdef int32_t* children    # of each row, its first child
    cdef uint8_t* pointers    # 2 bits a cell
    cdef uint8_t* similars    # 1 bit a cell: whether the pair is similar, which rule (4) asks of parents
    cdef int64_t cells, capacity

    def __cinit__(self):
        self.low = self.high = self.row_scores = self.scores = self.partners = self.equals = self.children = NULL
        self.offset = NULL
        self.pointers = self.similars = NULL

    def __dealloc__(self):
        PyMem_Free(self.low)
        PyMem_Free(self.high)
        PyMem_Free(self.offset)
        PyMem_Free(self.row_scores)
        PyMem_Free(self.scores)
        PyMem_Free(self.partners)
        PyMem_Free(self.equals)
        PyMem_Free(self.children)
        PyMem_Free(self.pointers)
        PyMem_Free(self.similars)

    def __init__(self, FeatureTree one, FeatureTree two):
        self.one = one
        self.two = two
        self.boxes = one.has_boxes and two.has_boxes
        self.cells = self.capacity = 0
        self.low = <int32_t*>allocate(NULL, (two.n + 1) * sizeof(int32_t))
        self.high = <int32_t*>allocate(NULL, (two.n + 1) * sizeof(int32_t))
        self.offset = <int64_t*>allocate(NULL, (two.n + 1) * sizeof(int64_t))
        self.row_scores = <int32_t*>allocate(NULL, (two.n + 1) * sizeof(int32_t))
        self.scores = <int32_t*>allocate(NULL, (one.n + 1) * sizeof(int32_t))
        self.partners = <int32_t*>allocate(NULL, (one.n + 1) * sizeof(int32_t))
        memset(self.scores, 0, (one.n + 1) * sizeof(int32_t))
        memset(self.partners, 0xFF, (one.n + 1) * sizeof(int32_t))
        self.equals = <int32_t*>allocate(NULL, (one.n + 1) * sizeof(int32_t))
        self.children = <int32_t*>allocate(NULL, (two.n + 1) * sizeof(int32_t))
        memset(self.equals, 0xFF, (one.n + 1) * sizeof(int32_t))
        memset(self.children, 0xFF, (two.n + 1) * sizeof(int32_t))

    cdef int reserve(self) except -1:
        """Room for all cells so far, zeroed."""
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
        cdef int64_t cell = self.offset[row] + column - self.low[row]
        return self.pointers[cell >> 2] >> ((cell & 3) << 1) & 3

    cdef inline bint parents_similar(self, Py_ssize_t row, Py_ssize_t column) noexcept nogil:
        """Rule (4), of the parents; the roots have none."""
        cdef int64_t cell
        if row < 0 or column < 0:
            return row == column
        if self.strict:
            return self.partners[column] == row
        if column < self.low[row] or column >= self.high[row]:
            return False
        cell = self.offset[row] + column - self.low[row]
        return self.similars[cell >> 3] >> (cell & 7) & 1

    cdef inline int compare(self, Py_ssize_t column, Py_ssize_t row) noexcept nogil:
        """CompareTwoCNode (section 2.3.2), in sevenths, by the paper's numbers."""
        cdef const Node* a = &self.one.nodes[column]
        cdef const Node* b = &self.two.nodes[row]
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
        cdef Py_ssize_t level, first, last, row, column, filled = 0
        cdef int64_t total = 0, allowed, left_over = 0
        cdef Py_ssize_t n_levels = max(self.one.n_levels, self.two.n_levels)
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
                    self.low[row] = self.high[row] = <int32_t>self.one.n
                    self.offset[row] = self.cells
            self.reserve()
            for row in range(b[level], b[level + 1]):
                # columns that no row had yet: nothing matches there so far
                while filled < self.high[row]:
                    filled += 1
                    self.scores[filled] = self.scores[filled - 1]
                self.fill_row(row)
                self.row_scores[row] = self.scores[filled]
            if self.strict:
                if level < shared:
                    self.trace(b[level + 1] - 1, a[level + 1] - 1, b[level], a[level])
        while filled < self.one.n:
            filled += 1
            self.scores[filled] = self.scores[filled - 1]
        if not self.strict:
            self.trace(self.two.n - 1, self.one.n - 1, 0, 0)
        return 0

    cdef int fill_row(self, Py_ssize_t row) noexcept nogil:
        cdef Py_ssize_t column, first = self.low[row], last = self.high[row]
        cdef int64_t cell = self.offset[row]
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
            # getDirection: the largest; of equal ones the diagonal, then up, then left
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
        """Back from a cell, through the cells that were computed and those that were not."""
        cdef int pointer
        while row >= first_row and column >= first_column:
            if column < self.low[row]:
                # below its last row a column's score stays; so up, or diagonally where the column adds nothing
                pointer = DIAGONAL if self.scores[column] == self.scores[column + 1] else UP
            elif column >= self.high[row]:
                pointer = DIAGONAL if self.before(row) == self.row_scores[row] else LEFT
            else:
                pointer = self.pointer(row, column)
                if pointer == SIMILAR:
                    self.partners[column] = <int32_t>row
            if pointer != UP:
                column -= 1
            if pointer != LEFT:
                row -= 1
        return 0

    cdef inline int32_t before(self, Py_ssize_t row) noexcept nogil:
        return self.row_scores[row - 1] if row else 0

    # --- which cells of a level are computed ---

    cdef int64_t intervals(self, Py_ssize_t level, int64_t allowed) except -1:
        """Set the intervals of a level's rows; gives the number of its cells."""
        cdef Py_ssize_t first_a = self.one.level_starts[level], last_a = self.one.level_starts[level + 1]
        cdef Py_ssize_t first_b = self.two.level_starts[level], last_b = self.two.level_starts[level + 1]
        cdef Py_ssize_t row, stop, column, width, middle, low, high
        cdef int64_t cells = 0, rows = 0
        for row in range(first_b, last_b):
            self.low[row] = <int32_t>first_a
            self.high[row] = <int32_t>last_a
        if self.anchors:
            self.anchor(first_a, last_a, first_b, last_b)
        for row in range(first_b, last_b):
            cells += self.high[row] - self.low[row]
            rows += self.high[row] - self.low[row] > 1
        if cells > allowed and rows:
            # a band along the diagonal of each rectangle
            width = max(NARROWEST, <Py_ssize_t>(allowed // (2 * rows)))
            row = first_b
            while row < last_b:
                stop = row + 1
                low = self.low[row]
                high = self.high[row]
                while stop < last_b and self.low[stop] == low and self.high[stop] == high:
                    stop += 1
                for column in range(row, stop):
                    middle = low + (2 * (column - row) + 1) * (high - low) // (2 * (stop - row))
                    self.low[column] = <int32_t>max(low, middle - width)
                    self.high[column] = <int32_t>min(high, middle + width + 1)
                row = stop
            cells = 0
            for row in range(first_b, last_b):
                cells += self.high[row] - self.low[row]
        for row in range(first_b, last_b):
            self.offset[row] = self.cells
            self.cells += self.high[row] - self.low[row]
        return cells

    cdef int anchor(self, Py_ssize_t first_a, Py_ssize_t last_a, Py_ssize_t first_b, Py_ssize_t last_b) except -1:
        """Equal subtrees first: pairs of them, and the rectangles between as intervals of a level's rows."""
        cdef Node* a = self.one.nodes
        cdef Node* b = self.two.nodes
        cdef Py_ssize_t row, column, child = 0, from_a = first_a, from_b = first_b
        for row in range(first_b, last_b):
            if b[row].parent >= 0 and self.children[b[row].parent] < 0:
                self.children[b[row].parent] = <int32_t>row
        for column in range(first_a, last_a):
            # the children of equal subtrees are pairs, one by one
            child = child + 1 if column > first_a and a[column].parent == a[column - 1].parent else 0
            if a[column].parent < 0 or self.equals[a[column].parent] < 0:
                continue
            row = self.children[self.equals[a[column].parent]]
            if row < 0 or row + child >= last_b or a[column].whole != b[row + child].whole:
                continue  # two hashes that happen to be equal
            row += child
            self.split(from_a, column, from_b, row)
            self.pair(column, row)
            from_a = column + 1
            from_b = row + 1
        self.split(from_a, last_a, from_b, last_b)
        return 0

    cdef inline void pair(self, Py_ssize_t column, Py_ssize_t row) noexcept nogil:
        self.low[row] = <int32_t>column
        self.high[row] = <int32_t>(column + 1)
        if self.one.nodes[column].whole == self.two.nodes[row].whole:
            self.equals[column] = <int32_t>row

    cdef int split(self, Py_ssize_t from_a, Py_ssize_t to_a, Py_ssize_t from_b, Py_ssize_t to_b) except -1:
        """The intervals of a rectangle: common ends trimmed; in a large one, equal subtrees that are unique first."""
        self.trim(&from_a, &to_a, &from_b, &to_b)
        if (to_a - from_a) * (to_b - from_b) <= SMALL:
            self.rectangle(from_a, to_a, from_b, to_b)
            return 0
        cdef Py_ssize_t n_a = to_a - from_a, n_b = to_b - from_b, i, k, low, high, middle, n = 0, length = 0
        cdef Py_ssize_t next_a, next_b, end_a, end_b
        cdef uint64_t mask = 16, slot
        while mask < <uint64_t>(2 * (n_a + n_b)):
            mask *= 2
        cdef Slot* slots = <Slot*>allocate(NULL, mask * sizeof(Slot))
        cdef int32_t* memory = NULL
        mask -= 1
        try:
            memset(slots, 0, (mask + 1) * sizeof(Slot))
            memory = <int32_t*>allocate(NULL, (4 * n_a + 4) * sizeof(int32_t))
            for i in range(n_a):
                slot = find(slots, mask, self.one.nodes[from_a + i].whole)
                slots[slot].in_a += 1
                slots[slot].a = <int32_t>(from_a + i)
            for i in range(n_b):
                slot = find(slots, mask, self.two.nodes[from_b + i].whole)
                slots[slot].in_b += 1
                slots[slot].b = <int32_t>(from_b + i)
            # the longest run of such pairs that is in order on both sides
            for i in range(n_a):
                slot = find(slots, mask, self.one.nodes[from_a + i].whole)
                if slots[slot].in_a != 1 or slots[slot].in_b != 1:
                    continue
                if self.compare(slots[slot].a, slots[slot].b) != FEATURES:
                    continue
                memory[n] = slots[slot].a                  # the column of pair n
                memory[n_a + n] = slots[slot].b            # its row
                low = 0
                high = length
                while low < high:
                    middle = (low + high) >> 1
                    if memory[n_a + memory[2 * n_a + middle]] < slots[slot].b:
                        low = middle + 1
                    else:
                        high = middle
                memory[3 * n_a + n] = memory[2 * n_a + low - 1] if low else -1   # the pair before it
                memory[2 * n_a + low] = <int32_t>n         # the pair that ends the best run of length low + 1
                length = max(length, low + 1)
                n += 1
            k = memory[2 * n_a + length - 1] if length else -1
            end_a = to_a
            end_b = to_b
            while True:
                next_a = memory[k] if k >= 0 else from_a - 1
                next_b = memory[n_a + k] if k >= 0 else from_b - 1
                low = next_a + 1
                high = next_b + 1
                self.trim(&low, &end_a, &high, &end_b)
                self.rectangle(low, end_a, high, end_b)
                if k < 0:
                    break
                self.pair(next_a, next_b)
                end_a = next_a
                end_b = next_b
                k = memory[3 * n_a + k]
        finally:
            PyMem_Free(slots)
            PyMem_Free(memory)
        return 0

    cdef void trim(self, Py_ssize_t* from_a, Py_ssize_t* to_a, Py_ssize_t* from_b, Py_ssize_t* to_b) noexcept nogil:
        """Match the pairs of similarity 1 at both ends of a rectangle.

        This costs no similarity on their level: in a matching without such a pair at most one of its two nodes is
        matched, and this pair can take the place of that one. Below their level it may cost some. Without `strict` rule
        (4) asks only that the parents are similar, and a pair of parents whose cell is not computed counts as not
        similar. With `strict` a node may have a similarity of 1 with several others, and the one at the end need not be
        the one with the most in common below.
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
            self.low[row] = <int32_t>from_a
            self.high[row] = <int32_t>to_a


cdef inline uint64_t partner_key(const Node* node, Py_ssize_t level) noexcept nogil:
    """What two nodes have in common at least if they are to be similar at all."""
    return mix(mix(SEED ^ <uint64_t>level, node.tag), node.inner if node.content else 1)


cdef int reduce_pair(FeatureTree one, FeatureTree two, FeatureTree less_one, FeatureTree less_two) except -1:
    """The two trees without the nodes that no node of the other can be similar to, nor what is below them."""
    cdef uint64_t mask = 16
    cdef Slot* slots
    cdef Py_ssize_t level, i
    while mask < <uint64_t>(2 * (one.n + two.n)):
        mask *= 2
    slots = <Slot*>allocate(NULL, mask * sizeof(Slot))
    mask -= 1
    try:
        memset(slots, 0, (mask + 1) * sizeof(Slot))
        for level in range(one.n_levels):
            for i in range(one.level_starts[level], one.level_starts[level + 1]):
                slots[find(slots, mask, partner_key(&one.nodes[i], level))].in_a = 1
        for level in range(two.n_levels):
            for i in range(two.level_starts[level], two.level_starts[level + 1]):
                slots[find(slots, mask, partner_key(&two.nodes[i], level))].in_b = 1
        keep_shared(one, less_one, slots, mask)
        keep_shared(two, less_two, slots, mask)
    finally:
        PyMem_Free(slots)
    return 0


cdef int keep_shared(FeatureTree tree, FeatureTree less, Slot* slots, uint64_t mask) except -1:
    cdef int32_t* number = <int32_t*>allocate(NULL, tree.n * sizeof(int32_t))
    cdef Py_ssize_t level, i, n = 0
    cdef Slot* slot
    cdef Node* node
    try:
        less.nodes = <Node*>allocate(NULL, tree.n * sizeof(Node))
        less.level_starts = <int32_t*>allocate(NULL, (tree.n_levels + 1) * sizeof(int32_t))
        less.level_starts[0] = 0
        for level in range(tree.n_levels):
            for i in range(tree.level_starts[level], tree.level_starts[level + 1]):
                node = &tree.nodes[i]
                slot = &slots[find(slots, mask, partner_key(node, level))]
                number[i] = -1
                if slot.in_a and slot.in_b and (node.parent < 0 or number[node.parent] >= 0):
                    less.nodes[n] = node[0]
                    less.nodes[n].parent = number[node.parent] if node.parent >= 0 else -1
                    number[i] = <int32_t>n
                    n += 1
            less.level_starts[level + 1] = <int32_t>n
        less.n = n
        less.n_levels = tree.n_levels
        while less.n_levels and less.level_starts[less.n_levels - 1] == n:
            less.n_levels -= 1
        less.n_rows = tree.n_rows
        less.has_boxes = tree.has_boxes
    finally:
        PyMem_Free(number)
    return 0


def match(
    FeatureTree one not None,
    FeatureTree two not None,
    int similar,
    bint clamp,
    bint anchors,
    bint strict,
    int32_t tolerance,
    Py_ssize_t max_cells,
    uint8_t[::1] found not None,
):
    """The maximum similarity matching of two pages; section 2.3.2.

    Marks in `found` the rows of the first page's nodes that are matched with a similar node of the second, and gives
    the summed similarity of all matched pairs, in sevenths, and how many cells of the table were computed.

    similar: sevenths from which a pair is similar. clamp: pairs below it count nothing. anchors: equal subtrees are
    matched first, and the table is computed between them. strict: children are compared only if their parents are
    matched with each other, not merely similar. tolerance: pixels by which boxes may differ. max_cells: of the table;
    where there are more, a band of each level is computed, NARROWEST columns to either side at least.
    """
    cdef Py_ssize_t i
    if found.shape[0] < one.n_rows:
        raise ValueError("columns of different lengths")
    if one.n == 0 or two.n == 0:
        return 0, 0
    cdef FeatureTree less_one, less_two
    if anchors:
        less_one = FeatureTree.__new__(FeatureTree)
        less_two = FeatureTree.__new__(FeatureTree)
        reduce_pair(one, two, less_one, less_two)
        one = less_one
        two = less_two
        if one.n == 0 or two.n == 0:
            return 0, 0
    cdef _Table table = _Table(one, two)
    table.similar = max(similar, 1)
    table.clamp = clamp
    table.anchors = anchors
    table.strict = strict
    table.tolerance = tolerance
    table.max_cells = max_cells
    table.run()
    for i in range(one.n):
        if table.partners[i] >= 0:
            found[one.nodes[i].row] = True
    return table.scores[one.n], table.cells

"""Two pages as trees: the top-down comparison of DSE, and the restricted top-down mapping of RTDM.

Both walk the columns of two signatures. Two elements are equal if their keys are: tag, id and first class. All texts
have the same key; two texts are equal if their subtree hashes are.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memset

from scrapy_denoise.page.native.memory cimport allocate, release
from scrapy_denoise.page.columns.tree_check cimport check_nesting

cdef enum:
    LOOK_AHEAD = 256       # siblings among which DSE searches the counterpart of an element
    MAX_WORK = 2_000_000   # bound on the cells of a mapping's tables and on the children listed for them
    MAX_DEPTH = 500        # bound on the recursion of a mapping
    NOT_MAPPED = -1

cdef enum:
    KEEP = 0               # the two subtrees are mapped onto each other
    DELETE = 1
    INSERT = 2


def common_parts(page, sibling, uint8_t[::1] common not None):
    """DSE: mark in `common` the rows of the page that the sibling has at the corresponding place.

    Children of two corresponding elements are compared from the left: equal subtrees are common, and elements with the
    same tag correspond. For any other child of the page the comparison continues at the next child of the sibling with
    the same tag, id and class, if one is among the next LOOK_AHEAD. Time: linear in the rows, times at most LOOK_AHEAD.
    """
    cdef const int32_t[::1] end_a = page.end, end_b = sibling.end
    cdef const uint32_t[::1] tag_a = page.tag_hash, tag_b = sibling.tag_hash
    cdef const uint64_t[::1] key_a = page.key, key_b = sibling.key
    cdef const uint64_t[::1] tree_a = page.subtree, tree_b = sibling.subtree
    cdef Py_ssize_t n = end_a.shape[0], n_stack, a, b, i, j, k
    cdef int looked
    check_nesting(page.parent, end_a)
    check_nesting(sibling.parent, end_b)
    if common.shape[0] < n:
        raise ValueError("columns of different lengths")
    if n == 0 or end_b.shape[0] == 0 or tag_a[0] != tag_b[0]:
        return
    cdef int32_t* stack = <int32_t*>allocate(NULL, 2 * n * sizeof(int32_t))
    stack[0] = stack[1] = 0
    n_stack = 1
    while n_stack:
        n_stack -= 1
        a = stack[2 * n_stack]
        b = stack[2 * n_stack + 1]
        if tree_a[a] == tree_b[b]:
            memset(&common[a], 1, end_a[a] - a)
            continue
        i = a + 1
        j = b + 1
        while i < end_a[a] and j < end_b[b]:
            if tag_a[i] != tag_b[j]:
                k = end_b[j]
                looked = 0
                while k < end_b[b] and key_b[k] != key_a[i] and looked < LOOK_AHEAD:
                    k = end_b[k]
                    looked += 1
                if k < end_b[b] and key_b[k] == key_a[i]:
                    j = k
                else:
                    i = end_a[i]
                continue
            if tree_a[i] == tree_b[j]:
                memset(&common[i], 1, end_a[i] - i)
            elif tag_a[i]:
                stack[2 * n_stack] = <int32_t>i
                stack[2 * n_stack + 1] = <int32_t>j
                n_stack += 1
            i = end_a[i]
            j = end_b[j]
    release(stack)


cdef struct Children:
    # The children of two elements without the equal ones at both ends: `lists` holds n_a rows of the page, followed by
    # n_b rows of the sibling.
    int32_t n_a
    int32_t n_b
    int32_t first     # the number of equal children at the beginning of both
    int32_t last_a    # the children of the page after this one equal the last ones of the sibling


cdef class _Mapping:
    """One mapping: the dynamic-programming tables of all compared pairs of elements, in one arena."""

    cdef const int32_t[::1] end_a, end_b
    cdef const uint32_t[::1] tag_a, tag_b
    cdef const uint64_t[::1] key_a, key_b, tree_a, tree_b
    cdef uint8_t* steps          # for each cell KEEP, DELETE or INSERT
    cdef int32_t* tables         # for each cell the start of the table of its pair; NOT_MAPPED if the pair has none
    cdef Py_ssize_t n_cells, capacity, work
    cdef int32_t* scratch        # a stack of children and costs
    cdef Py_ssize_t n_scratch, scratch_capacity

    def __cinit__(self):
        self.steps = NULL
        self.tables = NULL
        self.scratch = NULL

    def __dealloc__(self):
        release(self.steps)
        release(self.tables)
        release(self.scratch)

    def __init__(self, page, sibling):
        check_nesting(page.parent, page.end)
        check_nesting(sibling.parent, sibling.end)
        self.end_a, self.tag_a, self.key_a, self.tree_a = page.end, page.tag_hash, page.key, page.subtree
        self.end_b, self.tag_b, self.key_b, self.tree_b = sibling.end, sibling.tag_hash, sibling.key, sibling.subtree
        self.n_cells = self.capacity = self.work = 0
        self.n_scratch = 0
        # On the way down every child of either page is listed at most once, and has one cost.
        self.scratch_capacity = self.end_a.shape[0] + 2 * self.end_b.shape[0] + 2 * MAX_DEPTH
        self.scratch = <int32_t*>allocate(NULL, self.scratch_capacity * sizeof(int32_t))

    cdef Children list_children(self, Py_ssize_t a, Py_ssize_t b, int32_t* lists) noexcept nogil:
        """List the children of both elements, without the equal ones at both ends."""
        cdef Children found
        cdef Py_ssize_t i = a + 1, j = b + 1
        cdef int32_t n = 0
        found.first = 0
        while i < self.end_a[a] and j < self.end_b[b] and self.tree_a[i] == self.tree_b[j]:
            i = self.end_a[i]
            j = self.end_b[j]
            found.first += 1
        while i < self.end_a[a]:
            lists[n] = <int32_t>i
            n += 1
            i = self.end_a[i]
        found.n_a = n
        while j < self.end_b[b]:
            lists[n] = <int32_t>j
            n += 1
            j = self.end_b[j]
        found.n_b = n - found.n_a
        cdef int32_t all_a = found.n_a
        while found.n_a and found.n_b and (
            self.tree_a[lists[found.n_a - 1]] == self.tree_b[lists[all_a + found.n_b - 1]]
        ):
            found.n_a -= 1
            found.n_b -= 1
        found.last_a = all_a
        return found

    cdef int64_t grow(self, Py_ssize_t cells) except -1:
        if self.n_cells + cells > self.capacity:
            self.capacity = 2 * (self.n_cells + cells) + 1024
            self.steps = <uint8_t*>allocate(self.steps, self.capacity)
            self.tables = <int32_t*>allocate(self.tables, self.capacity * sizeof(int32_t))
        return 0

    cdef int64_t cost(self, Py_ssize_t a, Py_ssize_t b, int depth, int32_t* table) except -2:
        """The cost, in rows deleted, inserted and replaced, of turning the children of a into those of b.

        NOT_MAPPED if a bound is exceeded. a and b have the same tag. The start of their table is written to `table`.
        """
        cdef int32_t* lists = self.scratch + self.n_scratch
        cdef Children c
        cdef Py_ssize_t i, j, base, row_a, row_b, cell, listed
        cdef int32_t* second
        cdef int32_t* costs
        cdef int32_t inner
        cdef int64_t diagonal, above, best, kept, size_a, size_b
        cdef uint8_t step
        if self.work > MAX_WORK or depth >= MAX_DEPTH:
            return NOT_MAPPED
        c = self.list_children(a, b, lists)
        listed = c.last_a + c.n_b + c.last_a - c.n_a
        second = lists + c.last_a
        costs = lists + listed
        self.work += listed + 1 + <Py_ssize_t>c.n_a * c.n_b
        if self.work > MAX_WORK:
            return NOT_MAPPED
        base = self.n_cells
        self.grow(<Py_ssize_t>c.n_a * c.n_b)
        self.n_cells += <Py_ssize_t>c.n_a * c.n_b
        table[0] = <int32_t>base
        self.n_scratch += listed + c.n_b + 1
        costs[0] = 0
        for j in range(c.n_b):
            costs[j + 1] = costs[j] + self.end_b[second[j]] - second[j]
        for i in range(c.n_a):
            row_a = lists[i]
            size_a = self.end_a[row_a] - row_a
            diagonal = costs[0]
            costs[0] += <int32_t>size_a
            for j in range(c.n_b):
                row_b = second[j]
                size_b = self.end_b[row_b] - row_b
                inner = NOT_MAPPED
                kept = NOT_MAPPED
                if self.tree_a[row_a] == self.tree_b[row_b]:
                    kept = 0
                elif self.tag_a[row_a] == self.tag_b[row_b]:
                    kept = 1
                    if self.tag_a[row_a]:
                        kept = self.cost(row_a, row_b, depth + 1, &inner)
                        if kept >= 0 and self.key_a[row_a] != self.key_b[row_b]:
                            kept += 1
                above = costs[j + 1]
                best = above + size_a
                step = DELETE
                if costs[j] + size_b < best:
                    best = costs[j] + size_b
                    step = INSERT
                if kept >= 0 and diagonal + kept <= best:
                    best = diagonal + kept
                    step = KEEP
                cell = base + i * c.n_b + j
                self.steps[cell] = step
                self.tables[cell] = inner
                diagonal = above
                costs[j + 1] = <int32_t>best
        best = costs[c.n_b]
        self.n_scratch -= listed + c.n_b + 1
        return best

    cdef int mark(self, int32_t table, uint8_t[::1] intact) except -1:
        """Trace the mapping back from the table of the roots and mark the rows of the page that it leaves intact."""
        cdef Py_ssize_t n = self.end_a.shape[0], n_stack, a, b, i, j, cell
        cdef int32_t* stack = <int32_t*>allocate(NULL, 3 * n * sizeof(int32_t))
        cdef int32_t* lists = self.scratch
        cdef int32_t* second
        cdef Children c
        stack[0] = stack[1] = 0
        stack[2] = table
        n_stack = 1
        while n_stack:
            n_stack -= 1
            a = stack[3 * n_stack]
            b = stack[3 * n_stack + 1]
            table = stack[3 * n_stack + 2]
            intact[a] = self.key_a[a] == self.key_b[b]
            c = self.list_children(a, b, lists)
            second = lists + c.last_a
            i = a + 1
            for _ in range(c.first):
                i = self.end_a[i]
            memset(&intact[a + 1], 1, i - a - 1)
            if c.last_a > c.n_a:
                memset(&intact[lists[c.n_a]], 1, self.end_a[a] - lists[c.n_a])
            i = c.n_a - 1
            j = c.n_b - 1
            while i >= 0 and j >= 0:
                cell = table + i * c.n_b + j
                if self.steps[cell] == DELETE:
                    i -= 1
                elif self.steps[cell] == INSERT:
                    j -= 1
                else:
                    if self.tree_a[lists[i]] == self.tree_b[second[j]]:
                        memset(&intact[lists[i]], 1, self.end_a[lists[i]] - lists[i])
                    elif self.tables[cell] != NOT_MAPPED:
                        stack[3 * n_stack] = lists[i]
                        stack[3 * n_stack + 1] = second[j]
                        stack[3 * n_stack + 2] = self.tables[cell]
                        n_stack += 1
                    i -= 1
                    j -= 1
        release(stack)
        return 0


def restricted_mapping(page, sibling, uint8_t[::1] intact not None):
    """RTDM: mark in `intact` the rows of the page that the restricted top-down mapping of least cost leaves unchanged.

    A mapping is top-down if the parents of mapped nodes are mapped too; it is restricted as only whole subtrees are
    deleted and inserted, each row at a cost of 1. Replacing a text by another, or an element by one with the same tag
    and another id or class, costs 1 as well. Elements with different tags are not mapped onto each other; below
    MAX_DEPTH, or once MAX_WORK is spent, only equal subtrees are. Returns the cost in rows.
    """
    cdef _Mapping mapping = _Mapping(page, sibling)
    cdef Py_ssize_t n_a = mapping.end_a.shape[0], n_b = mapping.end_b.shape[0]
    cdef int32_t table = NOT_MAPPED
    cdef int64_t cost = NOT_MAPPED
    if intact.shape[0] < n_a:
        raise ValueError("columns of different lengths")
    if n_a == 0 or n_b == 0:
        return n_a + n_b
    if mapping.tree_a[0] == mapping.tree_b[0]:
        memset(&intact[0], 1, n_a)
        return 0
    if mapping.tag_a[0] == mapping.tag_b[0]:
        cost = mapping.cost(0, 0, 0, &table)
    if cost == NOT_MAPPED:
        return n_a + n_b
    mapping.mark(table, intact)
    return cost + (mapping.key_a[0] != mapping.key_b[0])

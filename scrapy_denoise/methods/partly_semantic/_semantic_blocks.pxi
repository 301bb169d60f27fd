"""The bottom-up segmentation of paper 000: which neighbours belong together, by their link densities."""

from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.stdlib cimport free, malloc


cdef struct Open:  # an element that is not closed yet
    int32_t row
    int32_t first        # first unit below it
    int32_t runs         # runs of similar children so far
    uint8_t whole        # every child so far is one unit
    uint8_t in_run       # the last child can be extended
    double lowest, highest  # link densities of the current run
    double chars, link_chars


cdef inline void feed(Open* parent, Open* child, double theta, double eps, uint8_t[::1] starts) noexcept nogil:
    """Add a child to its parent; a child that is one unit joins the run before it, or begins one."""
    cdef double rho, low, high
    parent.chars += child.chars
    parent.link_chars += child.link_chars
    if parent.first < 0:
        parent.first = child.first
    if not child.whole:
        parent.whole = False
        parent.in_run = False
        return
    rho = child.link_chars / child.chars
    low = rho if rho < parent.lowest else parent.lowest
    high = rho if rho > parent.highest else parent.highest
    if parent.in_run and low + eps >= theta * (high + eps):
        parent.lowest = low
        parent.highest = high
        starts[child.first] = False
        return
    parent.runs += 1
    parent.in_run = True
    parent.lowest = parent.highest = rho
    starts[child.first] = True


def segment(
    const int64_t[::1] rows not None,
    const int64_t[::1] homes not None,
    const int64_t[::1] above not None,
    const int32_t[::1] end not None,
    const double[::1] chars not None,
    const double[::1] link_chars not None,
    double theta,
    double eps,
    uint8_t[::1] starts not None,
):
    """Mark the units that begin a partly semantic block (`starts`).

    The units are the leaves, in document order. rows: the row of each. homes: the row of its parent node. chars (above
    0), link_chars: its characters, in all and in links. above: for each row of the page the row of its parent among the
    nodes that are judged; -1 for the first of them. end: one past the last row of each row's subtree.

    Neighbours with the link densities a <= b are similar where (a + eps) / (b + eps) >= theta. A run of children
    each similar to each other is one block; where one run holds all children, the node is one unit of its parent.
    Linear in the rows.
    """
    cdef Py_ssize_t i, n = rows.shape[0], top = -1, k, depth
    cdef int64_t node
    cdef int32_t row
    cdef Open leaf
    cdef Py_ssize_t capacity = 64, needed
    cdef Open* stack
    cdef Open* larger
    if not homes.shape[0] == chars.shape[0] == link_chars.shape[0] == starts.shape[0] == n:
        raise ValueError("columns of different lengths")
    if above.shape[0] != end.shape[0]:
        raise ValueError("columns of different lengths")
    for i in range(n):
        if not 0 <= homes[i] < above.shape[0] or not 0 <= rows[i] < above.shape[0]:
            raise ValueError("a row that there is not")
    stack = <Open*>malloc(capacity * sizeof(Open))
    if stack == NULL:
        raise MemoryError
    try:
        for i in range(n):
            row = <int32_t>rows[i]
            while top >= 0 and end[stack[top].row] <= row:
                top -= 1
                if top >= 0:
                    close(&stack[top + 1], &stack[top], theta, eps, starts)
            # the nodes between the innermost open one and the leaf
            depth = 0
            node = homes[i]
            while node >= 0 and (top < 0 or node != stack[top].row):
                depth += 1
                node = above[node]
            needed = top + 1 + depth
            if needed >= capacity:
                capacity = 2 * needed
                larger = <Open*>malloc(capacity * sizeof(Open))
                if larger == NULL:
                    raise MemoryError
                for k in range(top + 1):
                    larger[k] = stack[k]
                free(stack)
                stack = larger
            node = homes[i]
            for k in range(depth):
                stack[top + depth - k] = new(<int32_t>node, -1)
                node = above[node]
            top += depth
            leaf = new(row, <int32_t>i)
            leaf.chars = chars[i]
            leaf.link_chars = link_chars[i]
            feed(&stack[top], &leaf, theta, eps, starts)
        while top > 0:
            top -= 1
            close(&stack[top + 1], &stack[top], theta, eps, starts)
    finally:
        free(stack)


cdef inline Open new(int32_t row, int32_t first) noexcept nogil:
    cdef Open node
    node.row = row
    node.first = first
    node.runs = 0
    node.whole = True
    node.in_run = False
    node.lowest = node.highest = 0
    node.chars = node.link_chars = 0
    return node


cdef inline void close(Open* node, Open* parent, double theta, double eps, uint8_t[::1] starts) noexcept nogil:
    """All children are known: the node is one unit where one run holds them all."""
    node.whole = node.whole and node.runs == 1
    feed(parent, node, theta, eps, starts)

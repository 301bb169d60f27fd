"""Remove from two feature trees the nodes that cannot be matched, so that less of their table has to be computed."""

from libc.stdint cimport int32_t, uint64_t

from scrapy_denoise.page.native.hashing cimport SEED, mix
from scrapy_denoise.page.native.hash_table cimport Table, close_table, find_number, find_or_add, open_table
from scrapy_denoise.page.native.memory cimport allocate, release

cdef enum:
    IN_ONE = 1
    IN_TWO = 2


cdef int reduce_pair(CNodeTree one, CNodeTree two, CNodeTree less_one, CNodeTree less_two) except -1:
    """Fill two empty trees with the nodes of two trees that have a possible partner in the other one.

    A node without a possible partner is left out with its subtree: by rule (4), its descendants have none either.
    """
    cdef Table found
    open_table(&found, one.n + two.n)
    try:
        mark_keys(one, IN_ONE, &found)
        mark_keys(two, IN_TWO, &found)
        copy_shared(one, less_one, &found)
        copy_shared(two, less_two, &found)
    finally:
        close_table(&found)
    return 0


cdef inline uint64_t partner_key(const CNode* node, Py_ssize_t level) noexcept nogil:
    """A key of a node: nodes can be similar only if their keys are equal, by rules (1), (5) and (6) and the level."""
    return mix(mix(SEED ^ <uint64_t>level, node.tag), node.inner if node.content else 1)


cdef void mark_keys(CNodeTree tree, int32_t mark, Table* found) noexcept:
    cdef Py_ssize_t level, i
    for level in range(tree.n_levels):
        for i in range(tree.level_starts[level], tree.level_starts[level + 1]):
            find_or_add(found, partner_key(&tree.nodes[i], level)).number |= mark


cdef int copy_shared(CNodeTree tree, CNodeTree less, const Table* found) except -1:
    """Copy the nodes whose keys occur in both trees and whose parents are copied."""
    cdef Py_ssize_t level, i, n = 0
    cdef CNode* node
    cdef int32_t* number = <int32_t*>allocate(NULL, max(tree.n, 1) * sizeof(int32_t))  # in `less`; -1: left out
    try:
        less.allocate(tree.n, tree.n_levels)
        for level in range(tree.n_levels):
            for i in range(tree.level_starts[level], tree.level_starts[level + 1]):
                node = &tree.nodes[i]
                number[i] = -1
                if node.parent >= 0 and number[node.parent] < 0:
                    continue
                if find_number(found, partner_key(node, level)) == IN_ONE | IN_TWO:
                    less.nodes[n] = node[0]
                    less.nodes[n].parent = number[node.parent] if node.parent >= 0 else -1
                    number[i] = <int32_t>n
                    n += 1
            less.level_starts[level + 1] = <int32_t>n
        less.n = n
        while less.n_levels and less.level_starts[less.n_levels - 1] == n:
            less.n_levels -= 1
        less.n_rows = tree.n_rows
        less.has_boxes = tree.has_boxes
    finally:
        release(number)
    return 0

"""The nodes of a Site Style Tree, on the columns of a page."""

from cpython.mem cimport PyMem_Free, PyMem_Malloc
from libc.stdint cimport int32_t, uint32_t, uint64_t
from libc.string cimport memset

cdef uint64_t FACTOR = 0x9E3779B97F4A7C15


cdef inline uint64_t mix(uint64_t h, uint64_t word) noexcept nogil:
    h = (h ^ (word + 1)) * FACTOR
    return h ^ (h >> 29)


def style_nodes(page, uint64_t[::1] nodes not None):
    """Site Style Tree: fill `nodes` with a hash of the node of each row of a page.

    Two rows, of the same page or of two, are the same node where they are the root, or their parents are the same
    node, the parents' children are alike and in the same order, and they have the same number among them. Elements
    are alike where tag and first class are: the paper asks for the attributes of display, which an id is not.
    """
    cdef const int32_t[::1] parent = page.parent
    cdef const uint32_t[::1] tag = page.tag_hash, first_class = page.class_hash
    cdef Py_ssize_t n = parent.shape[0], i
    if nodes.shape[0] < n:
        raise ValueError("columns of different lengths")
    if n == 0:
        return
    cdef uint64_t* style = <uint64_t*>PyMem_Malloc(2 * n * sizeof(uint64_t))
    if style == NULL:
        raise MemoryError()
    cdef uint64_t* children = style + n
    memset(style, 0, 2 * n * sizeof(uint64_t))
    for i in range(1, n):
        style[parent[i]] = mix(mix(style[parent[i]], tag[i]), first_class[i])
    nodes[0] = tag[0]
    for i in range(1, n):
        nodes[i] = mix(mix(nodes[parent[i]], style[parent[i]]), children[parent[i]])
        children[parent[i]] += 1
    PyMem_Free(style)

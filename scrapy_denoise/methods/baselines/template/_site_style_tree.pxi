"""The nodes of a Site Style Tree as hashes, computed from the columns of a page."""

from libc.stdint cimport int32_t, uint32_t, uint64_t
from libc.string cimport memset

from scrapy_denoise.page.native.hashing cimport mix
from scrapy_denoise.page.native.memory cimport allocate, release


def style_nodes(page, uint64_t[::1] nodes not None):
    """Site Style Tree: fill `nodes` with the hash of the node of each row of a page.

    Two rows of one page or of two pages are the same node if they are roots, or if their parents are the same node with
    the same sequence of children and the rows have the same position in it. Children are compared by tag and first
    class: the paper compares the attributes that affect presentation, and an id does not.
    """
    cdef const int32_t[::1] parent = page.parent
    cdef const uint32_t[::1] tag = page.tag_hash, first_class = page.class_hash
    cdef Py_ssize_t n = parent.shape[0], i
    if nodes.shape[0] < n:
        raise ValueError("columns of different lengths")
    if n == 0:
        return
    cdef uint64_t* style = <uint64_t*>allocate(NULL, 2 * n * sizeof(uint64_t))
    cdef uint64_t* children = style + n
    memset(style, 0, 2 * n * sizeof(uint64_t))
    for i in range(1, n):
        style[parent[i]] = mix(mix(style[parent[i]], <uint64_t>tag[i] + 1), <uint64_t>first_class[i] + 1)
    nodes[0] = tag[0]
    for i in range(1, n):
        nodes[i] = mix(mix(nodes[parent[i]], style[parent[i]] + 1), children[parent[i]] + 1)
        children[parent[i]] += 1
    release(style)

"""Hashes of paths and subtrees, from the depth and the hash of each node: for a page just read and for a
signature read back from a store alike."""

from libc.stdint cimport int32_t, int64_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport qsort

cdef uint64_t FACTOR = 0x9E3779B97F4A7C15
cdef uint64_t SEED = 0x2545F4914F6CDD1D


cdef inline uint64_t mix(uint64_t h, uint64_t word) noexcept nogil:
    h = (h ^ word) * FACTOR
    return h ^ (h >> 29)


def tree_hashes(
    const int32_t[::1] depth not None,
    const uint32_t[::1] tag not None,
    const uint32_t[::1] ident not None,
    const uint32_t[::1] clas not None,
    const uint32_t[::1] text not None,
    int32_t[::1] parent not None,
    int32_t[::1] end not None,
    uint64_t[::1] key not None,
    uint64_t[::1] path not None,
    uint64_t[::1] subtree not None,
):
    """Fill the last five columns from the first five; all have the same length, rows in document order.

    key: tag, id and class of an element, the same for all text; path: tags and classes from the root down;
    subtree: the element's key and all that is below it, text included. Returns the number of text rows. Linear
    time, no recursion. Raises ValueError where the depths are not those of a tree.
    """
    cdef Py_ssize_t n = depth.shape[0], i, d, n_text = 0
    cdef Py_ssize_t above
    if n == 0:
        return 0
    if min(
        tag.shape[0], ident.shape[0], clas.shape[0], text.shape[0],
        parent.shape[0], end.shape[0], key.shape[0], path.shape[0], subtree.shape[0],
    ) < n:
        raise ValueError("columns of different lengths")
    if depth[0] != 0:
        raise ValueError("the first row is not a root")
    parent[0] = -1
    for i in range(n):
        if i:
            d = depth[i]
            if d < 1 or d > depth[i - 1] + 1:
                raise ValueError(f"row {i} has depth {d} after {depth[i - 1]}")
            above = i - 1
            while depth[above] >= d:
                above = parent[above]
            parent[i] = <int32_t>above
        if tag[i] and i and depth[i] == 1 or i == 0:
            # html and body carry classes of the single page (its number, its category) on many sites
            key[i] = mix(SEED, tag[i])
            path[i] = mix(path[0] if i else SEED, tag[i])
        elif tag[i]:
            key[i] = mix(mix(mix(SEED, tag[i]), ident[i]), clas[i])
            path[i] = mix(mix(path[parent[i]] if i else SEED, tag[i]), clas[i])
        else:
            key[i] = 1
            path[i] = mix(path[parent[i]] if i else SEED, 1)
        n_text += tag[i] == 0
        end[i] = <int32_t>(i + 1)
        subtree[i] = mix(key[i], text[i])
    # From the last row up, every row is whole when its parent takes it in.
    for i in range(n - 1, 0, -1):
        above = parent[i]
        if end[i] > end[above]:
            end[above] = end[i]
        subtree[above] = mix(subtree[above], subtree[i])
    return n_text


def minhash(
    const uint64_t[::1] path not None,
    const uint32_t[::1] tag not None,
    const int32_t[::1] depth not None,
    int deepest,
    uint32_t[::1] minima not None,
):
    """Fill `minima` with a one-permutation MinHash of the paths of the elements: a bin is the path modulo their
    number, its minimum that of the paths' upper 32 bits; an empty bin has all bits set.

    Returns the smallest path of an element down to a depth: a MinHash of the page's frame.
    """
    cdef Py_ssize_t i, n_bins = minima.shape[0]
    cdef uint64_t h, least = 0xFFFFFFFFFFFFFFFF
    cdef uint32_t value
    cdef Py_ssize_t place
    if tag.shape[0] < path.shape[0] or depth.shape[0] < path.shape[0] or n_bins == 0:
        raise ValueError("columns of different lengths")
    for i in range(n_bins):
        minima[i] = 0xFFFFFFFF
    for i in range(path.shape[0]):
        if tag[i]:
            h = path[i]
            place = <Py_ssize_t>(h % <uint64_t>n_bins)
            value = <uint32_t>(h >> 32)
            if value < minima[place]:
                minima[place] = value
            if depth[i] <= deepest and h < least:
                least = h
    return least


def likeness(const uint32_t[::1] minima not None, const uint32_t[:, ::1] others not None, double[::1] found not None):
    """Fill `found` with the share of equal bins, among those not empty in both, of `minima` and each row of
    `others`: the estimated Jaccard index of the two sets."""
    cdef Py_ssize_t row, i, n = minima.shape[0]
    cdef int same, empty
    if others.shape[1] != minima.shape[0] or found.shape[0] < others.shape[0]:
        raise ValueError("columns of different lengths")
    for row in range(others.shape[0]):
        same = empty = 0
        for i in range(n):  # without a branch: several bins at a time
            same += minima[i] == others[row, i]
            empty += (minima[i] & others[row, i]) == 0xFFFFFFFF
        found[row] = <double>(same - empty) / (n - empty) if empty < n else 0.0


cdef int ascending(const void* one, const void* other) noexcept nogil:
    cdef uint64_t a = (<const uint64_t*>one)[0], b = (<const uint64_t*>other)[0]
    return (a > b) - (a < b)


cdef int ascending_prints(const void* one, const void* other) noexcept nogil:
    return <int>(<const uint16_t*>one)[0] - <int>(<const uint16_t*>other)[0]


def lower_bits(const uint64_t[::1] hashes not None, uint16_t[::1] found not None):
    """Fill `found` with the lower 16 bits of the hashes, sorted and each once. Returns how many are distinct."""
    cdef Py_ssize_t i, n = hashes.shape[0], n_distinct = 0
    if found.shape[0] < n:
        raise ValueError("columns of different lengths")
    for i in range(n):
        found[i] = <uint16_t>hashes[i]
    if n:
        qsort(&found[0], n, sizeof(uint16_t), ascending_prints)
    for i in range(n):
        if i == 0 or found[i] != found[n_distinct - 1]:
            found[n_distinct] = found[i]
            n_distinct += 1
    return n_distinct


def node_hashes(
    const uint64_t[::1] path not None,
    const uint32_t[::1] tag not None,
    const uint32_t[::1] text not None,
    int64_t[::1] rows not None,
    uint64_t[::1] nodes not None,
    uint64_t[::1] distinct not None,
):
    """Fill `rows` with the text rows, in document order, `nodes` with a hash of the path and the text of each, and
    `distinct` with these, sorted and each once. Returns how many are distinct."""
    cdef Py_ssize_t i, n = 0, n_distinct = 0
    cdef uint64_t h
    if min(tag.shape[0], text.shape[0]) < path.shape[0] or min(nodes.shape[0], distinct.shape[0]) < rows.shape[0]:
        raise ValueError("columns of different lengths")
    for i in range(path.shape[0]):
        if tag[i] == 0:
            if n == rows.shape[0]:
                raise ValueError("more text rows than places")
            h = mix(path[i], text[i])
            rows[n] = i
            distinct[n] = nodes[n] = h ^ (h >> 32)
            n += 1
    if n:
        qsort(&distinct[0], n, sizeof(uint64_t), ascending)
    for i in range(n):
        if i == 0 or distinct[i] != distinct[n_distinct - 1]:
            distinct[n_distinct] = distinct[i]
            n_distinct += 1
    return n_distinct

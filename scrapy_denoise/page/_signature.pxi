"""Hashes of paths and subtrees, computed from the depth and the hashes of each node: for a page just read and for a
signature read back from a store alike."""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from libc.stdint cimport int32_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memset

from scrapy_denoise.page.columns.buffers cimport (
    NODES_WIDTH, TEXTS_WIDTH, Nodes, HashColumns, Texts, nodes_of, hash_columns_of, texts_of,
)
from scrapy_denoise.page.native.hashing cimport SEED, jaccard, mix


def signature_columns(bytes hash_columns not None, int n_bins, int deepest):
    """Derive from the stored columns of a page: the columns `Nodes` and `Texts` of a signature, its sketch, its frame
    and the hash of its content. Linear time, no recursion.

    key: tag, id and class of an element, the same for all text; path: tags and classes from the root down;
    subtree: the element's key and all that is below it, text included.

    sketch: a one-permutation MinHash of the paths of the elements: a bin is the path modulo their number, its minimum
    that of the paths' upper 32 bits; an empty bin has all bits set. frame: the smallest path of an element down to
    the depth `deepest`, a MinHash of what is there.

    Raises ValueError where the depths are not those of a tree, or a text holds other rows.
    """
    cdef HashColumns s = hash_columns_of(hash_columns)
    cdef Py_ssize_t i, n_texts = 0
    for i in range(s.n):
        n_texts += s.tag_hash[i] == 0
    cdef bytes nodes = PyBytes_FromStringAndSize(NULL, s.n * NODES_WIDTH)
    cdef bytes texts = PyBytes_FromStringAndSize(NULL, n_texts * TEXTS_WIDTH)
    cdef bytes sketch = PyBytes_FromStringAndSize(NULL, n_bins * sizeof(uint32_t))
    cdef Nodes r = nodes_of(nodes)
    cdef Texts t = texts_of(texts)
    cdef uint32_t* minima = <uint32_t*>PyBytes_AS_STRING(sketch)
    cdef uint64_t frame
    with nogil:
        tree_hashes(&s, &r)
        frame = minhash(&s, r.path, deepest, minima, n_bins)
        text_hashes(&s, r.path, &t)
    return nodes, texts, sketch, frame, r.subtree[0] if s.n else 0


cdef int tree_hashes(const HashColumns* s, Nodes* r) except -1 nogil:
    cdef Py_ssize_t i, d, above
    cdef int32_t* last = r.end  # of each depth the last row so far, until the ends are known
    for i in range(s.n):
        d = s.depth[i]
        if s.chars[i] < 0:
            raise ValueError(f"row {i} has {s.chars[i]} characters")
        if i == 0:
            if d != 0 or s.tag_hash[0] == 0:
                raise ValueError("the first row is not the root element")
            above = -1
        else:
            if d < 1 or d > s.depth[i - 1] + 1:
                raise ValueError(f"row {i} has depth {d} after {s.depth[i - 1]}")
            above = last[d - 1]
            if s.tag_hash[above] == 0:
                raise ValueError(f"row {i} is inside a text")
        r.parent[i] = <int32_t>above
        if s.tag_hash[i] and d == 1 or i == 0:
            # html and body carry classes of the single page (its number, its category) on many sites
            r.key[i] = mix(SEED, s.tag_hash[i])
            r.path[i] = mix(r.path[0] if i else SEED, s.tag_hash[i])
        elif s.tag_hash[i]:
            r.key[i] = mix(mix(mix(SEED, s.tag_hash[i]), s.id_hash[i]), s.class_hash[i])
            r.path[i] = mix(mix(r.path[above], s.tag_hash[i]), s.class_hash[i])
        else:
            r.key[i] = 1
            r.path[i] = mix(r.path[above], 1)
        last[d] = <int32_t>i
        r.subtree[i] = mix(r.key[i], s.mask_hash[i])
    for i in range(s.n):
        r.end[i] = <int32_t>(i + 1)
    # From the last row up, every row is whole when its parent takes it in.
    for i in range(s.n - 1, 0, -1):
        above = r.parent[i]
        if r.end[i] > r.end[above]:
            r.end[above] = r.end[i]
        r.subtree[above] = mix(r.subtree[above], r.subtree[i])
    return 0


cdef uint64_t minhash(const HashColumns* s, const uint64_t* path, int deepest, uint32_t* minima, int n_bins) noexcept nogil:
    cdef Py_ssize_t i
    cdef uint64_t h, least = 0xFFFFFFFFFFFFFFFF, bits = n_bins - 1
    cdef uint32_t value
    cdef Py_ssize_t place
    for i in range(n_bins):
        minima[i] = 0xFFFFFFFF
    for i in range(s.n):
        if s.tag_hash[i]:
            h = path[i]
            # A tenth of the signature's time less than to divide; SKETCH is a power of two.
            place = <Py_ssize_t>(h & bits if n_bins & bits == 0 else h % <uint64_t>n_bins)
            value = <uint32_t>(h >> 32)
            minima[place] = min(minima[place], value)
            if s.depth[i] <= deepest and h < least:
                least = h
    return least


cdef void text_hashes(const HashColumns* s, const uint64_t* path, Texts* t) noexcept nogil:
    """Fill in the text rows, in document order, and two hashes of the path and the text of each."""
    cdef Py_ssize_t i, n = 0
    cdef uint64_t h
    for i in range(s.n):
        if s.tag_hash[i] == 0:
            h = mix(path[i], s.mask_hash[i])
            t.row[n] = i
            t.hash[n] = h ^ (h >> 32)
            h = mix(path[i], s.text_hash[i])
            t.exact[n] = h ^ (h >> 32)
            n += 1


def jaccard_similarities(const uint32_t[::1] minima not None, const uint32_t[:, ::1] others not None, double[::1] found not None):
    """Fill `found` with the share of equal bins, among those not empty in both, of `minima` and each row of
    `others`: the estimated Jaccard index of the two sets."""
    cdef Py_ssize_t row
    if others.shape[1] != minima.shape[0] or found.shape[0] < others.shape[0]:
        raise ValueError("columns of different lengths")
    for row in range(others.shape[0]):
        found[row] = jaccard(&minima[0], &others[row, 0], minima.shape[0])


def ancestor_paths(bytes nodes not None, bytes text_hashes not None, int levels):
    """The paths of that many ancestors of each text row, the nearest first, 0 above the root: the bytes of a uint64
    array, text rows x levels."""
    cdef Nodes r = nodes_of(nodes)
    cdef Texts t = texts_of(text_hashes)
    cdef bytes paths = PyBytes_FromStringAndSize(NULL, t.n * levels * sizeof(uint64_t))
    cdef uint64_t* found = <uint64_t*>PyBytes_AS_STRING(paths)
    cdef Py_ssize_t i, at
    cdef int level
    for i in range(t.n):
        at = t.row[i]
        if not 0 <= at < r.n:
            raise ValueError("no such row")
        for level in range(levels):
            if at >= 0:
                at = r.parent[at]
            found[i * levels + level] = r.path[at] if at >= 0 else 0
    return paths


def fingerprints16(bytes text_hashes not None):
    """The lower 16 bits of the hashes, sorted and each once, as the bytes of a uint16 array."""
    cdef Texts t = texts_of(text_hashes)
    cdef uint64_t seen[1024]  # a bit for each number
    cdef uint64_t word
    cdef Py_ssize_t i, n = 0
    cdef int bit
    memset(seen, 0, sizeof(seen))
    for i in range(t.n):
        bit = t.hash[i] & 63
        word = <uint64_t>1 << bit
        n += seen[(t.hash[i] >> 6) & 1023] & word == 0
        seen[(t.hash[i] >> 6) & 1023] |= word
    cdef bytes fingerprints = PyBytes_FromStringAndSize(NULL, n * sizeof(uint16_t))
    cdef uint16_t* found = <uint16_t*>PyBytes_AS_STRING(fingerprints)
    n = 0
    for i in range(1024):
        word = seen[i]
        bit = 0
        while word:
            if word & 1:
                found[n] = <uint16_t>(i * 64 + bit)
                n += 1
            word >>= 1
            bit += 1
    return fingerprints


def check_signature_layout(nodes, texts):
    """Raise AssertionError where buffers.pxd and a signature's buffers place a column differently.

    nodes, texts: the `Buffer` of each.
    """
    cdef Py_ssize_t rows = 8
    cdef bytes node_bytes = bytes(NODES_WIDTH * rows), text_bytes = bytes(TEXTS_WIDTH * rows)
    cdef char* a = PyBytes_AS_STRING(node_bytes)
    cdef char* b = PyBytes_AS_STRING(text_bytes)
    cdef Nodes r = nodes_of(node_bytes)
    cdef Texts t = texts_of(text_bytes)
    nodes.check(NODES_WIDTH, rows, [
        ("key", <char*>r.key - a), ("path", <char*>r.path - a), ("subtree", <char*>r.subtree - a),
        ("parent", <char*>r.parent - a), ("end", <char*>r.end - a),
    ])
    texts.check(TEXTS_WIDTH, rows, [
        ("text_nodes", <char*>t.hash - b), ("exact_nodes", <char*>t.exact - b), ("text_rows", <char*>t.row - b),
    ])

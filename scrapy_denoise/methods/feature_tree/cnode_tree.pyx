"""The feature tree of a page, made of CNodes. Paper 002, section 2.3.1."""

from cpython.mem cimport PyMem_Calloc, PyMem_Free
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t

from scrapy_denoise.page.native.hashing cimport SEED, mix
from scrapy_denoise.page.columns.tree_check cimport check_rows
from scrapy_denoise.page.native.binary_search cimport index_of

import numpy as np

cdef enum:
    NO_NODE = 0
    STRUCTURE = 1
    CONTENT = 2

cdef struct Row:  # one row of the page, from the body on
    int64_t own_chars       # of the texts that are its children
    int64_t all_chars       # of its subtree
    uint64_t inner
    uint32_t children
    int32_t elements        # child elements
    int32_t elements_passed  # child elements that have been numbered
    int32_t node            # in level order
    uint8_t kind


cdef class CNodeTree:
    """The CNodes of a page in level order: the body and its descendant elements.

    page: a Signature. body: the hash of the tag name of the body. content_tags: the sorted hashes of the content tags.
    text_rate, exact, texts: see `FeatureTree`. drawn: whether the page's boxes count, where
    it has them. Raises ValueError for columns of different lengths or columns that do
    not describe a tree. Time: linear in the rows.
    """

    def __cinit__(self):
        self.nodes = NULL
        self.level_starts = NULL

    def __dealloc__(self):
        PyMem_Free(self.nodes)
        PyMem_Free(self.level_starts)

    def __init__(
        self, page, uint32_t body, const uint32_t[::1] content_tags not None, double text_rate, bint exact, bint texts,
        bint drawn=True,
    ):
        cdef const int32_t[::1] depth = page.depth, parent = page.parent, end = page.end, chars = page.chars
        cdef const uint32_t[::1] tag = page.tag_hash, ids = page.id_hash, classes = page.class_hash
        cdef const uint32_t[::1] attributes = page.text_hash
        cdef const uint32_t[::1] text = page.text_hash if exact else page.mask_hash
        cdef const int32_t[:, ::1] boxes = None
        cdef Py_ssize_t size = depth.shape[0], first = 0, last = size, span, i, n = 0, n_levels = 0, level, k
        cdef uint64_t h
        cdef Row* rows
        cdef Row* above
        cdef CNode* node
        self.n = self.n_levels = 0
        self.n_rows = size
        self.has_boxes = drawn and page.boxes is not None
        if self.has_boxes:
            boxes = page.boxes
        if min(
            parent.shape[0], end.shape[0], chars.shape[0], tag.shape[0], ids.shape[0], classes.shape[0],
            attributes.shape[0], text.shape[0],
        ) < size or (self.has_boxes and (boxes.shape[0] < size or boxes.shape[1] != 4)):
            raise ValueError("columns of different lengths")
        if size == 0:
            return
        check_rows(depth, tag, parent, end)
        # the root of the tree is the body, or the page's root if it has no body
        i = 1
        while i < size:
            if tag[i] == body:
                first = i
                last = end[i]
                break
            i = end[i]
        span = last - first
        rows = <Row*>PyMem_Calloc(span, sizeof(Row))
        if rows == NULL:
            raise MemoryError()
        try:
            # from the last row to the first: a row's subtree is complete when it is added to its parent
            for i in range(span):
                rows[i].inner = SEED
            for i in range(span - 1, -1, -1):
                above = &rows[parent[first + i] - first] if i else NULL
                if tag[first + i] == 0:
                    rows[i].all_chars = chars[first + i]
                    rows[i].inner = h = mix(1, text[first + i])
                    if i:
                        above.own_chars += rows[i].all_chars
                else:
                    h = mix(mix(tag[first + i], ids[first + i]), classes[first + i])
                    h = mix(mix(h, attributes[first + i]), rows[i].inner)
                    if i:
                        above.elements += 1
                        above.children = above.children * 0x01000193 ^ tag[first + i]
                if i:
                    above.all_chars += rows[i].all_chars
                    above.inner = mix(above.inner, h)
            # definitions 3 and 4
            for i in range(span):
                if tag[first + i] == 0:
                    above = &rows[parent[first + i] - first] if i else NULL
                    rows[i].kind = CONTENT if texts and i and above.kind == STRUCTURE else NO_NODE
                elif (
                    index_of(&content_tags[0], content_tags.shape[0], tag[first + i]) >= 0
                    or rows[i].own_chars > text_rate * rows[i].all_chars
                ):
                    rows[i].kind = CONTENT
                else:
                    rows[i].kind = STRUCTURE
                if rows[i].kind:
                    n += 1
                    n_levels = max(n_levels, depth[first + i] - depth[first] + 1)

            self.allocate(n, n_levels)
            for i in range(span):
                if rows[i].kind:
                    self.level_starts[depth[first + i] - depth[first] + 1] += 1
            for level in range(n_levels):
                self.level_starts[level + 1] += self.level_starts[level]
            # within a level, document order is the order of a traversal level by level
            for i in range(span):
                if not rows[i].kind:
                    continue
                level = depth[first + i] - depth[first]
                rows[i].node = self.level_starts[level]
                self.level_starts[level] += 1
                above = &rows[parent[first + i] - first] if i else NULL
                node = &self.nodes[rows[i].node]
                node.row = <int32_t>(first + i)
                node.parent = above.node if i else -1
                node.tag = tag[first + i]
                node.content = rows[i].kind == CONTENT
                node.inner = node.whole = rows[i].inner
                if node.tag:
                    node.id_hash = ids[first + i]
                    node.class_hash = classes[first + i]
                    node.attributes = attributes[first + i]
                    node.children = rows[i].children
                    h = mix(mix(mix(node.tag, node.id_hash), node.class_hash), node.attributes)
                    node.whole = mix(h, node.inner)
                    if i:
                        node.from_start = above.elements_passed
                        above.elements_passed += 1
                        node.from_end = above.elements - above.elements_passed
                if self.has_boxes:
                    for k in range(4):
                        node.box[k] = boxes[first + i, k]
            for level in range(n_levels, 0, -1):
                self.level_starts[level] = self.level_starts[level - 1]
            self.level_starts[0] = 0
        finally:
            PyMem_Free(rows)

    cdef int allocate(self, Py_ssize_t n, Py_ssize_t n_levels) except -1:
        """Allocate zeroed memory for this many nodes in this many levels."""
        self.nodes = <CNode*>PyMem_Calloc(max(n, 1), sizeof(CNode))
        self.level_starts = <int32_t*>PyMem_Calloc(n_levels + 1, sizeof(int32_t))
        if self.nodes == NULL or self.level_starts == NULL:
            raise MemoryError()
        self.n = n
        self.n_levels = n_levels
        return 0

    def rows(self):
        """The row of each node, in level order: an array of intp."""
        found = np.empty(self.n, np.intp)
        cdef Py_ssize_t[::1] rows = found
        cdef Py_ssize_t i
        for i in range(self.n):
            rows[i] = self.nodes[i].row
        return found

    def content_nodes(self):
        """For each node, in level order, whether it is a content node: an array of bool."""
        found = np.empty(self.n, np.uint8)
        cdef uint8_t[::1] content = found
        cdef Py_ssize_t i
        for i in range(self.n):
            content[i] = self.nodes[i].content
        return found.view(np.bool_)

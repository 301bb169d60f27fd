"""The feature tree of a page, made of CNodes. Paper 002, section 2.3.1."""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t

from scrapy_denoise.page.native.hashing cimport SEED, mix
from scrapy_denoise.page.columns.tree_check cimport check_rows
from scrapy_denoise.page.native.binary_search cimport index_of
from scrapy_denoise.page.native.memory cimport allocate, cleared, release

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


cdef struct Body:  # the rows of a page from its body on, the columns from there
    int32_t first
    Py_ssize_t n
    const int32_t* depth
    const int32_t* parent  # counted from the first row of the page
    const int32_t* chars
    const uint32_t* tag
    const uint32_t* ids
    const uint32_t* classes
    const uint32_t* attributes
    const uint32_t* text
    Row* rows


cdef Py_ssize_t row_of_body(const uint32_t[::1] tag, const int32_t[::1] end, uint32_t body) noexcept:
    """The row of the body, or the page's root if it has no body."""
    cdef Py_ssize_t i = 1
    while i < tag.shape[0]:
        if tag[i] == body:
            return i
        i = end[i]
    return 0


cdef inline Row* row_above(Body* b, Py_ssize_t i) noexcept nogil:
    """The row of the parent; NULL for that of the body."""
    return &b.rows[b.parent[i] - b.first] if i else NULL


cdef void sum_rows(Body* b) noexcept nogil:
    """Add up characters, child elements and hashes, from the last row to the first: a row's subtree is complete when it is
    added to its parent."""
    cdef Py_ssize_t i
    cdef uint64_t h
    cdef Row* row
    cdef Row* above
    for i in range(b.n):
        b.rows[i].inner = SEED
    for i in range(b.n - 1, -1, -1):
        row, above = &b.rows[i], row_above(b, i)
        if b.tag[i] == 0:
            row.all_chars = b.chars[i]
            row.inner = h = mix(1, b.text[i])
            if above != NULL:
                above.own_chars += row.all_chars
        else:
            h = mix(mix(mix(mix(b.tag[i], b.ids[i]), b.classes[i]), b.attributes[i]), row.inner)
            if above != NULL:
                above.elements += 1
                above.children = above.children * 0x01000193 ^ b.tag[i]
        if above != NULL:
            above.all_chars += row.all_chars
            above.inner = mix(above.inner, h)


cdef uint8_t kind_of(
    Body* b, Py_ssize_t i, const uint32_t* content_tags, Py_ssize_t n_tags, double text_rate, bint texts
) noexcept nogil:
    """Definitions 3 and 4: what node a row is, after those of the rows before it are known."""
    cdef const Row* above = row_above(b, i)
    if b.tag[i] == 0:
        return CONTENT if texts and above != NULL and above.kind == STRUCTURE else NO_NODE
    if index_of(content_tags, n_tags, b.tag[i]) >= 0 or b.rows[i].own_chars > text_rate * b.rows[i].all_chars:
        return CONTENT
    return STRUCTURE


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
        release(self.nodes)
        release(self.level_starts)

    def __init__(
        self, page, uint32_t body, const uint32_t[::1] content_tags not None, double text_rate, bint exact, bint texts,
        bint drawn=True,
    ):
        cdef const int32_t[::1] depth = page.depth, parent = page.parent, end = page.end, chars = page.chars
        cdef const uint32_t[::1] tag = page.tag_hash, ids = page.id_hash, classes = page.class_hash
        cdef const uint32_t[::1] attributes = page.text_hash
        cdef const uint32_t[::1] text = page.text_hash if exact else page.mask_hash
        cdef const int32_t[:, ::1] boxes = None
        cdef const uint32_t* content = &content_tags[0] if content_tags.shape[0] else NULL
        cdef Py_ssize_t size = depth.shape[0], first, i, k
        cdef Body b
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
        first = row_of_body(tag, end, body)
        b.first, b.n = <int32_t>first, (end[first] if first else size) - first
        b.depth, b.parent, b.chars = &depth[first], &parent[first], &chars[first]
        b.tag, b.ids, b.classes = &tag[first], &ids[first], &classes[first]
        b.attributes, b.text = &attributes[first], &text[first]
        b.rows = <Row*>cleared(b.n * sizeof(Row))
        try:
            sum_rows(&b)
            for i in range(b.n):
                b.rows[i].kind = kind_of(&b, i, content, content_tags.shape[0], text_rate, texts)
            number_rows(self, &b)
            for i in range(b.n):
                if b.rows[i].kind:
                    fill_node(self, &b, i)
        finally:
            release(b.rows)
        if self.has_boxes:
            for i in range(self.n):
                for k in range(4):
                    self.nodes[i].box[k] = boxes[self.nodes[i].row, k]

    cdef int allocate(self, Py_ssize_t n, Py_ssize_t n_levels) except -1:
        """Allocate zeroed memory for this many nodes in this many levels."""
        self.nodes = <CNode*>cleared(n * sizeof(CNode))
        self.level_starts = <int32_t*>cleared((n_levels + 1) * sizeof(int32_t))
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


cdef int number_rows(CNodeTree tree, Body* b) except -1:
    """Number the nodes level by level; within a level, document order is the order of such a traversal."""
    cdef Py_ssize_t i, n = 0, n_levels = 0, level
    for i in range(b.n):
        if b.rows[i].kind:
            n += 1
            n_levels = max(n_levels, b.depth[i] - b.depth[0] + 1)
    tree.allocate(n, n_levels)
    for i in range(b.n):
        if b.rows[i].kind:
            tree.level_starts[b.depth[i] - b.depth[0] + 1] += 1
    for level in range(n_levels):
        tree.level_starts[level + 1] += tree.level_starts[level]
    for i in range(b.n):
        if b.rows[i].kind:
            level = b.depth[i] - b.depth[0]
            b.rows[i].node = tree.level_starts[level]
            tree.level_starts[level] += 1
    for level in range(n_levels, 0, -1):
        tree.level_starts[level] = tree.level_starts[level - 1]
    tree.level_starts[0] = 0
    return 0


cdef void fill_node(CNodeTree tree, Body* b, Py_ssize_t i) noexcept:
    """Fill in the node of a row, after those of the rows before it."""
    cdef Row* above = row_above(b, i)
    cdef CNode* node = &tree.nodes[b.rows[i].node]
    node.row = <int32_t>(b.first + i)
    node.parent = above.node if above != NULL else -1
    node.tag = b.tag[i]
    node.content = b.rows[i].kind == CONTENT
    node.inner = node.whole = b.rows[i].inner
    if node.tag:
        node.id_hash, node.class_hash, node.attributes = b.ids[i], b.classes[i], b.attributes[i]
        node.children = b.rows[i].children
        node.whole = mix(mix(mix(mix(node.tag, node.id_hash), node.class_hash), node.attributes), node.inner)
        if above != NULL:
            node.from_start = above.elements_passed
            above.elements_passed += 1
            node.from_end = above.elements - above.elements_passed

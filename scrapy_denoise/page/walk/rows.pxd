"""What the walk writes: a row for each node, and a frame for each element that is open; and the rows as columns."""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t

from lxml.includes.tree cimport xmlNode

from scrapy_denoise.page.columns.buffers cimport HASH_WIDTH, TREE_WIDTH, HashColumns, TreeColumns, hash_columns_of, tree_columns_of

cdef struct Row:
    int32_t parent
    int32_t end
    int32_t depth
    int32_t position
    int32_t chars
    int32_t punctuation
    int32_t block
    int32_t block_row
    int32_t text_start
    int32_t text_stop
    uint32_t tag_hash
    uint32_t id_hash
    uint32_t class_hash
    uint32_t text_hash
    uint32_t mask_hash
    int32_t class_id
    int32_t child
    uint16_t tag
    uint8_t linked
    uint8_t link

cdef struct Frame:
    xmlNode* node
    int32_t row
    int32_t block_row
    int32_t texts       # text nodes seen among the children, blank ones too: XPath counts them
    int32_t elements    # elements seen among the children
    int32_t counts      # where the counts of the children's names begin
    uint8_t linked
    uint8_t preserved   # inside <pre>: PRESERVED, or where lines end with <br> alone BY_BREAKS
    uint8_t closes_block
    uint8_t invisible   # its text, and that of the elements in it which are not visible again
    uint8_t within      # what the browser hides and the walk reads: OPENED, UNSEEN; 0 outside both
    uint8_t in_formula  # of MathML, which is written on one line
    uint8_t closings    # parentheses that end with the element, in a formula
    const char* mail    # the address in disguise that a script shows in place of the first text; NULL without one


cdef inline tuple columns_of(const Row* row, Py_ssize_t n, Py_ssize_t n_texts):
    """The rows as columns, in two buffers; and the numbers of the text rows."""
    cdef Py_ssize_t i
    cdef bytes hash_columns = PyBytes_FromStringAndSize(NULL, n * HASH_WIDTH)
    cdef bytes tree_columns = PyBytes_FromStringAndSize(NULL, n * TREE_WIDTH)
    cdef bytes text_rows = PyBytes_FromStringAndSize(NULL, n_texts * sizeof(int64_t))
    cdef int64_t* text_row = <int64_t*>PyBytes_AS_STRING(text_rows)
    cdef HashColumns s = hash_columns_of(hash_columns)
    cdef TreeColumns r = tree_columns_of(tree_columns)
    for i in range(n):
        s.depth[i] = row.depth
        s.tag_hash[i] = row.tag_hash
        s.id_hash[i] = row.id_hash
        s.class_hash[i] = row.class_hash
        s.text_hash[i] = row.text_hash
        s.mask_hash[i] = row.mask_hash
        s.chars[i] = row.chars
        r.parent[i] = row.parent
        r.end[i] = row.end
        r.position[i] = row.position
        r.punctuation[i] = row.punctuation
        r.block[i] = row.block
        r.block_row[i] = row.block_row
        r.text_start[i] = row.text_start
        r.text_stop[i] = row.text_stop
        r.class_id[i] = row.class_id
        r.child[i] = row.child
        r.tag[i] = row.tag
        r.linked[i] = row.linked
        r.link[i] = row.link != 0
        if row.tag == 0:
            text_row[0] = i
            text_row += 1
        row += 1
    return hash_columns, tree_columns, text_rows

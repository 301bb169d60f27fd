"""Where the columns stand in the buffers of a page, in the order of the classes that have them."""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_GET_SIZE
from cpython.unicode cimport PyUnicode_DecodeUTF8
from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t

cdef enum:
    HASH_WIDTH = 28
    TREE_WIDTH = 44
    NODES_WIDTH = 32
    TEXTS_WIDTH = 24
    TAGS = 1 << 16  # codes that a tag can have

cdef struct HashColumns:
    Py_ssize_t n
    int32_t* depth
    uint32_t* tag_hash
    uint32_t* id_hash
    uint32_t* class_hash
    uint32_t* text_hash
    uint32_t* mask_hash
    int32_t* chars

cdef struct TreeColumns:  # of Columns
    Py_ssize_t n
    int32_t* parent
    int32_t* end
    int32_t* position
    int32_t* punctuation
    int32_t* block
    int32_t* block_row
    int32_t* text_start
    int32_t* text_stop
    int32_t* class_id
    int32_t* child
    uint16_t* tag
    uint8_t* linked
    uint8_t* link

cdef struct TextRows:  # of Columns
    Py_ssize_t n
    const int64_t* row

cdef struct PageBuffers:  # what compiled passes read of a page
    HashColumns hashes
    TreeColumns tree
    TextRows texts

cdef struct Nodes:  # of Signature
    Py_ssize_t n
    uint64_t* key
    uint64_t* path
    uint64_t* subtree
    int32_t* parent
    int32_t* end

cdef struct Texts:  # of Signature
    Py_ssize_t n
    uint64_t* hash
    uint64_t* exact
    int64_t* row


cdef inline HashColumns hash_columns_of(bytes data):
    cdef HashColumns s
    cdef Py_ssize_t n = PyBytes_GET_SIZE(data) // HASH_WIDTH
    cdef uint32_t* at = <uint32_t*>PyBytes_AS_STRING(data)
    s.n = n
    s.depth = <int32_t*>at
    s.tag_hash = at + n
    s.id_hash = at + 2 * n
    s.class_hash = at + 3 * n
    s.text_hash = at + 4 * n
    s.mask_hash = at + 5 * n
    s.chars = <int32_t*>at + 6 * n
    return s


cdef inline TreeColumns tree_columns_of(bytes data):
    cdef TreeColumns r
    cdef Py_ssize_t n = PyBytes_GET_SIZE(data) // TREE_WIDTH
    cdef int32_t* at = <int32_t*>PyBytes_AS_STRING(data)
    r.n = n
    r.parent = at
    r.end = at + n
    r.position = at + 2 * n
    r.punctuation = at + 3 * n
    r.block = at + 4 * n
    r.block_row = at + 5 * n
    r.text_start = at + 6 * n
    r.text_stop = at + 7 * n
    r.class_id = at + 8 * n
    r.child = at + 9 * n
    r.tag = <uint16_t*>(at + 10 * n)
    r.linked = <uint8_t*>(r.tag + n)
    r.link = r.linked + n
    return r


cdef inline TextRows text_rows_of(bytes data):
    cdef TextRows t
    t.n = PyBytes_GET_SIZE(data) // <Py_ssize_t>sizeof(int64_t)
    t.row = <const int64_t*>PyBytes_AS_STRING(data)
    return t


cdef inline PageBuffers page_buffers(columns) except *:
    """The columns of a page and its text rows, valid as long as `Columns` lives. Raises ValueError where they do not
    belong together."""
    cdef PageBuffers p
    p.hashes, p.tree, p.texts = hash_columns_of(columns.hash_columns), tree_columns_of(columns.tree_columns), text_rows_of(columns.text_row_numbers)
    if p.hashes.n != p.tree.n:
        raise ValueError("columns of different lengths")
    return p


cdef inline str text_between(bytes text, const TreeColumns* tree, Py_ssize_t first, Py_ssize_t last):
    """The visible text from one text row to another, which may be the same. text: of the page, `Columns.text`."""
    cdef int32_t start = tree.text_start[first], stop = tree.text_stop[last]
    if not 0 <= start <= stop <= PyBytes_GET_SIZE(text):
        raise ValueError("no such text")
    return PyUnicode_DecodeUTF8(PyBytes_AS_STRING(text) + start, stop - start, "replace")


cdef inline Nodes nodes_of(bytes data):
    cdef Nodes s
    cdef Py_ssize_t n = PyBytes_GET_SIZE(data) // NODES_WIDTH
    cdef uint64_t* at = <uint64_t*>PyBytes_AS_STRING(data)
    s.n = n
    s.key = at
    s.path = at + n
    s.subtree = at + 2 * n
    s.parent = <int32_t*>(at + 3 * n)
    s.end = s.parent + n
    return s


cdef inline Texts texts_of(bytes data):
    cdef Texts t
    cdef Py_ssize_t n = PyBytes_GET_SIZE(data) // TEXTS_WIDTH
    cdef uint64_t* at = <uint64_t*>PyBytes_AS_STRING(data)
    t.n = n
    t.hash = at
    t.exact = at + n
    t.row = <int64_t*>at + 2 * n
    return t

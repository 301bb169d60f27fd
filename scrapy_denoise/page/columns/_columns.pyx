"""Compares the format of a page's columns in compiled code with that in Python."""

from cpython.bytes cimport PyBytes_AS_STRING

from scrapy_denoise.page.columns.buffers cimport HASH_WIDTH, TREE_WIDTH, HashColumns, TreeColumns, hash_columns_of, tree_columns_of


def check_layout(hashes, tree):
    """Raise AssertionError if buffers.pxd places a column differently. hashes, tree: the `Buffer` of each."""
    cdef Py_ssize_t rows = 8
    cdef bytes hash_columns = bytes(HASH_WIDTH * rows), tree_columns = bytes(TREE_WIDTH * rows)
    cdef char* a = PyBytes_AS_STRING(hash_columns)
    cdef char* b = PyBytes_AS_STRING(tree_columns)
    cdef HashColumns s = hash_columns_of(hash_columns)
    cdef TreeColumns r = tree_columns_of(tree_columns)
    hashes.check(HASH_WIDTH, rows, [
        ("depth", <char*>s.depth - a), ("tag_hash", <char*>s.tag_hash - a), ("id_hash", <char*>s.id_hash - a),
        ("class_hash", <char*>s.class_hash - a), ("text_hash", <char*>s.text_hash - a),
        ("mask_hash", <char*>s.mask_hash - a), ("chars", <char*>s.chars - a),
    ])
    tree.check(TREE_WIDTH, rows, [
        ("parent", <char*>r.parent - b), ("end", <char*>r.end - b), ("position", <char*>r.position - b),
        ("punctuation", <char*>r.punctuation - b), ("block", <char*>r.block - b),
        ("block_row", <char*>r.block_row - b), ("text_start", <char*>r.text_start - b),
        ("text_stop", <char*>r.text_stop - b), ("class_id", <char*>r.class_id - b),
        ("child", <char*>r.child - b), ("tag", <char*>r.tag - b), ("linked", <char*>r.linked - b), ("link", <char*>r.link - b),
    ])

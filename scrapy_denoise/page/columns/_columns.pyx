"""Compares the format of a page's columns in compiled code with that in Python."""

from cpython.bytes cimport PyBytes_AS_STRING

from scrapy_denoise.page.columns.buffers cimport REST_WIDTH, STORED_WIDTH, Rest, Stored, rest_of, stored_of


def check_layout(stored, rest):
    """Raise AssertionError if buffers.pxd places a column differently. stored, rest: the `Buffer` of each."""
    cdef Py_ssize_t rows = 8
    cdef bytes stored_bytes = bytes(STORED_WIDTH * rows), rest_bytes = bytes(REST_WIDTH * rows)
    cdef char* a = PyBytes_AS_STRING(stored_bytes)
    cdef char* b = PyBytes_AS_STRING(rest_bytes)
    cdef Stored s = stored_of(stored_bytes)
    cdef Rest r = rest_of(rest_bytes)
    stored.check(STORED_WIDTH, rows, [
        ("depth", <char*>s.depth - a), ("tag_hash", <char*>s.tag_hash - a), ("id_hash", <char*>s.id_hash - a),
        ("class_hash", <char*>s.class_hash - a), ("text_hash", <char*>s.text_hash - a),
        ("mask_hash", <char*>s.mask_hash - a), ("chars", <char*>s.chars - a),
    ])
    rest.check(REST_WIDTH, rows, [
        ("parent", <char*>r.parent - b), ("end", <char*>r.end - b), ("position", <char*>r.position - b),
        ("punctuation", <char*>r.punctuation - b), ("block", <char*>r.block - b),
        ("block_row", <char*>r.block_row - b), ("text_start", <char*>r.text_start - b),
        ("text_stop", <char*>r.text_stop - b), ("names", <char*>r.names - b), ("tag", <char*>r.tag - b),
        ("linked", <char*>r.linked - b), ("link", <char*>r.link - b),
    ])

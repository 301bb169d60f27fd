"""What is known of a page's text blocks beside their features: the columns in ``TextBlocks.block_columns``."""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_GET_SIZE
from libc.stdint cimport int32_t

cdef enum:
    FIELD_WIDTH = 16  # bytes for a block

cdef struct BlockFields:
    Py_ssize_t n          # blocks
    int32_t* element_row  # the row of the block's element
    int32_t* chars        # its code points
    int32_t* path_group   # the number of the blocks with the same path
    int32_t* first        # the position of its first text row


cdef inline BlockFields fields_of(bytes block_columns) noexcept:
    """The columns in these bytes."""
    cdef BlockFields fields
    fields.n = PyBytes_GET_SIZE(block_columns) // FIELD_WIDTH
    fields.element_row = <int32_t*>PyBytes_AS_STRING(block_columns)
    fields.chars = fields.element_row + fields.n
    fields.path_group = fields.chars + fields.n
    fields.first = fields.path_group + fields.n
    return fields

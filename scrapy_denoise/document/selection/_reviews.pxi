"""Where the parts of a page end that stand under a title: `scrapy_denoise.document.selection.reviews`."""

from cpython.mem cimport PyMem_Free
from libc.stdint cimport int32_t, uint16_t

from scrapy_denoise.page.columns.buffers cimport Nodes, nodes_of
from scrapy_denoise.page.compiled cimport BUTTON, H1, H6, SUMMARY
from scrapy_denoise.page.native.binary_search cimport lower_bound
from scrapy_denoise.page.native.memory cimport allocate


cdef inline bint is_title(uint16_t tag) noexcept nogil:
    return H1 <= tag <= H6 or tag == SUMMARY or tag == BUTTON


def titled_parts(KeptRows part not None, bytes nodes not None, list titles not None):
    """The parts that stand under some titles: of each the row of the title and the row that follows the part.

    A part ends at the next heading that is as high, or the next title at its path, but with the first element around its title that has
    other text. titles: their rows. nodes: of the page's `Signature`.
    """
    cdef Nodes of_rows = nodes_of(nodes)
    cdef Py_ssize_t row, end, n = 0, i
    cdef uint16_t tag, other
    cdef list found = []
    cdef int32_t* rows = <int32_t*>allocate(NULL, (part.tree.n + 1) * sizeof(int32_t))
    try:
        if of_rows.n != part.tree.n:
            raise ValueError("columns of different lengths")
        for row in range(part.tree.n):
            rows[n] = <int32_t>row
            n += is_title(part.tree.tag[row])
        for row in titles:
            end, tag = part.tree.end[around(part, row)], part.tree.tag[row]
            for i in range(lower_bound(<const int32_t*>rows, n, part.tree.end[row]), n):
                other = part.tree.tag[rows[i]]
                if rows[i] >= end:
                    break
                if (H1 <= other <= tag) if tag <= H6 else (of_rows.path[rows[i]] == of_rows.path[row]):
                    end = rows[i]
                    break
            found.append((row, end))
        return found
    finally:
        PyMem_Free(rows)


cdef Py_ssize_t around(KeptRows part, Py_ssize_t row) noexcept:
    """The first element around one that has other text; the first row where none has."""
    cdef Py_ssize_t first = part.texts_before(row), last = part.texts_before(part.tree.end[row])
    row = part.tree.parent[row]
    while row > 0 and part.texts_before(row) == first and part.texts_before(part.tree.end[row]) == last:
        row = part.tree.parent[row]
    return max(row, 0)

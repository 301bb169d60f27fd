"""The distinct paths of a page's texts and of their ancestors, and what is known of the text at each.

In: rows of the page. Out: the number of each path, from 0, and its entry in a table that the caller allocates.
"""

from libc.stdint cimport int32_t, uint64_t

from scrapy_denoise.page.columns.buffers cimport Nodes
from scrapy_denoise.page.native.hash_table cimport Entry, Table, find_or_add
from scrapy_denoise.sites.compiled cimport N_ANCESTORS


cdef struct Path:
    double sibling_chars    # of the sibling at hand, all text at the path or up to N_ANCESTORS elements below it
    double sibling_content  # the same, each text times its score
    double page_chars       # of the page itself
    double page_content     # each text times its score, less what is repeated
    double page_whole       # the same, repeated or not
    double votes            # of the page and its siblings: log-odds times their weights
    double weight           # of these votes; 0 before they are counted
    int32_t more_long       # texts of the page at it with more than `repetition.MAX_FIELD` characters, less the others
    int32_t last_sibling    # that added to it, from 1
    int32_t last_field      # the last short text at it; -1 before any
    int32_t ancestor        # the number of the path of the element above; -1 where none is numbered


cdef struct PathTable:
    Path* path
    int32_t n
    Table numbers           # of the paths, from 1, by their hashes


cdef inline int32_t number_of_path(PathTable* paths, uint64_t path) noexcept nogil:
    """The number of a path; a new one if need be."""
    cdef Entry* entry = find_or_add(&paths.numbers, path)
    if entry.number == 0:
        paths.path[paths.n] = Path(0, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1)
        paths.n += 1
        entry.number = paths.n
    return entry.number - 1


cdef inline int32_t number_with_ancestors(PathTable* paths, const Nodes* nodes, Py_ssize_t row) noexcept nogil:
    """The number of a text row's path; those of its N_ANCESTORS nearest ancestors are numbered with it."""
    cdef int32_t number, first, n = paths.n
    cdef Py_ssize_t _level
    first = number = number_of_path(paths, nodes.path[row])
    if paths.n == n and paths.path[first].ancestor >= 0:
        return first  # as for another text before
    for _level in range(N_ANCESTORS):
        row = nodes.parent[row]
        if row < 0:
            break
        paths.path[number].ancestor = number_of_path(paths, nodes.path[row])
        number = paths.path[number].ancestor
    return first


cdef inline void add_sibling_text(
    PathTable* paths, int32_t number, Py_ssize_t sibling, double chars, double content
) noexcept nogil:
    """Add a sibling's text to a path, if the page has it (number -1: it has not)."""
    if number < 0:
        return
    cdef Path* path = &paths.path[number]
    if path.last_sibling != sibling + 1:
        path.last_sibling = <int32_t>(sibling + 1)
        path.sibling_chars = path.sibling_content = 0
    path.sibling_chars += chars
    path.sibling_content += content

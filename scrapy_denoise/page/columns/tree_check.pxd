"""Whether the columns `parent` and `end` are those of a tree: asserted where compiled code takes a page from outside."""

from libc.stdint cimport int32_t, uint32_t


cdef inline int check_nesting(const int32_t[::1] parent, const int32_t[::1] end) except -1:
    """Raise ValueError unless the rows are a tree in document order: parents before children, subtrees nested.

    Loops from child to child (``row = end[row]``) then stay in their parent's subtree and meet each row once. Linear.
    """
    cdef Py_ssize_t n = end.shape[0], i, above
    if parent.shape[0] != n:
        raise ValueError("columns of different lengths")
    for i in range(n):
        above = i - 1
        while above >= 0 and end[above] <= i:
            above = parent[above]
        # `parent` of a row before this one was checked, so `above` is a row before this one too
        if parent[i] != above or (i > 0 and above < 0) or not i < end[i] <= (end[above] if i else n):
            raise ValueError(f"row {i} is not inside its parent")
    if n and end[0] != n:
        raise ValueError("row 0 is not the root of all rows")
    return 0


cdef inline int check_rows(
    const int32_t[::1] depth, const uint32_t[::1] tag_hash, const int32_t[::1] parent, const int32_t[::1] end
) except -1:
    """The same, and that depths count the ancestors and no text holds other rows."""
    cdef Py_ssize_t i
    check_nesting(parent, end)
    if depth.shape[0] != end.shape[0] or tag_hash.shape[0] != end.shape[0]:
        raise ValueError("columns of different lengths")
    for i in range(end.shape[0]):
        if depth[i] != (depth[parent[i]] + 1 if i else 0) or (tag_hash[i] == 0 and (i == 0 or end[i] != i + 1)):
            raise ValueError(f"row {i} has a depth that is not its own, or is a text that holds others")
    return 0

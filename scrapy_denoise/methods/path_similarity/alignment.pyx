"""The comparison of pages as trees: paper 001's three-way walk, and a top-down alignment with each sibling page."""

from cpython.mem cimport PyMem_Free, PyMem_Malloc
from libc.stdint cimport int32_t, uint8_t, uint64_t
from libc.string cimport memset

from scrapy_denoise.page.columns.tree_check cimport check_nesting

cdef enum:
    TABLE = 128 * 128  # cells of the largest table; longer lists of children are aligned with a look-ahead
    LOOK_AHEAD = 32    # children
    EQUAL = 4          # the weight of a pair of equal subtrees
    ALIKE = 1          # the weight of a pair of elements with the same tag, id and class


cdef enum:
    DIAGONAL = 0
    UP = 1
    LEFT = 2


cdef inline int worth(
    Py_ssize_t a, Py_ssize_t b, const uint64_t[::1] keys_a, const uint64_t[::1] keys_b,
    const uint64_t[::1] subtrees_a, const uint64_t[::1] subtrees_b,
) noexcept nogil:
    if subtrees_a[a] == subtrees_b[b]:
        return EQUAL
    # all texts have the key 1, and two different texts are not a pair
    return ALIKE if keys_a[a] == keys_b[b] and keys_a[a] != 1 else 0


def votes(page, siblings, int32_t[::1] found not None):
    """Count the sibling pages that repeat each row of a page, as `mark_repeated` finds them. Pages are signatures."""
    cdef Py_ssize_t i, n = len(page)
    cdef uint8_t[::1] once = bytearray(max(n, 1))
    if found.shape[0] < n:
        raise ValueError("columns of different lengths")
    check_nesting(page.parent, page.end)
    for sibling in siblings:
        check_nesting(sibling.parent, sibling.end)
        memset(&once[0], 0, n)
        mark_repeated(page.end, page.key, page.subtree, sibling.end, sibling.key, sibling.subtree, once)
        for i in range(n):
            found[i] += once[i]


cdef int mark_repeated(
    const int32_t[::1] end_a,
    const uint64_t[::1] keys_a,
    const uint64_t[::1] subtrees_a,
    const int32_t[::1] end_b,
    const uint64_t[::1] keys_b,
    const uint64_t[::1] subtrees_b,
    uint8_t[::1] found,
) except -1:
    """Mark in `found` the rows of page a that page b has at the corresponding place with equal text.

    The comparison is top-down: two elements correspond if their parents do and the alignment of the parents' children
    pairs them; all rows of equal subtrees correspond. An alignment of two lists of children maximises the sum of EQUAL
    for each pair of equal subtrees and ALIKE for each pair with the same tag, id and class. It is computed with a table
    of up to TABLE cells; longer lists take the next equal child among LOOK_AHEAD, else the next one with the same key.
    Time: linear in the rows, times at most 128.
    """
    cdef Py_ssize_t n_a = end_a.shape[0], n_b = end_b.shape[0]
    if n_a == 0 or n_b == 0:
        return 0
    if found.shape[0] < n_a or keys_a.shape[0] < n_a or subtrees_a.shape[0] < n_a:
        raise ValueError("columns of different lengths")
    if keys_b.shape[0] < n_b or subtrees_b.shape[0] < n_b:
        raise ValueError("columns of different lengths")
    cdef int32_t* memory = <int32_t*>PyMem_Malloc((5 * n_a + n_b + 6) * sizeof(int32_t))
    cdef uint8_t* pointers = <uint8_t*>PyMem_Malloc(TABLE)
    cdef int32_t* row_scores = <int32_t*>PyMem_Malloc((TABLE + 1) * sizeof(int32_t))
    if memory == NULL or pointers == NULL or row_scores == NULL:
        PyMem_Free(memory)
        PyMem_Free(pointers)
        PyMem_Free(row_scores)
        raise MemoryError()
    cdef int32_t* stack_a = memory
    cdef int32_t* stack_b = memory + n_a + 1
    cdef int32_t* children_a = stack_b + n_a + 1
    cdef int32_t* partners = children_a + n_a + 1
    cdef int32_t* bounds = partners + n_a + 1
    cdef int32_t* children_b = bounds + n_a + 1
    cdef Py_ssize_t n_stack = 0, a, b, i, j, first, last_a, last_b, ca, cb, width, k
    cdef int value, best, diagonal, above
    cdef uint8_t pointer

    if keys_a[0] == keys_b[0]:
        stack_a[0] = 0
        stack_b[0] = 0
        n_stack = 1
    while n_stack:
        n_stack -= 1
        a = stack_a[n_stack]
        b = stack_b[n_stack]
        if subtrees_a[a] == subtrees_b[b]:
            memset(&found[a], 1, end_a[a] - a)
            continue
        ca = 0
        i = a + 1
        while i < end_a[a]:
            children_a[ca] = <int32_t>i
            ca += 1
            i = end_a[i]
        cb = 0
        j = b + 1
        while j < end_b[b]:
            children_b[cb] = <int32_t>j
            cb += 1
            j = end_b[j]
        # equal children at both ends are paired without a table
        first = 0
        while first < ca and first < cb and subtrees_a[children_a[first]] == subtrees_b[children_b[first]]:
            memset(&found[children_a[first]], 1, end_a[children_a[first]] - children_a[first])
            first += 1
        last_a = ca
        last_b = cb
        while last_a > first and last_b > first and (
            subtrees_a[children_a[last_a - 1]] == subtrees_b[children_b[last_b - 1]]
        ):
            last_a -= 1
            last_b -= 1
            memset(&found[children_a[last_a]], 1, end_a[children_a[last_a]] - children_a[last_a])
        ca = last_a - first
        cb = last_b - first
        if ca == 0 or cb == 0:
            continue
        if ca * cb <= TABLE:
            memset(row_scores, 0, (cb + 1) * sizeof(int32_t))
            for i in range(ca):
                diagonal = 0
                for j in range(cb):
                    value = worth(
                        children_a[first + i], children_b[first + j], keys_a, keys_b, subtrees_a, subtrees_b
                    )
                    above = row_scores[j + 1]
                    best = diagonal + value
                    pointer = DIAGONAL
                    if above > best or (above == best and value == 0):
                        best = above
                        pointer = UP
                    if row_scores[j] > best:
                        best = row_scores[j]
                        pointer = LEFT
                    pointers[i * cb + j] = pointer
                    diagonal = above
                    row_scores[j + 1] = best
            i = ca - 1
            j = cb - 1
            while i >= 0 and j >= 0:
                pointer = pointers[i * cb + j]
                if pointer == UP:
                    i -= 1
                elif pointer == LEFT:
                    j -= 1
                else:
                    value = worth(
                        children_a[first + i], children_b[first + j], keys_a, keys_b, subtrees_a, subtrees_b
                    )
                    if value:
                        stack_a[n_stack] = children_a[first + i]
                        stack_b[n_stack] = children_b[first + j]
                        n_stack += 1
                    i -= 1
                    j -= 1
        else:
            # equal children first, so that one more on either side shifts nothing; then those alike between them
            j = 0
            for i in range(ca):
                partners[i] = -1
                for k in range(j, min(j + LOOK_AHEAD, cb)):
                    if subtrees_a[children_a[first + i]] == subtrees_b[children_b[first + k]]:
                        partners[i] = <int32_t>k
                        j = k + 1
                        break
            width = cb
            for i in range(ca - 1, -1, -1):
                if partners[i] >= 0:
                    width = partners[i]
                    memset(&found[children_a[first + i]], 1, end_a[children_a[first + i]] - children_a[first + i])
                bounds[i] = <int32_t>width
            j = 0
            for i in range(ca):
                if partners[i] >= 0:
                    j = partners[i] + 1
                    continue
                for k in range(j, min(j + LOOK_AHEAD, bounds[i])):
                    if worth(children_a[first + i], children_b[first + k], keys_a, keys_b, subtrees_a, subtrees_b):
                        stack_a[n_stack] = children_a[first + i]
                        stack_b[n_stack] = children_b[first + k]
                        n_stack += 1
                        j = k + 1
                        break
    PyMem_Free(memory)
    PyMem_Free(pointers)
    PyMem_Free(row_scores)
    return 0


def compare_three(
    const int32_t[::1] depth1 not None,
    const uint64_t[::1] nodes1 not None,
    const int32_t[::1] depth2 not None,
    const uint64_t[::1] nodes2 not None,
    const int32_t[::1] depth3 not None,
    const uint64_t[::1] nodes3 not None,
    uint8_t[::1] template not None,
):
    """Paper 001, section 1.2: walk three trees in document order and mark the rows of page 1 in the template set.

    depth: the depth of each node. nodes: the key by which each node is compared, of its tag or its text. Only the
    defects of the printed pseudocode are corrected: cursors advance, depths are read again, and a page that has ended
    has depth -1. There is no look-ahead: an additional element at the same depth in one page shifts all its following
    siblings.
    """
    cdef Py_ssize_t n1 = depth1.shape[0], n2 = depth2.shape[0], n3 = depth3.shape[0]
    cdef Py_ssize_t i = 0, j = 0, k = 0
    cdef int32_t d1, d2, d3
    if min(nodes1.shape[0], template.shape[0]) < n1 or nodes2.shape[0] < n2 or nodes3.shape[0] < n3:
        raise ValueError("columns of different lengths")
    while i < n1:
        d1 = depth1[i]
        d2 = depth2[j] if j < n2 else -1
        d3 = depth3[k] if k < n3 else -1
        if d1 == d2 and d1 == d3:
            template[i] = nodes1[i] == nodes2[j] and nodes1[i] == nodes3[k]
            i += 1
            j += 1
            k += 1
        elif d1 > d2 or d1 > d3:
            template[i] = False
            i += 1
        else:
            while j < n2 and depth2[j] > d1:
                j += 1
            while k < n3 and depth3[k] > d1:
                k += 1

"""The comparison of pages as trees: paper 001's three-way walk, and a top-down alignment with each sibling page."""

from libc.stdint cimport int32_t, uint8_t, uint64_t
from libc.string cimport memset

from scrapy_denoise.page.columns.tree_check cimport check_nesting
from scrapy_denoise.page.native.memory cimport allocate, release

cdef enum:
    TABLE = 128 * 128  # cells of the largest table; longer lists of children are aligned with a look-ahead
    CHILDREN_AHEAD = 32    # children
    EQUAL = 4          # the weight of a pair of equal subtrees
    ALIKE = 1          # the weight of a pair of elements with the same tag, id and class


cdef enum:
    ALIGNED = 0
    SKIP_OLD = 1
    SKIP_NEW = 2


cdef struct PageTree:
    Py_ssize_t n
    const int32_t* end
    const uint64_t* key      # of each row, of its tag, id and class; 1 for a text
    const uint64_t* subtree  # a hash of all that is in it

cdef struct Alignment:
    PageTree a, b
    uint8_t* found            # of each row of a, whether b has it
    int32_t* stack_a          # pairs of elements that correspond, whose children are still to be aligned
    int32_t* stack_b
    Py_ssize_t n_stack
    int32_t* children_a       # of the pair at hand, and behind them those that are paired already
    int32_t* children_b
    Py_ssize_t first, n_a, n_b  # where those begin that are not paired yet, and how many there are
    int32_t* partners         # of each child of a its equal among those of b, or -1
    int32_t* bounds           # of each child of a the next partner behind it
    uint8_t* pointers         # the table
    int32_t* row_scores


def votes(page, siblings, int32_t[::1] found not None):
    """Count the sibling pages that repeat each row of a page, as `mark_repeated` finds them. Pages are signatures."""
    cdef Py_ssize_t i, n = len(page)
    cdef uint8_t[::1] once = bytearray(max(n, 1))
    if found.shape[0] < n:
        raise ValueError("columns of different lengths")
    check_nesting(page.parent, page.end)
    cdef tuple own = (page.end, page.key, page.subtree), theirs  # which hold what the trees point to
    for sibling in siblings:
        check_nesting(sibling.parent, sibling.end)
        memset(&once[0], 0, n)
        theirs = sibling.end, sibling.key, sibling.subtree
        if n and len(sibling):
            mark_repeated(tree_of(own[0], own[1], own[2]), tree_of(theirs[0], theirs[1], theirs[2]), &once[0])
        for i in range(n):
            found[i] += once[i]


cdef PageTree tree_of(const int32_t[::1] end, const uint64_t[::1] keys, const uint64_t[::1] subtrees) except *:
    cdef PageTree tree
    if keys.shape[0] < end.shape[0] or subtrees.shape[0] < end.shape[0]:
        raise ValueError("columns of different lengths")
    tree.n, tree.end, tree.key, tree.subtree = end.shape[0], &end[0], &keys[0], &subtrees[0]
    return tree


cdef int mark_repeated(PageTree a, PageTree b, uint8_t* found) except -1:
    """Mark in `found` the rows of page a that page b has at the corresponding place with equal text.

    The comparison is top-down: two elements correspond if their parents do and the alignment of the parents' children
    pairs them; all rows of equal subtrees correspond. An alignment of two lists of children maximises the sum of EQUAL
    for each pair of equal subtrees and ALIKE for each pair with the same tag, id and class. It is computed with a table
    of up to TABLE cells; longer lists take the next equal child among CHILDREN_AHEAD, else the next one with the same key.
    Time: linear in the rows, times at most 128.
    """
    cdef Alignment al
    cdef int32_t* memory = <int32_t*>allocate(NULL, (5 * a.n + b.n + TABLE + 7) * sizeof(int32_t) + TABLE)
    al.a, al.b, al.found = a, b, found
    al.stack_a = memory
    al.stack_b = memory + a.n + 1
    al.children_a = al.stack_b + a.n + 1
    al.partners = al.children_a + a.n + 1
    al.bounds = al.partners + a.n + 1
    al.children_b = al.bounds + a.n + 1
    al.row_scores = al.children_b + b.n + 1
    al.pointers = <uint8_t*>(al.row_scores + TABLE + 1)
    al.n_stack = 0
    if a.key[0] == b.key[0]:
        push(&al, 0, 0)
    while al.n_stack:
        al.n_stack -= 1
        align(&al, al.stack_a[al.n_stack], al.stack_b[al.n_stack])
    release(memory)
    return 0


cdef inline void push(Alignment* al, int32_t a, int32_t b) noexcept nogil:
    al.stack_a[al.n_stack], al.stack_b[al.n_stack] = a, b
    al.n_stack += 1


cdef inline void mark(Alignment* al, int32_t row) noexcept nogil:
    """All of a subtree of a is found in b."""
    memset(&al.found[row], 1, al.a.end[row] - row)


cdef inline bint are_equal(const Alignment* al, int32_t a, int32_t b) noexcept nogil:
    return al.a.subtree[a] == al.b.subtree[b]


cdef inline int worth(const Alignment* al, int32_t a, int32_t b) noexcept nogil:
    """What a pair counts in an alignment; 0 for two that cannot be one."""
    if are_equal(al, a, b):
        return EQUAL
    # all texts have the key 1, and two different texts are not a pair
    return ALIKE if al.a.key[a] == al.b.key[b] and al.a.key[a] != 1 else 0


cdef inline Py_ssize_t children_of(const PageTree* tree, int32_t row, int32_t* found) noexcept nogil:
    """Write the rows of an element's children; returns how many there are."""
    cdef Py_ssize_t n = 0
    cdef int32_t child = row + 1
    while child < tree.end[row]:
        found[n] = child
        n += 1
        child = tree.end[child]
    return n


cdef void align(Alignment* al, int32_t a, int32_t b) noexcept nogil:
    """Mark what corresponds in two elements, and push the pairs of their children of which only some may."""
    if are_equal(al, a, b):
        mark(al, a)
        return
    al.first, al.n_a, al.n_b = 0, children_of(&al.a, a, al.children_a), children_of(&al.b, b, al.children_b)
    # equal children at both ends are paired without a table
    while al.n_a and al.n_b and are_equal(al, al.children_a[al.first], al.children_b[al.first]):
        mark(al, al.children_a[al.first])
        al.first += 1
        al.n_a -= 1
        al.n_b -= 1
    while al.n_a and al.n_b and are_equal(
        al, al.children_a[al.first + al.n_a - 1], al.children_b[al.first + al.n_b - 1]
    ):
        mark(al, al.children_a[al.first + al.n_a - 1])
        al.n_a -= 1
        al.n_b -= 1
    if al.n_a == 0 or al.n_b == 0:
        return
    if al.n_a * al.n_b <= TABLE:
        align_by_table(al, al.children_a + al.first, al.children_b + al.first)
    else:
        align_ahead(al, al.children_a + al.first, al.children_b + al.first)


cdef void align_by_table(Alignment* al, const int32_t* children_a, const int32_t* children_b) noexcept nogil:
    """Push the pairs of the alignment of two lists of children that is worth most."""
    cdef Py_ssize_t i, j
    cdef int value, best, diagonal, above
    cdef uint8_t pointer
    memset(al.row_scores, 0, (al.n_b + 1) * sizeof(int32_t))
    for i in range(al.n_a):
        diagonal = 0
        for j in range(al.n_b):
            value = worth(al, children_a[i], children_b[j])
            above = al.row_scores[j + 1]
            best = diagonal + value
            pointer = ALIGNED
            if above > best or (above == best and value == 0):
                best = above
                pointer = SKIP_OLD
            if al.row_scores[j] > best:
                best = al.row_scores[j]
                pointer = SKIP_NEW
            al.pointers[i * al.n_b + j] = pointer
            diagonal = above
            al.row_scores[j + 1] = best
    i, j = al.n_a - 1, al.n_b - 1
    while i >= 0 and j >= 0:
        pointer = al.pointers[i * al.n_b + j]
        if pointer == SKIP_OLD:
            i -= 1
        elif pointer == SKIP_NEW:
            j -= 1
        else:
            if worth(al, children_a[i], children_b[j]):
                push(al, children_a[i], children_b[j])
            i -= 1
            j -= 1


cdef void align_ahead(Alignment* al, const int32_t* children_a, const int32_t* children_b) noexcept nogil:
    """Mark the children that are equal to one of the next of the other list, so that one more on either side shifts nothing;
    and push those alike between them."""
    cdef Py_ssize_t i, j = 0, k
    cdef int32_t bound = <int32_t>al.n_b
    for i in range(al.n_a):
        al.partners[i] = -1
        for k in range(j, min(j + CHILDREN_AHEAD, al.n_b)):
            if are_equal(al, children_a[i], children_b[k]):
                al.partners[i] = <int32_t>k
                j = k + 1
                break
    for i in range(al.n_a - 1, -1, -1):
        if al.partners[i] >= 0:
            bound = al.partners[i]
            mark(al, children_a[i])
        al.bounds[i] = bound
    j = 0
    for i in range(al.n_a):
        if al.partners[i] >= 0:
            j = al.partners[i] + 1
            continue
        for k in range(j, min(j + CHILDREN_AHEAD, <Py_ssize_t>al.bounds[i])):
            if worth(al, children_a[i], children_b[k]):
                push(al, children_a[i], children_b[k])
                j = k + 1
                break


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

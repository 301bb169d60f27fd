"""What stands before and behind each block of a page: paragraphs, parts of the frame, the ends of sections."""

from libc.stdint cimport int32_t


cdef enum:
    PARAGRAPH_CHARS = 80
    NEAR_NAVIGATION = 3  # steps up to what is called so
    NEAR_FOOTER = 3
    NEAR_RELATED = 3

cdef int NAVIGATION = FAMILIES.index("navigation")
cdef int FOOTER = FAMILIES.index("footer")
cdef int RELATED = FAMILIES.index("related")
cdef int NAV = len(FAMILIES) + list(KINDS).index("nav")
cdef int FOOTER_ELEMENT = len(FAMILIES) + list(KINDS).index("footer")


cdef inline bint is_paragraph(const Block* b) noexcept nogil:
    return b.chars + b.text.wide >= PARAGRAPH_CHARS and 3 * b.link_chars < b.chars


cdef inline bint is_near(const Measured* m, const Block* b, int what, int steps) noexcept nogil:
    return m.distances[m.tree.parent[b.first] * DISTANCES + what] <= steps


cdef inline bint is_navigation(const Measured* m, const Block* b) noexcept nogil:
    return is_near(m, b, NAVIGATION, NEAR_NAVIGATION) or is_near(m, b, NAV, NEAR_NAVIGATION + 1)


cdef void find_landmarks_after(const Measured* m, LandmarksAfter* p) noexcept nogil:
    """Fill in what comes behind each block, and where the section of each heading ends."""
    cdef const Block* b
    cdef Landmarks found = Landmarks(-1, -1, -1, -1)
    cdef int32_t next_heading[7]  # of each rank or a higher
    cdef Py_ssize_t k
    cdef int rank, i
    for i in range(7):
        next_heading[i] = <int32_t>m.n_blocks
    for k in range(m.n_blocks - 1, -1, -1):
        b = &m.blocks[k]
        p[k].next = found
        rank = rank_of(m, b)
        p[k].section_end = next_heading[rank]
        for i in range(1, rank + 1):
            next_heading[i] = <int32_t>k
        if is_paragraph(b):
            found.paragraph = <int32_t>k
        if is_navigation(m, b):
            found.navigation = <int32_t>k
        if is_near(m, b, FOOTER, NEAR_FOOTER) or is_near(m, b, FOOTER_ELEMENT, NEAR_FOOTER + 1):
            found.footer = <int32_t>k
        if is_near(m, b, RELATED, NEAR_RELATED):
            found.related = <int32_t>k


cdef void add_landmarks_before(const Measured* m, const Block* b, LandmarksBefore* passed, int32_t k) noexcept nogil:
    """Count a block among those passed."""
    if is_paragraph(b):
        passed.paragraph = k
    if is_navigation(m, b):
        passed.navigation = k
    if is_near(m, b, RELATED, NEAR_RELATED):
        passed.related = k

"""The features of a page's text blocks, in groups: each is a function that writes them, with their names above it."""

from libc.math cimport log1p
from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.string cimport memcpy


cdef enum:
    LEVELS = 5       # ancestors of a block that are measured
    BESIDE = 2       # blocks on either side that are looked at one by one
    AROUND = 5       # and that are looked at together

assert N_ADDRESS == len(ADDRESS_KINDS)

cdef enum:
    LOGS = 8192

cdef float LOG[LOGS]  # of the small counts, which most are
for _number in range(LOGS):
    LOG[_number] = <float>log1p(_number)


cdef inline float log_of(int64_t count) noexcept nogil:
    return LOG[count] if 0 <= count < LOGS else <float>log1p(<double>count)


cdef inline float distance(Py_ssize_t later, Py_ssize_t earlier) noexcept nogil:
    return log_of(later - earlier) if earlier >= 0 else -1


# --- the groups of features ---------------------------------------------------------------------------------

cdef enum:
    CHARS = 0            # of a block itself, which its neighbours have too
    LINK_DENSITY = 2
    PUNCTUATION = 4
    OWN = 23
    PLACE = 4
    ANCESTORS = 30       # 6 * LEVELS
    NEIGHBOURS = 16      # 8 * BESIDE
    SAME_PATH = 5
    CONTAINER = 5
    TITLE = 6
    SECTION = 5
    LANDMARKS = 7
    PAGE = 7

_OWN = """chars words link_density links punctuation terminal colon digits capitals word_chars separators copyright year
    commas fragments emphasis heading starts_low quotes wide clocks copies alike""".split()


cdef inline void of_itself(float* f, const Measured* m, const Block* b) noexcept nogil:
    f[0] = log_of(b.chars + b.text.wide)
    f[1] = log_of(b.text.words)
    f[2] = share(b.link_chars, b.chars)
    f[3] = log_of(b.links)
    f[4] = share(b.punctuation, b.text.words)
    f[5] = b.text.terminal
    f[6] = b.text.colon
    f[7] = share(b.text.digits, b.chars)
    f[8] = share(b.text.capitals, b.text.capitals + b.text.low)
    f[9] = share(b.text.word_chars, b.text.words)
    f[10] = share(b.text.separators, b.text.words)
    f[11] = b.text.copyright
    f[12] = b.text.year
    f[13] = log_of(b.text.commas)
    f[14] = log_of(b.fragments)
    f[15] = share(b.emphasised, b.chars)
    f[16] = rank_of(m, b)
    f[17] = b.starts_low
    f[18] = log_of(b.text.quotes)
    f[19] = share(b.text.wide, b.chars)
    f[20] = log_of(b.text.clocks)
    f[21] = log_of(b.copies)
    f[22] = log_of(b.alike)


_PLACE = ["index", "from_end", "chars_before", "depth"]


cdef inline float* of_its_place(float* f, const Measured* m, const Block* b, Py_ssize_t k) noexcept nogil:
    f[0] = share(k, m.n_blocks)
    f[1] = log_of(m.n_blocks - 1 - k)
    f[2] = share(m.sums[b.first].chars, m.sums[m.tree.n].chars)
    f[3] = m.hashes.depth[b.element_row]
    return f + PLACE


_DISTANCES = [f"near_{name}" for name in FAMILIES] + [f"in_{name}" for name in KINDS]


cdef inline float* of_named_ancestors(float* f, const Measured* m, const Block* b) noexcept nogil:
    cdef const uint8_t* distance = m.distances + m.tree.parent[b.first] * DISTANCES
    cdef int i
    for i in range(DISTANCES):
        f[i] = distance[i]
    return f + DISTANCES


_ANCESTORS = [
    f"up{level}_{name}"
    for level in range(LEVELS)
    for name in ("chars", "link_density", "block_chars", "punctuation", "page_share", "blocks")
]


cdef inline float* of_ancestors(float* f, const Measured* m, const Block* b, const Block* before) noexcept nogil:
    """before: the block before it, NULL for the first. What the two have in common is copied: most of most blocks' ancestors."""
    cdef int32_t row = b.element_row, other = before.element_row if before != NULL else -1
    cdef Sums inside
    cdef int level
    for level in range(LEVELS):
        if row == other:
            memcpy(f, f - WIDTH, 6 * (LEVELS - level) * sizeof(float))
            return f + 6 * (LEVELS - level)
        inside = between(m, row, m.tree.end[row])
        f[0] = log_of(inside.chars)
        f[1] = share(inside.link_chars, inside.chars)
        f[2] = log_of(inside.chars // max(inside.blocks, 1))
        f[3] = share(inside.punctuation, inside.chars) * 100
        f[4] = share(inside.chars, m.sums[m.tree.n].chars)
        f[5] = log_of(inside.blocks)
        f += 6
        row = above(m, row)
        other = above(m, other)
    return f


cdef inline int32_t above(const Measured* m, int32_t row) noexcept nogil:
    """The row of its parent; that of the root is the root's."""
    return m.tree.parent[row] if row >= 0 and m.tree.parent[row] >= 0 else row


_NEIGHBOURS = [
    f"{side}{distance}_{name}"
    for distance in range(1, BESIDE + 1)
    for side in ("before", "after")
    for name in ("chars", "link_density", "punctuation", "same_path")
]


cdef inline float* of_neighbours(float* f, const Measured* m, const Block* b, Py_ssize_t k, const float* own) noexcept nogil:
    """own: the features of the block itself (`of_itself`), between those of its neighbours."""
    cdef const float* other
    cdef Py_ssize_t at
    cdef int distance, side
    for distance in range(1, BESIDE + 1):
        for side in range(2):
            at = k + distance if side else k - distance
            if 0 <= at < m.n_blocks:
                other = own + (at - k) * WIDTH
                f[0] = other[CHARS]
                f[1] = other[LINK_DENSITY]
                f[2] = other[PUNCTUATION]
                f[3] = m.blocks[at].path_group == b.path_group
            else:
                f[0] = f[1] = f[2] = f[3] = -1
            f += 4
    return f


_SAME_PATH = ["path_blocks", "path_chars", "path_share", "path_link_density", "path_punctuation"]


cdef inline float* of_blocks_with_its_path(float* f, const Measured* m, const Block* b) noexcept nogil:
    cdef const Group* group = &m.groups[b.path_group]
    f[0] = log_of(group.blocks)
    f[1] = log_of(group.chars // group.blocks)
    f[2] = share(group.chars, m.sums[m.tree.n].chars)
    f[3] = share(group.link_chars, group.chars)
    f[4] = share(group.punctuation, group.chars) * 100
    return f + SAME_PATH


_CONTAINER = ["container", "container_score", "container_place", "around_chars", "around_link_density"]


cdef inline float* of_the_best_container(float* f, const Measured* m, const Block* b, Py_ssize_t k) noexcept nogil:
    """Where the block stands to the container of the most text; and the text of the blocks around it."""
    cdef int32_t row = b.element_row, end = m.tree.end[m.top]
    cdef float best = m.container[row]
    cdef Sums around
    cdef int _level
    for _level in range(3):
        if m.tree.parent[row] >= 0:
            row = m.tree.parent[row]
            best = max(best, m.container[row])
    f[0] = m.top <= b.first < end
    f[1] = best / m.best_container if m.best_container > 0 else 0
    # -1 before the container, 2 behind it
    f[2] = -1 if b.first < m.top else 2 if b.first >= end else <float>(b.first - m.top) / (end - m.top)
    around = between(m, m.blocks[max(0, k - AROUND)].first, m.blocks[min(m.n_blocks - 1, k + AROUND)].stop)
    f[3] = log_of(around.chars)
    f[4] = share(around.link_chars, around.chars)
    return f + CONTAINER


_TITLE = ["title_words", "title_distance", "title_known", "heading_distance", "heading_rank", "comments_place"]


cdef inline float* of_the_title(
    float* f, const Measured* m, const Block* b, Py_ssize_t k, Py_ssize_t heading
) noexcept nogil:
    """Where the block stands to the title, to the last heading before it, and to the comments."""
    f[0] = share(b.text.title_hits, b.text.words)
    f[1] = 0
    if m.title >= 0:
        f[1] = log_of(k - m.title) if k >= m.title else -log_of(m.title - k)
    f[2] = m.title >= 0
    f[3] = log_of(k - heading) if heading >= 0 else -1
    f[4] = rank_of(m, &m.blocks[heading]) if heading >= 0 else -1
    f[5] = 0
    if m.first_comment >= 0:
        f[5] = 1 + log_of(k - m.first_comment) if k >= m.first_comment else -1 - log_of(m.first_comment - k)
    return f + TITLE


_SECTION = ["section_chars", "section_link_density", "section_blocks", "section_heading_chars", "section_heading_links"]


cdef inline float* of_its_section(float* f, const Measured* m, const LandmarksAfter* p, Py_ssize_t heading) noexcept nogil:
    """What stands under the same heading, up to the next of its rank or of a higher, and the heading itself."""
    cdef const Block* top
    cdef Sums inside
    if heading < 0:
        f[0] = f[1] = f[2] = f[3] = f[4] = -1
        return f + SECTION
    top = &m.blocks[heading]
    inside = between(m, top.stop, m.blocks[p[heading].section_end - 1].stop)
    f[0] = log_of(inside.chars)
    f[1] = share(inside.link_chars, inside.chars)
    f[2] = log_of(p[heading].section_end - 1 - heading)
    f[3] = log_of(top.chars)
    f[4] = share(top.link_chars, top.chars)
    return f + SECTION


_LANDMARKS = [
    "since_paragraph", "until_paragraph", "since_navigation", "until_navigation", "until_footer", "since_related",
    "until_related",
]


cdef inline float* of_landmarks(
    float* f, const Measured* m, const LandmarksAfter* p, const LandmarksBefore* passed, Py_ssize_t k
) noexcept nogil:
    """How many blocks away the paragraphs and the parts of the frame are, before and behind the block."""
    f[0] = distance(k, passed.paragraph)
    f[1] = distance(p[k].next.paragraph, k) if p[k].next.paragraph >= 0 else -1
    f[2] = distance(k, passed.navigation)
    f[3] = distance(p[k].next.navigation, k) if p[k].next.navigation >= 0 else -1
    f[4] = distance(p[k].next.footer, k) if p[k].next.footer >= 0 else -1
    f[5] = distance(k, passed.related)
    f[6] = distance(p[k].next.related, k) if p[k].next.related >= 0 else -1
    return f + LANDMARKS


_PAGE = """page_blocks page_chars page_link_density page_wide page_top_share page_paragraphs
    page_punctuation""".split()
_PAGE += [f"page_{name}" for name in COUNTED]
_PAGE += [f"address_{name}" for name in ADDRESS_KINDS]


cdef void of_the_page(float* f, const Measured* m) noexcept nogil:
    """The features that are the same for all blocks of a page."""
    cdef Sums page = between(m, 0, m.tree.n), top = between(m, m.top, m.tree.end[m.top])
    cdef int i
    f[0] = log_of(m.n_blocks)
    f[1] = log_of(page.chars)
    f[2] = share(page.link_chars, page.chars)
    f[3] = share(m.wide, page.chars)
    f[4] = share(top.chars, page.chars)
    f[5] = log_of(m.paragraphs)
    f[6] = share(page.punctuation, m.words)
    f += PAGE
    for i in range(N_COUNTED):
        f[i] = log_of(m.named[i])
    f += N_COUNTED
    for i in range(N_ADDRESS):
        f[i] = m.address[i]


GROUP_NAMES = [
    *_OWN, *_PLACE, *_DISTANCES, *_ANCESTORS, *_NEIGHBOURS, *_SAME_PATH, *_CONTAINER, *_TITLE, *_SECTION,
    *_LANDMARKS, *_PAGE,
]
"""What each column of the features is (docs/methods/auto)."""

assert [OWN, PLACE, DISTANCES, ANCESTORS, NEIGHBOURS, SAME_PATH, CONTAINER, TITLE, SECTION, LANDMARKS] == [
    len(names)
    for names in (
        _OWN, _PLACE, _DISTANCES, _ANCESTORS, _NEIGHBOURS, _SAME_PATH, _CONTAINER, _TITLE, _SECTION, _LANDMARKS,
    )
]
assert PAGE + N_COUNTED + N_ADDRESS == len(_PAGE)

assert WIDTH == len(GROUP_NAMES)
assert [_OWN[CHARS], _OWN[LINK_DENSITY], _OWN[PUNCTUATION]] == ["chars", "link_density", "punctuation"]


cdef float* write_features(float* f, const Measured* m, const LandmarksAfter* p) noexcept nogil:
    """Write the features of all blocks; returns where they end."""
    cdef const Block* b
    cdef const float* own
    cdef float of_page[PAGE + N_COUNTED + N_ADDRESS]
    cdef LandmarksBefore passed = LandmarksBefore(-1, -1, -1)
    cdef Py_ssize_t k, heading = -1
    of_the_page(of_page, m)
    for k in range(m.n_blocks):
        of_itself(f + k * WIDTH, m, &m.blocks[k])
    for k in range(m.n_blocks):
        b = &m.blocks[k]
        own = f
        f = of_its_place(f + OWN, m, b, k)
        f = of_named_ancestors(f, m, b)
        f = of_ancestors(f, m, b, &m.blocks[k - 1] if k else NULL)
        f = of_neighbours(f, m, b, k, own)
        f = of_blocks_with_its_path(f, m, b)
        f = of_the_best_container(f, m, b, k)
        f = of_the_title(f, m, b, k, heading)
        f = of_its_section(f, m, p, heading)
        f = of_landmarks(f, m, p, &passed, k)
        memcpy(f, of_page, sizeof(of_page))
        f += PAGE + N_COUNTED + N_ADDRESS
        add_landmarks_before(m, b, &passed, <int32_t>k)
        if rank_of(m, b):
            heading = k
    return f

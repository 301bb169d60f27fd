"""The records of a page: elements that repeat with the same path, such as the posts of a thread or the rows of a list.

Posts and comments are records that each hold a date or a name, and text: so a thread is told from other pages by its
structure.
"""

from libc.stdint cimport int32_t, uint64_t
from libc.string cimport memset

from scrapy_denoise.page.layout cimport Rest
from scrapy_denoise.page.table cimport Entry, Table, entry_of

cdef enum:
    POST_CHARS = 40  # characters outside links that a post has in the mean, at least
    DATES = 6        # dates in a post, in the mean, at most: what holds several posts has more

cdef double TOLD = 0.8    # share of the posts that have a date or a name, at least
cdef double FILLED = 0.6  # and of those that have text of their own


cdef void number_kinds(Records* r, const Rest* rest, const uint64_t* path, Table* numbers) noexcept nogil:
    """Number the kinds of the elements, and the elements within their kind. numbers: an empty table for all rows."""
    cdef Entry* entry
    cdef Kind* kind
    cdef Py_ssize_t row
    r.n_kinds = 0
    for row in range(rest.n):
        r.kind_of[row] = -1
        if not rest.tag[row]:
            continue
        entry = entry_of(numbers, path[row])
        if entry.number == 0:
            memset(&r.kinds[r.n_kinds], 0, sizeof(Kind))
            r.n_kinds += 1
            entry.number = r.n_kinds
            r.kinds[entry.number - 1].first = <int32_t>row
        r.kind_of[row] = entry.number - 1
        kind = &r.kinds[entry.number - 1]
        r.number[row] = kind.count
        kind.count += 1


cdef void find_records(Records* r, const Rest* rest) noexcept nogil:
    """Find the records that each row stands in, the inner ones and the ones around those."""
    cdef int32_t above, record
    cdef Py_ssize_t row
    for row in range(rest.n):
        above = rest.parent[row]
        if above < 0:
            r.nearest[row] = r.wider[row] = -1
            continue
        record = r.nearest[above]
        if not rest.tag[row] or r.kinds[r.kind_of[row]].count < 2:
            r.nearest[row], r.wider[row] = record, r.wider[above]
            continue
        r.nearest[row] = <int32_t>row
        if record >= 0 and r.kinds[r.kind_of[record]].count < r.kinds[r.kind_of[row]].count:
            r.wider[row] = record
        else:
            r.wider[row] = r.wider[above]


cdef void choose_thread(Records* r) noexcept nogil:
    """Choose the kind whose elements are most like posts: each has text, and a date or a name, and together they hold
    much of the page's text; many rather than few, and the outer ones, whose kinds have the lower numbers, first."""
    cdef const Kind* kind
    cdef int32_t k
    cdef double score, best = 0
    r.thread = -1
    for k in range(r.n_kinds):
        kind = &r.kinds[k]
        if kind.count < 2 or kind.chars - kind.link_chars < POST_CHARS * kind.count or kind.dates > DATES * kind.count:
            continue
        if kind.told < TOLD * kind.count or kind.filled < FILLED * kind.count:
            continue
        score = (kind.chars - kind.link_chars) * (1 - 1.0 / kind.count)
        if score > best * 1.02:
            best = score
            r.thread = k

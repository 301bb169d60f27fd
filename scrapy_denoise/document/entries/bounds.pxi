"""Where the records of a list begin and end: with what stands before their elements or behind them."""

from libc.stdint cimport int32_t, int64_t, uint64_t

from scrapy_denoise.page.compiled cimport BR
from scrapy_denoise.page.native.memory cimport cleared, release

import numpy as np

cdef enum:
    MAX_SIBLINGS = 64  # siblings up to which it is counted how many belong to a record


def record_bounds(RowSums sums not None, const uint64_t[::1] path not None, const int64_t[::1] links not None,
                  const int64_t[::1] firsts not None, const int64_t[::1] ends not None):
    """Where the records of a list begin and end: with what stands before them where that belongs to them (`is_led`) and to no record of
    another list, of which the rows are taken; else the last one under an element with as many siblings as others have.

    path: of each row of the page. links: the rows of the links of the records. firsts: those of their elements. ends: where the
    records end without that. Raises ValueError where these do not belong together.
    """
    cdef const int32_t* parent = sums.page.tree.parent
    cdef const int32_t* end = sums.page.tree.end
    cdef Py_ssize_t n = firsts.shape[0], begin = 0, last
    cdef bint led = False
    sums._check(firsts, ends)
    sums._check(links, ends)
    if path.shape[0] != sums.page.tree.n:
        raise ValueError("columns of different lengths")
    found = np.array((firsts, ends))
    cdef int64_t[:, ::1] bounds = found
    while begin < n:
        last = begin
        while last + 1 < n and parent[firsts[last + 1]] == parent[firsts[begin]]:
            last += 1
        if last > begin and ends[begin] > end[firsts[begin]] and is_led(sums, path, links[begin], firsts, begin, last):
            set_led(sums, path, firsts, bounds, begin, last)
            led = led or bounds[0, begin] < firsts[begin]
        begin = last + 1
    if led and sums.are_free(found[0], found[1]).all():
        return found[0], found[1]
    return np.asarray(firsts), last_ends(sums, firsts, ends)


cdef bint is_led(RowSums sums, const uint64_t[::1] path, int64_t link, const int64_t[::1] firsts, Py_ssize_t begin, Py_ssize_t last) noexcept:
    """Whether something stands before the elements of some records under one parent that belongs to them, such as a date before each link:
    the first one has it too, and the last has nothing of the kind behind it."""
    cdef const int64_t* texts = sums.page.texts.row
    cdef const int32_t* end = sums.page.tree.end
    cdef int64_t parent = sums.page.tree.parent[firsts[begin]], second = firsts[begin + 1], row
    cdef int32_t before = sums.before[firsts[begin]].texts - 1, between = sums.before[second].texts - 1
    cdef int32_t behind = sums.before[end[firsts[begin]]].texts, after = sums.before[end[firsts[last]]].texts
    if before < 0 or behind >= sums.page.texts.n or texts[before] <= parent or path[texts[before]] != path[texts[between]]:
        return False
    if after < sums.page.texts.n and texts[after] < end[parent] and path[texts[after]] == path[texts[behind]]:
        return False
    # A heading leads what stands behind it up to the next, and records that are parts of a line are not led.
    if sums.before[second].headings != sums.before[end[firsts[begin]]].headings:
        return False
    if firsts[begin] <= sums.page.tree.block_row[link]:
        return True
    for row in range(end[firsts[begin]], second):
        if sums.page.tree.tag[row] == BR:
            return True
    return False


cdef void set_led(RowSums sums, const uint64_t[::1] path, const int64_t[::1] firsts, int64_t[:, ::1] bounds, Py_ssize_t begin,
                  Py_ssize_t last) noexcept:
    """Set where such records begin and end."""
    cdef const int64_t* texts = sums.page.texts.row
    cdef const int32_t* parent = sums.page.tree.parent
    cdef const int32_t* end = sums.page.tree.end
    cdef int64_t top = parent[firsts[begin]], row
    cdef int32_t before = sums.before[firsts[begin]].texts - 1, behind = sums.before[end[firsts[begin]]].texts
    cdef Py_ssize_t i
    for i in range(begin, last + 1):
        bounds[1, i] = end[firsts[i]]
        if i > begin:
            bounds[0, i] = end[firsts[i - 1]]
    row = texts[max(before - (sums.before[firsts[begin + 1]].texts - 1 - behind), 0)]
    if row <= top or path[row] != path[texts[behind]]:
        row = texts[before]
    while parent[row] != top:
        row = parent[row]
    bounds[0, begin] = row


cdef object last_ends(RowSums sums, const int64_t[::1] firsts, const int64_t[::1] ends):
    """Where the records end. The last under an element takes as many siblings as others have in the middle."""
    cdef const int32_t* end = sums.page.tree.end
    cdef Py_ssize_t n = firsts.shape[0], i, longer = 0, _sibling
    cdef int64_t row
    cdef int32_t usual
    found = np.array(ends)
    cdef int64_t[::1] until = found
    cdef int64_t* values = <int64_t*>cleared((n + 1) * sizeof(int64_t))
    for i in range(n):
        if ends[i] > end[firsts[i]]:
            row = end[firsts[i]]
            while row < ends[i] and values[longer] < MAX_SIBLINGS:
                row = end[row]
                values[longer] += 1
            longer += 1
    usual = <int32_t>median(values, longer) if longer else 0
    release(values)
    if longer == 0:
        return found
    for i in range(n):
        if ends[i] <= end[firsts[i]] and (i + 1 == n or sums.page.tree.parent[firsts[i + 1]] != sums.page.tree.parent[firsts[i]]):
            for _sibling in range(usual):
                row = until[i]
                if row >= end[max(sums.page.tree.parent[firsts[i]], 0)] or sums.before[end[row]].headings > sums.before[row].headings:
                    break
                until[i] = end[row]
    for i in range(n):
        until[i] = min(until[i], firsts[i + 1] if i + 1 < n else sums.page.tree.n)
    return found

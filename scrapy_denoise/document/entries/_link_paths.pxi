"""Links at one path, and the elements around each: passes over the links of a page, path by path."""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_GET_SIZE
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.string cimport memset

import numpy as np

from scrapy_denoise.page.columns.buffers cimport PageBuffers, TreeColumns, tree_columns_of
from scrapy_denoise.page.compiled cimport BODY, ExactWords
from scrapy_denoise.page.native.memory cimport cleared, release

cdef enum:
    MIN_RECORDS = 3  # addresses to which the links of a list lead at least
    MAX_LEVELS = 64  # how far up from a link its record reaches
    MAX_BESIDE = 30  # links of a record at one path that are compared
    MAX_APART = 64   # siblings between two records that are counted

# Share of the elements of a list side by side from which what stands between them belongs to the records, and share of these that must
# have as many elements at their own path between them for that.
cdef double PARTED = 0.5
cdef double ALIKE = 0.7


cdef int32_t* numbers(Py_ssize_t n) except NULL:
    """Memory for so many numbers, all 0."""
    return <int32_t*>cleared((n + 1) * sizeof(int32_t))


cdef inline int32_t above(const TreeColumns* tree, Py_ssize_t row) noexcept:
    """The row of the parent of a row; of the root itself."""
    return max(tree.parent[row], 0)


def at_paths(RowSums sums not None, const int64_t[::1] rows not None, const int64_t[::1] addresses not None,
             const uint64_t[::1] paths not None, const int64_t[::1] order not None):
    """The links at paths with at least MIN_RECORDS addresses, most of them outside of the frame of the page, path by path: their numbers,
    those of the links that say something for them, the rows at which their records begin, and where the links of each path begin and end.

    rows, addresses, paths: of all links, in document order; an address is a number below their count. order: the links by their paths,
    and at one path as they stand in the page.

    Of links to one page side by side the first leads its record, and the first with a text says something: a picture may link to the
    same page before it. Raises ValueError where the columns do not belong together.
    """
    cdef TreeColumns* tree = &sums.page.tree
    cdef Py_ssize_t n = rows.shape[0], i, n_links = 0, n_paths = 0, begin, different
    cdef int32_t read = 0
    cdef int64_t last, link
    cdef uint64_t path
    if min(addresses.shape[0], paths.shape[0], order.shape[0]) < n:
        raise ValueError("columns of different lengths")
    for i in range(n):
        if not (0 <= rows[i] < tree.n and 0 <= addresses[i] < n and 0 <= order[i] < n):
            raise ValueError("no such link")
    cdef int64_t[:, ::1] found = np.empty((5, n), np.int64)
    cdef int32_t* counted = numbers(n + tree.n)  # of each address the path that had it last, and how many elements each depth has
    i = 0
    while i < n:
        path, begin, different, last = paths[order[i]], n_links, 0, -1
        read += 1
        while i < n and paths[order[i]] == path:
            link = order[i]
            if addresses[link] != last:
                last = addresses[link]
                found[0, n_links] = found[1, n_links] = link
                n_links += 1
                different += counted[last] != read
                counted[last] = read
            elif says(sums, rows[link]) and not says(sums, rows[found[1, n_links - 1]]):
                found[1, n_links - 1] = link
            i += 1
        if different < MIN_RECORDS:
            n_links = begin
            continue
        find_highest(tree, &rows[0], &found[0, 0], &found[2, 0], begin, n_links)
        bring_down(&sums.page, &rows[0], &found[0, 0], &found[2, 0], begin, n_links, counted + n)
        if is_framed(sums, &found[2, begin], n_links - begin):
            n_links = begin
            continue
        found[3, n_paths], found[4, n_paths] = begin, n_links
        n_paths += 1
    release(counted)
    whole = found.base
    return whole[0, :n_links], whole[1, :n_links], whole[2, :n_links], whole[3, :n_paths], whole[4, :n_paths]


cdef inline bint says(RowSums sums, int64_t row) noexcept:
    """Whether an element has text."""
    return sums.chars(row, sums.page.tree.end[row]) > 0


cdef bint is_framed(RowSums sums, const int64_t* firsts, Py_ssize_t n) noexcept:
    """Whether most of some records stand in the frame of the page."""
    cdef Py_ssize_t i, framed = 0
    for i in range(n):
        framed += sums.flags[above(&sums.page.tree, firsts[i])] & FRAMED != 0
    return framed >= MOST * n


cdef void find_highest(const TreeColumns* tree, const int64_t* rows, const int64_t* links, int64_t* firsts, Py_ssize_t begin,
                       Py_ssize_t end) noexcept:
    """Set for each link at a path the row of the highest element around it that holds no other one of them."""
    cdef Py_ssize_t i, _level
    cdef int64_t before = -1, behind, row, up
    for i in range(begin, end):
        row = rows[links[i]]
        behind = rows[links[i + 1]] if i + 1 < end else tree.n
        firsts[i] = row
        for _level in range(MAX_LEVELS):
            up = tree.parent[firsts[i]]
            if up <= 0 or up <= before or tree.end[up] > behind or tree.tag[up] == BODY:
                break
            firsts[i] = up
        before = row


cdef void bring_down(const PageBuffers* page, const int64_t* rows, const int64_t* links, int64_t* firsts, Py_ssize_t begin,
                     Py_ssize_t end, int32_t* counts) noexcept:
    """Set the elements around the links at a path so that none of them is higher than most, the deepest of several depths with as many:
    the only product in the last row of a table, or the only link of a section, stands in an element as the others do.

    counts: of each depth 0, and so again in the end.
    """
    cdef const int32_t* depth = page.hashes.depth
    cdef int32_t usual = depth[firsts[begin]], own
    cdef Py_ssize_t i, _level
    cdef int64_t row
    for i in range(begin, end):
        counts[depth[firsts[i]]] += 1
    for i in range(begin, end):
        own = depth[firsts[i]]
        if counts[own] > counts[usual] or (counts[own] == counts[usual] and own > usual):
            usual = own
    for i in range(begin, end):
        counts[depth[firsts[i]]] = 0
    for i in range(begin, end):
        if depth[firsts[i]] < usual:
            row = rows[links[i]]
            for _level in range(MAX_LEVELS):
                if depth[row] <= usual:
                    break
                row = page.tree.parent[row]
            firsts[i] = row


def several_of_each(RowSums sums not None, const uint64_t[::1] path not None, const int64_t[::1] links not None,
                    const int64_t[::1] firsts not None, const int64_t[::1] starts not None, const int64_t[::1] stops not None):
    """Where several links at one path have the same element around their records, which then is the record: of each such path, and
    each path of these elements, the links of each element, up to MAX_BESIDE, where there are MIN_RECORDS such elements.

    path: of each row. The others: see `at_paths`. Raises ValueError where the columns do not belong together.
    """
    cdef TreeColumns* tree = &sums.page.tree
    cdef Py_ssize_t number, i, n = links.shape[0]
    cdef int64_t around
    check_paths(tree.n, firsts, starts, stops)
    if path.shape[0] != tree.n or firsts.shape[0] != n:
        raise ValueError("columns of different lengths")
    cdef int32_t* counts = numbers(tree.n)
    cdef dict records = {}, own
    cdef list several
    try:
        for number in range(starts.shape[0]):
            own = {}
            for i in range(starts[number], stops[number]):
                counts[above(tree, firsts[i])] += 1
            for i in range(starts[number], stops[number]):
                around = above(tree, firsts[i])
                if counts[around] > 1:
                    several = own.setdefault(around, [])
                    if len(several) < MAX_BESIDE:
                        several.append(links[i])
            for i in range(starts[number], stops[number]):
                counts[above(tree, firsts[i])] = 0
            for around in sorted(own):
                records.setdefault((number, path[around]), []).append(own[around])
    finally:
        release(counts)
    return [each for each in records.values() if len(each) >= MIN_RECORDS]


cdef int check_paths(Py_ssize_t n, const int64_t[::1] firsts, const int64_t[::1] starts, const int64_t[::1] stops) except -1:
    """Raise ValueError unless the elements are rows, and those of each path stand behind those of the one before."""
    cdef Py_ssize_t i
    cdef int64_t stop = 0
    for i in range(firsts.shape[0]):
        if not 0 <= firsts[i] < n:
            raise ValueError("no such row")
    if starts.shape[0] != stops.shape[0]:
        raise ValueError("columns of different lengths")
    for i in range(starts.shape[0]):
        if not stop <= starts[i] < stops[i] <= firsts.shape[0]:
            raise ValueError("no such path")
        stop = stops[i]
    return 0


def record_ends(RowSums sums not None, const uint64_t[::1] path not None, const int64_t[::1] firsts not None,
                const int64_t[::1] starts not None, const int64_t[::1] stops not None):
    """Where records end: at the end of their element; where most elements of a path are parted by others, before the next, or before a
    heading. Not where those at the same path are parted by more or by fewer of them, as the days with events in a calendar.

    path: of each row. The others: see `at_paths`. Raises ValueError where the columns do not belong together.
    """
    cdef TreeColumns* tree = &sums.page.tree
    cdef Py_ssize_t n = firsts.shape[0], number, i
    check_paths(tree.n, firsts, starts, stops)
    if path.shape[0] != tree.n:
        raise ValueError("columns of different lengths")
    found = np.empty(n, np.int64)
    cdef int64_t[::1] ends = found
    cdef int32_t together, parted
    for number in range(starts.shape[0]):
        together = parted = 0
        for i in range(starts[number], stops[number]):
            ends[i] = tree.end[firsts[i]]
            if i + 1 < stops[number] and above(tree, firsts[i + 1]) == above(tree, firsts[i]):
                together += 1
                parted += sums.chars(ends[i], firsts[i + 1]) > 0
        if parted == 0 or parted < PARTED * together:
            continue
        if as_far_apart(tree, path, firsts, starts[number], stops[number]) < ALIKE * together:
            continue
        for i in range(starts[number], stops[number] - 1):
            if above(tree, firsts[i + 1]) == above(tree, firsts[i]) and sums.chars(ends[i], firsts[i + 1]) > 0:
                ends[i] = next_heading(sums, ends[i], firsts[i + 1])
    return found


cdef int64_t next_heading(RowSums sums, int64_t row, int64_t until) noexcept:
    """The row of the first heading from a row on, or another row that comes before it."""
    cdef int32_t headings = sums.before[row].headings
    cdef int64_t middle
    while row < until:
        middle = (row + until) // 2
        if sums.before[middle + 1].headings > headings:
            until = middle
        else:
            row = middle + 1
    return row


cdef int32_t as_far_apart(const TreeColumns* tree, const uint64_t[::1] path, const int64_t[::1] firsts, Py_ssize_t begin,
                          Py_ssize_t end) noexcept:
    """How many of the elements of a path have as many others at their own path between them and the next under their parent as most."""
    cdef int32_t counts[MAX_APART + 1]
    cdef int32_t most = 0, between
    cdef Py_ssize_t i, _sibling
    cdef int64_t row
    memset(counts, 0, sizeof(counts))
    for i in range(begin, end - 1):
        if above(tree, firsts[i + 1]) == above(tree, firsts[i]):
            between, row = 0, tree.end[firsts[i]]
            for _sibling in range(MAX_APART):
                if row >= firsts[i + 1]:
                    break
                between += path[row] == path[firsts[i]]
                row = tree.end[row]
            counts[between] += 1
            most = max(most, counts[between])
    return most


def numbered(list values not None):
    """A number from 0 for each value, the same for the same, in the order in which they come first."""
    cdef dict known = {}
    cdef Py_ssize_t i
    cdef int64_t number
    found = np.empty(len(values), np.int64)
    cdef int64_t[::1] numbers_of = found
    for i in range(len(values)):
        number = len(known)
        numbers_of[i] = known.setdefault(values[i], number)
    return found


def leading_elsewhere(const int64_t[::1] rows not None, list urls not None, set known not None, str own not None, ExactWords sharing not None):
    """The rows and addresses of the links that lead to none of the addresses that are known, whatever place of the page they name, and have
    none of some words unless they begin as those of the site do (`own`). Raises ValueError where there are not as many rows as addresses."""
    cdef Py_ssize_t i, mark, n = 0
    cdef list others = []
    cdef str url
    cdef bytes lower
    if rows.shape[0] != len(urls):
        raise ValueError("columns of different lengths")
    found = np.empty(len(urls), np.int64)
    cdef int64_t[::1] places = found
    for i in range(len(urls)):
        url = urls[i]
        mark = url.find("#")
        if (url if mark < 0 else url[:mark]) in known:
            continue
        if not url.startswith(own):
            lower = url.lower().encode("utf-8", "replace")
            if sharing.kinds_in(<const uint8_t*>PyBytes_AS_STRING(lower), PyBytes_GET_SIZE(lower), one=True):
                continue
        places[n] = rows[i]
        n += 1
        others.append(url)
    return found[:n], others


def with_other_text(columns not None, const int64_t[::1] chars not None):
    """For each row that of the first element around it that has other text; the first row where none has.

    chars: of the subtree of each row. Raises ValueError where these are of another page.
    """
    cdef TreeColumns columns_of_tree = tree_columns_of(columns.tree_columns)
    cdef TreeColumns* tree = &columns_of_tree
    cdef Py_ssize_t row
    if chars.shape[0] != tree.n:
        raise ValueError("columns of different lengths")
    found = np.zeros(tree.n, np.int64)
    cdef int64_t[::1] around = found
    for row in range(1, tree.n):
        around[row] = above(tree, row)
        if around[row] and chars[around[row]] == chars[row]:
            around[row] = around[around[row]]
    return found

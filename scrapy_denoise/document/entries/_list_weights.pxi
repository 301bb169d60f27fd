"""What the records around the links at each path of a page have: sums over the rows of the page, and over the links of each path."""

from libc.stdint cimport int32_t, int64_t
from libc.stdlib cimport qsort

import numpy as np

from scrapy_denoise.page.compiled cimport DT, TR
from scrapy_denoise.page.native.memory cimport cleared, release

# Share of a list's records that must be in the frame, have headings, or have headlines, for the list to count so.
HALF = 0.5
cdef double MOST = HALF
# Share of the texts of a list's links that differ from each other where they name its records.
cdef double DIFFERENT = 0.6

cdef enum:
    MIN_NAME = 3      # characters of such a name on average
    MIN_DETAIL = 20   # least characters of a record without a heading, beside its link,
    MIN_RECORD = 40   # and in all, for its text to make it a record
    MAX_LABEL = 30    # characters on average of links that say the same, such as "Read more", of which the records' other texts are told
    MAX_WEIGHT = 300  # characters of a record that count for its list: one long record makes no list
    MAX_BETWEEN = 3   # characters between the links of a line that are marks such as "|"; more are running text
    MAX_BEFORE = 20   # characters before a link in its line that are a date or a label; more are running text, where text follows too
    MAX_LINE = 100    # characters before a link in its line that are running text, also where none follows
    MAX_NAME = 100    # characters of the links of a list from which more do not count

# Factors of the weight of a list whose links say the same, such as "Read more", or numbers, or lead to profiles of members, of one that
# is named as a side bar, an advertisement or related to the page, and of one with headings.
cdef double UNNAMED = 0.3
cdef double BESIDE = 0.3
cdef double TITLED = 1.5
# Factor of the weight of a list whose links stand in headings or in terms of a ``dl``, and what is added to that of one whose links have
# MAX_NAME characters.
cdef double HEADED = 1.1
cdef double LONG = 0.1

# Least records of a list that is what the page is about if it has no other list, however little each says, and share of the page's text
# in them; least where they are links and nothing else: fewer are a menu.
cdef double MAIN = 0.4

cdef enum:
    MAX_OUTER = 20  # lists that weigh most and of which it is asked whether one holds the records of another
    MIN_MAIN = 5
    MIN_BARE = 12
    MIN_VALUE = 3  # characters beside a name in a row of a table, with the mark before it

# Share of the rows of a list that have so many.
cdef double ALL_ROWS = 0.9

# Records of another list that the records of a list hold on average where they are sections.
cdef double PER_SECTION = 1.5

cdef struct Path:
    Py_ssize_t n
    double linked  # characters of its links, on average
    int64_t size   # characters of its records in the middle
    int64_t total  # characters of its records, of each up to MAX_WEIGHT
    int64_t whole  # characters of its records
    bint named           # most links say something of their own
    bint titled          # there are headings in most records, or around their links
    bint with_heading    # in most records
    bint detailed        # the records have text beside their links
    bint side_by_side    # most records end with their element
    bint labels          # the links say the same, and the records around them differ
    bint apart           # it is no running text
    bint beside          # most links stand beside the content of the page
    bint led             # most links stand in headings or in terms
    bint rows            # the records are rows of a table with a name and another value
    bint headlines       # most links read as headlines
    bint is_list


cdef inline bint is_unsure(const Path* path) noexcept:
    return path.named and not path.titled and not path.detailed and path.apart


cdef class PathEvidence:
    """What the records around the links at each path of a page say, and where they stand; paths are asked for by their numbers.

    sums: of the page. links: a `LinkPaths` of it. Raises ValueError where these do not belong together.
    """
    cdef RowSums _sums
    cdef Py_ssize_t _n, _n_paths
    cdef const int64_t[::1] _rows, _firsts, _ends, _starts, _stops
    cdef int32_t* _linked  # of each link its characters
    cdef int64_t* _values  # of as many links as a path has
    cdef Path* _paths

    def __cinit__(self, RowSums sums not None, links not None):
        self._sums = sums
        self._rows, self._firsts, self._ends, self._starts, self._stops = links.rows, links.firsts, links.ends, links.starts, links.stops
        self._n, self._n_paths = self._rows.shape[0], self._starts.shape[0]
        if self._n != self._firsts.shape[0]:
            raise ValueError("columns of different lengths")
        sums._check(self._rows, self._ends)
        sums._check(self._firsts, self._ends)
        check_paths(sums.page.tree.n, self._firsts, self._starts, self._stops)
        self._linked = <int32_t*>cleared(self._n * sizeof(int32_t))
        self._values = <int64_t*>cleared(self._n * sizeof(int64_t))
        self._paths = <Path*>cleared(self._n_paths * sizeof(Path))
        self._read_paths(links.texts, links.names)

    def __dealloc__(self):
        release(self._linked)
        release(self._values)
        release(self._paths)

    cdef int _read_paths(self, list texts, const int64_t[::1] names) except -1:
        cdef Py_ssize_t i, number
        if not len(texts) == names.shape[0] == self._n:
            raise ValueError("columns of different lengths")
        for i in range(self._n):
            if not 0 <= names[i] < self._n:
                raise ValueError("no such name")
            self._linked[i] = <int32_t>len(<str>texts[i])
        cdef int32_t* known = <int32_t*>cleared(self._n * sizeof(int32_t))  # of each name the last path that has it, from 1
        for number in range(self._n_paths):
            self._read_path(number, names, known)
        release(known)
        for number in range(self._n_paths):
            self._find_running(number)
        return 0

    cdef void _read_path(self, Py_ssize_t number, const int64_t[::1] names, int32_t* known) noexcept:
        """Set what the records of a path have."""
        cdef Path* path = &self._paths[number]
        cdef Py_ssize_t i, begin = self._starts[number], stop = self._stops[number], n = stop - begin
        cdef Py_ssize_t different = 0, under = 0, headed = 0, longer = 0, beside = 0, terms = 0, rows = 0
        cdef int64_t linked = 0, size, row, end
        for i in range(begin, stop):
            row, end = self._rows[i], self._sums.page.tree.end[self._rows[i]]
            size = self._sums.chars(self._firsts[i], self._ends[i])
            self._values[i - begin] = size
            path.whole += size
            path.total += min(size, MAX_WEIGHT)
            linked += self._linked[i]
            different += known[names[i]] != number + 1
            known[names[i]] = <int32_t>(number + 1)
            longer += self._ends[i] > self._sums.page.tree.end[self._firsts[i]]
            under += self._sums.flags[row] & IN_HEADING != 0 or self._sums.before[end].headings > self._sums.before[row].headings
            terms += self._sums.page.tree.tag[self._firsts[i]] == DT
            rows += self._sums.page.tree.tag[self._firsts[i]] == TR and size - self._linked[i] >= MIN_VALUE
            headed += self._sums.before[self._ends[i]].headings > self._sums.before[self._firsts[i]].headings
            beside += self._sums.flags[self._around(i)] & APART != 0
        path.n, path.linked, path.size = n, <double>linked / n, self._middle(n, (begin + stop) // 2 - begin)
        path.named = different >= DIFFERENT * n and path.linked >= MIN_NAME
        path.with_heading = headed >= MOST * n
        path.titled = under >= MOST * n or path.with_heading
        path.detailed = path.size - path.linked >= MIN_DETAIL and path.size >= MIN_RECORD
        # Figures of an article, which link to large ones, have paragraphs between them.
        path.side_by_side = longer < MOST * n
        path.beside = beside >= MOST * n
        path.led = under >= MOST * n or terms >= MOST * n
        path.rows = rows >= ALL_ROWS * n
        path.labels = not path.named and path.linked <= MAX_LABEL and path.side_by_side
        path.labels = path.labels and self._tell_others(number)

    cdef inline int64_t _around(self, Py_ssize_t i) noexcept:
        """The row of the element around the record of a link; the last one for the root."""
        cdef int64_t row = self._sums.page.tree.parent[self._firsts[i]]
        return row if row >= 0 else self._sums.page.tree.n - 1

    cdef int64_t _middle(self, Py_ssize_t n, Py_ssize_t place) noexcept:
        """The value at some place of n values when they are in order."""
        qsort(self._values, n, sizeof(int64_t), compare)
        return self._values[place]

    cdef bint _tell_others(self, Py_ssize_t number) noexcept:
        """Whether the records around the links of a path differ in what they say beside these, and have some text there or pictures
        with a caption: then links that say the same, or nothing, lead to what the records name."""
        cdef Py_ssize_t i, begin = self._starts[number], stop = self._stops[number], n = stop - begin, pictured = 0, different = 0
        cdef int64_t beside, row
        for i in range(begin, stop):
            self._values[i - begin] = self._sums.chars(self._firsts[i], self._ends[i]) - self._linked[i]
            pictured += self._sums.before[self._ends[i]].pictures > self._sums.before[self._firsts[i]].pictures
        beside = self._middle(n, (begin + stop) // 2 - begin)
        if beside < MIN_NAME or (beside < MIN_DETAIL and pictured < MOST * n):
            return False
        for i in range(begin, stop):
            row = self._rows[i]
            self._values[i - begin] = <int64_t>(
                self._sums.before[self._ends[i]].said - self._sums.before[self._firsts[i]].said
                - (self._sums.before[self._sums.page.tree.end[row]].said - self._sums.before[row].said)
            )
        self._middle(n, 0)
        for i in range(n):
            different += i == 0 or self._values[i] != self._values[i - 1]
        return different >= DIFFERENT * n

    cdef void _find_running(self, Py_ssize_t number) noexcept:
        """Set whether most links of a path are no parts of a running text."""
        cdef Path* path = &self._paths[number]
        cdef Py_ssize_t i, running = 0
        for i in range(self._starts[number], self._stops[number]):
            running += self._is_part_of_line(i) or self._is_within_line(i, path.labels)
        path.apart = running < MOST * path.n

    cdef bint _is_part_of_line(self, Py_ssize_t i) noexcept:
        """Whether the record of a link is a part of a line: text and no line break stands between it and the next."""
        cdef int64_t end = self._sums.page.tree.end[self._firsts[i]]
        if self._firsts[i] <= self._sums.page.tree.block_row[self._rows[i]] or self._sums.chars(end, self._ends[i]) <= MAX_BETWEEN:
            return False
        return self._sums.before[self._ends[i]].breaks == self._sums.before[end].breaks

    cdef bint _is_within_line(self, Py_ssize_t i, bint label) noexcept:
        """Whether the line of a link has text before and behind it that is no link, and more than in the link.

        label: whether it is one of those that say the same, such as "Read more": these may end a long line.
        """
        cdef int64_t row = self._rows[i], first, last
        cdef int32_t texts = self._sums.before[row].texts, until = self._sums.before[self._sums.page.tree.end[row]].texts, before, behind
        if texts == until or until > self._sums.page.texts.n:
            return False
        first, last = self._sums.page.texts.row[texts], self._sums.page.texts.row[until - 1] + 1
        before = self._sums.before[first].unlinked - self._sums.lines[self._sums.before[first + 1].lines - 1]
        behind = self._sums.lines[self._sums.before[last].lines] - self._sums.before[last].unlinked
        if before <= MAX_BEFORE or before + behind <= self._linked[i]:
            return False
        return behind > MAX_BETWEEN or (before > MAX_LINE and not label)

    def weights(self, Py_ssize_t until, headlines not None, priced not None, unlike not None):
        """How much speaks for each path being a list; 0 where it is none, and for lists of sections (`_hold_others`).

        until: the row behind the last link that is read. The others tell of a path by its number whether most of its links are headlines,
        whether most of its records have a price, and whether most of its links do not name what its records are; each is asked where it
        decides.
        """
        cdef Path* path
        cdef Py_ssize_t i
        cdef double factor
        if not 0 <= until <= self._sums.page.tree.n:
            raise ValueError("no such row")
        for i in range(self._n_paths):
            path = &self._paths[i]
            if is_unsure(path):
                path.headlines = headlines(i)
                path.is_list = path.headlines or (path.size > path.linked and priced(i))
        self._find_lists(until)
        found = np.zeros(self._n_paths)
        cdef double[::1] weight = found
        for i in range(self._n_paths):
            path = &self._paths[i]
            path.is_list = path.is_list or (path.labels and path.apart)
            if path.is_list:
                factor = (1 if path.named and not unlike(i) else UNNAMED) * (TITLED if path.titled else 1)
                factor = factor * (BESIDE if path.beside else 1) * (HEADED if path.led else 1)
                # Several links of the same records: the one in the heading, or else the longest, leads to what they are about.
                if path.named:
                    factor = factor * (1 + LONG * min(path.linked / MAX_NAME, 1))
                weight[i] = path.total * factor
        heaviest = np.argsort(-found, kind="stable")[:MAX_OUTER]
        found[self._hold_others(heaviest[found[heaviest] > 0].tolist(), weight)] = 0
        return found

    cdef void _find_lists(self, Py_ssize_t until) noexcept:
        """Find which paths are lists, besides those that are set. Where no list says more, that with most of the page's text up to a row is
        what the page is about, and so are rows of a table with a name and another value each."""
        cdef Path* path
        cdef Py_ssize_t i
        cdef int64_t chars
        cdef bint any_list = False
        for i in range(self._n_paths):
            path = &self._paths[i]
            if path.apart:
                path.is_list |= (path.named and (path.titled or path.detailed)) or path.with_heading
            any_list |= path.is_list
        chars = self._sums.before[until].chars
        for i in range(0 if any_list else self._n_paths):
            path = &self._paths[i]
            if is_unsure(path):
                path.is_list = path.n >= (MIN_MAIN if path.size > path.linked else MIN_BARE) and (path.rows or path.whole >= MAIN * chars)

    cdef list _hold_others(self, list heaviest, const double[::1] weights):
        """Those of some lists, the heaviest first, that are lists of sections: where another has several records in each of its own."""
        cdef Py_ssize_t outer, inner
        cdef list found = []
        for outer in heaviest:
            for inner in heaviest:
                if inner == outer or self._paths[inner].n < PER_SECTION * self._paths[outer].n:
                    continue
                if not (self._paths[inner].titled or self._paths[inner].detailed) or weights[inner] < MOST * weights[outer]:
                    continue
                if self._held(outer, inner) >= PER_SECTION * self._paths[outer].n:
                    found.append(outer)
                    break
        return found

    cdef Py_ssize_t _held(self, Py_ssize_t outer, Py_ssize_t inner) noexcept:
        """How many links of a path stand in records of another. Both stand in the order of the page."""
        cdef Py_ssize_t i, at = self._starts[outer], stop = self._stops[outer], found = 0
        for i in range(self._starts[inner], self._stops[inner]):
            while at + 1 < stop and self._firsts[at + 1] <= self._rows[i]:
                at += 1
            found += self._firsts[at] <= self._rows[i] < self._ends[at]
        return found

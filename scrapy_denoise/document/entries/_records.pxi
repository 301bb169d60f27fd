"""What stands before each row of a page, which elements are its frame, which rows the records of lists have taken, and which records of a
list are a menu."""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport qsort
from libc.string cimport memset

import numpy as np

from scrapy_denoise.blocks.features.compiled import bit_of
from scrapy_denoise.page.columns import tags
from scrapy_denoise.page.columns.buffers cimport PageBuffers, TreeColumns, page_buffers, text_between
from scrapy_denoise.page.compiled cimport BODY, BR, H1, H6, IMG, NAV, TEXT, collapse_whitespace
from scrapy_denoise.page.native.binary_search cimport lower_bound
from scrapy_denoise.page.native.memory cimport cleared, release

# Shares of the page's text from which an element is no frame of the page, and nothing beside its content, whatever its name says.
cdef double FRAME = 0.5
cdef double ASIDE = 0.2
# Share of the page's text outside links from which an element whose name says that it is a menu or a footer is none: "content-bottom" is
# where shops show their products.
cdef double UNLINKED = 0.2
# Share of the characters of a list's records in the middle up to which others side by side are those of a menu; of links alone it is MOST.
cdef double IN_MENU = 0.25

cdef enum:
    MANY = 2         # texts of a list's records in the middle from which up to one, side by side with others, is that of a menu
    MIN_BESIDE = 5   # records side by side in most of a list from which a short one elsewhere belongs to a menu
    MIN_USUAL = 40  # characters of the records in the middle from which a short one is that of a menu, or two texts

cdef enum:  # flags of a row
    IN_HEADING = 2  # it is a heading or stands in one
    FRAMED = 4      # so in the frame of the page
    APART = 8       # so beside its content

cdef struct Before:  # what stands before a row
    uint64_t said        # the sum of the hashes of its texts
    int32_t chars
    int32_t unlinked     # characters outside links
    int32_t headings
    int32_t pictures
    int32_t texts
    int32_t breaks       # of lines
    int32_t lines        # that have begun

cdef struct Record:
    int32_t size  # characters
    int32_t texts
    bint links_only
    bint short  # beside the others

cdef uint32_t COMMENT = bit_of("comment")
cdef uint32_t FRAME_NAMES = bit_of("navigation") | bit_of("footer")
cdef uint32_t ASIDE_NAMES = bit_of("sidebar") | bit_of("advertisement") | bit_of("related") | bit_of("sharing")

cdef uint8_t IS_FRAME[256]
memset(IS_FRAME, 0, 256)
for _name in "footer header aside select".split():
    IS_FRAME[tags.CODES[_name]] = 1


cdef class RowSums:
    """What stands before each row of a page, and which rows stand in its frame or beside its content.

    columns: of the page. families: of each row (`name_families`). Raises ValueError where these do not belong together.
    """
    cdef object _columns
    cdef PageBuffers page
    cdef Before* before    # of each row, and behind the last
    cdef uint8_t* flags    # of each row
    cdef int32_t* lines    # of each line the characters outside links before it, and those of the page
    cdef int32_t* _taken   # how often rows before each have been taken
    cdef int32_t* _counts  # two of each row, all 0 between two uses

    def __cinit__(self, columns not None, const uint32_t[::1] families not None):
        cdef Py_ssize_t n
        self._columns, self.page = columns, page_buffers(columns)
        n = self.page.tree.n
        if families.shape[0] != n or n == 0:
            raise ValueError("columns of different lengths")
        self.before = <Before*>cleared((n + 1) * sizeof(Before))
        self.flags = <uint8_t*>cleared(n)
        self.lines = <int32_t*>cleared((n + 1) * sizeof(int32_t))
        self._taken = <int32_t*>cleared((n + 1) * sizeof(int32_t))
        self._counts = <int32_t*>cleared(2 * n * sizeof(int32_t))
        self._sum_rows()
        self._find_frames(families)

    def __dealloc__(self):
        release(self.before)
        release(self.flags)
        release(self.lines)
        release(self._taken)
        release(self._counts)

    cdef inline int32_t chars(self, Py_ssize_t first, Py_ssize_t end) noexcept:
        """The characters from a row up to another."""
        return self.before[end].chars - self.before[first].chars

    cdef void _sum_rows(self) noexcept:
        """What stands before each row."""
        cdef PageBuffers* page = &self.page
        cdef Before now
        cdef int32_t heading_end = 0, block = -1, breaks = -1, chars
        cdef uint16_t tag
        cdef Py_ssize_t row
        memset(&now, 0, sizeof(Before))
        for row in range(page.tree.n):
            tag, chars = page.tree.tag[row], page.hashes.chars[row]
            if H1 <= tag <= H6:
                now.headings += 1
                heading_end = max(heading_end, page.tree.end[row])
            now.pictures += tag == IMG
            now.breaks += tag == BR
            if tag == TEXT:
                if page.tree.block[row] != block or now.breaks != breaks or now.lines == 0:
                    self.lines[now.lines] = now.unlinked
                    now.lines += 1
                    block, breaks = page.tree.block[row], now.breaks
                now.texts += 1
                now.said += page.hashes.text_hash[row]
                if not page.tree.linked[row]:
                    now.unlinked += chars
            now.chars += chars
            if row < heading_end:
                self.flags[row] |= IN_HEADING
            self.before[row + 1] = now
        self.lines[now.lines] = now.unlinked

    cdef int _find_frames(self, const uint32_t[::1] families) except -1:
        """Set which rows stand in elements of these families or tags that hold less than a share of the page's text, and of its text
        outside links. Links around a heading and a picture, which are cards as a whole, count as text."""
        cdef PageBuffers* page = &self.page
        cdef Py_ssize_t row, n = page.tree.n
        cdef int32_t end, card_end = 0, framed_end = 0, apart_end = 0
        cdef double chars, unlinked, all_chars = max(self.chars(0, page.tree.end[0]), 1), all_unlinked
        cdef uint16_t tag
        cdef int32_t* before = <int32_t*>cleared((n + 1) * sizeof(int32_t))  # characters outside links, or in cards, before each row
        for row in range(n):
            end = page.tree.end[row]
            if page.tree.link[row] and self.before[end].pictures > self.before[row].pictures:
                if self.before[end].headings > self.before[row].headings:
                    card_end = max(card_end, end)
            before[row + 1] = before[row]
            if not page.tree.linked[row] or row < card_end:
                before[row + 1] += page.hashes.chars[row]
        all_unlinked = max(before[page.tree.end[0]], 1)
        for row in range(n):
            end, tag = page.tree.end[row], page.tree.tag[row]
            if row and (families[row] or (tag < 256 and IS_FRAME[tag])):
                chars, unlinked = self.chars(row, end), before[end] - before[row]
                if chars < FRAME * all_chars and (
                    families[row] & COMMENT or (tag < 256 and IS_FRAME[tag])
                    or (families[row] & FRAME_NAMES and unlinked < UNLINKED * all_unlinked)
                ):
                    framed_end = max(framed_end, end)
                if families[row] & ASIDE_NAMES and chars < ASIDE * all_chars:
                    apart_end = max(apart_end, end)
            if tag == NAV:
                framed_end = max(framed_end, end)
            if row < framed_end:
                self.flags[row] |= FRAMED
            if row < apart_end:
                self.flags[row] |= APART
        release(before)
        return 0

    cdef int _check(self, const int64_t[::1] firsts, const int64_t[::1] ends) except -1:
        """Raise ValueError unless these are rows and ends of rows from them on."""
        cdef Py_ssize_t i
        if firsts.shape[0] != ends.shape[0]:
            raise ValueError("columns of different lengths")
        for i in range(firsts.shape[0]):
            if not (0 <= firsts[i] <= ends[i] <= self.page.tree.n and firsts[i] < self.page.tree.n):
                raise ValueError("no such row")
        return 0

    def texts_of(self, const int64_t[::1] rows not None):
        """The texts of elements, a line each."""
        cdef PageBuffers* page = &self.page
        cdef bytes text = self._columns.text
        cdef list found = []
        cdef Py_ssize_t i
        cdef int32_t first, stop
        for i in range(rows.shape[0]):
            if not 0 <= rows[i] < page.tree.n:
                raise ValueError("no such row")
            first, stop = self.before[rows[i]].texts, self.before[page.tree.end[rows[i]]].texts
            found.append(
                collapse_whitespace(text_between(text, &page.tree, page.texts.row[first], page.texts.row[stop - 1])) if first < stop else ""
            )
        return found

    def take(self, const int64_t[::1] firsts not None, const int64_t[::1] ends not None):
        """Take the rows of some records, which begin and end there."""
        cdef Py_ssize_t i, row, n = self.page.tree.n
        cdef int32_t opened = 0, rows = 0
        self._check(firsts, ends)
        for i in range(firsts.shape[0]):
            self._counts[firsts[i]] += 1
            self._counts[ends[i]] -= 1
        for row in range(n):
            opened += self._counts[row]
            rows += opened > 0
            self._taken[row + 1] += rows
            self._counts[row] = 0
        self._counts[n] = 0

    def are_free(self, const int64_t[::1] firsts not None, const int64_t[::1] ends not None):
        """For each of some records whether none of its rows is taken."""
        cdef Py_ssize_t i
        self._check(firsts, ends)
        found = np.empty(firsts.shape[0], np.bool_)
        cdef uint8_t[::1] free = found.view(np.uint8)
        for i in range(firsts.shape[0]):
            free[i] = self._taken[firsts[i]] == self._taken[ends[i]]
        return found

    def is_free(self, Py_ssize_t first, Py_ssize_t end):
        """Whether none of the rows from one up to another is taken."""
        if not 0 <= first <= end <= self.page.tree.n:
            raise ValueError("no such row")
        return self._taken[first] == self._taken[end]

    def beside(self, const int64_t[::1] links not None, const int64_t[::1] firsts not None, const int64_t[::1] ends not None,
               const int64_t[::1] others not None):
        """The links of the elements beside the records of a list that have the tag that most of these have, a heading where these have
        one, and a link as deep inside, and of which no row is taken; the rows of these elements; and whether they have headings.

        links, firsts, ends: of the records of the list, of which there is one. others: the rows of the links that may lead these
        elements, in order.
        """
        cdef TreeColumns* tree = &self.page.tree
        cdef const int32_t* depth = self.page.hashes.depth
        cdef Py_ssize_t i, row, n = firsts.shape[0], headed = 0, at
        cdef int32_t level
        cdef uint16_t tag
        cdef bint titled
        self._check(firsts, ends)
        self._check(links, ends)
        if n == 0:
            raise ValueError("no records")
        for i in range(others.shape[0]):
            if not 0 <= others[i] < tree.n:
                raise ValueError("no such row")
        cdef int64_t* values = <int64_t*>cleared(n * sizeof(int64_t))
        for i in range(n):
            headed += self.before[ends[i]].headings > self.before[firsts[i]].headings
            values[i] = depth[links[i]] - depth[firsts[i]]
        titled = headed > MOST * n
        level = <int32_t>median(values, n)
        for i in range(n):
            values[i] = tree.tag[firsts[i]]
        tag = most_common(values, n)
        release(values)
        for i in range(n):
            if tree.parent[firsts[i]] >= 0:
                self._counts[tree.parent[firsts[i]]] = tree.tag[tree.parent[firsts[i]]] != BODY
        cdef list found = []
        for row in range(1, tree.n):
            if tree.tag[row] == tag and self._counts[tree.parent[row]] and self._taken[row] == self._taken[tree.end[row]]:
                if titled and self.before[tree.end[row]].headings == self.before[row].headings:
                    continue
                at = lower_bound(&others[0], others.shape[0], <int64_t>row) if others.shape[0] else 0
                while at < others.shape[0] and others[at] < tree.end[row] and depth[others[at]] - depth[row] != level:
                    at += 1
                if at < others.shape[0] and others[at] < tree.end[row]:
                    found.append((others[at], row))
        for i in range(n):
            self._counts[max(tree.parent[firsts[i]], 0)] = 0
        return found, titled

    def without_menus(self, const int64_t[::1] firsts not None, const int64_t[::1] ends not None):
        """The numbers of the records of a list without those side by side that say next to nothing beside the others: a menu at the path.
        The others are long, or have several texts each, where those of the menu have one, or links alone. Two or more may stand right
        before or behind the records, under their parent.

        firsts, ends: the rows at which the records begin and end. Raises ValueError where these are none.
        """
        cdef Py_ssize_t n = firsts.shape[0], i, begin = -1, last = -1, n_short = 0, n_links = 0
        cdef double usual, usual_texts
        cdef bint bare
        self._check(firsts, ends)
        found = np.arange(n)
        if n == 0:
            return found
        cdef int64_t[::1] places = found
        cdef Record* each = <Record*>cleared(n * (sizeof(Record) + sizeof(int64_t)))
        cdef int64_t* values = <int64_t*>(each + n)
        for i in range(n):
            each[i].size = values[i] = self.chars(firsts[i], ends[i])
            each[i].texts = self.before[ends[i]].texts - self.before[firsts[i]].texts
            each[i].links_only = self.before[ends[i]].unlinked == self.before[firsts[i]].unlinked
            n_links += each[i].links_only
        usual = median(values, n)
        for i in range(n):
            values[i] = each[i].texts
        usual_texts = median(values, n)
        for i in range(n):
            bare = each[i].links_only and each[i].size < MOST * usual and n_links < MOST * n
            each[i].short = each[i].size < IN_MENU * usual or (usual_texts > MANY and each[i].texts == 1) or bare
            n_short += each[i].short
            if not (bare and each[i].size < IN_MENU * usual):
                begin = i if begin < 0 else begin
                last = i
        if n_short and (usual >= MIN_USUAL or usual_texts >= 2):
            # One alone may be the first or the last record, which says less than the others.
            found = found[:self._take_menus_out(firsts, each, values, places, begin if begin > 1 else 0, last if 0 <= last < n - 2 else n)]
        release(each)
        return found

    cdef Py_ssize_t _take_menus_out(self, const int64_t[::1] firsts, const Record* each, int64_t* values, int64_t[::1] places,
                                    Py_ssize_t begin, Py_ssize_t last) noexcept:
        """Set in `places` the numbers of the records from one up to another that are under another parent than short ones alone; how
        many they are."""
        cdef Py_ssize_t n = firsts.shape[0], i, kept = 0, least
        cdef int32_t* beside = self._counts         # of each parent the records under it
        cdef int32_t* long_ones = beside + self.page.tree.n  # and those that are not short
        cdef int32_t up
        for i in range(n):
            up = max(self.page.tree.parent[firsts[i]], 0)
            beside[up] += 1
            long_ones[up] += not each[i].short
        for i in range(n):
            values[i] = beside[max(self.page.tree.parent[firsts[i]], 0)]
        # One alone is that of a menu where others stand side by side.
        least = 1 if median(values, n) >= MIN_BESIDE else 2
        for i in range(n):
            up = max(self.page.tree.parent[firsts[i]], 0)
            if begin <= i <= last and not (long_ones[up] == 0 and beside[up] >= least):
                places[kept] = i
                kept += 1
        for i in range(n):
            up = max(self.page.tree.parent[firsts[i]], 0)
            beside[up] = long_ones[up] = 0
        return kept


cdef double median(int64_t* values, Py_ssize_t n) noexcept:
    """The value in the middle, of two the mean; orders them."""
    qsort(values, n, sizeof(int64_t), compare)
    return (<double>values[(n - 1) // 2] + values[n // 2]) / 2


cdef int compare(const void* one, const void* other) noexcept nogil:
    cdef int64_t a = (<const int64_t*>one)[0], b = (<const int64_t*>other)[0]
    return (a > b) - (a < b)


cdef uint16_t most_common(int64_t* values, Py_ssize_t n) noexcept:
    """The value that most have, the least of several; orders them."""
    cdef Py_ssize_t i, begin = 0, most = 0
    cdef int32_t found = 0
    qsort(values, n, sizeof(int64_t), compare)
    for i in range(n):
        if values[i] != values[begin]:
            begin = i
        if i + 1 - begin > most:
            most = i + 1 - begin
            found = values[i]
    return <uint16_t>found

"""The elements that name the records of a page's lists: of each record the best of several, found without making its texts."""

import re

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_GET_SIZE
from cpython.unicode cimport PyUnicode_DecodeUTF8
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t

from scrapy_denoise.page.columns.buffers cimport text_between
from scrapy_denoise.page.compiled cimport H1, H6, TEXT, collapse_whitespace
from scrapy_denoise.page.native.binary_search cimport lower_bound
from scrapy_denoise.page.native.memory cimport cleared, release

from scrapy_denoise.blocks.features.compiled import bit_of
from scrapy_denoise.blocks.features.url_features import is_list_address
from scrapy_denoise.document.compiled import is_headline

cdef enum:
    ROWS = 1000           # of a record that are read; what follows is left out of its entry
    TITLE_CHARS = 300
    MAX_CHAR = 4          # bytes of a character
    MAX_NAMES = 20        # headings, and elements that are called a title, among which that which names a record is looked for
    MAX_SAME = 10         # links of a record to its page among which one that names it is looked for
    # Characters of a record before its link from which this names nothing where it leads to a tag, and those between its heading and its
    # link from which this, at the end of the record, says what to do.
    MIN_SAID = 40
    MAX_BEHIND = 3        # characters behind such a link at most: of an arrow or the like
    NOT_ASKED = -2

MAX_ROWS, MAX_TITLE = ROWS, TITLE_CHARS

cdef uint32_t CALLED_TITLE = bit_of("title")
# A number with four digits or more, also with what it is a number of before it, in one word; no version.
_CODE = re.compile(r"(?![vV]\d{1,9}[.])(?=(?:[^\d\s]{0,20}\d){4})\S{0,20}?\d[\d./:-]*[\d)\]]|[#№]?\d+")


cdef struct ListNames:  # of a list
    int32_t n              # records
    int32_t calls          # whose link says what to do
    int32_t no_codes       # whose link says no code, and leads to no tag
    bint says_what_to_do
    bint says_same         # its links say the same, such as "Read more", or nothing
    bint says_codes


cdef inline bint may_end_code(str text):
    """Whether a text ends as a code does; the others, which are most, need not be matched."""
    cdef Py_ssize_t n = len(text)
    return n > 0 and (text[n - 1].isdecimal() or text[n - 1] in ")]")


cdef class TitleRows:
    """The elements that name the records of a page.

    sums: of the page. records: a `Records` of it. links, urls: of those to other pages, in order. texts_read: of each text row whether it
    is read. families: of each row (`name_families`). Raises ValueError where these do not belong together.
    """
    cdef RowSums _sums
    cdef const int64_t[::1] _links, _leading, _firsts, _ends, _lists
    cdef list _urls, _own_urls
    cdef int32_t* _before    # of each text row, and the end, how many are read before it
    cdef int32_t* _headings  # rows of those that say something
    cdef int32_t* _named     # rows of the elements that are called a title
    cdef Py_ssize_t _n_headings, _n_named
    cdef ListNames* _names
    cdef int64_t* _found     # of each record; NOT_ASKED of others

    def __cinit__(self, RowSums sums not None, records not None, const int64_t[::1] links not None, list urls not None,
                  const uint8_t[::1] texts_read not None, const uint32_t[::1] families not None):
        cdef TreeColumns* tree = &sums.page.tree
        cdef Py_ssize_t i, n_lists = len(records.weights)
        self._sums, self._links, self._urls = sums, links, urls
        self._leading, self._firsts, self._ends = records.links, records.firsts, records.ends
        self._lists, self._own_urls = records.lists, records.urls
        sums._check(self._firsts, self._ends)
        sums._check(self._leading, self._ends)
        if not (self._lists.shape[0] == len(self._own_urls) == self._firsts.shape[0] and len(urls) == links.shape[0]):
            raise ValueError("columns of different lengths")
        if families.shape[0] != tree.n or texts_read.shape[0] != sums.page.texts.n:
            raise ValueError("columns of different lengths")
        for i in range(links.shape[0]):
            if not 0 <= links[i] < tree.n:
                raise ValueError("no such row")
        for i in range(self._lists.shape[0]):
            if not 0 <= self._lists[i] < n_lists:
                raise ValueError("no such list")
        self._before = <int32_t*>cleared((texts_read.shape[0] + 1) * sizeof(int32_t))
        for i in range(texts_read.shape[0]):
            self._before[i + 1] = self._before[i] + (texts_read[i] != 0)
        self._headings = <int32_t*>cleared(2 * tree.n * sizeof(int32_t))
        self._named = self._headings + tree.n
        for i in range(tree.n):
            if tree.tag[i] == TEXT or self._chars(i) == 0:
                continue
            if H1 <= tree.tag[i] <= H6:
                self._headings[self._n_headings] = <int32_t>i
                self._n_headings += 1
            if families[i] & CALLED_TITLE and self._chars(i) <= TITLE_CHARS:
                self._named[self._n_named] = <int32_t>i
                self._n_named += 1
        self._found = <int64_t*>cleared(self._firsts.shape[0] * sizeof(int64_t))
        for i in range(self._firsts.shape[0]):
            self._found[i] = NOT_ASKED
        self._names = <ListNames*>cleared(n_lists * sizeof(ListNames))
        self._read_lists(n_lists)

    def __dealloc__(self):
        release(self._before)
        release(self._headings)
        release(self._names)
        release(self._found)

    def text(self, Py_ssize_t number):
        """The text of what names a record, on one line; empty where nothing does."""
        cdef int64_t row = self.title_row(number)
        if row < 0 or self._begin(row) == self._stop(row):
            return ""
        return collapse_whitespace(self._text(self._begin(row), self._stop(row)))

    cpdef int64_t title_row(self, Py_ssize_t number) except -2:
        """The row of the element that names a record; -1 where none does.

        That is a heading with the link, an element in the link that is called a title, the link where those of its list
        differ, another heading, another element that is called a title, or the first line of the link that reads as a
        title. A heading comes before a link in a sentence, and before one that says what to do at the
        end of the record, and a line before a link that is a number.
        """
        if not 0 <= number < self._firsts.shape[0]:
            raise ValueError("no such record")
        if self._found[number] == NOT_ASKED:
            self._found[number] = self._find(number)
        return self._found[number]

    def is_beside_code(self, Py_ssize_t number):
        """Whether the links of a record's list say codes or tags, so that other texts name its records."""
        if not 0 <= number < self._firsts.shape[0]:
            raise ValueError("no such record")
        return self._names[self._lists[number]].says_codes

    cdef inline int32_t _chars(self, int64_t row) noexcept:
        return self._sums.chars(row, self._sums.page.tree.end[row])

    cdef inline int32_t _begin(self, int64_t row) noexcept:
        """Where the texts of an element begin among the text rows,"""
        return self._sums.before[row].texts

    cdef inline int32_t _stop(self, int64_t row) noexcept:
        """and where they end."""
        return self._sums.before[self._sums.page.tree.end[row]].texts

    cdef str _text(self, Py_ssize_t begin, Py_ssize_t stop):
        """The text of some text rows, of one at least."""
        cdef const int64_t* rows = self._sums.page.texts.row
        return text_between(self._sums._columns.text, &self._sums.page.tree, rows[begin], rows[stop - 1])

    cdef int64_t _find(self, Py_ssize_t number) except -2:
        cdef int64_t link = self._leading[number], first = self._firsts[number]
        cdef int64_t end = min(self._ends[number], first + ROWS), row
        cdef ListNames* names = &self._names[self._lists[number]]
        cdef bint own = self._chars(link) > 0 and not (names.says_same or names.says_codes)  # whether its link may name it
        cdef int64_t same[MAX_SAME]
        cdef Py_ssize_t i, n_same = self._links_to_same(number, first, end, same), n_around = 0
        cdef Py_ssize_t begin = lower_bound(self._headings, self._n_headings, <int32_t>first)
        cdef Py_ssize_t stop = lower_bound(self._headings, self._n_headings, <int32_t>end)
        for i in range(begin, stop):
            if n_around < MAX_NAMES and self._is_around_any(self._headings[i], same, n_same):
                n_around += 1
                if self._may_name(self._headings[i], link):
                    return self._within(self._headings[i], link)
        if own:
            if names.says_what_to_do or self._follows_text(link, first):
                row = self._first_of(self._headings, begin, stop, link)
                if row >= 0:
                    return row
            for i in range(*self._named_between(link + 1, self._sums.page.tree.end[link])):
                if self._chars(self._named[i]) < self._chars(link) and self._may_name(self._named[i], link):
                    return self._named[i]
            if self._may_name(link, link):
                return link
        # Where a link says a number, such as that of the votes, another to the same page may name it.
        for i in range(n_same):
            if same[i] != link and self._is_line(same[i]) and self._may_name(same[i], link):
                return same[i]
        row = self._first_of(self._headings, begin, stop, link)
        if row < 0:
            begin, stop = self._named_between(first, end)
            row = self._first_of(self._named, begin, stop, link)
        if row < 0 and own:
            row = self._first_line(link)
            if not self._may_name(row, link):
                row = link
        return row

    cdef int64_t _within(self, int64_t heading, int64_t link) except -2:
        """The only element in a heading that is called a title, where it has most of the text, as behind a kicker; else the heading."""
        cdef const int32_t* end = self._sums.page.tree.end
        cdef int64_t found = heading, row
        cdef Py_ssize_t i
        for i in range(*self._named_between(heading + 1, end[heading])):
            row = self._named[i]
            if self._chars(row) == self._chars(heading) or (found > heading and row < end[found]):
                continue
            if found > heading or self._chars(row) <= MOST * self._chars(heading) or not self._may_name(row, link):
                return heading
            found = row
        return found

    cdef int64_t _first_of(self, const int32_t* rows, Py_ssize_t begin, Py_ssize_t stop, int64_t link) except -2:
        """The first of some rows that may name a record; -1 without one."""
        cdef Py_ssize_t i
        for i in range(begin, min(stop, begin + MAX_NAMES)):
            if self._may_name(rows[i], link):
                return rows[i]
        return -1

    cdef (Py_ssize_t, Py_ssize_t) _named_between(self, int64_t first, int64_t end) noexcept:
        """Where the first elements between two rows that are called a title begin and end."""
        cdef Py_ssize_t begin = lower_bound(self._named, self._n_named, <int32_t>first)
        return begin, min(lower_bound(self._named, self._n_named, <int32_t>end), begin + MAX_NAMES)

    cdef Py_ssize_t _links_to_same(self, Py_ssize_t number, int64_t first, int64_t end, int64_t* same) except -1:
        """Set the rows of the links of a record that lead where it does, and say something; how many they are."""
        cdef str url = self._own_urls[number]
        cdef Py_ssize_t n = 0, i = lower_bound(&self._links[0], self._links.shape[0], first) if self._links.shape[0] else 0
        while n < MAX_SAME and i < self._links.shape[0] and self._links[i] < end:
            if self._chars(self._links[i]) and <str>self._urls[i] == url:
                same[n] = self._links[i]
                n += 1
            i += 1
        return n

    cdef bint _is_around_any(self, int64_t heading, const int64_t* links, Py_ssize_t n) noexcept:
        """Whether a heading stands in one of some links, or such a link in the heading."""
        cdef const int32_t* end = self._sums.page.tree.end
        cdef Py_ssize_t i
        for i in range(n):
            if links[i] <= heading < end[links[i]] or heading < links[i] < end[heading]:
                return True
        return False

    cdef bint _may_name(self, int64_t row, int64_t link) except -1:
        """Whether some of an element's text is read, and is no number; of the link of the record whether it is a line too."""
        cdef Py_ssize_t begin = self._begin(row), stop = self._stop(row), i, letters = 0
        cdef bytes text = self._sums._columns.text
        cdef const char* at = PyBytes_AS_STRING(text)
        cdef int32_t start, end
        cdef Py_UCS4 c
        if self._before[stop] == self._before[begin] or (row == link and not self._is_line(link)):
            return False
        start = self._sums.page.tree.text_start[self._sums.page.texts.row[begin]]
        end = self._sums.page.tree.text_stop[self._sums.page.texts.row[min(stop, begin + TITLE_CHARS) - 1]]
        if not 0 <= start <= end <= PyBytes_GET_SIZE(text):
            raise ValueError("no such text")
        for i in range(start, min(end, start + TITLE_CHARS)):
            letters += c"a" <= at[i] | 0x20 <= c"z"
            if letters > 1:
                return True
            if <uint8_t>at[i] >= 0x80:
                break
        letters = 0
        for c in PyUnicode_DecodeUTF8(at + start, min(end - start, MAX_CHAR * TITLE_CHARS), "replace")[:TITLE_CHARS]:
            letters += c.isalpha()
            if letters > 1:
                return True
        return False

    cdef bint _is_line(self, int64_t link) noexcept:
        """Whether the text of a link, which is not empty, is a single block, and reads as a title."""
        cdef const int64_t* rows = self._sums.page.texts.row
        cdef const int32_t* block = self._sums.page.tree.block
        cdef Py_ssize_t i, begin = self._begin(link)
        for i in range(begin + 1, self._stop(link)):
            if block[rows[i]] != block[rows[begin]]:
                return False
        return self._chars(link) <= TITLE_CHARS

    cdef bint _follows_text(self, int64_t link, int64_t first) noexcept:
        """Whether a link stands in a line of its record behind other text, as in a sentence."""
        cdef const int64_t* rows = self._sums.page.texts.row
        cdef const int32_t* block = self._sums.page.tree.block
        cdef Py_ssize_t begin = self._begin(link)
        return begin > 0 and rows[begin - 1] >= first and block[rows[begin - 1]] == block[rows[begin]]

    cdef int64_t _first_line(self, int64_t link) except -2:
        """The first text of a link that reads as a title, else its first."""
        cdef Py_ssize_t i
        for i in range(self._begin(link), self._stop(link)):
            if is_headline(self._text(i, i + 1).lower()):
                return self._sums.page.texts.row[i]
        return self._sums.page.texts.row[self._begin(link)]

    cdef int _read_lists(self, Py_ssize_t n_lists) except -1:
        """Find what the links of each list say."""
        cdef list texts = self._sums.texts_of(self._leading), known = [set() for _ in range(n_lists)]
        cdef ListNames* names
        cdef Py_ssize_t i, n = self._firsts.shape[0]
        cdef str text
        for i in range(n):
            names = &self._names[self._lists[i]]
            names.n += 1
            names.calls += self._says_what_to_do(i)
            (<set>known[self._lists[i]]).add(texts[i])
        for i in range(n_lists):
            names = &self._names[i]
            names.says_what_to_do = self._n_headings > 0 and names.calls >= DIFFERENT * names.n
            names.says_same = len(<set>known[i]) < DIFFERENT * names.n
            names.says_codes = True
        for i in range(n):
            names = &self._names[self._lists[i]]
            if names.says_codes:  # so far
                text = texts[i]
                if not (may_end_code(text) and _CODE.fullmatch(text)):
                    if self._sums.chars(self._firsts[i], self._leading[i]) < MIN_SAID or not is_list_address(self._own_urls[i]):
                        names.no_codes += 1
                        names.says_codes = names.n - names.no_codes >= DIFFERENT * names.n
        return 0

    cdef bint _says_what_to_do(self, Py_ssize_t number) noexcept:
        """Whether a record begins with a heading, has some text below it and ends with its link, as cards do whose link says what to do:
        "See the workflow"."""
        cdef const int32_t* end = self._sums.page.tree.end
        cdef int64_t link = self._leading[number], heading
        cdef Py_ssize_t i = lower_bound(self._headings, self._n_headings, <int32_t>self._firsts[number])
        if i == self._n_headings or end[self._headings[i]] > link:
            return False
        heading = self._headings[i]
        return self._sums.chars(end[heading], link) >= MIN_SAID and self._sums.chars(end[link], self._ends[number]) <= MAX_BEHIND

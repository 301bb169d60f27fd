"""Which texts of a page's records are read, in passes over these texts."""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_GET_SIZE
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t

from scrapy_denoise.page.columns.buffers cimport text_between
from scrapy_denoise.page.compiled cimport BUTTON, OPTION, SELECT
from scrapy_denoise.page.native.memory cimport cleared, release

import numpy as np

cdef enum:
    MAX_MARK = 4    # characters of a mark, such as "] [" between two links
    MAX_SPACES = 2  # on each side of a mark that stays between two texts that are read
    MAX_DAY = 3     # characters of the day
    MAX_YEAR = 4    # and of the year beside a month
    MAX_NUMBER = 5  # digits of the number of a page

cdef str MARKS = "|·•/›»>…→–—,;()[]-"  # what stands between the parts of a record, beside white space


cdef struct Said:  # what a text of a record is
    bint label
    bint linked
    bint ends_with_colon
    bint begins_with_colon
    bint names_next  # it is a label that ends with a colon, and what follows is its value
    int32_t link     # how many links begin before it ends
    bint read


def entry_texts_of(RowSums sums not None, records not None, const uint64_t[::1] path not None, const int64_t[::1] links not None,
                   list urls not None, const uint8_t[::1] numbers not None):
    """For each text row whether it is read as a part of a record (`entry_text.entry_texts`).

    records: a `Records` of the page. path: of each row. links, urls: of those to other pages. numbers: of each text row whether it stands
    among the numbers of a record's pages. Raises ValueError where these do not belong together.
    """
    cdef PageBuffers* page = &sums.page
    cdef const int64_t[::1] firsts = records.firsts, ends = records.ends, lists = records.lists
    cdef Py_ssize_t n = page.texts.n, at, i, n_inside = 0, record = -1
    cdef int32_t button_end = 0
    cdef int64_t row = 0
    sums._check(firsts, ends)
    if numbers.shape[0] != n or lists.shape[0] != firsts.shape[0]:
        raise ValueError("columns of different lengths")
    found = np.zeros(n, np.bool_)
    cdef uint8_t[::1] are_read = found.view(np.uint8)
    cdef int64_t[:, ::1] inside = np.empty((3, n), np.int64)  # positions, rows and lists of the texts of records
    for at in range(n):
        while record + 1 < firsts.shape[0] and firsts[record + 1] <= page.texts.row[at]:
            record += 1
        if record >= 0 and page.texts.row[at] < ends[record]:
            inside[0, n_inside], inside[1, n_inside], inside[2, n_inside] = at, page.texts.row[at], lists[record]
            n_inside += 1
            are_read[at] = True
    cdef dict marks = marks_among(sums, inside[0, :n_inside])
    labels = are_labels(sums._columns, path, inside[1, :n_inside], inside[2, :n_inside], np.bincount(records.lists), links, urls)
    cdef const uint8_t[::1] label = labels.view(np.uint8)
    cdef Said* said = <Said*>cleared((n_inside + 1) * sizeof(Said))
    try:
        for i in range(n_inside):
            said[i].label = label[i]
        find_values(sums, &inside[1, 0] if n else NULL, said, n_inside)
        for i in range(n_inside):
            if said[i].label and not said[i].read:
                are_read[inside[0, i]] = False
    finally:
        release(said)
    for at in marks:
        are_read[at] = False
    for at in range(n):
        while row <= page.texts.row[at]:
            if page.tree.tag[row] in (BUTTON, SELECT, OPTION):
                button_end = max(button_end, page.tree.end[row])
            row += 1
        if page.texts.row[at] < button_end or numbers[at]:
            are_read[at] = False
    take_out_marks(page, are_read, marks)
    return found


def marks_among(RowSums sums not None, const int64_t[::1] positions not None):
    """Those of some text rows, by their positions, that are marks such as "|" and nothing else."""
    cdef PageBuffers* page = &sums.page
    cdef bytes text = sums._columns.text
    cdef dict found = {}
    cdef Py_ssize_t i
    cdef int64_t row
    cdef str said
    cdef Py_UCS4 c
    for i in range(positions.shape[0]):
        if not 0 <= positions[i] < page.texts.n:
            raise ValueError("no such text row")
        row = page.texts.row[positions[i]]
        if page.hashes.chars[row] > MAX_MARK:
            continue
        said = text_between(text, &page.tree, row, row)
        if 0 < len(said) <= MAX_MARK:
            for c in said:
                if not (c.isspace() or c in MARKS):
                    break
            else:
                found[positions[i]] = said
    return found


cdef void take_out_marks(PageBuffers* page, uint8_t[::1] are_read, dict marks):
    """Set, where no mark is read yet, that the brackets around texts that are read are read, and the commas between them.

    marks: of text rows by their positions, in order."""
    cdef list opened = [], found = []  # opened: positions of brackets, each with how many texts before it are read
    cdef Py_ssize_t at, first, before, n_read = 0, counted = 0, n = are_read.shape[0]
    cdef str text, mark
    cdef int32_t block
    for at, text in marks.items():
        while counted < at:
            n_read += are_read[counted]
            counted += 1
        mark = text.strip()
        if mark.startswith((")", "]")) and opened:
            first, before = opened.pop()
            if n_read > before:
                found += (first, at)
        if mark.endswith(("(", "[")):
            opened.append((at, n_read))
        elif mark in (",", ";") and max(text.index(mark), len(text) - 1 - text.index(mark)) <= MAX_SPACES and 0 < at < n - 1:
            block = page.tree.block[page.texts.row[at - 1]]
            if are_read[at - 1] and are_read[at + 1] and block == page.tree.block[page.texts.row[at + 1]]:
                found.append(at)
    for at in found:
        are_read[at] = True


cdef int find_values(RowSums sums, const int64_t* rows, Said* said, Py_ssize_t n) except -1:
    """Set which texts of records belong to one that is no label, and are read with it.

    "Price" in "Price $30.00" says what this is: it stands in a line before the other, and is no link, or a part of the same one, as the
    name of a maker in that of a product. "June" in "12 June" stands behind the other, and both are no links, or parts of one. So does what
    has a colon behind it, and what stands behind that. A month is a part of a date whose day and year stand in elements of their own.
    """
    cdef PageBuffers* page = &sums.page
    cdef bytes text = sums._columns.text
    cdef const char* letters = PyBytes_AS_STRING(text)
    cdef Py_ssize_t i
    cdef int64_t row = 0, at
    cdef int32_t links = 0
    cdef bint one_line, one_link
    if n < MIN_RECORDS:
        return 0
    for i in range(n):
        while row <= rows[i]:
            links += page.tree.link[row]
            row += 1
        at = rows[i]
        said[i].link, said[i].linked = links, page.tree.linked[at]
        if not 0 <= page.tree.text_start[at] <= page.tree.text_stop[at] <= PyBytes_GET_SIZE(text):
            raise ValueError("no such text")
        said[i].begins_with_colon = letters[page.tree.text_start[at]] == c":"
        said[i].ends_with_colon = letters[max(page.tree.text_stop[at] - 1, 0)] == c":"
        said[i].names_next = said[i].label and not said[i].linked and said[i].ends_with_colon
    for i in range(n - 1):
        one_line = page.tree.block[rows[i]] == page.tree.block[rows[i + 1]]
        one_link = said[i].link == said[i + 1].link
        if one_line:
            said[i].read |= said[i + 1].begins_with_colon
            said[i].read |= not said[i + 1].label and (not said[i].linked or (said[i + 1].linked and one_link))
            said[i + 1].read |= not said[i].label and said[i].linked == said[i + 1].linked and (not said[i].linked or one_link)
        if said[i].names_next and not said[i + 1].linked and not said[i + 1].names_next:
            said[i].read = said[i + 1].read = True
        if 0 < i and is_figure(page, rows[i - 1]) and is_figure(page, rows[i + 1]):
            said[i].read |= page.hashes.chars[rows[i - 1]] <= MAX_DAY and page.hashes.chars[rows[i + 1]] == MAX_YEAR
    return 0


cdef inline bint is_figure(const PageBuffers* page, int64_t row) noexcept:
    """Whether a text has figures."""
    return page.hashes.text_hash[row] != page.hashes.mask_hash[row]


def page_number_links(RowSums sums not None, records not None, const int64_t[::1] links not None, list urls not None):
    """The links in records that say a number and whose addresses go on behind that of the record: the row of each, and that of the link of
    its record.

    records: a `Records` of the page. links, urls: of those to other pages. Raises ValueError where these do not belong together.
    """
    cdef const int64_t[::1] firsts = records.firsts, ends = records.ends, leading = records.links
    cdef list own = records.urls, found = []
    cdef Py_ssize_t i, record = -1
    cdef int64_t row
    cdef str url
    sums._check(firsts, ends)
    sums._check(leading, ends)
    if len(own) != firsts.shape[0] or len(urls) != links.shape[0]:
        raise ValueError("columns of different lengths")
    for i in range(links.shape[0]):
        row = links[i]
        if not 0 <= row < sums.page.tree.n:
            raise ValueError("no such row")
        while record + 1 < firsts.shape[0] and firsts[record + 1] <= row:
            record += 1
        if record < 0 or row >= ends[record] or row == leading[record] or not 0 < sums.chars(row, sums.page.tree.end[row]) <= MAX_NUMBER:
            continue
        url = own[record]
        if (<str>urls[i]).startswith(url.partition("#")[0]) and sums._columns.text_of(row).strip().isdecimal():
            found.append((row, leading[record]))
    return found

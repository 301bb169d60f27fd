"""What stands on a page beside what it says, and nobody reads: numbers of lines, buttons in headings, marks of headings, texts
for screen readers; and the links that can lead to other articles."""

from libc.stdint cimport int64_t, uint8_t, uint32_t
from libc.string cimport memset

from scrapy_denoise.document.selection.kept_rows cimport KeptRows, Sums
from scrapy_denoise.page.columns.buffers cimport TAGS
from scrapy_denoise.page.native.bool_array cimport flags_of
from scrapy_denoise.page.columns.tag_lookup cimport BUTTON, H1, H6, PRE, TEXT, TR

import numpy as np

from scrapy_denoise.document.source.elements import PERMALINKS
from scrapy_denoise.page.walk.walk import name_hash

cdef const uint32_t[::1] MARKS = np.array([name_hash(mark) for mark in PERMALINKS], np.uint32)
cdef uint8_t MAY_BE_MARK[256]  # by the lowest bits of a hash
memset(MAY_BE_MARK, 0, 256)
for _mark in MARKS:
    MAY_BE_MARK[_mark & 0xFF] = 1

cdef enum:
    MAX_STEPS = 8  # from a button up to its heading
    MAX_HEADING = 200  # rows of a heading that are looked at


def line_numbers(KeptRows part not None):
    """The preformatted texts that are the numbers of the lines of another, in the same row of a table; none where
    all of them, or none, are kept."""
    cdef Py_ssize_t i, before = -1
    cdef bint kept = False, left_out = False
    cdef list found = []
    part.find_structures()
    for i in range(part.n_structures):
        if part.rest.tag[part.structures[i]] != PRE:
            continue
        if before >= 0 and part.structures[i] < end_of_line(part, before) and part.is_numbers(before):
            found.append(before)
            kept |= part.keeps_some(before)
            left_out |= not part.keeps_all(before)
        before = part.structures[i]
    return found if kept and left_out else []


cdef Py_ssize_t end_of_line(KeptRows part, Py_ssize_t row) noexcept:
    """Where the table's row around an element ends; 0 where there is none."""
    while row >= 0 and part.rest.tag[row] != TR:
        row = part.rest.parent[row]
    return part.rest.end[row] if row >= 0 else 0


def buttons(KeptRows part not None):
    """The buttons in headings that have text beside them, of which a text is kept."""
    cdef Py_ssize_t i, row, heading
    cdef list found = []
    part.find_structures()
    for i in range(part.n_structures):
        row = part.structures[i]
        if part.rest.tag[row] == BUTTON and part.keeps_some(row):
            heading = heading_of(part, row)
            if heading >= 0 and has_text_beside_buttons(part, heading):
                found.append(row)
    return found


cdef Py_ssize_t heading_of(KeptRows part, Py_ssize_t row) noexcept:
    """The heading around an element; -1 where there is none near."""
    cdef int _step
    for _step in range(MAX_STEPS):
        row = part.rest.parent[row]
        if row < 0 or H1 <= part.rest.tag[row] <= H6:
            return row
    return -1


cdef bint has_text_beside_buttons(KeptRows part, Py_ssize_t heading) noexcept:
    cdef Py_ssize_t row = heading + 1, end = min(part.rest.end[heading], heading + MAX_HEADING)
    while row < end:
        if part.rest.tag[row] == BUTTON:
            row = part.rest.end[row]
            continue
        if part.rest.tag[row] == TEXT:
            return True
        row += 1
    return False


def screen_reader_rows(KeptRows part not None, list rows not None, int64_t longest, cells):
    """Of some elements for screen readers, in document order, those that are left out: of at most so many
    characters, and neither headings, nor all that a heading has, nor within an element of these tags.

    cells: bool, a flag for each tag that has a code.
    """
    cdef const uint8_t* of_tag = flags_of(cells, TAGS)
    cdef Py_ssize_t row, above, seen = 0, stop = 0  # rows of the page that were looked at; where such an element ends
    cdef int64_t chars
    cdef list found = []
    for row in rows:
        if not seen <= row < part.rest.n:
            raise IndexError("no such row, or not in document order")
        while seen <= row:
            if of_tag[part.rest.tag[seen]]:
                stop = max(stop, <Py_ssize_t>part.rest.end[seen])
            seen += 1
        if row < stop or H1 <= part.rest.tag[row] <= H6:
            continue
        chars, above = part.within(row).chars, part.rest.parent[row]
        if chars > longest:
            continue
        if above >= 0 and H1 <= part.rest.tag[above] <= H6 and part.within(above).chars == chars:
            continue
        found.append(row)
    return found


def permalink_marks(KeptRows part not None):
    """The text rows that are a link of one such mark (`PERMALINKS`), as documentation has them behind headings."""
    cdef Py_ssize_t i, j, row
    cdef uint32_t text_hash
    cdef list found = []
    for i in range(part.n_texts):
        row = part.texts[i]
        text_hash = part.stored.text_hash[row]
        if not part.rest.linked[row] or not MAY_BE_MARK[text_hash & 0xFF]:
            continue
        for j in range(MARKS.shape[0]):
            if text_hash == MARKS[j]:
                found.append(row)
                break
    return found


def left_out_links(KeptRows part not None, int64_t shortest, int64_t near, Py_ssize_t most):
    """The rows of up to so many links behind the first kept text that are left out, of so many characters at least,
    with a kept text at most so many characters behind them."""
    cdef Py_ssize_t row, first, last, behind
    cdef Sums* sums
    cdef list found = []
    part.find_sums()
    sums = part.sums
    for row in range(part.rest.n):
        if not part.rest.link[row]:
            continue
        first, last = part.texts_before(row), part.texts_before(part.rest.end[row])
        if sums[last].chars - sums[first].chars < shortest:
            continue
        if sums[first].kept_chars == 0 or sums[last].kept_chars != sums[first].kept_chars:
            continue
        behind = last
        while behind < part.n_texts and not part.flags[behind] and sums[behind].chars - sums[last].chars <= near:
            behind += 1
        if behind < part.n_texts and sums[behind].chars - sums[last].chars <= near:
            found.append(row)
            if len(found) == most:
                break
    return found


def lines_of_links(KeptRows part not None, int64_t longest):
    """The text blocks of so many characters at most that begin with a kept text and are links by half: the places of
    their first text and of that behind them, and their characters that are no link's."""
    cdef Py_ssize_t i, first = 0
    cdef int64_t chars, linked
    cdef list found = []
    part.find_sums()
    for i in range(1, part.n_texts + 1):
        if i < part.n_texts and part.rest.block[part.texts[i]] == part.rest.block[part.texts[first]]:
            continue
        if part.flags[first]:
            chars = part.sums[i].chars - part.sums[first].chars
            linked = part.sums[i].link_chars - part.sums[first].link_chars
            if chars <= longest and 2 * linked >= chars:
                found.append((first, i, chars - linked))
        first = i
    return found

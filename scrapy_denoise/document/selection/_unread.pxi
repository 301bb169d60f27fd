"""What stands on a page beside what it says, and nobody reads: numbers of lines, buttons in headings, marks of headings, texts
for screen readers, the short lines that may stand in the place of something else."""

from cpython.bytes cimport PyBytes_AS_STRING
from libc.stdint cimport int64_t, uint8_t, uint16_t, uint32_t
from libc.string cimport memset

from scrapy_denoise.blocks.features.compiled cimport ClassIdPairs
from scrapy_denoise.document.source.compiled cimport KnownKeys
from scrapy_denoise.page.columns.buffers cimport TAGS, text_between
from scrapy_denoise.page.compiled cimport H1, H6, PRE, TR, bool_data, match_key

import numpy as np

from scrapy_denoise.blocks.features.compiled import class_id_pairs
from scrapy_denoise.document.source.elements import PERMALINKS
from scrapy_denoise.page.walk.compiled import name_hash

cdef const uint32_t[::1] MARKS = np.array([name_hash(mark) for mark in PERMALINKS], np.uint32)
cdef uint8_t MAY_BE_MARK[256]  # by the lowest bits of a hash
memset(MAY_BE_MARK, 0, 256)
for _mark in MARKS:
    MAY_BE_MARK[_mark & 0xFF] = 1

cdef enum:
    MAX_PLACE = 160    # characters of a block that stands in the place of an advertisement
    MAX_CONTROL_LABEL = 70     # characters of the label of a control
    MAX_ALONE = 30     # characters of a block that says no more than that an advertisement or a script's content stands in its place


def line_numbers(KeptRows part not None):
    """The preformatted texts that are the numbers of the lines of another, in the same row of a table."""
    cdef Py_ssize_t i, before = -1
    cdef list found = []
    for i in range(part.n_structures):
        if part.tree.tag[part.structures[i]] != PRE:
            continue
        if before >= 0 and part.structures[i] < end_of_line(part, before) and part.is_numbers(before):
            found.append(before)
        before = part.structures[i]
    return found


cdef Py_ssize_t end_of_line(KeptRows part, Py_ssize_t row) noexcept:
    """Where the table's row around an element ends; 0 where there is none."""
    while row >= 0 and part.tree.tag[row] != TR:
        row = part.tree.parent[row]
    return part.tree.end[row] if row >= 0 else 0


def screen_reader_rows(KeptRows part not None, list rows not None, int64_t longest, cells):
    """Of some elements for screen readers, in document order, those that are left out: of at most so many
    characters, and neither headings, nor all that a heading has, nor within an element of these tags.

    cells: bool, a flag for each tag that has a code.
    """
    cdef const uint8_t* of_tag = bool_data(cells, TAGS)
    cdef Py_ssize_t row, above, seen = 0, stop = 0  # rows of the page that were looked at; where such an element ends
    cdef int64_t chars
    cdef list found = []
    for row in rows:
        if not seen <= row < part.tree.n:
            raise IndexError("no such row, or not in document order")
        while seen <= row:
            if of_tag[part.tree.tag[seen]]:
                stop = max(stop, <Py_ssize_t>part.tree.end[seen])
            seen += 1
        if row < stop or H1 <= part.tree.tag[row] <= H6:
            continue
        chars, above = part.within(row).chars, part.tree.parent[row]
        if chars > longest:
            continue
        if above >= 0 and H1 <= part.tree.tag[above] <= H6 and part.within(above).chars == chars:
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
        text_hash = part.hashes.text_hash[row]
        if not part.tree.linked[row] or not MAY_BE_MARK[text_hash & 0xFF]:
            continue
        for j in range(MARKS.shape[0]):
            if text_hash == MARKS[j]:
                found.append(row)
                break
    return found


cdef class LinesInPlaces:
    """Finds the kept blocks that may be the label of a control, or stand in the place of something else.

    families: of words in names. words: letters (`match_key`). worded, stated: bool, a flag for each tag that has a code: of the elements
    in which a short line says something of its own, and of those in which it does though it is the label of a control.
    """

    cdef uint32_t families
    cdef KnownKeys words
    cdef object worded, stated

    def __init__(self, uint32_t families, KnownKeys words not None, worded not None, stated not None):
        self.families, self.words, self.worded, self.stated = families, words, worded, stated

    def find(self, KeptRows part not None):
        """Of each of these blocks the places of its first text and of that behind it, whether it is so short that it may be a label, and
        that it may say no more than that something stands there, whether it stands in an element named with a word of the families, and its
        letters, which are one of the words where it stands in no such element."""
        cdef ClassIdPairs names = part.page.cached(class_id_pairs)
        cdef const uint8_t* of_tag = bool_data(self.worded, TAGS)
        cdef const uint8_t* states = bool_data(self.stated, TAGS)
        cdef const uint8_t* text = <const uint8_t*>PyBytes_AS_STRING(part._text)
        cdef Py_ssize_t first = 0, last, row, start, seen = 0, stop = 0  # rows that were looked at; where such an element ends
        cdef int64_t chars
        cdef bint alone, label, named, some = names._found & self.families != 0
        cdef uint16_t tag
        cdef str key
        cdef list found = []
        while first < part.n_texts:
            last = end_of_block(part, first)
            chars = chars_from(part, first, last) if part.flags[first] else MAX_PLACE + 1
            if chars <= (MAX_PLACE if some else MAX_CONTROL_LABEL):
                row = part.texts[first]
                while some and seen <= row:
                    if names.families[part.tree.class_id[seen]] & self.families:
                        stop = max(stop, <Py_ssize_t>part.tree.end[seen])
                    seen += 1
                tag = part.tree.tag[part.tree.block_row[row]]
                label, alone, named = chars <= MAX_CONTROL_LABEL and not states[tag], chars <= MAX_ALONE and not of_tag[tag], row < stop
                start = part.tree.text_start[row]
                if named or (label and self.words.may_be(text + start, part.tree.text_stop[part.texts[last - 1]] - start)):
                    key = match_key(text_between(part._text, &part.tree, row, part.texts[last - 1]))
                    if named or key in self.words.keys:
                        found.append((first, last, label, alone, named, key))
            first = last
        return found


def kept_screen_reader_pairs(KeptRows part not None):
    """The pairs of class and id with a word of texts for screen readers or of print, in an element in which a text is kept."""
    cdef ClassIdPairs names = part.page.cached(class_id_pairs)
    return part.pairs_of_kept(names, names.screen_reader_pairs)


cdef inline Py_ssize_t end_of_block(KeptRows part, Py_ssize_t first) noexcept:
    """The text behind the block that begins with one."""
    cdef Py_ssize_t last = first + 1
    while last < part.n_texts and part.tree.block[part.texts[last]] == part.tree.block[part.texts[first]]:
        last += 1
    return last


cdef inline int64_t chars_from(KeptRows part, Py_ssize_t first, Py_ssize_t last) noexcept:
    cdef int64_t chars = 0
    cdef Py_ssize_t i
    for i in range(first, last):
        chars += part.hashes.chars[part.texts[i]]
    return chars

"""Whether a page says something twice: most do not, which this says before `scrapy_denoise.document.selection.repeats` looks for it."""

from libc.stdint cimport int32_t, int64_t, uint64_t

from scrapy_denoise.page.compiled cimport DL, PRE, TABLE
from scrapy_denoise.page.native.hash_table cimport Entry, Table, close_table, find_or_add, open_table
from scrapy_denoise.page.native.memory cimport allocate, release

import numpy as np

cpdef enum Inside:  # what a block stands in
    NOTHING
    WHOLE  # an element that stays whole, whatever of it stands elsewhere
    CODE   # preformatted text, which does too

MIN_BLOCK = 20
"""Characters of a single block that is a copy on the page of a product or a service: shorter ones are labels."""


def repeated_texts(KeptRows part not None, int64_t least=MIN_BLOCK):
    """Of the kept blocks, which are those whose first text is, in their order: their numbers, their characters, the position of the first
    of them with the same text, which may be its own, the row of their first text, and what they stand in (`Inside`). None where no
    block of so many characters repeats another."""
    cdef Table seen
    cdef Entry* entry
    cdef Py_ssize_t block, text, n = 0
    cdef uint64_t key
    cdef bint some = False
    part.find_blocks()
    cdef int32_t* earlier = <int32_t*>allocate(NULL, (part.blocks.n + 1) * sizeof(int32_t))
    try:
        open_table(&seen, part.blocks.n)
        for block in range(part.blocks.n):
            if not part.keeps_block(block):
                continue
            key = 0
            for text in range(part.blocks.first[block], part.behind_block(block)):
                key += part.hashes.text_hash[part.texts[text]]
            entry = find_or_add(&seen, key)
            if entry.number:
                some |= part.blocks.chars[block] >= least
            else:
                entry.number = <int32_t>(n + 1)
            earlier[n] = entry.number - 1
            n += 1
        close_table(&seen)
        return of_kept(part, earlier, n) if some else None
    finally:
        release(earlier)


cdef tuple of_kept(KeptRows part, const int32_t* earlier, Py_ssize_t n):
    """What `repeated_texts` tells of the kept blocks, of which there are n."""
    found = np.empty((5, n), np.intp)
    cdef Py_ssize_t[:, ::1] told = found
    cdef Py_ssize_t block, at = 0, seen = 0, code = 0, whole = 0  # rows that were looked at; where such elements end
    for block in range(part.blocks.n):
        if part.keeps_block(block):
            told[0, at], told[1, at] = block, part.blocks.chars[block]
            told[2, at], told[3, at] = earlier[at], part.texts[part.blocks.first[block]]
            while seen <= told[3, at]:
                if part.tree.tag[seen] == PRE:
                    code = max(code, <Py_ssize_t>part.tree.end[seen])
                elif part.tree.tag[seen] == TABLE or part.tree.tag[seen] == DL:
                    whole = max(whole, <Py_ssize_t>part.tree.end[seen])
                seen += 1
            told[4, at] = CODE if told[3, at] < code else WHOLE if told[3, at] < whole else NOTHING
            at += 1
    return tuple(found)

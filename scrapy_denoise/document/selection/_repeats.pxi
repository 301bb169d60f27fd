"""Whether a page says something twice: most do not, which this says before `scrapy_denoise.document.selection.repeats` looks for it."""

from cpython.mem cimport PyMem_Free
from libc.stdint cimport int32_t, int64_t, uint64_t

from scrapy_denoise.page.compiled cimport DL, PRE, TABLE, match_key
from scrapy_denoise.page.native.hash_table cimport Entry, Table, close_table, find_or_add, open_table
from scrapy_denoise.page.native.memory cimport allocate

import numpy as np

from scrapy_denoise.page.text.words import UNSPACED

cdef enum:
    # Letters and figures of a sentence that an article says twice, and in scripts without spaces; its characters.
    MIN_SENTENCE = 40
    MIN_UNSPACED = 20
    MAX_SENTENCE = 400
    AHEAD = 3         # blocks behind the first one in which its words may be said again
    MAX_SPEAKER = 80  # characters behind such a sentence in its element: of who has said it

cpdef enum Inside:  # what a block stands in
    NOTHING
    WHOLE  # an element that stays whole, whatever of it stands elsewhere
    CODE   # preformatted text, which does too

MIN_BLOCK = 20
"""Characters of a single block that is a copy on the page of a product or a service: shorter ones are labels."""

cdef uint64_t QUOTED = bits_of("quotations quotes")
cdef Py_UCS4 FIRST_UNSPACED = UNSPACED


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
        PyMem_Free(earlier)


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


def said_again(KeptRows part not None):
    """The first kept block, where one of the next says it with others (`said_by_next`), else -1, and whether the page may have
    quotations; None where neither is so."""
    cdef Py_ssize_t first = said_by_next(part)
    return (first, part.has & QUOTED != 0) if first >= 0 or part.has & QUOTED else None


cdef Py_ssize_t said_by_next(KeptRows part) except -2:
    """The first kept block, if it is a sentence whose letters stand in those of one of the next kept ones, with others; else -1."""
    cdef Py_ssize_t block, n = 0, i
    cdef Py_ssize_t kept[AHEAD + 1]
    cdef str said
    part.find_blocks()
    for block in range(part.blocks.n):
        if part.keeps_block(block):
            kept[n] = block
            n += 1
            if n > AHEAD:
                break
    if n <= AHEAD or part.blocks.chars[kept[0]] > MAX_SENTENCE:
        return -1
    said = sentence_of(part, kept[0])
    for i in range(1, n if said else 1):
        if says_more(match_key(part.text_of_block(kept[i])), said):
            return kept[0]
    return -1


def quotations_in(KeptRows part not None, list rows not None, Py_ssize_t most):
    """The kept blocks of each of some elements that may be a sentence of the text: with one, and who says it. rows: in order. most:
    of such elements."""
    cdef Py_ssize_t row, block = 0, first
    cdef int64_t behind
    cdef list found = [], own
    part.find_blocks()
    for row in rows:
        if not 0 <= row < part.tree.n:
            raise IndexError("no such row")
        while block < part.blocks.n and part.texts[part.blocks.first[block]] < row:
            block += 1
        own, behind, first = [], 0, block
        while first < part.blocks.n and part.texts[part.blocks.first[first]] < part.tree.end[row]:
            if part.keeps_block(first):
                behind += part.blocks.chars[first] if own else 0
                own.append(first)
            first += 1
        if own and own not in found and part.blocks.chars[own[0]] <= MAX_SENTENCE and behind <= MAX_SPEAKER:
            found.append(own)
            if len(found) == most:
                break
    return found


def said_by_others(KeptRows part not None, list quotations not None):
    """Of some quotations, lists of blocks, those whose first block is a sentence that a kept block says too, with other words: one of no
    quotation, and no code."""
    cdef set own = {block for quotation in quotations for block in quotation}
    cdef list said = [(sentence, quotation) for quotation in quotations if (sentence := sentence_of(part, quotation[0]))], found = []
    cdef Py_ssize_t block
    cdef str text, sentence
    for block in range(part.blocks.n if said else 0):
        if not part.keeps_block(block) or block in own or is_code(part, part.texts[part.blocks.first[block]]):
            continue
        text = match_key(part.text_of_block(block))
        for sentence, quotation in said:
            if says_more(text, sentence) and quotation not in found:
                found.append(quotation)
    return found


cdef inline bint says_more(str text, str sentence) except -1:
    return len(text) > len(sentence) and sentence in text


cdef str sentence_of(KeptRows part, Py_ssize_t block):
    """The letters and figures of a block; empty where they are too few for a sentence."""
    cdef str said
    part.find_blocks()
    if not 0 <= block < part.blocks.n:
        raise IndexError("no such block")
    said = match_key(part.text_of_block(block))
    return said if len(said) >= (MIN_UNSPACED if said and said[0] >= FIRST_UNSPACED else MIN_SENTENCE) else ""


cdef bint is_code(KeptRows part, Py_ssize_t row) noexcept:
    """Whether a row stands in preformatted text."""
    while row >= 0 and part.tree.tag[row] != PRE:
        row = part.tree.parent[row]
    return row >= 0

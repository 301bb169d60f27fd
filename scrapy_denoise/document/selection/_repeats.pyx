"""Whether a page says something twice: most do not, which this says before `scrapy_denoise.document.selection.repeats` looks for it."""

from libc.stdint cimport int64_t, uint64_t

from scrapy_denoise.document.selection.kept_rows cimport KeptRows
from scrapy_denoise.page.columns.tag_lookup cimport PRE
from scrapy_denoise.page.native.hash_table cimport Entry, Table, close_table, find_or_add, open_table
from scrapy_denoise.page.text.match_key cimport match_key

from scrapy_denoise.page.text.words import UNSPACED

cdef enum:
    # Letters and figures of a sentence that an article says twice, and in scripts without spaces; its characters.
    MIN_SENTENCE = 40
    MIN_UNSPACED = 20
    MAX_SENTENCE = 400
    AHEAD = 3         # blocks behind the first one in which its words may be said again
    MAX_SPEAKER = 80  # characters behind such a sentence in its element: of who has said it

cdef Py_UCS4 FIRST_UNSPACED = UNSPACED


def repeats_a_block(KeptRows part not None, int64_t least):
    """Whether a kept block of so many characters at least repeats an earlier one. A block is kept where its first text is."""
    cdef Table seen
    cdef Entry* entry
    cdef Py_ssize_t i, first = 0
    cdef uint64_t key = 0
    cdef int64_t chars = 0
    open_table(&seen, part.n_texts)
    try:
        for i in range(part.n_texts + 1):
            if i == part.n_texts or part.tree.block[part.texts[i]] != part.tree.block[part.texts[first]]:
                if part.flags[first] and chars >= least:
                    entry = find_or_add(&seen, key)
                    if entry.number:
                        return True
                    entry.number = 1
                first, key, chars = i, 0, 0
            if i < part.n_texts:
                key += part.hashes.text_hash[part.texts[i]]
                chars += part.hashes.chars[part.texts[i]]
        return False
    finally:
        close_table(&seen)


def said_by_next(KeptRows part not None):
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

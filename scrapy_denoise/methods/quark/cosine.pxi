"""The cosine similarity of the words of each block to those of the title and of the page. Paper 003, section 3.2."""

from libc.math cimport log, sqrt
from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t

from scrapy_denoise.page.native.hashing cimport SEED, mix
from scrapy_denoise.page.native.memory cimport allocate, release
from scrapy_denoise.page.native.hash_table cimport Entry, Table, close_table, find_number, find_or_add, open_table, reserve_entries

cdef enum:
    MAX_TERMS = 1 << 20  # bound on the distinct terms of a page; further terms are not counted

cdef struct Term:
    uint32_t hash
    int32_t block
    int32_t count     # occurrences in the block, or on the page
    int32_t blocks    # of a term of the page, the number of blocks that have it
    int32_t in_title  # of a term of the page, its occurrences in the title
    double idf        # of a term of the page, its inverse document frequency


cdef inline uint64_t key_of(uint32_t term, int32_t block) noexcept nogil:
    return mix(mix(SEED, term), <uint64_t>(block + 2)) | 1


cdef inline bint is_unspaced(uint32_t c) noexcept nogil:
    """Whether a code point is an ideograph or kana. Unlike `page.words.HAN` it includes kana; the shipped tables were
    learned with it."""
    return 0x3400 <= c <= 0x9FFF or 0x3040 <= c <= 0x30FF or 0xF900 <= c <= 0xFAFF or 0x20000 <= c <= 0x3FFFF


cdef inline bint is_word(uint32_t c) noexcept nogil:
    """Whether a code point is part of a word: a letter or digit, or beyond Latin no known punctuation or symbol."""
    if c < 0x80:
        return c >= c"0" and c <= c"9" or (c | 0x20) >= c"a" and (c | 0x20) <= c"z"
    if c < 0xC0 or c == 0xD7 or c == 0xF7 or 0x2000 <= c < 0x2C00 or 0x3000 <= c < 0x3040:
        return False
    return not (0xFE10 <= c < 0xFE70 or 0xFF00 <= c < 0xFF10 or c == 0x60C or c == 0x61B or c == 0x61F or c == 0x6D4)


cdef class Terms:
    """The counts of terms in each block. The title is block -1."""
    cdef Table table  # the number of each term of a block in `terms`
    cdef Term* terms
    cdef Term spare   # collects the counts of the terms beyond MAX_TERMS
    cdef Py_ssize_t capacity

    def __cinit__(self, Py_ssize_t expected=500):
        self.terms = NULL
        self.capacity = 0
        open_table(&self.table, expected)

    def __dealloc__(self):
        close_table(&self.table)
        release(self.terms)

    cdef inline Term* add(self, uint32_t term, int32_t block, int32_t count) except NULL:
        cdef uint64_t key = key_of(term, block)
        cdef Entry* entry
        cdef Term* found
        if self.table.used >= MAX_TERMS and not find_number(&self.table, key):
            return &self.spare
        reserve_entries(&self.table)
        entry = find_or_add(&self.table, key)
        if not entry.number:
            entry.number = <int32_t>self.table.used
            if self.table.used >= self.capacity:
                self.grow()
            found = &self.terms[entry.number]
            found.hash = term
            found.block = block
            found.count = found.blocks = found.in_title = 0
        found = &self.terms[entry.number]
        found.count += count
        return found

    cdef int grow(self) except -1:
        self.capacity = max(512, 2 * self.capacity)
        self.terms = <Term*>allocate(self.terms, self.capacity * sizeof(Term))
        return 0

    cdef int read(self, const uint8_t* at, Py_ssize_t size, int32_t block) except -1:
        """Count the terms of a text: words in lower case, and pairs of neighbouring Han characters or kana."""
        cdef Py_ssize_t i = 0, j, width
        cdef uint32_t c, before = 0
        cdef uint64_t word = SEED
        cdef bint in_word = False
        while i < size:
            c = at[i]
            width = 1
            if c >= 0x80:
                width = 2 if c < 0xE0 else (3 if c < 0xF0 else 4)
                if i + width > size:
                    break
                c &= 0x1F if width == 2 else (0x0F if width == 3 else 0x07)
                for j in range(1, width):
                    c = (c << 6) | (at[i + j] & 0x3F)
            i += width
            if is_unspaced(c):
                if in_word:
                    self.add(<uint32_t>(word >> 16), block, 1)
                    in_word = False
                if before:
                    self.add(<uint32_t>(mix(mix(SEED, before), c) >> 16), block, 1)
                before = c
                continue
            before = 0
            if is_word(c):
                if not in_word:
                    in_word = True
                    word = SEED
                word = mix(word, c + 32 if c"A" <= c <= c"Z" else c)
            elif in_word:
                self.add(<uint32_t>(word >> 16), block, 1)
                in_word = False
        if in_word:
            self.add(<uint32_t>(word >> 16), block, 1)
        return 0


def word_cosines(
    const uint8_t[::1] text not None,
    const int32_t[::1] start not None,
    const int32_t[::1] stop not None,
    const int32_t[::1] block not None,
    const uint8_t[::1] title not None,
    double[::1] to_title not None,
    double[::1] to_page not None,
):
    """The cosine similarity of the words of each block to those of the title, and to those of the whole page.

    text: the page's text, UTF-8. start, stop, block: for each text row its slice of `text` and the number of its
    block. title: UTF-8. The weight of a word is tf * idf within the page, with idf = log((1 + N) / (1 + n)) + 1 for a
    word in n of N blocks. Fills `to_title` and `to_page` for each block. Time: linear in the text.
    """
    cdef Py_ssize_t i, n_blocks = to_title.shape[0]
    cdef int32_t b
    if to_page.shape[0] < n_blocks or min(stop.shape[0], block.shape[0]) < start.shape[0]:
        raise ValueError("columns of different lengths")
    for i in range(start.shape[0]):
        if not (0 <= start[i] <= stop[i] <= text.shape[0] and 0 <= block[i] < n_blocks):
            raise ValueError(f"text row {i} is not in the text or in no block")
    cdef Terms terms = Terms()
    if title.shape[0]:
        terms.read(&title[0], title.shape[0], -1)
    for i in range(start.shape[0]):
        if stop[i] > start[i]:
            terms.read(&text[start[i]], stop[i] - start[i], block[i])
    cdef Terms page = Terms(terms.table.used)
    cdef Term* term
    cdef Term* own
    for i in range(1, terms.table.used + 1):
        term = &terms.terms[i]
        if term.block < 0:
            page.add(term.hash, 0, 0).in_title += term.count
        else:
            page.add(term.hash, 0, term.count).blocks += 1
    cdef double weight, title_square = 0, page_square = 0
    for i in range(1, page.table.used + 1):
        term = &page.terms[i]
        term.idf = log((1.0 + n_blocks) / (1.0 + term.blocks)) + 1
        page_square += (term.count * term.idf) ** 2
        title_square += (term.in_title * term.idf) ** 2
    cdef double[::1] square = to_title.copy()
    for b in range(n_blocks):
        to_title[b] = to_page[b] = square[b] = 0
    for i in range(1, terms.table.used + 1):
        term = &terms.terms[i]
        if term.block >= 0:
            own = &page.terms[find_number(&page.table, key_of(term.hash, 0))]
            weight = term.count * own.idf
            square[term.block] += weight * weight
            to_page[term.block] += weight * own.count * own.idf
            to_title[term.block] += weight * own.in_title * own.idf
    for b in range(n_blocks):
        if square[b] > 0:
            to_page[b] /= sqrt(square[b] * page_square)
            if title_square > 0:
                to_title[b] /= sqrt(square[b] * title_square)

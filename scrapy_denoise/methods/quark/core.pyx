"""The passes over the rows of a page that Quark makes: the recogniser, the likeness of the blocks' words, their features."""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_GET_SIZE
from cpython.mem cimport PyMem_Calloc, PyMem_Free
from libc.math cimport log, sqrt
from libc.stdint cimport int32_t, int64_t, intptr_t, uint8_t, uint32_t, uint64_t

from scrapy_denoise.page.layout cimport Rest, Stored, rest_of, stored_of

cdef enum:
    DISPLAY = 0
    LAYOUT = 1
    BIG = 2
    SUPER = 3
    CUSTOM = 4
    UNKNOWN = 5


def recognise(
    const int32_t[::1] parent not None,
    const int32_t[::1] chars not None,
    const uint8_t[::1] text not None,
    uint8_t[::1] kind not None,
    int min_chars,
    double layout_share,
    int min_layout,
    int32_t[::1] layout not None,
    int32_t[::1] elements not None,
    int32_t[::1] owner not None,
):
    """QuarkRecognizer of paper 003, in exact post-order; returns the number of blocks.

    parent, chars: columns of the page, `text` whether a row is one of text, `kind` the tag class of each row (an
    UNKNOWN is replaced by what it turns out to be). Filled: `owner`, for each row the row of its block, its own for
    the root of a block; `layout`, `elements`: for each row, the layout elements and all elements of its subtree,
    itself included, that are in no block below. Linear in the rows.
    """
    cdef Py_ssize_t i, above, n = parent.shape[0]
    cdef int32_t n_blocks = 0, size
    cdef bint taken
    if n == 0:
        return 0
    if min(
        chars.shape[0], text.shape[0], kind.shape[0], layout.shape[0], elements.shape[0], owner.shape[0]
    ) < n:
        raise ValueError("columns of different lengths")
    cdef int32_t* length = <int32_t*>PyMem_Calloc(n, sizeof(int32_t))
    cdef uint8_t* holds = <uint8_t*>PyMem_Calloc(n, 1)  # a layout, big or super element below
    if length == NULL or holds == NULL:
        PyMem_Free(length)
        PyMem_Free(holds)
        raise MemoryError()
    for i in range(n):
        layout[i] = elements[i] = 0
    # Rows are in document order: from the last up, every subtree is complete before its root is looked at.
    for i in range(n - 1, -1, -1):
        above = parent[i]
        owner[i] = -1
        if text[i]:
            if above >= 0:
                length[above] += chars[i]
            continue
        if kind[i] == UNKNOWN:
            kind[i] = BIG if holds[i] else DISPLAY
        elements[i] += 1
        if kind[i] == LAYOUT:
            layout[i] += 1
        if kind[i] >= SUPER or above < 0:
            taken = True
        elif kind[i] == BIG:
            taken = length[i] > min_chars or (
                layout[i] >= min_layout and layout[i] > layout_share * elements[i]
            )
        else:
            taken = False
        if above >= 0 and (kind[i] != DISPLAY or holds[i]):
            holds[above] = 1
        if taken:
            owner[i] = <int32_t>i
            n_blocks += 1
        else:
            length[above] += length[i]
            layout[above] += layout[i]
            elements[above] += elements[i]
    for i in range(n):
        if owner[i] < 0:
            owner[i] = owner[parent[i]] if parent[i] >= 0 else 0
    PyMem_Free(length)
    PyMem_Free(holds)
    return n_blocks


# --- the likeness of words --------------------------------------------------------------------------------------

cdef uint64_t FACTOR = 0x9E3779B97F4A7C15
cdef uint64_t SEED = 0x2545F4914F6CDD1D

cdef struct Term:
    uint64_t key      # 0: free
    uint32_t hash
    int32_t block
    int32_t count     # how often in the block, or on the page
    int32_t blocks    # of a term of the page: in how many blocks,
    int32_t in_title  # how often in the title,
    double idf        # and how rare


cdef inline uint64_t mix(uint64_t h, uint64_t word) noexcept nogil:
    h = (h ^ word) * FACTOR
    return h ^ (h >> 29)


cdef inline uint64_t key_of(uint32_t term, int32_t block) noexcept nogil:
    return mix(mix(SEED, term), <uint64_t>(block + 2)) | 1


cdef inline bint is_han(uint32_t c) noexcept nogil:
    return 0x3400 <= c <= 0x9FFF or 0x3040 <= c <= 0x30FF or 0xF900 <= c <= 0xFAFF or 0x20000 <= c <= 0x3FFFF


cdef inline bint is_word(uint32_t c) noexcept nogil:
    """Letters and digits; of the rest of Unicode all that is not known as punctuation or a symbol."""
    if c < 0x80:
        return c >= c"0" and c <= c"9" or (c | 0x20) >= c"a" and (c | 0x20) <= c"z"
    if c < 0xC0 or c == 0xD7 or c == 0xF7 or 0x2000 <= c < 0x2C00 or 0x3000 <= c < 0x3040:
        return False
    return not (0xFE10 <= c < 0xFE70 or 0xFF00 <= c < 0xFF10 or c == 0x60C or c == 0x61B or c == 0x61F or c == 0x6D4)


cdef enum:
    MAX_TERMS = 1 << 20  # of a page; those that come after are not counted


cdef class _Terms:
    """Counts of terms by block, in an open hash table. The title is block -1."""
    cdef Term* slots
    cdef Term spare
    cdef Py_ssize_t capacity, used

    def __cinit__(self, Py_ssize_t used=0):
        self.capacity = 1024
        while self.capacity < 2 * used:
            self.capacity *= 2
        self.used = 0
        self.slots = <Term*>PyMem_Calloc(self.capacity, sizeof(Term))
        if self.slots == NULL:
            raise MemoryError()

    def __dealloc__(self):
        PyMem_Free(self.slots)

    cdef inline Term* place(self, uint64_t key) noexcept:
        cdef Py_ssize_t slot = <Py_ssize_t>((key >> 20) & <uint64_t>(self.capacity - 1))
        while self.slots[slot].key and self.slots[slot].key != key:
            slot = (slot + 1) & (self.capacity - 1)
        return &self.slots[slot]

    cdef inline Term* add(self, uint32_t term, int32_t block, int32_t count) except NULL:
        cdef uint64_t key = key_of(term, block)
        cdef Term* found = self.place(key)
        if not found.key:
            if self.used == MAX_TERMS:
                return &self.spare
            if 2 * self.used >= self.capacity:
                self.grow()
                found = self.place(key)
            found.key = key
            found.hash = term
            found.block = block
            self.used += 1
        found.count += count
        return found

    cdef int grow(self) except -1:
        cdef Term* old = self.slots
        cdef Py_ssize_t i, n = self.capacity
        cdef Term* slots = <Term*>PyMem_Calloc(4 * n, sizeof(Term))
        if slots == NULL:
            raise MemoryError()
        self.slots = slots
        self.capacity = 4 * n
        for i in range(n):
            if old[i].key:
                self.place(old[i].key)[0] = old[i]
        PyMem_Free(old)
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
            if is_han(c):
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


def likeness(
    const uint8_t[::1] text not None,
    const int32_t[::1] start not None,
    const int32_t[::1] stop not None,
    const int32_t[::1] block not None,
    const uint8_t[::1] title not None,
    double[::1] to_title not None,
    double[::1] to_page not None,
):
    """The cosine of the words of each block with those of the title, and with those of the whole page.

    text: UTF-8; start, stop, block: of each text row, its place in `text` and the number of its block. Words are
    weighed by tf * idf within the page, idf = log((1 + N) / (1 + n)) + 1 for a term in n of N blocks. Filled: `to_title`,
    `to_page`, one place a block. Linear in the text.
    """
    cdef Py_ssize_t i, n_blocks = to_title.shape[0]
    cdef int32_t b
    if to_page.shape[0] < n_blocks or min(stop.shape[0], block.shape[0]) < start.shape[0]:
        raise ValueError("columns of different lengths")
    for i in range(start.shape[0]):
        if not (0 <= start[i] <= stop[i] <= text.shape[0] and 0 <= block[i] < n_blocks):
            raise ValueError(f"text row {i} is not in the text or in no block")
    cdef _Terms terms = _Terms()
    if title.shape[0]:
        terms.read(&title[0], title.shape[0], -1)
    for i in range(start.shape[0]):
        if stop[i] > start[i]:
            terms.read(&text[start[i]], stop[i] - start[i], block[i])
    cdef _Terms page = _Terms(terms.used)
    cdef Term* term
    cdef Term* own
    for i in range(terms.capacity):
        term = &terms.slots[i]
        if not term.key:
            continue
        if term.block < 0:
            page.add(term.hash, 0, 0).in_title += term.count
        else:
            page.add(term.hash, 0, term.count).blocks += 1
    cdef double weight, title_square = 0, page_square = 0
    for i in range(page.capacity):
        term = &page.slots[i]
        if term.key:
            term.idf = log((1.0 + n_blocks) / (1.0 + term.blocks)) + 1
            page_square += (term.count * term.idf) ** 2
            title_square += (term.in_title * term.idf) ** 2
    cdef double[::1] square = to_title.copy()
    for b in range(n_blocks):
        to_title[b] = to_page[b] = square[b] = 0
    for i in range(terms.capacity):
        term = &terms.slots[i]
        if term.key and term.block >= 0:
            own = page.place(key_of(term.hash, 0))
            weight = term.count * own.idf
            square[term.block] += weight * weight
            to_page[term.block] += weight * own.count * own.idf
            to_title[term.block] += weight * own.in_title * own.idf
    for b in range(n_blocks):
        if square[b] > 0:
            to_page[b] /= sqrt(square[b] * page_square)
            if title_square > 0:
                to_title[b] /= sqrt(square[b] * title_square)


# --- the structural features ------------------------------------------------------------------------------------

def bins(
    columns,
    const intptr_t[::1] of_text not None,
    const intptr_t[::1] root not None,
    const double[::1] chars not None,
    const double[::1] link_chars not None,
    const double[::1] layout_share not None,
    double scale,
    tuple edges not None,
    const intptr_t[::1] root_class not None,
    intptr_t[:, ::1] found not None,
):
    """The bin of each feature of each block: see `scrapy_denoise.methods.quark.features`.

    of_text: for each text row the number of its block; of each block, `root`: the row of its root, ascending; `chars`,
    `link_chars`, `layout_share`. scale: Latin characters for one of the page. edges: the lower ends of the bins of the first
    six features and of the depths, arrays that ascend. root_class: of each code of a tag. Filled: `found`, (blocks, 7).
    """
    cdef Stored stored = stored_of(columns.stored)
    cdef Rest rest = rest_of(columns.rest)
    cdef bytes numbers = columns.text_row_numbers
    cdef const int64_t* rows = <const int64_t*>PyBytes_AS_STRING(numbers)
    cdef Py_ssize_t i, k, block, n = root.shape[0], n_texts = of_text.shape[0], at = 0
    cdef int64_t before = 0, total = 0
    cdef const double[::1] ends
    if PyBytes_GET_SIZE(numbers) != n_texts * <Py_ssize_t>sizeof(int64_t):
        raise ValueError("columns of different lengths")
    if not chars.shape[0] == link_chars.shape[0] == layout_share.shape[0] == found.shape[0] == n:
        raise ValueError("columns of different lengths")
    if found.shape[1] != 7 or len(edges) != 7:
        raise ValueError("there are seven features")
    # for each block, the first six; at first the sums and maxima that they are made of
    cdef double* value = <double*>PyMem_Calloc(max(6 * n, 1), sizeof(double))
    if value == NULL:
        raise MemoryError
    try:
        for i in range(n_texts):
            block = of_text[i]
            if not 0 <= block < n:
                raise ValueError("no such block")
            total += stored.chars[rows[i]]
            value[6 * block + 4] += rest.punctuation[rows[i]]
            if not rest.linked[rows[i]] and stored.chars[rows[i]] > value[6 * block + 2]:
                value[6 * block + 2] = stored.chars[rows[i]]
        for block in range(n):
            if not 0 <= root[block] < stored.n:
                raise ValueError("a row that there is not")
            while at < n_texts and rows[at] < root[block]:
                before += stored.chars[rows[at]]
                at += 1
            value[6 * block] = chars[block] * scale
            value[6 * block + 1] = link_chars[block] / max(chars[block], 1.0)
            value[6 * block + 2] *= scale
            value[6 * block + 3] = layout_share[block]
            value[6 * block + 5] = before / <double>max(total, 1)
        for k in range(7):
            ends = edges[k]
            for block in range(n):
                i = 0
                while i < ends.shape[0] and ends[i] <= (value[6 * block + k] if k < 6 else stored.depth[root[block]]):
                    i += 1
                if k == 6:
                    i += root_class[min(<Py_ssize_t>rest.tag[root[block]], root_class.shape[0] - 1)] * (ends.shape[0] + 1)
                found[block, k] = i
    finally:
        PyMem_Free(value)

"""`KeptRows`: the text rows of a page, which of them are kept, and sums over the rows of an element; and the steps that look for
something in these."""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint64_t
from libc.string cimport memchr, memset

from scrapy_denoise.blocks.features.block_columns cimport fields_of
from scrapy_denoise.blocks.features.compiled cimport ClassIdPairs
from scrapy_denoise.page.columns.buffers cimport PageBuffers, page_buffers
from scrapy_denoise.page.compiled cimport H1, H6, TEXT, bool_data
from scrapy_denoise.page.native.memory cimport allocate, release

import numpy as np

from scrapy_denoise.blocks import TextBlocks
from scrapy_denoise.blocks.features.compiled import bit_of, class_id_pairs
from scrapy_denoise.methods.steps import KINDS, MEASURES
from scrapy_denoise.page.columns import tags

cdef dict STRUCTURES = {  # kinds of elements that steps look for, each with its tags
    "tables": ("table",), "lists": ("ul", "ol"), "terms": ("dt", "dd"), "codes": ("pre",),
    "buttons": ("button",), "headings": ("h2", "h3", "h4", "h5", "h6"), "formulas": ("math",),
}
cdef uint8_t KIND[256]  # of each tag the bit of its kind
memset(KIND, 0, 256)
for _number, _names in enumerate(STRUCTURES.values()):
    for _name in _names:
        KIND[<int>tags.CODES[_name]] = 1 << _number

cdef uint64_t ALWAYS = 1 << 7  # which each page has
cdef int FAMILIES = 8  # the first of the bits of families of words in names


def bits_of(str needed not None):
    """The bits of `KeptRows.has` of which a page has one where a step may find something. needed: kinds of elements, or families of words
    in names, separated by white space; empty for a step that every page may need."""
    cdef list kinds = list(STRUCTURES)
    cdef uint64_t found = 0
    cdef str name
    for name in needed.split():
        found |= <uint64_t>1 << kinds.index(name) if name in STRUCTURES else <uint64_t>bit_of(name) << FAMILIES
    return found or ALWAYS


cdef enum:
    MAX_LINE = 1_000_000  # the number of a line, above which it is none


cdef inline bint is_white(char byte) noexcept:
    return byte == c" " or byte == c"\n" or byte == c"\t"


cdef class Places:
    """Where the rows of a page stand among its texts, and which are structures, whatever is kept; made once a page, with
    ``page.cached(Places)``."""

    def __cinit__(self, page):
        cdef PageBuffers buffers = page_buffers(page.columns)
        cdef Py_ssize_t row, n = buffers.tree.n
        cdef int32_t texts = 0
        cdef uint16_t tag
        self._memory = PyBytes_FromStringAndSize(NULL, (2 * n + 1) * sizeof(int32_t))
        self.before = <int32_t*>PyBytes_AS_STRING(self._memory)
        self.structures = self.before + n + 1
        self.n_structures = self.kinds = 0
        for row in range(n):
            tag = buffers.tree.tag[row]
            self.before[row] = texts
            texts += tag == TEXT
            if tag < 256 and KIND[tag]:
                self.kinds |= KIND[tag]
                self.structures[self.n_structures] = <int32_t>row
                self.n_structures += 1
        self.before[n] = texts
        if texts != buffers.texts.n:
            raise ValueError("columns of different lengths")


cdef class KeptRows:
    """The text rows of a page, and which of them are kept.

    page: the page. kept: bool, one for each of its text rows. has: a bit for each kind of elements, and each family of words in names,
    of which the page has one (`bits_of`).
    """

    def __cinit__(self, page, kept):
        cdef PageBuffers buffers = page_buffers(page.columns)
        self.page, self._text = page, page.columns.text
        self.hashes, self.tree = buffers.hashes, buffers.tree
        self.texts, self.n_texts = buffers.texts.row, buffers.texts.n
        self.places = page.cached(Places)
        self.structures, self.n_structures = self.places.structures, self.places.n_structures
        self.has = ALWAYS | self.places.kinds | <uint64_t>(<ClassIdPairs>page.cached(class_id_pairs))._found << FAMILIES
        self.kept, self.flags = kept, bool_data(kept, self.n_texts)
        self.blocks.n = -1
        self.any = self.n_texts and memchr(self.flags, 1, self.n_texts) != NULL

    def __dealloc__(self):
        release(self.sums)

    def structures_of(self, uint16_t tag, bint kept=False):
        """The rows of the elements of one of these tags. kept: only those of which some text is."""
        cdef Py_ssize_t i
        cdef list found = [self.structures[i] for i in range(self.n_structures) if self.tree.tag[self.structures[i]] == tag]
        return [row for row in found if self.keeps_some(row)] if kept else found

    cdef Py_ssize_t texts_before(self, Py_ssize_t row) noexcept:
        """How many text rows stand before a row, or before the end."""
        return self.places.before[min(max(row, 0), self.tree.n)]

    cdef int find_sums(self) except -1:
        """Add up what stands before each text row."""
        cdef Py_ssize_t i
        cdef int64_t chars
        if self.sums != NULL:
            return 0
        self.sums = <Sums*>allocate(NULL, (self.n_texts + 1) * sizeof(Sums))
        self.sums[0] = Sums(0, 0, 0)
        for i in range(self.n_texts):
            chars = self.hashes.chars[self.texts[i]]
            self.sums[i + 1].chars = self.sums[i].chars + chars
            self.sums[i + 1].link_chars = self.sums[i].link_chars + chars * self.tree.linked[self.texts[i]]
            self.sums[i + 1].kept_chars = self.sums[i].kept_chars + chars * self.flags[i]
        return 0

    cdef int find_blocks(self) except -1:
        """Find the text blocks of the page."""
        cdef Py_ssize_t i, before = -1
        cdef BlockFields blocks
        if self.blocks.n >= 0:
            return 0
        self._blocks = self.page.cached(TextBlocks).block_columns
        blocks = fields_of(self._blocks)
        for i in range(blocks.n):
            if not before < blocks.first[i] < self.n_texts:
                raise ValueError("columns of different lengths")
            before = blocks.first[i]
        self.blocks = blocks
        return 0

    cdef Py_ssize_t behind_block(self, Py_ssize_t block) noexcept:
        """One past the position of a block's last text row."""
        return self.blocks.first[block + 1] if block + 1 < self.blocks.n else self.n_texts

    cdef bint keeps_block(self, Py_ssize_t block) noexcept:
        """Whether the first text of a block is kept."""
        return self.flags[self.blocks.first[block]]

    def pairs_of_kept(self, ClassIdPairs names not None, list pairs not None):
        """Of some pairs of class and id, in order, those of an element in which a text is kept."""
        cdef bytes of_pairs
        cdef uint8_t* asked
        cdef Py_ssize_t row
        cdef int32_t pair
        if not pairs:
            return pairs
        of_pairs = bytes(names.n + 1)
        asked = <uint8_t*>PyBytes_AS_STRING(of_pairs)
        for pair in pairs:
            if not 0 < pair <= names.n:
                raise IndexError("no such pair")
            asked[pair] = 1
        for row in range(self.tree.n):
            pair = self.tree.class_id[row]
            if 0 < pair <= names.n and asked[pair] == 1 and self.keeps_some(row):
                asked[pair] = 2
        return [pair for pair in pairs if asked[pair] == 2]

    cdef Sums within(self, Py_ssize_t row) except *:
        """The sums over a row's subtree."""
        self.find_sums()
        cdef Sums low = self.sums[self.texts_before(row)]
        cdef Sums high = self.sums[self.texts_before(self.tree.end[row])]
        return Sums(high.chars - low.chars, high.link_chars - low.link_chars, high.kept_chars - low.kept_chars)

    cdef Py_ssize_t first_kept(self) noexcept:
        """The position of the first kept text."""
        cdef const void* found = memchr(self.flags, 1, self.n_texts) if self.n_texts else NULL
        return self.n_texts if found == NULL else <const uint8_t*>found - self.flags

    cdef Py_ssize_t last_kept(self) noexcept:
        """The position of the last kept text; -1 where none is."""
        cdef Py_ssize_t last = self.n_texts - 1
        while last >= 0 and not self.flags[last]:
            last -= 1
        return last

    cdef bint heads(self, Py_ssize_t text) noexcept:
        """Whether a text row is a heading."""
        return H1 <= self.tree.tag[self.tree.block_row[text]] <= H6

    cdef bint keeps_some(self, Py_ssize_t row) noexcept:
        """Whether a text in a row's subtree is kept."""
        cdef Py_ssize_t first = self.texts_before(row)
        return memchr(self.flags + first, 1, self.texts_before(self.tree.end[row]) - first) != NULL

    cdef bint keeps_all(self, Py_ssize_t row) noexcept:
        cdef Py_ssize_t first = self.texts_before(row)
        return memchr(self.flags + first, 0, self.texts_before(self.tree.end[row]) - first) == NULL

    cdef bint is_numbers(self, Py_ssize_t row) noexcept:
        """Whether an element's text is whole numbers that follow each other, with white space between."""
        cdef Py_ssize_t first = self.texts_before(row), last = self.texts_before(self.tree.end[row]) - 1
        cdef int64_t number, expected = -1
        if last < first:
            return False
        cdef const char* at = PyBytes_AS_STRING(self._text) + self.tree.text_start[self.texts[first]]
        cdef const char* stop = PyBytes_AS_STRING(self._text) + self.tree.text_stop[self.texts[last]]
        while at < stop:
            if is_white(at[0]):
                at += 1
                continue
            number = 0
            while at < stop and c"0" <= at[0] <= c"9" and number < MAX_LINE:
                number = 10 * number + (at[0] - c"0")
                at += 1
            if (at < stop and not is_white(at[0])) or (expected >= 0 and number != expected):
                return False
            expected = number + 1
        return True

    def texts_of(self, rows not None):
        """For each text row whether it is within one of some elements, a list of their rows: a bool array. Such an array is
        given back as it is."""
        cdef Py_ssize_t row, first, begin = 0, stop = 0
        cdef bytes found = bytes(self.n_texts)
        cdef uint8_t* flag = <uint8_t*>PyBytes_AS_STRING(found)
        if not isinstance(rows, list):
            return rows
        for row in <list>rows:
            if not 0 <= row < self.tree.n:
                raise IndexError("no such row")
            if begin <= row < stop:  # within the one before
                continue
            begin, stop = row, self.tree.end[row]
            first = self.texts_before(row)
            memset(flag + first, 1, self.texts_before(stop) - first)
        return np.frombuffer(found, np.bool_)


cdef class Step:
    """What to look for in a page and its kept rows, and what that is for.

    name, kind, measure, on: as of `scrapy_denoise.methods.steps.Judged`; one that is not on finds nothing.
    find: gives rows of elements, or for each text row whether it is found; on most pages nothing, which it finds out at once. then: where a
    compiled pass does not tell, what is asked next of that which `find` gives, if this is neither empty nor None. needed: kinds of elements
    or families of words in names, of which a page has one where there is something to find (`bits_of`); none where neither matters.
    within: what the text of such a page has somewhere.
    whole: whether it is its purpose to find as much as there is, such as a whole table or each text for screen readers, whatever
    the size of what is kept.
    """

    cdef readonly str name, kind, measure, needed
    cdef readonly object find, then
    cdef readonly bytes within
    cdef readonly bint whole
    cdef public bint on
    cdef uint64_t bits

    def __init__(self, str name not None, str kind not None, find not None, then=None, *,
                 str needed="", bytes within=b"", bint whole=False, str measure="f1"):
        if kind not in KINDS or measure not in MEASURES:
            raise ValueError(f"{name}: no such kind or measure: {kind!r}, {measure!r}")
        self.name, self.kind, self.measure, self.on = name, kind, measure, True
        self.find, self.then, self.needed, self.within, self.whole, self.bits = find, then, needed, within, whole, bits_of(needed)

    cdef object found(self, KeptRows part):
        """What it finds in a page and its kept rows; None for nothing."""
        if not self.bits & part.has or not self.on or self.within not in part._text:
            return None
        found = self.find(part)
        if self.then is not None:
            found = self.then(part, found) if found else None
        return None if found is None or len(found) == 0 else found


def first_found(tuple steps not None, Py_ssize_t number, KeptRows part not None):
    """What the first of some steps, from the one of this number on, finds that finds something, and the number of the step behind it; None
    where none does."""
    cdef Step step
    while number < len(steps):
        step = steps[number]
        number += 1
        found = step.found(part)
        if found is not None:
            return number, found
    return None


def all_found(tuple steps not None, KeptRows part not None):
    """Those of some steps that find something, and what each finds."""
    cdef Step step
    return [(step, found) for step in steps if (found := step.found(part)) is not None]

"""Which blocks of a page may be its deck, its title, or a paragraph of its text: most pages have no deck, which this says in a few
passes over their blocks (`scrapy_denoise.document.source.decks`)."""

from cpython.bytes cimport PyBytes_AS_STRING
from libc.stdint cimport int32_t, uint8_t, uint16_t

from scrapy_denoise.blocks.features.block_columns cimport BlockFields, fields_of
from scrapy_denoise.page.columns.buffers cimport PageBuffers, page_buffers, text_between
from scrapy_denoise.page.columns.tag_lookup cimport CAPTION, FIGCAPTION, FIGURE, H1, H6
from scrapy_denoise.page.native.binary_search cimport lower_bound
from scrapy_denoise.page.native.bool_array cimport bool_data
from scrapy_denoise.page.text.match_key cimport match_key


cdef class HeadBlocks:
    """The text blocks of a page, for those who look for its deck.

    columns: of the page. blocks: its `TextBlocks`. longest: the characters of a block whose letters are compared.
    """

    cdef object columns, blocks  # whose buffers are read
    cdef dict keys  # the letters of blocks that were asked for
    cdef int32_t longest
    cdef PageBuffers page
    cdef BlockFields fields
    cdef bytes text

    def __init__(self, columns not None, blocks not None, int32_t longest):
        cdef Py_ssize_t i
        self.columns, self.blocks, self.text = columns, blocks, columns.text
        self.keys, self.longest = {}, longest
        self.page, self.fields = page_buffers(columns), fields_of(blocks.block_columns)
        for i in range(self.fields.n):
            if not 0 <= self.fields.first[i] < self.page.texts.n:
                raise ValueError("no such text row")

    cdef Py_ssize_t row_of(self, Py_ssize_t block) noexcept:
        """The row of the element that sets a block's first text apart."""
        return self.page.tree.block_row[self.page.texts.row[self.fields.first[block]]]

    cdef uint16_t tag_of(self, Py_ssize_t block) noexcept:
        return self.page.tree.tag[self.row_of(block)]

    cdef Py_ssize_t stop_of(self, Py_ssize_t block) noexcept:
        """One past the position of a block's last text row."""
        return self.fields.first[block + 1] if block + 1 < self.fields.n else self.page.texts.n

    cdef int check(self, Py_ssize_t block) except -1:
        if not 0 <= block < self.fields.n:
            raise IndexError("no such block")
        return 0

    def span(self, Py_ssize_t block):
        """The position of a block's first text row, and one past its last."""
        self.check(block)
        return self.fields.first[block], self.stop_of(block)

    def chars(self, Py_ssize_t block):
        self.check(block)
        return self.fields.chars[block]

    def is_linked(self, Py_ssize_t block):
        """Whether the first text of a block is a link."""
        self.check(block)
        return self.page.tree.linked[self.page.texts.row[self.fields.first[block]]] != 0

    def are_alike(self, Py_ssize_t one, Py_ssize_t other):
        """Whether two blocks have the same path."""
        self.check(one)
        self.check(other)
        return self.fields.path_group[one] == self.fields.path_group[other]

    def is_said_again(self, Py_ssize_t block, kept not None):
        """Whether a kept text behind a block says the same. kept: bool, one for each text row."""
        cdef const uint8_t* flags = bool_data(kept, self.page.texts.n)
        cdef Py_ssize_t start, stop, again, below, above, middle
        self.check(block)
        start = self.page.tree.text_start[self.page.texts.row[self.fields.first[block]]]
        stop = self.page.tree.text_stop[self.page.texts.row[self.stop_of(block) - 1]]
        again = self.text.find(self.text[start:stop].strip(), stop)
        if again < 0:
            return False
        below, above = self.fields.first[block], self.page.texts.n  # the last text that begins there or before
        while above - below > 1:
            middle = (below + above) // 2
            if self.page.tree.text_start[self.page.texts.row[middle]] <= again:
                below = middle
            else:
                above = middle
        return flags[below] != 0

    def key(self, Py_ssize_t block):
        """The letters and digits of a block (`match_key`); none of a long one."""
        cdef object found = self.keys.get(block)
        if found is None:
            self.check(block)
            found = ""
            if self.fields.chars[block] <= self.longest:
                found = match_key(text_between(
                    self.text, &self.page.tree, self.page.texts.row[self.fields.first[block]],
                    self.page.texts.row[self.stop_of(block) - 1],
                ))
            self.keys[block] = found
        return found

    def long_ones(self, kept not None, int32_t least, Py_ssize_t most):
        """The first kept blocks of so many characters that are no headings. kept: bool, one for each text row."""
        cdef const uint8_t* flags = bool_data(kept, self.page.texts.n)
        cdef Py_ssize_t block
        cdef list found = []
        for block in range(self.fields.n):
            if self.fields.chars[block] >= least and flags[self.fields.first[block]] and not H1 <= self.tag_of(block) <= H6:
                found.append(block)
                if len(found) == most:
                    break
        return found

    def that_say(self, frozenset stated not None, int32_t most):
        """The blocks that say one of some texts, by their letters (`match_key`), in so many characters for each letter at most."""
        cdef Py_ssize_t block, last
        cdef int32_t chars
        cdef list keys = [key.encode() for key in stated], sizes = [len(key) for key in stated], found = []
        cdef int32_t least = min(sizes, default=0), largest = min(most * max(sizes, default=0), self.longest)
        for block in range(self.fields.n if sizes else 0):
            chars = self.fields.chars[block]
            if not least <= chars <= largest:
                continue
            last = self.page.texts.row[self.stop_of(block) - 1]
            if self.may_say(
                self.page.tree.text_start[self.page.texts.row[self.fields.first[block]]], self.page.tree.text_stop[last], keys
            ) and any_size(sizes, chars, most) and self.key(block) in stated:
                found.append(block)
        return found

    cdef bint may_say(self, Py_ssize_t start, Py_ssize_t stop, list keys) except -1:
        """Whether a part of the text may say one of some texts: most differ from it in the first letters, which are all that is read.
        With a letter beyond ASCII before that it may. keys: the letters of these texts (`match_key`), in bytes."""
        cdef const uint8_t* text = <const uint8_t*>PyBytes_AS_STRING(self.text)
        cdef const uint8_t* letter
        cdef Py_ssize_t at
        cdef bytes key
        if not 0 <= start <= stop <= len(self.text):
            raise ValueError("no such text")
        for key in keys:
            letter = <const uint8_t*>PyBytes_AS_STRING(key)
            for at in range(start, stop):
                if text[at] >= 0x80:
                    return True
                if is_ascii_alnum(text[at]):
                    if letter[0] != (text[at] | 0x20):  # which leaves figures as they are
                        break
                    letter += 1
            else:
                return True
        return False

    def held_alone(self, list rows not None):
        """The blocks that one of some elements holds, and no other text."""
        cdef Py_ssize_t row, first, stop, block, holder
        cdef set found = set()
        for row in rows:
            first = lower_bound(self.page.texts.row, self.page.texts.n, row)
            stop = lower_bound(self.page.texts.row, self.page.texts.n, self.page.tree.end[row])
            if first == stop:
                continue
            block = self.blocks.block_of[first]
            holder = self.row_of(block)
            if self.fields.first[block] <= first and stop <= self.stop_of(block) and row <= holder < self.page.tree.end[row]:
                found.add(block)
        return found

    def last_h1(self, Py_ssize_t begin, Py_ssize_t stop):
        """The last block of a range that is a heading of the first level, or -1."""
        cdef Py_ssize_t block
        for block in range(stop - 1, begin - 1, -1):
            if self.tag_of(block) == H1:
                return block
        return -1

    def is_caption(self, Py_ssize_t block):
        self.check(block)
        return self.tag_of(block) in (CAPTION, FIGCAPTION, FIGURE)


cdef inline bint is_ascii_alnum(uint8_t byte) noexcept:
    return c"0" <= byte <= c"9" or c"a" <= (byte | 0x20) <= c"z"


cdef bint any_size(list sizes, int32_t chars, int32_t most) except -1:
    """Whether so many characters can say a text of one of some sizes, in letters."""
    cdef int32_t size
    for size in sizes:
        if size <= chars <= most * size:
            return True
    return False

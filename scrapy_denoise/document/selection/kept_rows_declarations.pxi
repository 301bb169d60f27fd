from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t

from scrapy_denoise.blocks.features.block_columns cimport BlockFields
from scrapy_denoise.page.columns.buffers cimport HashColumns, TreeColumns

cdef enum:
    MAX_TITLE = 100  # characters of a heading that is completed, or under which something is

cdef struct Sums:       # of the text rows before one
    int64_t chars
    int64_t link_chars
    int64_t kept_chars

cdef inline bint is_enough(Sums sums) noexcept:
    """Whether so much of a table or a code is kept that it is content as a whole. Of the tables of ten corpora of which .4 to .5 was kept, 15 of
    17 are content by their gold; of those of which less was kept, 18 of 28."""
    return sums.kept_chars >= 0.4 * sums.chars

cdef inline bint has_few_links(Sums sums) noexcept:
    """Whether links are at most half of an element: it continues the content, and is none of links to elsewhere."""
    return 2 * sums.link_chars <= sums.chars

cdef class Places:
    cdef bytes _memory
    cdef int32_t* before  # of each row, and of the end, how many text rows stand before it
    cdef int32_t* structures  # rows of tables, lists, terms, preformatted texts, buttons, and headings below the first level
    cdef Py_ssize_t n_structures
    cdef uint64_t kinds  # bits of those of them that there are

cdef class KeptRows:
    cdef Places places
    cdef bytes _text
    cdef HashColumns hashes
    cdef TreeColumns tree
    cdef const int64_t* texts
    cdef Py_ssize_t n_texts
    cdef readonly object page, kept
    cdef readonly bint any  # whether there is one
    cdef readonly uint64_t has
    cdef const uint8_t* flags
    cdef const int32_t* structures  # of its places
    cdef Py_ssize_t n_structures
    cdef Sums* sums  # of each text row, and of the end; NULL until some are asked for

    cdef BlockFields blocks  # the text blocks; n is -1 until they are asked for
    cdef bytes _blocks

    cdef int find_sums(self) except -1
    cdef int find_blocks(self) except -1
    cdef Py_ssize_t behind_block(self, Py_ssize_t block) noexcept
    cdef bint keeps_block(self, Py_ssize_t block) noexcept
    cdef Py_ssize_t last_kept(self) noexcept
    cdef Py_ssize_t texts_before(self, Py_ssize_t row) noexcept
    cdef Sums within(self, Py_ssize_t row) except *
    cdef Py_ssize_t first_kept(self) noexcept
    cdef bint heads(self, Py_ssize_t text) noexcept
    cdef bint keeps_some(self, Py_ssize_t row) noexcept
    cdef bint keeps_all(self, Py_ssize_t row) noexcept
    cdef bint is_numbers(self, Py_ssize_t row) noexcept

"""The pairs of class and id of a page, for the passes that ask for single ones."""

from libc.stdint cimport int32_t, uint32_t

from scrapy_denoise.page.compiled cimport NameWords


cdef class ClassIdPairs:
    cdef object columns
    cdef bytes _names, _tree, _starts, _families
    cdef int32_t* starts      # of each pair in the names, and of their end; nothing stands at 0
    cdef uint32_t* families   # of each pair; 0 for no pair
    cdef int32_t n
    cdef uint32_t _found      # the families that some pair has
    cdef readonly list screen_reader_pairs, modules, decks, quotes, reviews, tags, breadcrumbs, dates, people

    cdef bytes flags_of(self, list pairs)
    cdef bint has_word(self, NameWords words, int32_t pair) noexcept

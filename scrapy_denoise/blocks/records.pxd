"""The records of a page: elements that repeat with the same path, such as the posts of a thread or the rows of a list."""

from libc.stdint cimport int32_t, uint64_t

from scrapy_denoise.page.layout cimport Rest
from scrapy_denoise.page.table cimport Table

cdef struct Kind:         # of the elements with the same path, tags and classes from the root
    int32_t first         # the row of the first of them
    int32_t count
    int32_t told          # those with a date or a name
    int32_t filled        # those with text of their own
    int32_t chars
    int32_t link_chars
    int32_t blocks
    int32_t dates         # texts that look like a date or a time of day
    int32_t names         # elements that are named after users or bylines

cdef struct Records:
    Kind* kinds
    int32_t n_kinds
    int32_t* kind_of      # of each row the number of its kind
    int32_t* number       # of each row how many of its kind come before it
    int32_t* nearest      # of each row the nearest element, itself or an ancestor, of a kind that repeats; -1: none
    int32_t* wider        # and the nearest ancestor of that one whose kind repeats less often; -1: none
    int32_t thread        # the kind whose elements are most like posts; -1: none

cdef void number_kinds(Records* r, const Rest* rest, const uint64_t* path, Table* numbers) noexcept nogil
cdef void find_records(Records* r, const Rest* rest) noexcept nogil
cdef void choose_thread(Records* r) noexcept nogil

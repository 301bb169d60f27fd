"""What stands before each row of a page, and where its frame is."""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t

from scrapy_denoise.page.columns.buffers cimport PageBuffers

cdef enum:  # flags of a row
    BREAKS = 1      # it breaks a line
    IN_HEADING = 2  # it is a heading or stands in one
    FRAMED = 4      # so in the frame of the page
    APART = 8       # so beside its content

cdef struct Before:  # what stands before a row
    uint64_t said        # the sum of the hashes of its texts
    int32_t chars
    int32_t unlinked     # characters outside links
    int32_t in_headings  # characters in headings
    int32_t headings
    int32_t pictures
    int32_t texts
    int32_t breaks       # of lines
    int32_t lines        # that have begun

cdef struct Record:
    int32_t size  # characters
    int32_t texts
    bint links_only
    bint short  # beside the others

cdef class RowSums:
    cdef object _columns
    cdef PageBuffers page
    cdef Before* before    # of each row, and behind the last
    cdef uint8_t* flags    # of each row
    cdef int32_t* lines    # of each line the characters outside links before it, and those of the page
    cdef int32_t* _taken   # how often rows before each have been taken
    cdef int32_t* _counts  # two of each row, all 0 between two uses

    cdef void _sum_rows(self) noexcept
    cdef int _check(self, const int64_t[::1] firsts, const int64_t[::1] ends) except -1
    cdef int _find_frames(self, const uint32_t[::1] families) except -1

    cdef Py_ssize_t _take_menus_out(self, const int64_t[::1] firsts, const Record* each, int32_t* values, int64_t[::1] places,
                                    Py_ssize_t begin, Py_ssize_t last) noexcept

    cdef inline int32_t chars(self, Py_ssize_t first, Py_ssize_t end) noexcept:
        """The characters from a row up to another."""
        return self.before[end].chars - self.before[first].chars

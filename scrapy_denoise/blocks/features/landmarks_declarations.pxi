"""What stands before and behind each block of a page: paragraphs, parts of the frame, the ends of sections."""

from libc.stdint cimport int32_t


cdef struct Landmarks:   # the nearest block of each kind; -1: none
    int32_t paragraph
    int32_t navigation
    int32_t footer
    int32_t related

cdef struct LandmarksBefore:      # before the block at hand
    int32_t paragraph
    int32_t navigation
    int32_t related

cdef struct LandmarksAfter:       # of a block
    Landmarks next       # behind it
    int32_t section_end  # of a heading: one past the last block of the section that it opens

cdef void find_landmarks_after(const Measured* m, LandmarksAfter* p) noexcept nogil
cdef void add_landmarks_before(const Measured* m, const Block* b, LandmarksBefore* passed, int32_t k) noexcept nogil

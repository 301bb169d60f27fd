"""The features of a page's text blocks, written group by group."""


cdef enum:
    WIDTH = 151    # features of a block
    N_ADDRESS = 4  # kinds of addresses


cdef float* write_features(float* f, const Measured* m, const LandmarksAfter* p) noexcept nogil
